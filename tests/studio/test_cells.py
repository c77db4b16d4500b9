"""A deck as a table, and the files that its cells are in."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from openpyxl import Workbook

from pnp.diagnostics import Diagnostics
from pnp.kit import Kit, load
from pnp.studio import cells
from pnp.studio.cells import CellChange
from pnp.studio.edits import RefusedEditError
from tests.conftest import SMALL, run
from tests.support.chromium import needs_browser

CSV = 'Name,Count,Strength,Rules\nFox,2,3,"Run, fast"\nBear,1,,Sleep\n'


@pytest.fixture
def mine(tmp_path) -> Path:
    """A kit whose cards are in a CSV file."""
    (tmp_path / "animals.csv").write_text(CSV, "utf-8")
    assert run("new", tmp_path / "mine", "--table", tmp_path / "animals.csv").exit_code == 0
    return tmp_path / "mine"


def opened(folder: Path) -> Kit:
    kit = load.open_kit(folder, Diagnostics())
    assert kit
    return kit


def written(folder: Path, change, *arguments) -> str:
    """The text of the table, or of `cards.yaml`, after a change."""
    kit = opened(folder)
    ((file, make), *more) = change(kit, next(iter(kit.cards)), folder, *arguments)
    text = make(file.read_text("utf-8") if file.exists() else "")
    for _, make in more:
        text = make(text)
    return text


def test_a_row_for_each_card_and_a_column_for_each_value(mine):
    kit = opened(mine)
    table = cells.table(kit, "cards", mine)
    assert table["columns"] == ["name", "count", "asides.strength", "asides.text"]
    assert table["rows"][0] == {
        "id": "fox", "cells": {"name": "Fox", "count": 2, "asides.strength": "3", "asides.text": "Run, fast"},
        "wrong": {},
    }  # fmt: skip
    assert (table["total"], table["why"]) == (3, "")


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        (("fox", "name", "Fox", 'Say "hi", Fox'), "Fox,2", '"Say ""hi"", Fox",2'),
        (("fox", "asides.text", "Run, fast", "Run"), '"Run, fast"', '"Run"'),
        (("bear", "asides.strength", None, "9"), "Bear,1,,Sleep", "Bear,1,9,Sleep"),
        (("bear", "count", 1, 12), "Bear,1,", "Bear,12,"),
        (("fox", "asides.strength", "3", None), "Fox,2,3,", "Fox,2,,"),
    ],
)
def test_a_cell_of_a_csv_file_is_written_in_place(mine, change, old, new):
    assert written(mine, cells.changes, [CellChange(*change)]) == CSV.replace(old, new)


def test_a_row_is_copied_below_the_old_one_and_deleted(mine):
    again = written(mine, cells.copied, "fox")
    assert again == CSV.replace("Bear", 'Fox 2,2,3,"Run, fast"\nBear')
    assert written(mine, cells.deleted, "fox") == "Name,Count,Strength,Rules\nBear,1,,Sleep\n"


def test_pasted_rows_below_the_last_card_are_new_cards(mine, small):
    rows = [{"name": "Owl", "count": 3}, {"name": "Bear", "asides.strength": "7"}]
    assert written(mine, cells.added, "bear", rows) == CSV + "Owl,3,,Sleep\nBear,1,7,Sleep\n"
    last = list(opened(small).cards["moves"])[-1]
    again = written(small, cells.added, last, [{"name": "Big Leap"}, {"name": "Big Leap", "count": 3}])
    assert "  big_leap:" in again
    assert "  big_leap_2:" in again


def test_a_pasted_row_without_a_name_is_refused(mine):
    with pytest.raises(RefusedEditError, match="a new card needs a name, which 1 of 2 new rows lack"):
        cells.added(opened(mine), "cards", mine, "bear", [{"name": "Owl"}, {"count": 3}])


def test_a_copy_of_a_copy_has_the_next_number(small):
    text = written(small, cells.copied, "swerve")
    (small / "cards.yaml").write_text(text, "utf-8")
    assert "name: Swerve 3" in written(small, cells.copied, "swerve_2").replace(text, "")
    assert "swerve_2_2" not in written(small, cells.copied, "swerve_2")


def test_a_column_that_a_face_prints_and_no_card_has_can_be_filled(tmp_path):
    assert run("new", tmp_path / "quest").exit_code == 0
    faces = tmp_path / "quest" / "faces.yaml"
    faces.write_text(faces.read_text("utf-8").replace("{asides.type}", "{asides.strength}"), "utf-8")
    kit = opened(tmp_path / "quest")
    assert "asides.strength" in cells.table(kit, "cards", tmp_path / "quest")["columns"]
    text = written(tmp_path / "quest", cells.changes, [CellChange("storm", "asides.strength", None, 3)])
    assert "strength: 3" in text


def test_a_column_that_no_card_has_is_refused(mine):
    with pytest.raises(RefusedEditError, match="no column for 'art'"):
        written(mine, cells.changes, [CellChange("fox", "art", None, "fox.png")])


@pytest.mark.parametrize("change", [("fox", "name", "Wolf", "X"), ("wolf", "name", "Fox", "X")])
def test_a_cell_that_shows_something_else_is_refused(mine, change):
    with pytest.raises(RefusedEditError):
        written(mine, cells.changes, [CellChange(*change)])


def test_a_workbook_is_read_only_and_says_so(mine):
    book = Workbook()
    for row in csv.reader(CSV.splitlines()):
        book.active.append(row)
    book.save(mine / "animals.xlsx")
    text = (mine / "kit.yaml").read_text("utf-8").replace("animals.csv", "animals.xlsx")
    (mine / "kit.yaml").write_text(text, "utf-8")
    kit = opened(mine)
    name = next(iter(kit.cards))
    assert "animals.xlsx is edited in its own program" in cells.table(kit, name, mine)["why"]
    with pytest.raises(RefusedEditError, match="in its own program"):
        cells.copied(kit, name, mine, "fox")


def test_values_of_yaml_are_written_where_they_are(small):
    text = (small / "cards.yaml").read_text("utf-8")
    changed = written(small, cells.changes, [CellChange("swerve", "name", "Swerve", "Turn")])
    assert changed == text.replace("name: Swerve", "name: Turn", 1)
    assert "swerve_2" in written(small, cells.copied, "swerve")
    assert "swerve:" not in written(small, cells.deleted, "swerve")


def test_a_card_of_a_base_is_changed_by_the_edition(tmp_path):
    """The edition says the new value, and null for a card that it has not."""
    kit = tmp_path / "mine"
    kit.mkdir()
    (kit / "kit.yaml").write_text("extends: rhino\ntitle: Mine\n", "utf-8")
    assert written(kit, cells.changes, [CellChange("swerve", "count", 8, 3)]) == "moves: {swerve: {count: 3}}\n"
    assert written(kit, cells.deleted, "swerve") == "moves: {swerve: null}\n"


def test_only_decks_are_tables():
    kit = opened(SMALL)
    assert cells.deck_of(kit, "moves") == "moves"
    assert [cells.deck_of(kit, name) for name in ("rulebook", "none")] == [None, None]


def test_a_new_column_is_written_with_its_first_cell(mine):
    text = written(mine, cells.changes, [CellChange("bear", "asides.speed", None, "7")])
    assert text == CSV.replace("Rules", "Rules,asides.speed").replace("Sleep", "Sleep,7")
    (mine / "animals.csv").write_text(text, "utf-8")
    again = written(mine, cells.changes, [CellChange("fox", "asides.speed", None, "9")])
    assert again == text.replace('"Run, fast"', '"Run, fast",9')
    (mine / "animals.csv").write_text(text.replace("Sleep,7", "Sleep,"), "utf-8")
    assert written(mine, cells.changes, [CellChange("bear", "asides.speed", None, "7")]).count("asides.speed") == 1
    assert [card.aside_texts.get("speed") for card in opened(mine).all_cards] == [None, None]
    (mine / "animals.csv").write_text(again, "utf-8")
    assert [card.aside_texts.get("speed") for card in opened(mine).all_cards] == ["9", "7"]


@pytest.mark.parametrize("column", ["traits.x", "asides.", "asides.a b", "asides.x.y", "face"])
def test_other_columns_are_added_in_the_file(mine, column):
    with pytest.raises(RefusedEditError, match="add it in the file first"):
        written(mine, cells.changes, [CellChange("bear", column, None, "7")])


@pytest.mark.slow
@needs_browser
def test_cells_are_edited_in_a_table(studio):
    studio.page("(dialog.close(), openFirstTable())")
    studio.page.until("at('table').open && sheet.data")
    studio.page(
        "sendCells([cellChange(sheet.data.rows[0], 'name', 'Turn'), cellChange(sheet.data.rows[1], 'count', '9')])"
    )
    studio.page.until("sheet.data.undo === 1")
    cards = (studio.site.kit / "cards.yaml").read_text("utf-8")
    assert "name: Turn" in cards
    assert studio.page("at('cells').tBodies[0].rows[0].cells[1].textContent") == "Turn"
    assert studio.page("[...at('cells').tHead.rows[0].cells].map(one => one.textContent).slice(0, 3)") == [
        "id",
        "name",
        "count",
    ]
    # Rows are pasted below the last card, and taken back at once.
    studio.page("sendTable('undo', {})")
    studio.page.until("sheet.data.undo === 0")
    before = studio.page("sheet.data.rows.length")
    studio.page(PASTE % json.dumps("Sidestep\t4\nBackstep\t2\n"))
    studio.page.until(f"sheet.data.rows.length === {before + 1}")
    assert studio.page("sheet.data.rows.at(-2).cells.name") == "Sidestep"
    assert studio.page("[sheet.data.rows.at(-1).id, sheet.data.rows.at(-1).cells.count]") == ["backstep", 2]
    studio.page("sendTable('undo', {})")
    studio.page.until(f"sheet.data.rows.length === {before} && sheet.data.rows.at(-1).cells.name !== 'Sidestep'")


PASTE = """(() => {
  const data = new DataTransfer(), cell = document.querySelector(`[data-cell="${sheet.data.rows.length - 1} 0"]`);
  data.setData("text/plain", %s);
  cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
})()"""
"""Paste a text into the name of the last card."""


@pytest.mark.slow
@needs_browser
def test_a_table_is_sorted_in_view_and_gets_a_column(studio):
    studio.page("(dialog.close(), openFirstTable())")
    studio.page.until("at('table').open && sheet.data")
    rows = "[...at('cells').tBodies[0].rows]"
    ids, counts = f"{rows}.map(row => row.cells[0].textContent)", f"{rows}.map(row => Number(row.cells[2].textContent))"
    before, cards = studio.page(ids), (studio.site.kit / "cards.yaml").read_text("utf-8")
    click = "[...document.querySelectorAll('#cells .sort')].find(one => one.textContent === 'count').click()"
    for kind, order in (("ascending", sorted), ("descending", lambda found: sorted(found, reverse=True))):
        studio.page(click)
        studio.page.until(f"document.querySelectorAll('#cells [aria-sort={kind}]').length === 1")
        assert studio.page(counts) == order(studio.page(counts))
    studio.page(click)
    studio.page.until("document.querySelectorAll('#cells [aria-sort=none]').length === sheet.data.columns.length + 1")
    assert studio.page(ids) == before
    assert (studio.site.kit / "cards.yaml").read_text("utf-8") == cards
    studio.page("(at('table-column').value = 'My Speed', at('table-new').requestSubmit())")
    studio.page.until("sheet.data.columns.at(-1) === 'asides.my_speed'")
    studio.page("sendCells([cellChange(sheet.data.rows[0], 'asides.my_speed', '7')])")
    studio.page.until("sheet.data.undo === 1 && sheet.data.rows[0].cells['asides.my_speed']")
    assert 'my_speed: "7"' in (studio.site.kit / "cards.yaml").read_text("utf-8")


@pytest.mark.slow
@needs_browser
def test_the_cursor_of_a_table_stays_in_its_column_and_undo_shows_the_old_value(studio):
    studio.page("(dialog.close(), openFirstTable())")
    studio.page.until("at('table').open && sheet.data")
    cell = "[...document.querySelectorAll('#cells td')].find(one => one.dataset.column === '{}')"
    studio.page("(at('table-column').value = 'aaa', at('table-new').requestSubmit())")
    studio.page.until("sheet.data.columns.includes('asides.aaa')")
    new = cell.format("asides.aaa")
    studio.page(f"({new}.focus(), {new}.textContent = 'north')")
    studio.page.press("Enter")
    studio.page.until("sheet.data.undo === 1 && document.activeElement.dataset.column === 'asides.aaa'")
    assert studio.page("document.activeElement.dataset.row === sheet.data.rows[1].id")
    count = cell.format("count")
    shown = studio.page(f"{count}.textContent")
    studio.page(f"({count}.focus(), {count}.textContent = '443')")
    studio.page.press("ArrowDown")
    studio.page.until("sheet.data.undo === 2")
    studio.page(f"{count}.focus()")
    studio.page.press("z", modifiers=2)
    studio.page.until("sheet.data.undo === 1")
    assert studio.page(f"{count}.textContent") == shown
