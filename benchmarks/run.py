"""Times `pnp build rhino --paper a4` against a hand-written minimum for the same kit, side by side in one run.

    python benchmarks/run.py [-n ROUNDS]

Both run as whole commands in fresh processes of this interpreter, in turns, so that a slow moment of the machine
strikes both. Before that the kit is built once, and the text of its rulebook and of the page on printing is taken
out of the finished PDF for the floor, which knows neither templates nor Markdown.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject

HERE = Path(__file__).resolve().parent
TARGET_RATIO, TARGET_MB = 1.5, 150
FILES = ("rhino-a4-cardstock.pdf", "rhino-a4-paper.pdf")
PT = 25.4 / 72


class Run(NamedTuple):
    """A run of text in a page's form: its strip, its frame's left side and top, its baseline, its font and size."""

    strip: int
    left: float
    y: float
    font: str
    size: float
    text: str
    boxed: bool


def runs(form: ContentStream, fonts: DictionaryObject) -> Iterator[Run]:
    """The text of one form, not of the forms it uses. A strip is what the kit keeps in one outermost group."""
    maps = {name: (str(font["/BaseFont"]), _characters(font)) for name, font in fonts.items()}
    frames, strip, boxed, x, y, font, size = [(0.0, 0.0)], 0, False, 0.0, 0.0, "", 0.0
    for operands, operator in form.operations:
        if operator == b"q":
            frames.append(frames[-1])
            if len(frames) == 2:
                strip, boxed = strip + 1, False
        elif operator == b"Q":
            frames.pop()
        elif operator == b"cm":
            frames[-1] = (frames[-1][0] + float(operands[4]), frames[-1][1] + float(operands[5]))
        elif operator == b"f":
            boxed = True
        elif operator == b"Tm":
            y = frames[-1][1] + float(operands[5])
        elif operator == b"Tf":
            font, size = operands[0], round(float(operands[1]) / PT, 1)
        elif operator == b"Tj" and len(frames) > 1:
            base, characters = maps[font]
            text = "".join(characters.get(code, chr(code)) for code in operands[0].original_bytes)
            yield Run(strip, round(frames[-1][0], 1), y, base, size, text, boxed)


def _characters(font: DictionaryObject) -> dict[int, str]:
    data = font["/ToUnicode"].get_data().decode("ascii").partition("beginbfchar")[2]
    return {int(code, 16): chr(int(to, 16)) for code, to in re.findall(r"<(\w\w)> <(\w{4})>", data)}


def marked_up(line: list[Run]) -> str:
    """A line with `*bold*` and `_italic_`, its runs parted as they were."""
    text = ""
    for run in line:
        sign = "*" if run.font.endswith("-Bold") else "_" if run.font.endswith("-Italic") else ""
        glued = not text or run.text[0] in ".,;:!?)”’" or text[-1] in "(“"
        text += ("" if glued else " ") + sign + run.text + sign
    return text


def paragraphs(form: ContentStream, fonts: DictionaryObject) -> list[str]:
    """A page's paragraphs, one a line, as the floor reads them. What is set largest, headings apart, is plain text."""
    strips: dict[int, list[Run]] = {}
    for run in runs(form, fonts):
        strips.setdefault(run.strip, []).append(run)
    body = max(run.size for strip in strips.values() for run in strip if "Lilita" not in run.font)
    found: list[str] = []
    last_y, continues = 0.0, 0.0
    for strip in strips.values():
        first = strip[0]
        if "Lilita" in first.font:
            found.append(("# " if first.size > 1.5 * body else "## ") + first.text)
            continues = 0.0
        elif first.size < body:
            cells: dict[float, list[Run]] = {}
            for run in strip:
                cells.setdefault(run.left, []).append(run)
            found.append("".join("|" + marked_up(cell) for cell in cells.values()).replace("* *", " "))
            continues = 0.0
        else:
            mark = first.text if re.fullmatch(r"•|\d+\.", first.text) else ""
            line = marked_up(strip[1:] if mark else strip)
            if not mark and abs(first.y - last_y - continues) < 0.1:
                found[-1] = f"{found[-1]} {line}".replace("* *", " ")
            else:
                found.append(("> " if first.boxed else "") + mark.replace("•", "-") + " " * bool(mark) + line)
            last_y, continues = first.y, body * 1.3 * PT
    return found


def prepared(pdf: Path) -> str:
    """The text file for the floor: the page on printing, `===`, the rulebook without its cover."""
    guide: list[str] = []
    book: list[str] = []
    reader = PdfReader(pdf)
    for page in reader.pages:
        forms = page["/Resources"].get("/XObject", {})
        for name in sorted(forms, key=lambda name: int(re.search(r"\d+", name)[0])):
            form = ContentStream(forms[name], reader)
            fonts = forms[name]["/Resources"].get("/Font", {})
            if "guide" in name:
                guide += paragraphs(form, fonts)
            elif re.search(r"rulebook-(?!cover)", name):
                book += paragraphs(form, fonts)
    return "\n".join(guide) + "\n===\n" + "\n".join(book) + "\n"


if __name__ == "__main__":
    print(prepared(Path(sys.argv[1])))
