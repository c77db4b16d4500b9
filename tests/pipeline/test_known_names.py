"""Schemas with the names of one kit."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from pnp.diagnostics import Diagnostics
from pnp.kit.annotations import Names
from pnp.pipeline import job, known_names, schemas
from pnp.rules.folder import open_engine
from pnp.sources.yaml import read
from tests.conftest import ROOT, run
from tests.support import three_cards


def known(folder: Path) -> known_names.KnownNames:
    found = known_names.read(folder, Diagnostics())
    assert found
    return found


@cache
def shipped(name: str) -> known_names.KnownNames:
    return known(ROOT / "card_data" / name)


def mistakes(folder: Path, names: known_names.KnownNames | None = None) -> list[tuple[str, str]]:
    """What an editor marks in a kit: the file, and the path of the value in it."""
    found = []
    for file, one in schemas.of_kit(names or known(folder)).items():
        if (folder / file).exists():
            data = read(folder / file, Diagnostics()).plain()
            errors = Draft202012Validator(one.schema).iter_errors(data)
            found += [(file, ".".join(map(str, deepest(error).absolute_path))) for error in errors]
    return found


def deepest(error: ValidationError) -> ValidationError:
    """The error at the value itself, inside the alternatives that do not fit."""
    inner = [deepest(one) for one in error.context or () if one.validator != "type"]
    return max([error, *inner], key=lambda one: len(one.absolute_path))


# No false alarms ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tilt", "rhino-de"])
def test_files_of_shipped_kits_match_their_own_schemas(name):
    assert mistakes(ROOT / "card_data" / name, shipped(name)) == []


@pytest.mark.slow
def test_schemas_of_a_kit_are_schemas():
    """An overlay's are those with the most choices; tests/kit/test_jsonschema.py looks at those of no kit."""
    for one in schemas.of_kit(shipped("rhino-de")).values():
        Draft202012Validator.check_schema(one.schema)


MORE = [
    ("kit.yaml", "size: poker", "size: poker-landscape"),
    ("kit.yaml", "size: poker", "size: 70x120mm"),
    ("kit.yaml", "size: poker", "size: 2.5 x 3.5 in"),
    ("kit.yaml", "size: poker", "size: coin"),
    ("kit.yaml", "face: front", 'face: "{asides.says}"'),
    ("faces.yaml", "fill: accent", 'fill: "#abc"'),
    ("faces.yaml", "fill: accent", 'fill: "{asides.tint}"'),
    ("faces.yaml", "fill: accent", "fill: mine"),
    ("faces.yaml", "font: title", "extends: book-body"),
    ("cards.yaml", "name: Thanks", "name: Thanks, art: not-drawn-yet.svg"),
]
OWN = "sizes: {coin: {size: [40, 40], shape: circle}}\npalette: {mine: '#123456'}\n"


@pytest.mark.parametrize(("file", "old", "new"), MORE)
def test_other_valid_forms_are_not_marked(file, old, new, tmp_path):
    kit = three_cards.write(tmp_path / "kit")
    (kit / "kit.yaml").write_text(three_cards.KIT + OWN, "utf-8")
    assert mistakes(changed(kit, file, old, new)) == []


def changed(kit: Path, file: str, old: str, new: str) -> Path:
    text = (kit / file).read_text("utf-8")
    assert old in text
    (kit / file).write_text(text.replace(old, new, 1), "utf-8")
    return kit


def test_pictures_may_have_another_suffix_or_none(tmp_path):
    kit = three_cards.write(tmp_path / "kit")
    (kit / "a+b (c).svg").write_text("<svg/>", "utf-8")
    schema = {"anyOf": [{"pattern": f"^(?:{known(kit).of(('pictures',)).also})$"}]}
    fits = Draft202012Validator(schema).is_valid
    assert [name for name in ("a+b (c)", "a+b (c).PNG", "a+b (c).jpeg", "aab (c)", "a+b (c).txt") if fits(name)] == [
        "a+b (c)",
        "a+b (c).PNG",
        "a+b (c).jpeg",
    ]


