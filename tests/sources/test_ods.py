"""ODS workbooks: cells as they are seen, rows that are written once and stand for many, and hostile files."""

from __future__ import annotations

from random import Random

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import tables
from pnp.sources import ods as ods_
from pnp.sources.grid import MAX_CELLS
from pnp.sources.ods import MAX_PARENTS
from pnp.sources.yaml import parse
from tests.support.tables import diagnostic, ods, ods_cell, ods_content, ods_row, packed, plain, tree

HEAD = ods_row("deck", "id", "name", "count", "asides.value", "asides.text")


def grid(rows: str, styles: str = ""):
    """The table of the only sheet of a workbook."""
    diagnostics = Diagnostics()
    (sheet,) = ods_.sheets(ods(styles, Moves=rows), "cards.ods", None, diagnostics)
    assert not list(diagnostics)
    return sheet


def test_a_number_in_a_column_of_texts_is_what_its_cell_shows(tmp_path):
    percent = ods_cell(0.5, "50 %").replace('"float"', '"percentage"')
    money = ods_cell(5, "5,00 €").replace('"float"', '"currency"')
    rows = (
        HEAD
        + ods_row("d", ods_cell(7, "007"), 12, 3, percent, money)
        + ods_row("d", "b", "B", 2, 1.5, ods_cell(value=True))
    )
    assert plain(tmp_path, ods(Moves=rows), "cards.ods") == {
        "d": {
            "card_007": {"name": "12", "count": 3, "asides": {"value": "50 %", "text": "5,00 €"}},
            "b": {"name": "B", "count": 2, "asides": {"value": "1.5", "text": "TRUE"}},
        }
    }


def test_errors_dates_and_formulas_without_a_value_are_reported_at_their_cells(tmp_path):
    marked = ods_cell("#REF!", keys='table:formula="of:=[.#REF!1]" calcext:value-type="error"')
    unmarked = ods_cell(0, "#DIV/0!", 'table:formula="of:=1/0"')
    date = '<table:table-cell office:value-type="date"><text:p>1.2.2020</text:p></table:table-cell>'
    rows = [("d", "a", marked, 1), ("d", "b", unmarked, 1), ("d", "c", date, 1), ("d", "e", "E", ods_cell(1e300))]
    rows += [("d", "f", '<table:table-cell table:formula="of:=A1"/>')]
    node, found = tree(tmp_path, ods(Moves=HEAD + "".join(ods_row(*row) for row in rows)), "cards.ods")
    assert node is None
    assert [(one.code, one.span.cell.name, one.message) for one in found] == [
        ("unread-cell", "Moves!C2", "this cell has the error #REF!"),
        ("unread-cell", "Moves!C3", "this cell has the error #DIV/0!"),
        ("unread-cell", "Moves!C4", "this cell is a date or a time"),
        ("unread-cell", "Moves!D5", "the number in this cell must be less than 1e+16"),
        ("unread-cell", "Moves!C6", "the formula in this cell has no value"),
    ]


def test_a_text_that_looks_like_an_error_is_a_text(tmp_path):
    data = ods(Moves=HEAD + ods_row("d", "a", "#N/A", 1))
    assert plain(tmp_path, data, "cards.ods")["d"]["a"]["name"] == "#N/A"


def test_rows_and_cells_are_repeated_and_keep_their_places():
    empty = ods_row(ods_cell(None, keys='table:number-columns-repeated="1000"'), times=3)
    many = ods_row(ods_cell(None), ods_cell("x", keys='table:number-columns-repeated="2"'), times=2)
    sheet = grid(ods_row("a", "b", "c") + empty + many + ods_row(ods_cell(None), times=1_048_000))
    assert [[(cell.value, cell.span.cell.name) for cell in row] for row in sheet.grid.rows] == [
        [("", "Moves!A5"), ("x", "Moves!B5"), ("x", "Moves!C5")],
        [("", "Moves!A6"), ("x", "Moves!B6"), ("x", "Moves!C6")],
    ]


