"""Columns with names of their own are mapped to keys of cards."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import tables
from pnp.sources import Node
from pnp.sources.yaml import parse
from tests.support.tables import as_bytes, book

TABLE = "Title,Qty,Text,Notes\nStorm,4,Stay put.,x\nFair wind,2,Sail on.,\nStorm,1,Stay again.,\n"
COLUMNS = '{Title: name, Qty: count, Text: asides.text, Notes: "#"}'


def read(folder, columns=COLUMNS, content: str | bytes = TABLE, file="cards.csv") -> tuple[Node | None, Diagnostics]:
    """The cards of one table of the deck `events`, and the diagnostics."""
    (folder / file).write_bytes(as_bytes(content))
    diagnostics = Diagnostics()
    named = parse(f"events: {{file: {file}, columns: {columns}}}\n", "kit.yaml", diagnostics)
    return tables.of_kit(folder, named, diagnostics, whole=True), diagnostics


def test_mapped_columns_are_keys_and_names_make_ids(tmp_path):
    node, diagnostics = read(tmp_path)
    assert list(diagnostics) == []
    assert node.plain() == {
        "events": {
            "storm": {"name": "Storm", "count": 4, "asides": {"text": "Stay put."}},
            "fair_wind": {"name": "Fair wind", "count": 2, "asides": {"text": "Sail on."}},
            "storm_2": {"name": "Storm", "count": 1, "asides": {"text": "Stay again."}},
        }
    }
    assert node.at("events", "fair_wind", "count")[1:3] == (3, 11)


@pytest.mark.parametrize("file", ["cards.tsv", "cards.xlsx"])
def test_every_format_maps_columns(file, tmp_path):
    rows = [line.split(",") for line in TABLE.splitlines()]
    content = book(*rows) if file.endswith("xlsx") else TABLE.replace(",", "\t")
    node, _ = read(tmp_path, content=content, file=file)
    assert list(node.plain()["events"]) == ["storm", "fair_wind", "storm_2"]
    assert node.plain()["events"]["storm"]["asides"] == {"text": "Stay put."}


def test_ids_from_names_are_unique_among_all_tables(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("name\nStorm\n", "utf-8")
    diagnostics = Diagnostics()
    named = parse("one: a.csv\ntwo: b.csv\n", "kit.yaml", diagnostics)
    node = tables.of_kit(tmp_path, named, diagnostics, whole=True)
    assert node.plain() == {"one": {"storm": {"name": "Storm"}}, "two": {"storm_2": {"name": "Storm"}}}


@pytest.mark.parametrize(
    ("columns", "file", "code", "place", "message", "hint"),
    [
        ("{Titel: name}", "kit.yaml", "missing-column", (1, 37), "the table has no column 'Titel'", "mean 'Title'?"),
        ("{Title: nmae}", "kit.yaml", "unknown-column", (1, 44), "unknown column 'nmae'", "did you mean 'name'?"),
        ("{Text: asides.Text}", "kit.yaml", "bad-form", (1, 43), "'Text' is not an id", "write 'asides.text'"),
        ("{Title: name}", "cards.csv", "unknown-column", (1, 7), "unknown column 'Qty'", "columns: {Title: name}"),
        ("{Title: name, Text: name}", "cards.csv", "duplicate-column", (1, 11), "already a column 'name'", "merge"),
    ],
)
def test_wrong_mappings_are_reported_where_they_are_written(columns, file, code, place, message, hint, tmp_path):
    node, diagnostics = read(tmp_path, columns)
    assert node is None
    found = next(one for one in diagnostics if one.code == code and one.span.file.endswith(file))
    assert (found.span.line, found.span.column) == place
    assert message in found.message
    assert hint in " ".join(found.hints)


def test_a_wrong_count_is_reported_in_the_column_s_own_name(tmp_path):
    _, diagnostics = read(tmp_path, content=TABLE.replace(",4,", ',"[4",'))
    (found,) = diagnostics
    assert "('Qty')" in str(found.span.cell)


# A single table of all decks ----------------------------------------------------------------------------------


ALL = "Set,Title\nmoves,Dodge\nplaces,Harbour\nmoves,Swerve\n"


def single(folder, cards: str, content: str = ALL) -> tuple[Node | None, Diagnostics]:
    """The cards of the value of `cards` in a `kit.yaml`, and the diagnostics."""
    (folder / "all.csv").write_text(content, "utf-8")
    (folder / "other.csv").write_text("name\nStorm\n", "utf-8")
    diagnostics = Diagnostics()
    return tables.of_kit(folder, parse(cards, "kit.yaml", diagnostics), diagnostics, whole=True), diagnostics


def test_a_column_of_decks_may_have_another_name(tmp_path):
    node, diagnostics = single(tmp_path, "file: all.csv\ncolumns: {Set: deck, Title: name}\n")
    assert not list(diagnostics)
    assert {deck: list(cards) for deck, cards in node.plain().items()} == {
        "moves": ["dodge", "swerve"],
        "places": ["harbour"],
    }


@pytest.mark.parametrize(
    "cards", ["file: other.csv\nmoves: other.csv\n", "file: other.csv\nmoves: {file: other.csv}\n"]
)
def test_a_deck_may_be_called_file(cards, tmp_path):
    node, diagnostics = single(tmp_path, cards)
    assert not list(diagnostics)
    assert set(node.plain()) == {"file", "moves"}


@pytest.mark.parametrize(
    ("cards", "code", "message", "hint"),
    [
        ("{file: all.csv, colums: {Set: deck}}", "unknown-key", "unknown key 'colums'", "did you mean 'columns'?"),
        ("{file: other.csv}", "missing-column", "this table has no column 'deck'", "add 'deck' to its first row"),
        ("[all.csv]", "wrong-type", "expected a text or a mapping, found a list", ""),
    ],
)
def test_a_wrong_single_table_is_one_error(cards, code, message, hint, tmp_path):
    _, diagnostics = single(tmp_path, cards)
    (wrong,) = diagnostics
    assert (wrong.code, wrong.message) == (code, message)
    assert hint in " ".join(wrong.hints)


def test_names_of_decks_are_made_of_texts(tmp_path):
    node, _ = single(tmp_path, "{file: all.csv, columns: {Set: deck, Title: name}}", ALL.replace("places", "Core Set"))
    assert node.plain()["core-set"] == {"harbour": {"name": "Harbour"}}
