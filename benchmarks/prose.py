"""What the floor reads: the prose of the finished kit, taken out of its PDFs; and whether the floor drew it all.

    python benchmarks/prose.py KIT > TEXT        the prose of the kit in a folder, as `floor_rhino.py` reads it
    python benchmarks/prose.py KIT FLOOR         the pages and words of the one, and the words that the other lacks

A program of its own, because a process counts its parent's memory as its own until it has begun.
"""

from __future__ import annotations

import json
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
COVERS = "Rulebook 1"
"""The back cover says what a card says, too."""
BODY = {"guide": 10.5, "rulebook": 10.0, "card": 8.0}
SOFT = "\u00ad"
PT = 25.4 / 72
LEADING = (1.17, 1.3)  # of the cards, of the book


Operations = list[tuple[list[Any], bytes]]


class Run(NamedTuple):
    """A run of text in a form: the strip it belongs to, its frame's left side and top, its baseline, its font and size
    in pt, its role where the page is tagged, and whether something was filled behind it. A picture is one, too."""

    strip: int
    left: float
    top: float
    y: float
    font: str
    size: float
    text: str
    role: str
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


def runs(operations: Operations, resources: DictionaryObject) -> Iterator[Run]:
    """The text and pictures of one piece, not of the forms it uses. The kit keeps each line, and each row of a table,
    in one outermost group, here a strip; what stands in none (page numbers, covers) is left out."""
    fonts = {name: (str(font["/BaseFont"]), _characters(font)) for name, font in resources.get("/Font", {}).items()}
    frames, roles, strip, boxed, scale, y, font, size = [(0.0, 0.0)], [""], 0, False, 1.0, 0.0, "", 0.0
    for operands, operator in operations:
        if operator == b"q":
            frames.append(frames[-1])
            if len(frames) == 2:
                strip, boxed = strip + 1, False
        elif operator == b"Q":
            frames.pop()
        elif operator == b"cm":
            x, y = frames[-1]
            scale = float(operands[0])
            frames[-1] = (x + float(operands[4]), y + float(operands[5]))
        elif operator in (b"BDC", b"BMC"):
            roles.append(operands[0])
        elif operator == b"EMC":
            roles.pop()
        elif operator == b"f":
            boxed = True
        elif operator == b"Tm":
            y = frames[-1][1] + float(operands[5])
        elif operator == b"Tf":
            font, size = operands[0], round(float(operands[1]) / PT, 2)
        elif operator == b"Tj" and len(frames) > 1:
            base, characters = fonts[font]
            text = "".join(characters.get(code, "?") for code in operands[0].original_bytes)
            left, top = frames[-1]
            yield Run(strip, round(left, 1), top, y, base, size, text.rstrip(" "), roles[-1], boxed)
        elif operator == b"Do" and len(frames) > 2:
            name = re.sub(r"\D+\d+-", "", operands[0], count=1)
            wide = scale * float(resources["/XObject"][operands[0]]["/BBox"][2])
            icon = roles[-1] == "/Span"
            left, top = frames[-2]
            text = f":{name}:" if icon else f"!{name} {wide:.1f}"
            yield Run(strip, round(left, 1), top, y, "icon" if icon else "picture", 0.0, text, roles[-1], boxed)


def _characters(font: DictionaryObject) -> dict[int, str]:
    table = font["/ToUnicode"].get_data().decode("ascii").partition("beginbfchar")[2]
    return {int(code, 16): chr(int(to, 16)) for code, to in re.findall(r"<(\w\w)> <(\w{4})>", table)}


def marked_up(line: list[Run]) -> str:
    """A line with `*bold*` and `_italic_`, and a space between its runs where there was one; an icon and what it stands
    before are not parted."""
    text = before = ""
    for run in line:
        sign = "*" if run.font.endswith("-Bold") else "_" if run.font.endswith("-Italic") else ""
        glued = not text or (run.text[0] in ".,;:!?)”’" and run.font != "icon") or text[-1] in "(“"
        text += ("" if glued else "\u00a0" if before == "icon" else " ") + sign + run.text + sign
        before = run.font
    return text


def in_cells(strip: list[Run]) -> str:
    cells: dict[float, list[Run]] = {}
    for run in strip:
        cells.setdefault(run.left, []).append(run)
    return "".join("|" + marked_up(cell) for cell in cells.values()) if len(cells) > 1 else ""


def terms(strip: list[Run]) -> list[str]:
    """The terms of an index, each with the number of its column."""
    found: dict[tuple[float, float], list[Run]] = {}
    for run in strip:
        found.setdefault((run.left, run.top), []).append(run)
    lefts = sorted({left for left, _ in found})
    return [f"%{lefts.index(left)} {marked_up(term)}" for (left, _), term in found.items()]


def block(strip: list[Run], body: float) -> str:
    """What the floor reads of a strip that no paragraph goes on in; nothing if it is plain text."""
    first = strip[0]
    level = int(first.role[2]) if re.fullmatch(r"/H\d", first.role) else 1 if "Lilita" in first.font else 2
    if first.role == "/TOCI":
        return f"={1 if first.font.endswith('-Bold') else 2} {first.text}|{strip[-1].text}"
    if first.font == "picture" and len(strip) == 1:
        return f"{first.text} {'left' if first.left < 20 else 'right'}"
    if "/H" in first.role or "Lilita" in first.font or (not first.role and first.size > body):
        return f"{'#' * level} {' '.join(run.text for run in strip)}"
    if re.fullmatch(r"•|\d+\.", first.text):
        return f"{first.text.replace('•', '-')} {marked_up(strip[1:])}"
    if first.boxed and first.text in ("EXAMPLE", "EXAMPLES"):
        return f"! {first.text}"
    return in_cells(strip)


def paragraphs(operations: Operations, resources: DictionaryObject, body: float) -> list[str]:
    """A piece's paragraphs, one a line, as the floor reads them; a cover has none."""
    strips: dict[int, list[Run]] = {}
    for run in runs(operations, resources):
        strips.setdefault(run.strip, []).append(run)
    found: list[str] = []
    continues = -100.0
    for strip in strips.values():
        size = max(run.size for run in strip)
        y = next((run.y for run in strip if run.size), 0.0)
        if found and found[-1] == "# Index":
            found += terms(strip)
            break
        text = block(strip, body)
        if not text and abs(y - continues) < 0.1 * body * PT:
            found[-1] += ("" if found[-1][-1] == SOFT else " ") + marked_up(strip)
        else:
            larger = "" if text or size == body else "^ " if size > body else "~ "
            boxed = "> " * (strip[0].boxed and text[:1] != "|")
            found.append(boxed + larger + (text or marked_up(strip)))
        continues = -100.0 if re.match(r"#|\||!|=", text) else y + LEADING[body >= 9] * size * PT
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
                for piece in pieces(page.get_contents()) if label != COVERS else ():
                    lines = paragraphs(piece, page["/Resources"], BODY[section])
                    found[section] += ["---"] * (section == "rulebook" and bool(lines)) + lines
                continue
            forms = page["/Resources"].get("/XObject", {})
            for name in sorted(forms, key=lambda name: int(re.search(r"\d+", name)[0])):
                section = re.sub(r".*\d-[a-z]+-", "", name)
                if section in found and (stock, name) not in seen:
                    seen.add((stock, name))
                    operations = ContentStream(forms[name], reader).operations
                    found[section] += paragraphs(operations, forms[name]["/Resources"], BODY["card"])
    found["version"] = [json.loads((folder / "manifest.json").read_text("utf-8"))["data_version"][:8]]
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
