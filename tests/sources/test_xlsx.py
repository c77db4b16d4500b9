"""Workbooks: cells as they are seen, and files that are no workbooks."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.diagnostics import text as report_text
from pnp.kit import load, tables
from pnp.sources import xlsx
from pnp.sources.xlsx import shown
from pnp.sources.yaml import parse
from tests.conftest import run
from tests.support.tables import MAIN, OURS, ROWS, book, diagnostic, plain, sheet, stable, tree, workbook


def changed(data: bytes, **parts: str | bytes | None) -> bytes:
    """A workbook with some of its parts replaced, by the ends of their names."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, parts.get(Path(name).stem, old.read(name)))
    return stream.getvalue()


def with_pictures(data: bytes, *names: str) -> bytes:
    """A workbook with more parts."""
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as packed:
        for name in names:
            packed.writestr(name, b"")
    return stream.getvalue()


def test_pictures_in_a_workbook_are_a_warning():
    for names, words in (
        (("xl/media/a.png",), "1 picture, which is"),
        (("xl/media/", "xl/media/a.png", "xl/media/b.png"), "2 pictures, which are"),
    ):
        diagnostics = Diagnostics()
        assert xlsx.sheets(with_pictures(OURS, *names), "c.xlsx", None, diagnostics)
        (one,) = diagnostics
        assert (one.severity, one.code) == ("warning", "unread-cell")
        assert one.message == f"this workbook has {words} not read"