# Names that the kit does not have ----------------------------------------------------------------------------

PLANTED = [
    ("kit.yaml", "size: poker", "size: pokre", "components.all.size", "unknown-size"),
    ("kit.yaml", "face: front", "face: frnot", "components.all.face", "unknown-face"),
    ("kit.yaml", "back: back", "back: bcak", "components.all.back", "unknown-face"),
    ("kit.yaml", "face: front", "face: front, cards: al", "components.all.cards", "no-cards"),
    ("kit.yaml", "face: front", "face: front, fill_with: helo", "components.all.fill_with", "unknown-card"),
    ("kit.yaml", "title: My cards", "title: M\nfonts: {titel: inscription}", "fonts", "unknown-font"),
    ("kit.yaml", "title: My cards", "title: M\nchecks: {ignore: [low-contrst]}", "checks.ignore.0", "bad-ignore"),
    ("faces.yaml", "font: title", "font: titel", "styles.name.font", "unknown-font"),
    ("faces.yaml", "font: title", "extends: book-bdoy", "styles.name.extends", "unknown-style"),
    ("faces.yaml", "style: name", "style: nmae", "faces.front.elements.0.style", "unknown-style"),
    ("faces.yaml", "fill: accent", "fill: acent", "faces.back.elements.0.fill", "unknown-colour"),
    ("cards.yaml", "name: Thanks", "name: Thanks, face: frnot", "all.thanks.face", "unknown-face"),
]


@pytest.mark.parametrize(("file", "old", "new", "place", "code"), PLANTED)
def test_unknown_names_are_marked_where_they_are_and_the_program_refuses_them(file, old, new, place, code, tmp_path):
    kit = changed(three_cards.write(tmp_path / "kit"), file, old, new)
    assert mistakes(kit) == [(file, place)]
    diagnostics = Diagnostics()
    found = job.check(kit, diagnostics)
    assert code in {diagnostic.code for diagnostic in (*diagnostics, *found)}


def test_an_overlay_has_the_names_of_its_base(tmp_path):
    three_cards.write(tmp_path / "kit")
    over = tmp_path / "over"
    over.mkdir()
    (over / "kit.yaml").write_text("extends: ../kit\ncomponents: {all: {back: bcak, face: front}}\n", "utf-8")
    (over / "faces.yaml").write_text("styles: {name: {font: titel, colour: accent}}\n", "utf-8")
    (over / "cards.yaml").write_text("all: {hello: null, thanks: {face: other}}\n", "utf-8")
    assert mistakes(over) == [
        ("kit.yaml", "components.all.back"),
        ("cards.yaml", "all.thanks.face"),
        ("faces.yaml", "styles.name.font"),
    ]


TRAITS = [
    ("rhino", "cards.yaml", ("moves", "dodge", "traits", "counters", 0), "spn"),
    ("rhino", "cards.yaml", ("moves", "dodge", "traits", "move", "positions", 0), "flnaked"),
    ("rhino", "rules.yaml", ("start_position",), "head_on"),
    ("duel", "cards.yaml", ("deck", "*", "traits", "suit"), "harts"),
    ("soaring", "cards.yaml", ("deck", "*", "traits", "suit"), "sky"),
    ("tilt", "cards.yaml", ("knights", "*", "traits", "forbids", 0), "praise"),
    ("tilt", "rules.yaml", ("first_shield",), "lft"),
    ("rhino", "kit.yaml", ("components", "moves", "size"), "pokre"),
    ("lists", "kit.yaml", ("engine",), "lits"),
]


@pytest.mark.parametrize(("kit", "file", "path", "wrong"), TRAITS)
def test_unknown_names_in_traits_and_rules_are_marked_and_the_engine_refuses_them(kit, file, path, wrong, tmp_path):
    for name in ("kit.yaml", "rules.yaml", "cards.yaml"):
        data = read(ROOT / "card_data" / kit / name, Diagnostics()).plain()
        if name == file:
            place = replaced(data, path, wrong)
            (error,) = Draft202012Validator(schemas.of_kit(shipped(kit))[file].schema).iter_errors(data)
            assert list(deepest(error).absolute_path) == place
        (tmp_path / name).write_text(json.dumps(data), "utf-8")
    if file == "kit.yaml":
        return
    diagnostics = Diagnostics()
    assert open_engine(tmp_path, diagnostics) is None
    assert (file, "unknown-id") in {(Path(one.span.file).name, one.code) for one in diagnostics}