def test_rows_are_hidden_by_hand_by_filters_and_in_groups(tmp_path):
    rows = [ods_row("name"), ods_row("A"), ods_row("B", times=2, keys='table:visibility="filter"'), ods_row("C")]
    group = f'<table:table-row-group table:display="false">{ods_row("D")}</table:table-row-group>'
    rows += [
        ods_row("E", keys='table:visibility="collapse"'),
        group,
        f"<table:table-rows>{ods_row('F')}</table:table-rows>",
    ]
    assert grid("".join(rows)).grid.hidden == (1, 2, 4, 5)
    (tmp_path / "c.ods").write_bytes(ods(Moves="".join(rows)))
    diagnostics = Diagnostics()
    named = parse("moves: {file: c.ods, rows: visible}", "kit.yaml", diagnostics)
    node = tables.of_kit(tmp_path, named, diagnostics, whole=True)
    assert (list(node.plain()["moves"]), list(diagnostics)) == (["a", "c", "f"], [])


def test_a_value_merged_over_rows_belongs_to_each_and_over_columns_is_an_error(tmp_path):
    covered = "<table:covered-table-cell/>"
    rows = HEAD + ods_row(ods_cell("d", keys='table:number-rows-spanned="2"'), "a", "A", 1)
    rows += ods_row(covered, "b", "B", 2)
    assert list(plain(tmp_path, ods(Moves=rows), "cards.ods")["d"]) == ["a", "b"]
    wide = ods_cell("C", keys='table:number-columns-spanned="2"')
    node, found = tree(tmp_path, ods(Moves=rows + ods_row("d", "c", wide, covered)), "cards.ods")
    assert node is None
    assert [(one.span.cell.name, one.message) for one in found] == [("Moves!D4", "this cell is merged with C4")]


def test_comments_shapes_and_tables_in_cells_are_no_text():
    inside = f"<office:annotation><text:p>no</text:p></office:annotation><table:table>{ods_row('no')}</table:table>"
    sheet = grid(ods_row(f"<table:table-cell>{inside}<text:p>yes</text:p></table:table-cell>") + ods_row("a"))
    assert [cell.value for cell in sheet.grid.header] == ["yes"]
    assert len(sheet.grid.rows) == 1


