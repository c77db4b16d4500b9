"""Fields whose texts are names of something else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
from jsonschema import Draft202012Validator

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import jsonschema
from pnp.kit.name_of import MARK, FaceChoice, NameOf, Names, StyleName
from pnp.kit.record import Record
from pnp.kit.schema import Id, build
from pnp.sources import Node


@dataclass(frozen=True, kw_only=True)
class Row(Record):
    """A row."""

    style: StyleName
    """Its style."""
    face: FaceChoice | None = None
    """Its face."""
    by_square: dict[Annotated[Id, NameOf("rules.yaml", "squares")], int] | None = None
    """A number for each square."""


KNOWN = {
    ("faces.yaml", "styles"): Names(("body", "head")),
    ("faces.yaml", "faces"): Names(("front",)),
    ("rules.yaml", "squares"): Names(("a1", "b2")),
}


def validator(known=None) -> Draft202012Validator:
    (root,), defined = jsonschema.described([Row])
    document = jsonschema.named(jsonschema.document(root, defined, "row", ""), known)
    assert MARK not in jsonschema.text(document)
    return Draft202012Validator(document)


@pytest.mark.parametrize(
    ("row", "right"),
    [
        ({"style": "body"}, True),
        ({"style": "bdoy"}, False),
        ({"style": "{asides.style}"}, False),
        ({"style": "body", "face": "front"}, True),
        ({"style": "body", "face": "{asides.face}"}, True),
        ({"style": "body", "face": "frnot"}, False),
        ({"style": "body", "face": None}, True),
        ({"style": "body", "by_square": {"a1": 1, "b2": 2}}, True),
        ({"style": "body", "by_square": {"a2": 1}}, False),
    ],
)
def test_the_schema_of_a_kit_accepts_its_names_only(row, right):
    assert validator(KNOWN.__getitem__).is_valid(row) is right
    assert validator().is_valid(row), "in the schema for any kit, a name is a text"


def test_without_any_names_every_text_is_valid():
    assert validator(lambda _path: Names(())).is_valid({"style": "body", "face": "front"})


def test_a_list_of_names_is_written_once():
    schema = validator(lambda path: KNOWN[path]).schema
    assert schema["$defs"]["names.faces.yaml.styles"] == {"enum": ["body", "head"]}
    assert schema["properties"]["style"]["$ref"] == "#/$defs/names.faces.yaml.styles"


def test_reading_does_not_compare_names():
    diagnostics = Diagnostics()
    node = Node({"style": Node("bdoy", Span("f"), None, "bdoy")}, Span("f"))
    row = build(Row, node, diagnostics)
    assert row
    assert row.style == "bdoy"
    assert not diagnostics