OLE = bytes.fromhex("d0cf11e0a1b11ae1")
ONE = "<c><v>1</v></c>"
HOSTILE = {
    "a text": (b"deck,id\n", "this is not an XLSX file"),
    "nothing": (b"", "this is not an XLSX file"),
    "an old workbook": (OLE + bytes(600), "in the old format, XLS"),
    "a password": (OLE + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
    "half a file": (OURS[: len(OURS) // 2], "this XLSX file is broken"),
    "a zip of something": (changed(OURS, workbook="<a/>"), "no sheet with cells"),
    "bad XML": (changed(OURS, sheet1="<a"), "cannot be read"),
    "a number that is none": (changed(OURS, sheet1=sheet("<row><c><v>x</v></c></row>")), "cannot be read"),
    "a string that is not there": (changed(OURS, sheet1=sheet('<row><c t="s"><v>9</v></c></row>')), "cannot be read"),
    "a bomb": (changed(OURS, styles=b" " * 30_000_000), "too large"),
    "many elements": (changed(OURS, sheet1=sheet("<row>" + "<c/>" * 300_000 + "</row>")), "too large"),
    "entities": (changed(OURS, sheet1=f'<!DOCTYPE a [<!ENTITY b "c">]>{sheet("")}'), "declares entities of its own"),
    "entities in UTF-16": (changed(OURS, sheet1='<!DOCTYPE a [<!ENTITY b "c">]>'.encode("utf-16")), "entities"),
    "a row far below": (changed(OURS, sheet1=sheet(f"<row>{ONE}</row><row r='9999999'>{ONE}</row>")), "50000 rows"),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_workbook_is_refused_before_much_is_done(what, tmp_path):
    data, message = HOSTILE[what]
    found = diagnostic(tmp_path, data, "cards.xlsx")
    assert message in found.message
    assert report_text.lines([found], tmp_path)[0].startswith("cards.xlsx:1:1: error[")
    assert "PK" not in "".join(report_text.lines([found], tmp_path)), "a line of the zip is shown"


def test_a_file_that_says_it_is_small_is_measured(tmp_path):
    data = bytearray(changed(OURS, styles=b" " * 12_000_000))
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"xl/styles.xml"))
    data[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    found = diagnostic(tmp_path, bytes(data), "cards.xlsx")
    assert "broken" in found.message or "unpacks to more" in found.message


def test_cells_that_say_nothing_of_use_are_reported(tmp_path):
    rows = [*ROWS, ["d", "b", "=1+1", 1], ["d", "c", dt.date(2020, 1, 2), "=A1"]]
    node, diagnostics = tree(tmp_path, book(*rows), "cards.xlsx")
    assert node is None
    assert [(f.code, str(f.span.cell), f.message) for f in diagnostics] == [
        ("unread-cell", "Moves!C3, column 'name'", "the formula in this cell has no value"),
        ("unread-cell", "Moves!C4, column 'name'", "this cell is a date or a time"),
        ("unread-cell", "Moves!D4, column 'count'", "the formula in this cell has no value"),
    ]
    broken = changed(OURS, sheet1=sheet('<row><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><v>1e300</v></c></row>'))
    _, diagnostics = tree(tmp_path, broken, "cards.xlsx")
    assert [f.message for f in diagnostics] == [
        "this cell has the error #DIV/0!",
        "the number in this cell must be less than 1e+16",
    ]


def test_the_value_that_a_formula_came_to_is_read(tmp_path):
    head = "".join(f'<c t="str"><v>{name}</v></c>' for name in ROWS[0])
    row = '<c t="str"><v>d</v></c><c t="str"><v>a</v></c><c t="str"><f>"A"</f><v>A</v></c><c><f>3+4</f><v>7</v></c>'
    empty = '<c t="str"><f>IF(A1="","","x")</f><v></v></c>' * 4
    data = changed(OURS, sheet1=sheet(f"<row>{head}</row><row>{row}</row><row>{empty}</row>"))
    assert plain(tmp_path, data, "c.xlsx") == {"d": {"a": {"name": "A", "count": 7}}}


def test_a_sheet_is_named_by_its_tab(tmp_path):
    data = book(["# notes"], Moves=[["id", "name"], ["a", "A"]])
    kit = stable(tmp_path, "{moves: {file: m.xlsx, sheet: moves}, bouts: {file: m.xlsx, sheet: Bouts}}", m_xlsx=data)
    result = run("check", kit)
    assert "kit.yaml:3:38: error[unknown-sheet]: there is no sheet 'moves' in this workbook" in result.output
    assert "hint: did you mean 'Moves'?\n    hint: sheets: Moves, Moves1" in result.output
    made = stable(
        tmp_path / "b",
        "{moves: {file: m.xlsx, sheet: Moves1}}",
        m_xlsx=book([], Moves1=[["id", "count"], ["dodge", 5]]),
    )
    assert load.open_kit(made, Diagnostics()).cards["moves"]["dodge"].count == 5


def test_a_sheet_from_right_to_left_has_its_columns_in_the_same_order(tmp_path):
    """The view is only how a program shows the sheet: its first column is at the right, and is still A."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.sheet_view.rightToLeft = True
    for row in (["deck", "id", "name", "count", "asides.text"], ["d", "a", "סערה", 4, "שני קלפים\nואז (3) נחים"]):
        sheet.append(row)
    stream = io.BytesIO()
    workbook.save(stream)
    packed = zipfile.ZipFile(io.BytesIO(stream.getvalue()))
    assert b'rightToLeft="1"' in packed.read("xl/worksheets/sheet1.xml")
    card = {"name": "סערה", "count": 4, "asides": {"text": "שני קלפים\nואז (3) נחים"}}
    assert plain(tmp_path, stream.getvalue(), "cards.xlsx") == {"d": {"a": card}}
    node, _ = tree(tmp_path, stream.getvalue(), "cards.xlsx")
    assert str(node.at("d", "a", "count").cell) == "Sheet!D2, column 'count'"


HEAD = ["deck", "id", "name", "count", "asides.value", "asides.text"]


def test_a_number_in_a_column_of_texts_is_what_its_cell_shows(tmp_path):
    rows = [["d", 7, 12, 3, 0.5, 5], ["d", "b", "B", 2, 1234.5, True]]
    formats = {"B2": "000", "C2": "0000", "D2": '0" pcs"', "E2": "0\\ %", "F2": '"$"0', "E3": "#,##0.00"}
    assert plain(tmp_path, workbook(HEAD, *rows, formats=formats), "cards.xlsx") == {
        "d": {
            "card_007": {"name": "0012", "count": 3, "asides": {"value": "50 %", "text": "$5"}},
            "b": {"name": "B", "count": 2, "asides": {"value": "1,234.50", "text": "TRUE"}},
        }
    }


def test_a_format_that_is_not_read_is_reported_at_its_cell(tmp_path):
    data = workbook(HEAD, ["d", "a", "A", 3, 5551234, None], formats={"E2": "000-0000"})
    found = diagnostic(tmp_path, data, "cards.xlsx")
    assert (found.code, str(found.span.cell)) == ("unread-cell", "Moves!E2, column 'asides.value'")
    assert found.message == "this number is shown in the format '000-0000', which pnp does not read"
    assert found.hints == ("format the column as text, and type the value again",)


def bold(*words: str) -> CellRichText:
    """Words, of which every second one is bold."""
    return CellRichText([TextBlock(InlineFont(b=bool(at % 2)), word) for at, word in enumerate(words)])


def shared(data: bytes, text: str) -> bytes:
    """A workbook with a text among its shared texts, as Excel and LibreOffice keep texts."""
    form = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        types = packed.read("[Content_Types].xml").decode()
    part = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{form}"/></Types>'
    stream = io.BytesIO(changed(data, **{"[Content_Types]": types.replace("</Types>", part)}))
    with zipfile.ZipFile(stream, "a") as packed:
        packed.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}"><si>{text}</si></sst>')
    return stream.getvalue()


def test_bold_and_italic_words_are_markdown_in_texts_and_plain_in_names(tmp_path):
    runs = "<r><t>Gain 2*</t></r><r><rPr><b/></rPr><t>two</t></r><r><rPr><i/></rPr><t> now</t></r>"
    head = "".join(f'<c t="str"><v>{name}</v></c>' for name in ("deck", "name", "asides.text"))
    row = '<c t="str"><v>d</v></c><c t="s"><v>0</v></c><c t="s"><v>0</v></c>'
    data = shared(changed(book(["x"]), sheet1=sheet(f"<row>{head}</row><row>{row}</row>")), runs)
    (card,) = plain(tmp_path, data, "c.xlsx")["d"].values()
    assert card == {"name": "Gain 2*two now", "asides": {"text": "Gain 2\\***two** *now*"}}


def test_words_inside_the_cell_itself_are_markdown_too(tmp_path):
    """openpyxl writes texts in several fonts into the cells of the sheet."""
    data = workbook(["deck", "name", "asides.text"], ["d", "A", bold("Draw ", "two", " cards")])
    assert plain(tmp_path, data, "c.xlsx")["d"]["a"]["asides"] == {"text": "Draw **two** cards"}


HIDDEN = (["name", "count"], ["A", 1], ["B", 2], ["C", 3], ["D", 9])


def of_rows(folder: Path, rows: str, name: str = "c.xlsx", data: bytes | None = None) -> tuple[Any, list[Diagnostic]]:
    (folder / name).write_bytes(data or workbook(*HIDDEN, hidden=[3, 4]))
    diagnostics = Diagnostics()
    named = parse(f"moves: {{file: {name}{rows}}}", "kit.yaml", diagnostics)
    node = tables.of_kit(folder, named, diagnostics, whole=True)
    return node and list(node.plain()["moves"]), list(diagnostics)


def test_hidden_rows_are_noted_unless_the_kit_chooses(tmp_path):
    cards, (note,) = of_rows(tmp_path, "")
    assert cards == ["a", "b", "c", "d"]
    assert (note.severity, note.code, str(note.span.cell)) == ("note", "hidden-rows", "Moves!A3, column 'name'")
    assert note.message == "2 rows hidden in this sheet are printed"
    assert "rows: visible" in note.hints[0]
    assert of_rows(tmp_path, ", rows: visible") == (["a", "d"], [])
    assert of_rows(tmp_path, ", rows: all") == (["a", "b", "c", "d"], [])


def test_other_tables_have_no_hidden_rows(tmp_path):
    cards, (found,) = of_rows(tmp_path, ", rows: visible", "c.csv", b"name\nA\n")
    assert cards is None
    assert (found.code, found.message, found.span.file) == (
        "bad-choice",
        "only XLSX and ODS files have hidden rows",
        "kit.yaml",
    )


def test_rows_are_all_or_visible(tmp_path):
    cards, (found,) = of_rows(tmp_path, ", rows: some")
    assert cards is None
    assert found.code == "bad-choice"


def test_one_table_of_all_decks_takes_rows_too(tmp_path):
    (tmp_path / "c.xlsx").write_bytes(workbook(["deck", "name"], ["d", "A"], ["e", "B"], hidden=[3]))
    diagnostics = Diagnostics()
    node = tables.of_kit(
        tmp_path, parse("{file: c.xlsx, rows: visible}", "kit.yaml", diagnostics), diagnostics, whole=True
    )
    assert node.plain() == {"d": {"a": {"name": "A"}}}


def test_struck_and_raised_words_of_a_cell_are_those_of_the_card(tmp_path):
    struck, raised = InlineFont(strike=True), InlineFont(vertAlign="superscript", b=True)
    text = CellRichText("Pay ", TextBlock(struck, "3"), " 2 m", TextBlock(raised, "2"))
    rows = plain(tmp_path, book(HEAD, ["d", "a", "A", 1, text]), "cards.xlsx")
    assert rows["d"]["a"]["asides"] == {"value": "Pay [3]{.strike} 2 m[**2**]{.super}"}


@pytest.mark.parametrize("value", [1e15, 9.99e-300, -1.5, 0])
def test_long_formats_are_written_in_full(value):
    assert len(shown(value, f"0.{'0' * 200}")) >= 202
