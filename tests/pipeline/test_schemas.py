"""Schemas beside a new kit, which editors read."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pnp.diagnostics import Diagnostics
from pnp.kit import modeline, paths
from pnp.pipeline import known_names, schemas
from pnp.sources.yaml import read
from tests.conftest import ROOT, run
from tests.support.new import MODELINE, examples, made, use

known_files = cache(schemas.files)


def editor_faults(kit: Path) -> list[str]:
    """What an editor underlines: what the schema that a file names says of it."""
    found = []
    for path in sorted(kit.glob("*.yaml")):
        first, _, _ = path.read_text("utf-8").partition("\n")
        assert first.startswith(MODELINE), path
        schema = json.loads((kit / first.removeprefix(MODELINE)).read_text("utf-8"))
        problems = Draft202012Validator(schema).iter_errors(read(path, Diagnostics()).plain())
        found += [f"{path.name}: {error.message}" for error in problems]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("base", "more"), [("rhino", ()), ("tilt", ("--full",))], ids=["overlay", "copy"])
def test_files_name_their_schemas_which_lie_beside_them_and_hold(base, more, tmp_path):
    kit = made(tmp_path, base, *more)
    assert editor_faults(kit) == []
    there = {path.name for path in (kit / "schemas").iterdir()}
    assert there == {path.read_text("utf-8").split("\n")[0].rpartition("/")[2] for path in kit.glob("*.yaml")}
    assert {name for name in there if ".overlay." in name} == (set() if more else there - {"kit.schema.json"})
    known = known_files()
    assert there <= known.keys()
    for name in there:
        assert (kit / "schemas" / name).read_text("utf-8") == known[name]


@pytest.mark.parametrize("base", ["rhino", "tilt"])
def test_examples_are_right_by_their_schemas_and_slips_are_not(base, tmp_path):
    kit = made(tmp_path, base)
    while found := examples(kit):
        use(kit, found[0])
    assert editor_faults(kit) == []
    cards = kit / "cards.yaml"
    cards.write_text(re.sub(r"art:|count:", "cuont:", cards.read_text("utf-8"), count=1), "utf-8")
    assert [message for message in editor_faults(kit) if "cuont" in message]


def test_a_copy_of_a_kit_with_schemas_names_its_own(tmp_path):
    kit = made(tmp_path, made(tmp_path), "--full", name="paddock")
    text = (kit / "cards.yaml").read_text("utf-8")
    assert text.count(MODELINE) == 1
    assert text.startswith(f"{MODELINE}schemas/cards-rhino.schema.json\n")


@pytest.mark.parametrize(
    "cards", ["cards.csv", {"file": "cards.csv", "columns": {"Set": "deck"}}, {"moves": {"file": "moves.csv"}}]
)
def test_editors_know_a_table_and_tables_by_deck(cards):
    kit = {"title": "T", "components": {}, "cards": cards}
    assert list(Draft202012Validator(schemas.schema("kit")).iter_errors(kit)) == []


SHARED = {
    "card_data/papers.yaml": "papers",
    "card_data/common/palette.yaml": "palette",
    "card_data/common/styles.yaml": "styles",
    "fonts/fonts.yaml": "fonts",
}


OURS = ROOT / "docs" / "schemas"
"""The schemas that the shipped data files name."""


def first_lines(kit) -> set[str]:
    return {path.read_text("utf-8").partition("\n")[0] for path in kit.glob("*.yaml")}


def repository(folder):
    (folder / ".git").mkdir(parents=True)
    return folder


# This repository ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_schemas_of_this_repository_are_those_that_the_program_writes(update_golden):
    folder = OURS
    if update_golden:
        for name, text in schemas.files().items():
            (folder / name).write_bytes(text.encode())
    written = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    assert written.keys() == schemas.files().keys()
    differ = [name for name, text in schemas.files().items() if written[name] != text]
    assert differ == [], "run `pnp schema --output docs/schemas`"


def expected() -> dict[str, str]:
    """The name of the schema of each shipped data file, by path."""
    common = {path.relative_to(ROOT).as_posix(): path.name for path in (ROOT / "card_data" / "common").glob("*.yaml")}
    kinds = {
        **{path: "sheets" for path, name in common.items() if name.startswith("sheets.")},
        **{path: "vouched-common" for path, name in common.items() if name.startswith("vouched.")},
        **SHARED,
    }
    found = {path: schemas.file_name(kind) for path, kind in kinds.items()}
    for kit in paths.kit_names():
        names = known_names.read(ROOT / "card_data" / kit, Diagnostics())
        found |= {f"card_data/{kit}/{file}": one.file_name for file, one in schemas.of_kit(names).items()}
    return found


@pytest.mark.slow
def test_every_shipped_data_file_names_its_schema():
    names = expected()
    for path in [*(ROOT / "card_data").rglob("*.yaml"), *(ROOT / "fonts").rglob("*.yaml")]:
        places = schemas.relative(OURS, path.parent)
        line = modeline.line(names[path.relative_to(ROOT).as_posix()], places)
        assert path.read_text("utf-8").partition("\n")[0] == line, path


# New kits ----------------------------------------------------------------------------------------------------


def test_the_kits_of_a_repository_share_their_schemas(tmp_path):
    top = repository(tmp_path / "games")
    for name in ("one", "two"):
        result = run("new", name, top / "kits")
        assert result.exit_code == 0, result.output
        assert "schemas for editors: ../../schemas" in result.output
        kit = top / "kits" / name
        assert not (kit / "schemas").exists()
        assert f"{MODELINE}../../schemas/kit.schema.json" in first_lines(kit)
        assert all((kit / line.removeprefix(MODELINE)).is_file() for line in first_lines(kit))


def test_schemas_that_a_repository_has_are_used_and_never_overwritten(tmp_path):
    top = repository(tmp_path / "games")
    folder = top / "kits" / "schemas"
    folder.mkdir(parents=True)
    (folder / "kit.schema.json").write_text("mine", "utf-8")
    assert run("new", "one", top / "kits").exit_code == 0
    assert f"{MODELINE}../schemas/kit.schema.json" in first_lines(top / "kits" / "one")
    assert (folder / "kit.schema.json").read_text("utf-8") == "mine"
    assert (folder / "cards.schema.json").is_file()
    assert not (top / "schemas").exists()


@pytest.mark.parametrize("foreign", [False, True])
def test_a_kit_has_its_own_schemas_if_it_cannot_share_them(foreign, tmp_path):
    top = tmp_path / "games"
    if foreign:
        (repository(top) / "schemas").mkdir()
    assert run("new", "one", top).exit_code == 0
    assert f"{MODELINE}schemas/kit.schema.json" in first_lines(top / "one")
    assert (top / "one" / "schemas" / "kit.schema.json").is_file()
    assert not foreign or list((top / "schemas").iterdir()) == []
