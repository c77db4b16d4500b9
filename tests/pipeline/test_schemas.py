"""Schemas beside a new kit, which editors read."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pnp.diagnostics import Diagnostics
from pnp.pipeline import schemas
from pnp.sources.yaml import read
from tests.support.new import COUNTS, MODELINE, examples, made, use

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
@pytest.mark.parametrize("base", COUNTS)
@pytest.mark.parametrize("more", [(), ("--full",)], ids=["overlay", "copy"])
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


@pytest.mark.parametrize("base", COUNTS)
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
