"""Workbooks: cells as they are seen, and files that are no workbooks."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from pnp.diagnostics import Diagnostics
from pnp.diagnostics import text as report_text
from pnp.kit import load
from tests.conftest import run
from tests.support.tables import OURS, ROWS, book, diagnostic, plain, sheet, stable, tree


def changed(data: bytes, **parts: str | bytes | None) -> bytes:
    """A workbook with some of its parts replaced, by the ends of their names."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, parts.get(Path(name).stem, old.read(name)))
    return stream.getvalue()


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


@pytest.mark.slow
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