def replaced(data: Any, path: tuple[Any, ...], wrong: str) -> list[Any]:
    """Replace a value, at the first place that has the path; returns that place."""
    step, *rest = path
    for key in list(data) if step == "*" else [step]:
        try:
            if rest:
                return [key, *replaced(data[key], tuple(rest), wrong)]
            assert isinstance(data[key], str)
            data[key] = wrong
        except (KeyError, IndexError):
            continue
        return [key]
    raise KeyError(path)


def test_paths_of_fields_lead_to_names_of_some_shipped_kit():
    seen: set[tuple[str, ...]] = set()

    class Recorder(known_names.KnownNames):
        def _of(self, path: tuple[str, ...]) -> Names:
            seen.add(path)
            return super()._of(path)

    kits = [Recorder(one.folder, one.files) for one in map(shipped, ("rhino", "tilt", "soaring", "duel", "lists"))]
    for kit in kits:
        schemas.of_kit(kit)
    assert len(seen) > 20
    sizes_of_kits = ("kit.yaml", "sizes")  # which no shipped kit has
    assert {path for path in seen if not any(kit.of(path).names for kit in kits)} == {sizes_of_kits}


# Kits with errors --------------------------------------------------------------------------------------------


def test_a_kit_with_errors_elsewhere_has_names(tmp_path):
    kit = three_cards.write(tmp_path / "kit")
    (kit / "rulings.yaml").write_text("{", "utf-8")
    changed(kit, "cards.yaml", "count: 5", "count: many")
    changed(kit, "kit.yaml", "kind: deck", "kind: dekc")
    assert known(kit).of(("cards.yaml", "*")).names == ("goodbye", "hello", "thanks")
    assert known(kit).of(("faces.yaml", "faces")).names == ("back", "front")


# The command -------------------------------------------------------------------------------------------------


def test_the_command_writes_the_schemas_of_one_kit_and_the_lines_that_name_them(tmp_path):
    kit = three_cards.write(tmp_path / "kit")
    result = run("schema", "--for", kit, "--output", kit / "schemas")
    assert result.exit_code == 0, result.output
    written = {path.name for path in (kit / "schemas").iterdir()}
    assert {"kit.schema.json", "cards.schema.json", "faces.schema.json"} <= written
    assert not any("rules" in name or "overlay" in name for name in written)
    line = "# yaml-language-server: $schema=schemas/kit.schema.json"
    assert f"  kit.yaml    {line}\n" in result.stdout
    assert "rulings.yaml" not in result.stdout, "the kit has no such file"
    (kit / "kit.yaml").write_text(f"{line}\n{three_cards.KIT}", "utf-8")
    assert line not in run("schema", "--for", kit, "--output", kit / "schemas").stdout
    schema = json.loads((kit / "schemas" / "kit.schema.json").read_text("utf-8"))
    assert schema["$defs"]["names.card-components"] == {"enum": ["all"]}


def test_the_command_prints_and_lists_the_schemas_of_one_kit(tmp_path):
    kit = three_cards.write(tmp_path / "kit")
    printed = json.loads(run("schema", "cards", "--for", kit).stdout)
    assert printed == schemas.of_kit(known(kit))["cards.yaml"].schema
    listed = [line.split()[:2] for line in run("schema", "--for", kit).stdout.splitlines()]
    assert ["faces", "faces.yaml"] in listed
    assert ["papers", "papers.yaml"] not in listed
    overlay = json.loads(run("schema", "cards", "--for", "rhino-de").stdout)
    assert overlay == schemas.of_kit(shipped("rhino-de"))["cards.yaml"].schema
    assert schemas.of_kit(shipped("rhino-de"))["cards.yaml"].file_name == "cards-rhino.overlay.schema.json"
