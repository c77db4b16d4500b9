"""Keys that have an effect only beside another key, or only without it: errors, schemas and the list of keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from jsonschema import Draft202012Validator

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import Style, jsonschema
from pnp.kit.annotations import MARK, FaceChoice, NameOf, Names, StyleName, Unless, With
from pnp.kit.record import Record
from pnp.kit.schema import Between, Id, build
from pnp.sources import Node
from pnp.sources.yaml import parse


@dataclass(frozen=True, kw_only=True)
class Drawn(Record):
    """A line."""

    stroke: str | None = None
    """Its colour."""
    width: Annotated[float, Between(0, 9), With("stroke")] = 0.3
    """Its width."""
    fit: str = "contain"
    """How it is fitted."""
    focus: Annotated[float, With("fit", "cover")] = 0.5
    """What stays visible."""
    face: str | None = None
    """A face."""
    edge: Annotated[float, Unless("face")] = 0.0
    """Its edge."""
    flat: bool = False
    """Whether it is flat."""
    columns: Annotated[int, Unless("flat", value=True)] = 2
    """Its columns."""


@dataclass(frozen=True, kw_only=True)
class Bent(Drawn):
    """A bent line."""

    bend: float = 0.0
    """Its bend."""


def found(text: str, kind: type[Any] = Drawn) -> list[tuple[int, str, str]]:
    diagnostics = Diagnostics()
    node = parse(text, "f.yaml", diagnostics)
    assert node is not None
    built = build(kind, node, diagnostics)
    assert (built is None) == bool(diagnostics)
    return [(d.span.column, d.message, *d.hints) for d in diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "{}", "{stroke: red, width: 2}", "{fit: cover, focus: 0.1}", "{edge: 2}", "{flat: false, columns: 3}",
        "{face: f}",
    ],
)  # fmt: skip
def test_a_key_beside_what_it_needs_is_no_error(text: str) -> None:
    assert found(text) == []


def test_a_key_without_effect_is_an_error_at_the_key_with_both_ways_out() -> None:
    assert found("{width: 2, fit: stretch, focus: 0.1}") == [
        (2, "'width' has no effect without 'stroke'", "add 'stroke: …', or remove it"),
        (26, "'focus' has no effect without 'fit: cover'", "write 'fit: cover', or remove it"),
    ]
    assert found("{face: f, edge: 2, flat: true, columns: 3}") == [
        (11, "'edge' has no effect beside 'face'", "remove one of them"),
        (32, "'columns' has no effect beside 'flat'", "remove one of them"),
    ]


def test_a_model_has_the_conditions_of_its_base() -> None:
    assert [message for _, message, _ in found("{bend: 1, width: 2}", Bent)] == [
        "'width' has no effect without 'stroke'"
    ]


@pytest.mark.parametrize(("keys", "valid"), [({"width": 2}, False), ({"width": 2, "stroke": "red"}, True)])
def test_editors_know_which_key_another_needs_and_parts_need_none(keys: dict[str, Any], valid: bool) -> None:
    (schema,), definitions = jsonschema.described([Bent])
    whole = {**schema, "$defs": definitions}
    assert Draft202012Validator(whole).is_valid(keys) is valid
    parts = jsonschema.parts(definitions)
    assert Draft202012Validator({"$ref": "#/$defs/Bent-part", "$defs": parts}).is_valid(keys)


def test_what_a_style_needs_may_be_in_the_one_that_it_extends() -> None:
    (schema,), definitions = jsonschema.described([Style])
    whole = Draft202012Validator({**schema, "$defs": definitions})
    assert whole.is_valid({"extends": "title", "shadow_colour": "red"})
    assert whole.is_valid({"font": "body", "size": 9, "shadow": [1, 1], "shadow_colour": "red"})
    assert not whole.is_valid({"font": "body", "size": 9, "shadow_colour": "red"})


@pytest.mark.parametrize("model", [Drawn, Bent])
def test_the_list_of_keys_says_it_once(model: type[Any]) -> None:
    texts = {key: schema["description"] for key, schema in jsonschema.keys(model).items()}
    assert texts["width"] == "Its width. Only with `stroke`."
    assert texts["edge"] == "Its edge. Not with `face`."
    assert texts["focus"] == "What stays visible. Only with `fit: cover`."


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