MANIFEST = {"META-INF/manifest": '<m xmlns:manifest="m"><manifest:encryption-data/></m>'}
NESTED = "<table:table-row-group>" * 5_000 + "</table:table-row-group>" * 5_000
HOSTILE = {
    "a text": (b"deck,id\n", "this is not an ODS file"),
    "half a file": (ods(S=HEAD)[:200], "this ODS file is broken"),
    "no content.xml": (packed(styles="<a/>"), "this ODS file has no content.xml"),
    "a password": (packed(content="\0\1", **MANIFEST), "protected by a password"),
    "a text document": (packed(content="<a/>"), "this workbook has no sheet with cells"),
    "bad XML": (packed(content="<a"), "this workbook cannot be read"),
    "a number that is none": (ods(S=ods_row(ods_cell(1).replace('value="1"', 'value="x"'))), "cannot be read"),
    "a wrong number of times": (ods(S=ods_row("a", times="x")), "cannot be read"),
    "a bomb": (packed(content=ods_content(S=HEAD), styles=" " * 30_000_000), "too large"),
    "entities": (packed(content=f'<!DOCTYPE a [<!ENTITY b "c">]>{ods_content(S=HEAD)}'), "entities of its own"),
    "nested groups": (packed(content=ods_content(S=NESTED), noise=Random(1).randbytes(5_000)), "cannot be read"),
    "a million rows": (ods(S=HEAD + ods_row("d", times=1_000_000)), "has more than 50000 rows"),
    "a row far below": (ods(S=HEAD + ods_row(None, times=10**9) + ods_row("d")), "has more than 50000 rows"),
    "many cells": (
        ods(S=ods_row(ods_cell("x", keys='table:number-columns-repeated="200"'), times=40_000)),
        f"more than {MAX_CELLS:,} cells",
    ),
    "many columns": (ods(S=ods_row(ods_cell("x", keys='table:number-columns-repeated="9999999"'))), "200 columns"),
    "a column far to the right": (
        ods(S=ods_row(ods_cell(None, keys='table:number-columns-repeated="9999999"'), "x")), "200 columns",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_workbook_is_refused_before_much_is_done(what, tmp_path):
    data, message = HOSTILE[what]
    found = diagnostic(tmp_path, data, "cards.ods")
    assert message in found.message
    assert found.code in ("unread-table", "too-many-values")


STYLES = {
    "B": 'fo:font-weight="bold"', "N": 'fo:font-weight="normal"', "I": 'fo:font-style="italic"',
    "U": 'style:text-underline-style="solid"', "S": 'style:text-line-through-style="solid"',
    "H": 'style:text-position="super 58%"', "L": 'style:text-position="-33% 58%"', "P": 'style:text-position="0% 100%"',
}  # fmt: skip


def styles(family: str, **more: str) -> str:
    return "".join(
        f'<style:style style:name="{name}" style:family="{family}"><style:text-properties {keys}/></style:style>'
        for name, keys in {**STYLES, **more}.items()
    )


def span(style: str, text: str) -> str:
    return f'<text:span text:style-name="{style}">{text}</text:span>'


def read(paragraphs: str, *, cell: str = "", before: str = "", more: str = ""):
    """The value of a cell and the same as Markdown."""
    row = ods_row(f'<table:table-cell table:style-name="{cell}">{paragraphs}</table:table-cell>')
    data = ods(styles("text") + styles("table-cell") + more, S=before + row)
    (sheet,) = ods_.sheets(data, "cards.ods", None, Diagnostics())
    found = sheet.grid.header[0]
    return found.value, found.shown


@pytest.mark.parametrize(
    ("style", "markdown"),
    [
        ("B", "Draw **two** now"), ("I", "Draw *two* now"), ("U", "Draw [two]{.underline} now"),
        ("S", "Draw [two]{.strike} now"), ("H", "Draw [two]{.super} now"), ("L", "Draw [two]{.sub} now"),
        ("P", ""), ("unknown", ""),
    ],
)  # fmt: skip
def test_words_in_another_font_are_markdown(style, markdown):
    assert read(f"<text:p>Draw {span(style, 'two')} now</text:p>") == ("Draw two now", markdown)


def test_words_inherit_from_their_cell_and_from_other_styles():
    assert read(f"<text:p>Draw {span('N', 'two')}</text:p>", cell="B") == ("Draw two", "**Draw** two")
    column = '<table:table-column table:default-cell-style-name="B"/>'
    assert read(f"<text:p>Draw {span('N', 'two')}</text:p>", before=column) == ("Draw two", "**Draw** two")
    child = '<style:style style:name="C" style:family="text" style:parent-style-name="B"/>'
    assert read(f"<text:p>Draw {span('C', 'two')}</text:p>", more=child) == ("Draw two", "Draw **two**")


def test_styles_that_inherit_from_each_other_end():
    ring = '<style:style style:name="R" style:family="text" style:parent-style-name="R"/>'
    assert read(f"<text:p>Draw {span('R', 'two')}</text:p>", more=ring) == ("Draw two", "")
    assert MAX_PARENTS < 100


def test_a_cell_that_looks_the_same_all_over_is_not_markdown():
    assert read("<text:p>2*3</text:p>", cell="B") == ("2*3", "")
    assert read(f"<text:p>{span('B', '2*3')}</text:p>") == ("2*3", "")


def test_spaces_tabs_and_line_ends():
    text = '<text:p>a\n  b<text:s text:c="3"/>c<text:tab/>d<text:line-break/>e</text:p><text:p>f</text:p>'
    assert read(text) == ("a b   c\td\ne\nf", "")
    link = "<text:p>see <text:a>here</text:a><office:annotation><text:p>no</text:p></office:annotation></text:p>"
    assert read(link) == ("see here", "")
    assert len(read('<text:p>a<text:s text:c="999999999"/></text:p>')[0]) < 2_000


def test_bold_words_are_markdown_in_texts_and_plain_in_names(tmp_path):
    cell = f"<table:table-cell><text:p>Gain 2* {span('B', 'two')}</text:p></table:table-cell>"
    data = ods(styles("text"), S=ods_row("deck", "name", "asides.text") + ods_row("d", cell, cell))
    (card,) = plain(tmp_path, data, "c.ods")["d"].values()
    assert card == {"name": "Gain 2* two", "asides": {"text": "Gain 2\\* **two**"}}
