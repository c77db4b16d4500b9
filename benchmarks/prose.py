"""What the floor reads: the prose of the finished kit, taken out of its PDFs; and whether the floor drew it all.

    python benchmarks/prose.py KIT > TEXT        the prose of the kit in a folder, as `floor_rhino.py` reads it
    python benchmarks/prose.py KIT FLOOR         the pages and words of the one, and the words that the other lacks

A program of its own, because a process counts its parent's memory as its own until it has begun.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject

STOCKS = ("cardstock", "paper")
SECTIONS = ("guide", "rulebook", "summary-turn", "summary-counters", "champion", "challenger", "credits")
WRITTEN = {"How to print": "guide", "Rulebook": "rulebook"}
"""The sections that stand in the pages themselves, by the pages' labels."""
PT = 25.4 / 72
LEADING = (1.17, 1.3)  # of the cards, of the book


Operations = list[tuple[list[Any], bytes]]


class Run(NamedTuple):
    """A run of text in a form: the strip it belongs to, its frame's left side, its baseline, its font and size in pt,
    and whether something was filled behind it."""

    strip: int
    left: float
    y: float
    font: str
    size: float
    text: str
    boxed: bool


def pieces(page: ContentStream) -> Iterator[Operations]:
    """What is drawn of each piece that stands in the page itself. Pages turn y downwards before they go on to marks."""
    depth, frames, piece = 0, 0, []
    for operands, operator in page.operations:
        if operator == b"Q":
            depth -= 1
            if depth == 0:
                yield piece[1:]  # the first operator lays it where it lies
                piece = []
        frames += operator == b"cm" and depth == 0
        if frames == 2:
            return
        if depth and operator not in (b"re", b"W", b"n"):
            piece.append((operands, operator))
        depth += operator == b"q"


def runs(operations: Operations, fonts: DictionaryObject) -> Iterator[Run]:
    """The text of one piece, not of the forms it uses. The kit keeps each line, and each row of a table, in one
    outermost group, here a strip; what stands in none (page numbers, large titles) is left out."""
    known = {name: (str(font["/BaseFont"]), _characters(font)) for name, font in fonts.items()}
    frames, strip, boxed, y, font, size = [(0.0, 0.0)], 0, False, 0.0, "", 0.0
    for operands, operator in operations:
        if operator == b"q":
            frames.append(frames[-1])
            if len(frames) == 2:
                strip, boxed = strip + 1, False
        elif operator == b"Q":
            frames.pop()
        elif operator == b"cm":
            x, y = frames[-1]
            frames[-1] = (x + float(operands[4]), y + float(operands[5]))
        elif operator == b"f":
            boxed = True
        elif operator == b"Tm":
            y = frames[-1][1] + float(operands[5])
        elif operator == b"Tf":
            font, size = operands[0], round(float(operands[1]) / PT, 2)
        elif operator == b"Tj" and len(frames) > 1:
            base, characters = known[font]
            text = "".join(characters.get(code, "?") for code in operands[0].original_bytes)
            yield Run(strip, round(frames[-1][0], 1), y, base, size, text.rstrip(), boxed)


def _characters(font: DictionaryObject) -> dict[int, str]:
    table = font["/ToUnicode"].get_data().decode("ascii").partition("beginbfchar")[2]
    return {int(code, 16): chr(int(to, 16)) for code, to in re.findall(r"<(\w\w)> <(\w{4})>", table)}


def marked_up(line: list[Run]) -> str:
    """A line with `*bold*` and `_italic_`, and a space between its runs where there was one."""
    text = ""
    for run in line:
        sign = "*" if run.font.endswith("-Bold") else "_" if run.font.endswith("-Italic") else ""
        glued = not text or run.text[0] in ".,;:!?)”’" or text[-1] in "(“"
        text += ("" if glued else " ") + sign + run.text + sign
    return text


def paragraphs(operations: Operations, fonts: DictionaryObject) -> list[str]:
    """A piece's paragraphs, one a line, as the floor reads them; a cover has none."""
    strips: dict[int, list[Run]] = {}
    for run in runs(operations, fonts):
        strips.setdefault(run.strip, []).append(run)
    plain = [run.size for strip in strips.values() for run in strip if run.font.endswith("-Regular")]
    if not plain:
        return []
    body = max(plain)
    found: list[str] = []
    continues = -100.0
    for strip in strips.values():
        first, text = strip[0], ""
        cells: dict[float, list[Run]] = {}
        for run in strip:
            cells.setdefault(run.left, []).append(run)
        if "Lilita" in first.font or first.size > body:
            text = ("# " if first.size > 1.45 * body else "## ") + first.text
        elif re.fullmatch(r"•|\d+\.", first.text):
            text = f"{first.text.replace('•', '-')} {marked_up(strip[1:])}"
        elif len(cells) > 1:
            text = "".join("|" + marked_up(cell) for cell in cells.values())
        if not text and abs(first.y - continues) < 0.1 * body * PT:
            found[-1] += " " + marked_up(strip)
        else:
            found.append("> " * (first.boxed and text[:1] != "|") + (text or marked_up(strip)))
        continues = first.y + LEADING[body >= 9] * body * PT if text[:1] not in ("#", "|") else -100.0
    return [paragraph.replace("* *", " ") for paragraph in found]


def prose(folder: Path) -> str:
    """The floor's text file, out of the finished kit in a folder."""
    found: dict[str, list[str]] = {name: [] for name in SECTIONS}
    seen = set()
    for stock in STOCKS:
        reader = PdfReader(folder / f"rhino-a4-{stock}.pdf")
        for page, label in zip(reader.pages, reader.page_labels, strict=True):
            section = WRITTEN.get(label.rpartition(" ")[0])
            if section:
                for piece in pieces(page.get_contents()):
                    found[section] += paragraphs(piece, page["/Resources"]["/Font"])
                continue
            forms = page["/Resources"].get("/XObject", {})
            for name in sorted(forms, key=lambda name: int(re.search(r"\d+", name)[0])):
                section = re.sub(r".*\d-[a-z]+-", "", name)
                if section in found and (stock, name) not in seen:
                    seen.add((stock, name))
                    fonts = forms[name]["/Resources"].get("/Font", {})
                    found[section] += paragraphs(ContentStream(forms[name], reader).operations, fonts)
    return "".join(f"=== {name}\n" + "\n".join(lines) + "\n" for name, lines in found.items())


def words(folder: Path) -> tuple[int, Counter[str]]:
    """How many pages a folder's files have, and the words on them."""
    pages = [page for stock in STOCKS for page in PdfReader(folder / f"rhino-a4-{stock}.pdf").pages]
    return len(pages), Counter(re.findall(r"\w+", " ".join(page.extract_text() for page in pages)))


def compare(kit: Path, floor: Path) -> None:
    (kit_pages, kit_words), (floor_pages, floor_words) = words(kit), words(floor)
    missing = kit_words - floor_words
    print(f"pages: pnp {kit_pages}, floor {floor_pages}")
    print(
        f"words: pnp {kit_words.total()}; the floor lacks {missing.total()}{': ' * bool(missing)}{', '.join(missing)}"
    )


def main() -> None:
    folders = [Path(argument) for argument in sys.argv[1:]]
    if len(folders) == 2:
        compare(*folders)
    else:
        sys.stdout.reconfigure(encoding="utf-8")
        print(prose(folders[0]), end="")


if __name__ == "__main__":
    main()
