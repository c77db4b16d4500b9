"""JSON Schema and the page of keys: both say what the program reads, no more and no less."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pnp import components, rules
from pnp.components import elements
from pnp.diagnostics import Diagnostics, Span
from pnp.imposition import printers
from pnp.kit import extending, jsonschema, overlay, paths, schema
from pnp.kit.schema import Between, Matching
from pnp.pipeline import schemas
from pnp.sources import Node
from pnp.sources.yaml import parse, read
from tests.conftest import ROOT, run
from tests.kit.test_schema import KINDS, junk
from tests.support.records import Inner

FILES = [(name, place) for name, file in schemas.kinds().items() for place in sorted(ROOT.glob(
    file.place.replace("KIT", name.partition("-")[2] or "*").replace(".xx.", ".*.")))]  # fmt: skip

written = cache(schemas.files)


@cache
def validator(name: str, *, part: bool = False) -> Draft202012Validator:
    return Draft202012Validator(schemas.schema(name, part=part))


def plain(path: Path) -> Any:
    return read(path, Diagnostics()).plain()


def as_node(value: Any) -> Node:
    if isinstance(value, dict):
        return Node({k: as_node(v) for k, v in value.items()}, Span("f"))
    if isinstance(value, list):
        return Node([as_node(v) for v in value], Span("f"))
    return Node(value, Span("f"), None, "" if value is None else str(value))


# What is right -----------------------------------------------------------------------------------------------


def test_every_data_file_that_is_shipped_has_a_schema():
    label = {place.relative_to(ROOT).as_posix() for _, place in FILES}
    there = [*(ROOT / "card_data").rglob("*.yaml"), *(ROOT / "fonts").rglob("*.yaml")]
    assert label == {place.relative_to(ROOT).as_posix() for place in there}


def test_every_engine_has_a_schema_of_its_rules():
    assert {f"rules-{engine}" for engine in rules.names()} <= set(schemas.kinds())


@pytest.mark.slow
@pytest.mark.parametrize("name", dict(FILES))
def test_shipped_files_are_valid_whole_and_as_parts(name):
    for path in (path for named, path in FILES if named == name):
        is_part = schemas.kinds()[name].layered and paths.extends(path.parent) is not None
        if not is_part or name == "kit":
            assert [e.message for e in validator(name).iter_errors(plain(path))] == [], path
        if is_part:
            assert [e.message for e in validator(name, part=True).iter_errors(plain(path))] == [], path


@pytest.mark.slow
def test_schemas_are_schemas_and_refer_to_what_is_there():
    for file, text in written().items():
        document = json.loads(text)
        Draft202012Validator.check_schema(document)
        assert set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(document))) <= set(document.get("$defs", {})), file
        assert document["description"], file


def test_printers_as_they_are_kept_are_valid():
    profile = printers.Profile(x=1.5, back_scale_x=1.01, landscape=True)
    node = parse(printers.written({"home": profile, "home:cardstock": profile}), "f", Diagnostics())
    assert validator("printers").is_valid(node.plain())
    assert not validator("printers").is_valid({"Home": {}})


# What is wrong -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["deck", "token", "track"])
def test_components_are_held_to_their_kind(kind):
    made = plain(ROOT / "card_data" / "rhino" / "kit.yaml")
    made["components"] = {"mine": {"kind": kind, "title": "Mine", "nonsense": 1}}
    messages = [e.message for e in validator("kit").iter_errors(made)]
    assert any("nonsense" in message for message in messages)
    made["components"] = {"mine": {"kind": f"{kind}s", "title": "Mine"}}
    assert not validator("kit").is_valid(made)


WRONG: tuple[Any, ...] = (None, True, 12345678, -0.5, "\x00", [], [[]], {}, {"nonsense": 1}, ["x", {}])
"""Values that hardly any key takes, of every form there is."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in plain data."""
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*path, key))


