"""The columns of tables: numbers of copies as people write them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics
from pnp.kit import tables
from pnp.kit.tables import columns
from pnp.sources import Node
from pnp.sources.yaml import parse
from tests.conftest import run
from tests.support import typed_kit
from tests.support.tables import as_bytes, book


def test_a_table_has_as_many_copies(tmp_path):
    kit = typed_kit.write(tmp_path / "kit", "Title,Qty,Text\nA,2x,one\nB,× 3,two\nC,,three\n")
    listed = run("list", kit).output
    assert [line.split()[:3] for line in listed.splitlines() if "×" in line] == [
        ["a", "2", "×"], ["b", "3", "×"], ["c", "1", "×"],
    ]  # fmt: skip


TABLE = "Title,Qty,Text,Notes\nStorm,4,Stay put.,x\nFair wind,2,Sail on.,\nStorm,1,Stay again.,\n"
COLUMNS = '{Title: name, Qty: count, Text: asides.text, Notes: "#"}'


def read(folder, columns=COLUMNS, content: str | bytes = TABLE, file="cards.csv") -> tuple[Node | None, Diagnostics]:
    """The cards of one table of the deck `events`, and the diagnostics."""
    (folder / file).write_bytes(as_bytes(content))
    diagnostics = Diagnostics()
    named = parse(f"events: {{file: {file}, columns: {columns}}}\n", "kit.yaml", diagnostics)
    return tables.of_kit(folder, named, diagnostics, whole=True), diagnostics


@pytest.mark.parametrize("file", ["cards.tsv", "cards.xlsx"])
def test_every_format_maps_columns(file, tmp_path):
    rows = [line.split(",") for line in TABLE.splitlines()]
    content = book(*rows) if file.endswith("xlsx") else TABLE.replace(",", "\t")
    node, _ = read(tmp_path, content=content, file=file)
    assert list(node.plain()["events"]) == ["storm", "fair_wind", "storm_2"]
    assert node.plain()["events"]["storm"]["asides"] == {"text": "Stay put."}


# A single table of all decks ----------------------------------------------------------------------------------


ALL = "Set,Title\nmoves,Dodge\nplaces,Harbour\nmoves,Swerve\n"


def single(folder, cards: str, content: str = ALL) -> tuple[Node | None, Diagnostics]:
    """The cards of the value of `cards` in a `kit.yaml`, and the diagnostics."""
    (folder / "all.csv").write_text(content, "utf-8")
    (folder / "other.csv").write_text("name\nStorm\n", "utf-8")
    diagnostics = Diagnostics()
    return tables.of_kit(folder, parse(cards, "kit.yaml", diagnostics), diagnostics, whole=True), diagnostics


def test_duplicates_are_numbered_past_ids_in_use():
    taken: set[str] = set()
    names = ["Storm", "Storm 2", "Storm", "storm!"]
    assert [columns.from_name(name, taken) for name in names] == ["storm", "storm_2", "storm_3", "storm_4"]
    assert taken == {"storm", "storm_2", "storm_3", "storm_4"}


@given(st.lists(st.text(max_size=12), max_size=8))
def test_every_name_has_a_valid_id_of_its_own(names):
    taken: set[str] = set()
    made = [columns.from_name(name, taken) for name in names]
    assert len(set(made)) == len(names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", id_) for id_ in made)
