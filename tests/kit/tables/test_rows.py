"""Rows of a table that an expression keeps, and their order."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import tables
from pnp.sources.yaml import parse
from tests.conftest import run
from tests.support.tables import ods, ods_row, stable, workbook

HEAD = ["name", "count", "asides.cost", "traits.tags", "# done?", "asides.Card type"]
ROWS = [
    ["Fox", 2, 3, "[red, fast]", "yes", "Animal"],
    ["Ant", "3x", "", "[red]", "no", "Animal"],
    ["Elm", 1, 10, "", "yes", "Plant"],
    ["élan", 1, "X", "[fast]", "no", "Plant"],
]
CSV = "\n".join(";".join(str(cell) for cell in row) for row in [HEAD, *ROWS])
MAPPED = ", columns: {asides.Card type: asides.type}"


def read(folder, keys: str, data: str | bytes = CSV, name: str = "c.csv"):
    """The names of the cards, and the diagnostics."""
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    diagnostics = Diagnostics()
    named = parse(f"deck: {{file: {name}{MAPPED}, {keys}}}", "kit.yaml", diagnostics)
    node = tables.of_kit(folder, named, diagnostics, whole=True)
    return node and [card["name"] for card in node.plain()["deck"].values()], list(diagnostics)


@pytest.mark.parametrize(
    ("where", "cards"),
    [
        ("asides.cost > 2", ["Fox", "Elm"]),
        ("count == 3", ["Ant"]),
        ('done == "yes" and "fast" in traits.tags', ["Fox"]),
        ('asides.Card_type|lower == "plant"', ["Elm", "élan"]),
        ("asides.cost", ["Fox", "Elm", "élan"]),
        ("asides.cost == none", ["Ant"]),
        ('name in ["Ant", "Elm"]', ["Ant", "Elm"]),
    ],
)
def test_rows_for_which_where_holds_are_cards_and_the_others_are_counted(where, cards, tmp_path):
    data = CSV.replace("X;", "0;")
    found, (note,) = read(tmp_path, f"where: '{where}'", data)
    assert found == cards
    gone = len(ROWS) - len(cards)
    are = "is" if gone < 2 else "are"
    assert (note.severity, note.code, note.span.file) == ("note", "rows-left-out", "kit.yaml")
    assert note.message == f"{gone} of 4 rows of c.csv {are} left out by 'where'"


def test_it_is_noted_that_no_row_is_left_out_and_an_error_that_all_are(tmp_path):
    found, (note,) = read(tmp_path, "where: count > 0")
    assert (len(found), note.severity, note.message) == (4, "note", "none of 4 rows of c.csv is left out by 'where'")
    found, (error,) = read(tmp_path, "where: count > 9")
    assert (found, error.severity, error.message) == (None, "error", "4 of 4 rows of c.csv are left out by 'where'")


@pytest.mark.parametrize(
    ("sort", "cards"),
    [
        ("asides.cost", ["Fox", "Elm", "élan", "Ant"]),  # numbers, texts, then what is empty
        ("-count", ["Ant", "Fox", "Elm", "élan"]),
        ("name", ["Ant", "élan", "Elm", "Fox"]),
        ('"[asides.Card_type, -count]"', ["Ant", "Fox", "Elm", "élan"]),
        ("traits.tags", ["élan", "Ant", "Fox", "Elm"]),
    ],
)
def test_rows_are_sorted_by_numbers_texts_and_lists(sort, cards, tmp_path):
    assert read(tmp_path, f"sort: {sort}") == (cards, [])


def test_where_comes_before_sort(tmp_path):
    found, _ = read(tmp_path, 'where: asides.cost and asides.cost != "X", sort: -asides.cost')
    assert found == ["Elm", "Fox"]


@pytest.mark.parametrize(
    ("keys", "code", "message", "hint"),
    [
        ("where: asides.cots > 2", "unknown-column", "the table has no column 'asides.cots'", "mean 'asides.cost'?"),
        ("sort: Name", "unknown-column", "the table has no column 'Name'", "did you mean 'name'?"),
        ("where: asides.cost > 2", "bad-expression", "cannot compare 'X' and 2, in row 5", "make a number of it"),
        ("where: asides.cost = 2", "bad-expression", "cannot read the expression", "to compare, write =="),
        ("where: lower(name)", "bad-expression", "functions cannot be called here", "allowed are"),
        ('sort: ""', "bad-expression", "this expression is empty", "name a field"),
        ("sort: -name", "bad-expression", "cannot subtract 0 and 'Fox', in row 2", "only numbers"),
        ("where: {count: 2}", "wrong-type", "expected a text, found a mapping", ""),
    ],
)
def test_what_is_wrong_with_an_expression_is_reported_at_its_key(keys, code, message, hint, tmp_path):
    cards, (found,) = read(tmp_path, keys)
    assert (cards, found.code, found.span.file) == (None, code, "kit.yaml")
    assert message in found.message
    assert hint in " ".join(found.hints)


def test_a_cell_that_cannot_be_read_is_reported_if_an_expression_uses_it(tmp_path):
    data = workbook(["name", "# sum"], ["Fox", "=1+1"], ["Ant", 3])
    diagnostics = Diagnostics()
    (tmp_path / "c.xlsx").write_bytes(data)
    named = parse("deck: {file: c.xlsx, where: sum > 1}", "kit.yaml", diagnostics)
    assert tables.of_kit(tmp_path, named, diagnostics, whole=True) is None
    assert [(one.code, one.span.cell.name) for one in diagnostics] == [("unread-cell", "Moves!B2")]


def test_numbers_and_booleans_of_workbooks_are_compared_as_such(tmp_path):
    rows = ods_row("name", "# ok") + ods_row("Fox", "<table:table-cell/>") + ods_row("Ant", "TRUE") + ods_row("Owl", 0)
    (tmp_path / "c.ods").write_bytes(ods(S=rows))
    diagnostics = Diagnostics()
    named = parse("{deck: {file: c.ods, where: ok == true}}", "kit.yaml", diagnostics)
    node = tables.of_kit(tmp_path, named, diagnostics, whole=True)
    assert list(node.plain()["deck"]) == ["ant"]


def test_one_table_of_all_decks_takes_them_too_and_the_check_shows_the_note(tmp_path):
    keys = "{file: cards.csv, where: 'count > 5', sort: -count}"
    kit = stable(tmp_path, keys, cards_csv="deck,id,count\nmoves,dodge,5\nmoves,swerve,9\n")
    result = run("check", kit)
    assert "note[rows-left-out]: 1 of 2 rows of cards.csv is left out by 'where'" in result.output