def changed(data: Any, path: tuple[Any, ...], wrong: Any, *, added: bool) -> Any:
    """The data with one value replaced, or with one key more."""
    if not path:
        return {**data, "nonsense": 1} if added else wrong if isinstance(wrong, dict) else {"nonsense": wrong}
    copy = deepcopy(data)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    if not added:
        inner[path[-1]] = wrong
    elif isinstance(inner[path[-1]], dict):
        inner[path[-1]]["nonsense"] = 1
    return copy


STYLES = plain(ROOT / "card_data" / "common" / "styles.yaml")
"""The shared text styles, of which a kit may change single keys."""


def is_built(name: str, data: Any) -> bool:
    """Whether the program reads the data as what the file is to be, with all that is in it."""
    diagnostics, node = Diagnostics(), as_node(data)
    if name == "faces":
        whole = overlay.merged(Node({"styles": as_node(STYLES)}, Span("f")), node, diagnostics, "faces.yaml")
        node = extending.resolved(whole, extending.Kinds(elements.kinds(), elements.keys), diagnostics)
        if diagnostics:
            return False
    made = schema.build(schemas.kinds()[name].type, node, diagnostics)
    if name == "kit" and made:
        return all(components.component(part, diagnostics) for part in made.components.values())
    if name == "faces" and made:
        return all(elements.element(part, diagnostics) for face in made.faces.values() for part in face.elements)
    if name == "phrases" and made:
        return all(isinstance(phrase.traits.value, dict) for field in made.fields.values() for phrase in field)
    if name.startswith("cards") and made:
        given = [card.traits for deck in made.values() for card in deck.values() if card.traits]
        if not all(isinstance(traits.value, dict) for traits in given):
            return False
    if name.startswith("cards-") and made:
        played = [(card, t) for deck, t in schemas.decks(name[6:]).items() for card in made.get(deck, {}).values()]
        return all(card.traits and schema.build(traits, card.traits, diagnostics) for card, traits in played)
    return made is not None


@pytest.mark.slow
@settings(max_examples=40)
@given(st.data())
def test_what_the_program_refuses_its_schema_refuses(data):
    name, path = data.draw(st.sampled_from([f for f in FILES if f[0] != "examples" and not paths.extends(f[1].parent)]))
    right = plain(path)
    at = data.draw(st.sampled_from(list(places(right))))
    wrong = changed(right, at, data.draw(st.sampled_from(WRONG)), added=data.draw(st.booleans()))
    assert validator(name).is_valid(wrong) == is_built(name, wrong), at


@cache
def validator_of(kind: Any) -> Draft202012Validator:
    (root,), defined = jsonschema.described([kind])
    return Draft202012Validator(jsonschema.document(root, defined, "f", ""))


def floats(data: Any) -> bool:
    """Whether there is a number such as 3.0 in the data, which JSON Schema takes for a whole one."""
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return any(map(floats, inner)) or (isinstance(data, float) and data.is_integer())


@pytest.mark.slow
@settings(max_examples=150)
@given(st.sampled_from([*KINDS, dict[Literal["a", "x"], Inner], tuple[Inner, ...], Inner | None]), junk)
def test_schema_and_builder_take_the_same(kind, data):
    assume(not floats(data))
    diagnostics = Diagnostics()
    schema.build(kind, as_node(data), diagnostics)
    assert validator_of(kind).is_valid(data) is not bool(diagnostics)


# How schemas are written -------------------------------------------------------------------------------------


def test_rules_of_values_are_written():
    kind = dict[Annotated[str, Matching("[a-z]+", "letters")], Annotated[float, Between(0.5, 3)]]
    assert jsonschema.described([kind])[0] == [
        {
            "type": "object",
            "propertyNames": {"type": "string", "pattern": "^(?:[a-z]+)$", "title": "letters"},
            "additionalProperties": {"type": "number", "minimum": 0.5, "maximum": 3},
        }
    ]


