"""Write a workbook as people write them: `python make.py FOLDER [CARDS]`, the same cards each time.

It has a merged title and an empty row above the headings, headings with blanks and marks, one of them twice, numbers as
texts, formulas with saved values, curly quotes, line breaks, dates, empty rows and a row of totals.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import openpyxl

SAMPLE = 12
TITLE = "Harbour cards – draft 7"
HEADINGS = [" Card Name ", "Qty.", "Effect / Text", "Cost", "Notes", "Notes", "Value", "Made on"]
NAMES = ("Night Watch", "“Old” Pier", "Smuggler’s Cove", "Customs\nHouse", "Fog", "Ship of the Line")
EFFECTS = ("Draw 2 cards.\nThen discard one.", "Say “Ahoy!” and gain 1.", "Your rival’s next card costs 1 more.")
TWICE, FORMULAS = 5, "G"
"""The index of the second column of notes, and the column with formulas."""
_FORMULA = re.compile(r'(<c r="([A-Z]+\d+)"[^>]*><f>[^<]*</f>)<v ?(?:/>|></v>)')
MADE = dt.date(2026, 3, 14)


def cards(number: int) -> list[list[Any]]:
    """The rows of the cards; the value of the formula is the last but one."""
    return [
        [
            NAMES[at] if at < len(NAMES) else f"{NAMES[at % len(NAMES)]} {at // len(NAMES) + 1}",
            str(at % 3 + 1) if at % 2 else at % 3 + 1,
            f" {EFFECTS[at % len(EFFECTS)]} ",
            str(at % 5) if at % 4 else at % 5,
            "to be drawn" if at % 6 == 2 else None,
            None,
            (at % 3 + 1) * 2,
            MADE + dt.timedelta(days=at),
        ]
        for at in range(number)
    ]


def workbook(number: int, *without: str) -> bytes:
    """The workbook, without what a person mends who reads the messages: the title, the headings twice, the total."""
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Cards (old)"
    if "title" not in without:
        sheet.append([TITLE])
        sheet.merge_cells("A1:H1")
        sheet.append([])
    sheet.append([None if at == TWICE and "twice" in without else one for at, one in enumerate(HEADINGS)])
    values: dict[str, Any] = {}
    for row in cards(number):
        line = sheet.max_row + 1
        values[f"{FORMULAS}{line}"] = row[-2]
        sheet.append([*row[:-2], f"=2*B{line}", row[-1]])
        if not line % 5:
            sheet.append([" "])
    if "total" not in without:
        last = sheet.max_row
        sheet.append(["Total", f"=SUM(B1:B{last})"])
        values[f"B{last + 1}"] = sum(int(row[1]) for row in cards(number))
    for _ in range(3):
        sheet.append([" "])
    return _with_values(made, values)


def _with_values(made: openpyxl.Workbook, values: dict[str, Any]) -> bytes:
    """A workbook whose formulas have the values that a spreadsheet program saves."""
    stream, full = io.BytesIO(), io.BytesIO()
    made.save(stream)
    with zipfile.ZipFile(stream) as packed, zipfile.ZipFile(full, "w") as written:
        for part in packed.namelist():
            data = packed.read(part).decode("utf-8")
            if part.endswith("sheet1.xml"):
                data = _FORMULA.sub(lambda found: f"{found[1]}<v>{values[found[2]]}</v>", data)
            written.writestr(zipfile.ZipInfo(part), data)
    return full.getvalue()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "cards.xlsx").write_bytes(workbook(int(sys.argv[2]) if len(sys.argv) > 2 else SAMPLE))