def test_keys_have_their_meanings_and_defaults():
    card = schemas.schema("cards")["$defs"]["Card"]
    assert card["required"] == ["name"]
    said = "The number of copies in the deck."
    rule = {"type": "integer", "minimum": 0, "maximum": 999}
    assert card["properties"]["count"] == {**rule, "description": said, "default": 1}
    kit = schemas.schema("kit")["$defs"]["KitFile"]
    assert kit["properties"]["language"]["title"] == "a language code like 'en' or 'pt-BR'"
    assert kit["required"][0] == "title"


@pytest.mark.slow
def test_the_command_lists_prints_and_writes(tmp_path):
    listed = run("schema")
    assert listed.exit_code == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(schemas.kinds())
    assert run("schema", "cards").stdout == written()["cards.schema.json"]
    assert run("schema", "cards", "--overlay").stdout == written()["cards.overlay.schema.json"]
    assert run("schema", "--output", tmp_path / "all").exit_code == 0
    assert {p.name: p.read_text("utf-8") for p in (tmp_path / "all").iterdir()} == written()
    assert run("schema", "kit", "--output", tmp_path / "one").exit_code == 0
    assert [p.name for p in (tmp_path / "one").iterdir()] == ["kit.schema.json"]


@pytest.mark.slow
def test_a_build_imports_none_of_it_and_schemas_are_the_same_in_every_process():
    code = (
        "import sys; from pnp.pipeline import job; from pnp.cli import main\n"
        "from pnp.diagnostics import Diagnostics; from tests.conftest import SMALL, options_for\n"
        "job.build(options_for(SMALL, 'a4', 'long'), Diagnostics())\n"
        "print(sorted({'pnp.kit.jsonschema', 'pnp.pipeline.schemas'} & set(sys.modules)))\n"
        "import pnp.pipeline.schemas as d; sys.stdout.write(''.join(d.files().values()))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n" + "".join(written().values())


# The page ----------------------------------------------------------------------------------------------------


def page_maker() -> Any:
    spec = importlib.util.spec_from_file_location("data", ROOT / "docs" / "data.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def described() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in schemas.kinds():
        document = schemas.schema(name)
        yield name, document
        yield from ((f"{name}: {record}", made) for record, made in document.get("$defs", {}).items())


def test_every_key_is_explained():
    silent = [
        f"{name}.{key}"
        for name, record in described()
        for key, made in (record.get("properties", {}).items() if "additionalProperties" in record else ())
        if not name.startswith("cards-") and not made.get("description")
    ]
    assert silent == []


def test_the_page_is_what_the_program_reads(update_golden):
    maker = page_maker()
    if update_golden:
        maker.PAGE.write_bytes(maker.page().encode())
        maker.PHRASES.write_bytes(maker.with_vocabulary(maker.PHRASES.read_text("utf-8")).encode())
    assert maker.page() == maker.PAGE.read_text("utf-8"), "run `python docs/data.py`"


def test_the_vocabulary_of_phrases_is_what_engines_play():
    maker = page_maker()
    text = maker.PHRASES.read_text("utf-8")
    assert maker.with_vocabulary(text) == text, "run `python docs/data.py`"
    for engine in rules.names():
        for traits in schemas.decks(engine).values():
            assert all(f"| `{key}` |" in text for key in schema.keys_of(traits)), engine
    assert "| `move.effect.gain` |" in text


def test_every_key_stands_on_the_page():
    text = page_maker().PAGE.read_text("utf-8")
    for name, record in described():
        for key in record.get("properties", {}):
            assert f"| `{key}` |" in text or f"deck `{key}`" in text, (name, key)


def test_the_pages_own_links_lead_to_one_place_each():
    text = page_maker().PAGE.read_text("utf-8")
    heads = [re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in re.findall(r"^#+ (.+)$", text, re.M)]
    assert [head for head, count in Counter(heads).items() if count > 1] == []
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(heads)
