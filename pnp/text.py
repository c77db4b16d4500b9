"""Words and a box -> lines of measured text: wrapped, made smaller down to a floor, then refused; never clipped.

Widths come from the fonts themselves, through reportlab's reader of TrueType files, so what is measured here
is what `ink.pdf` sets. Lengths are mm, type sizes pt. `**bold**` and `*italic*` are understood in any text.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.drawing import Text
from pnp.geometry import MM_PER_POINT, Rect
from pnp.model import Font, Style
from pnp.source import Faults, Span

# Type is made smaller in steps of a quarter point, the finest a reader could tell.
STEP = 0.25

# Sizes above a font's cap height and below its baseline that no layout should count on.
_FALLBACK_CAP = 0.7


class Run(NamedTuple):
    """A stretch of text in one font role."""

    text: str
    font: str


class Line(NamedTuple):
    """Words of one line with their offsets from the line's left end, and the line's width, in mm."""

    words: tuple[tuple[float, Run], ...]
    width: float


class Block(NamedTuple):
    """Lines set at one size: `cap` is from the first line's capitals' top to its baseline, `height` to the last
    line's descenders, all in mm."""

    lines: tuple[Line, ...]
    size: float
    leading: float
    cap: float
    height: float


ROLES = ("body", "bold", "italic", "bold-italic")
"""The roles that every kit needs: marks and running text are set in them."""


class Fonts:
    """The typefaces of a kit by role. A role that is needed or whose file cannot be used is a fault."""

    def __init__(self, roles: Mapping[str, Font], folder: Path, faults: Faults) -> None:
        self._roles = roles
        self._folder = folder
        self._widths: dict[tuple[str, str], float] = {}
        self._typefaces = {role: self._load(role, faults) for role in roles}
        for role in ROLES:
            if role not in roles:
                faults.error(Span(str(folder / "fonts.yaml")), "missing-key", f"the font role {role!r} is missing here")

    def typeface(self, role: str) -> Any:
        """reportlab's TTFont for a role."""
        return self._typefaces[role]

    def path(self, role: str) -> Path:
        """Where the role's file is; the file itself may not be."""
        font = self._roles[role]
        return font_file(font, self._folder)

    def all(self) -> list[Any]:
        """Every typeface, in the order of the roles' names."""
        return [self._typefaces[role] for role in sorted(self._typefaces)]

    def files(self) -> list[Path]:
        """The files of all roles that are there, used or not."""
        return [path for path in map(self.path, sorted(self._roles)) if path.is_file()]

    def joined(self, others: Fonts, names: Mapping[str, str], faults: Faults) -> Fonts:
        """These typefaces and some of another kit's, whose roles get the names given here."""
        more = {
            new: replace(others._roles[role], package=None, file=str(others.path(role).resolve()))
            for role, new in names.items()
        }
        return Fonts({**self._roles, **more}, self._folder, faults)

    def roles(self) -> list[str]:
        return sorted(self._roles)

    def width(self, text: str, role: str, size: float) -> float:
        """The width of a text in mm at a size in pt."""
        key = (text, role)
        units = self._widths.get(key)
        if units is None:
            face = self.typeface(role).face
            widths, default = face.charWidths, face.defaultWidth
            units = self._widths[key] = sum(widths.get(ord(c), default) for c in text) / 1000
        return units * size * MM_PER_POINT

    def cap_height(self, role: str, size: float) -> float:
        cap = getattr(self.typeface(role).face, "capHeight", 0) or _FALLBACK_CAP * 1000
        return float(cap) / 1000 * size * MM_PER_POINT

    def descent(self, role: str, size: float) -> float:
        return -float(self.typeface(role).face.descent) / 1000 * size * MM_PER_POINT

    def missing(self, text: str, role: str) -> str:
        """The characters of a text that the role's font has no glyph for."""
        glyphs = self.typeface(role).face.charToGlyph
        lost = set(map(ord, text)).difference(glyphs, b"\n ")
        return "".join(map(chr, sorted(lost)))

    def _load(self, role: str, faults: Faults) -> Any:
        from reportlab.pdfbase.ttfonts import TTFont

        try:
            return TTFont(f"pnp-{role}", str(self.path(role)))
        except Exception as error:  # noqa: BLE001 - whatever is in a stranger's file, the others are still told of
            font = self._roles[role]
            package = f"install it with 'pip install {font.package}'" if font.package else ""
            message = f"cannot use {Path(font.file).name}: {_first_line(error)}"
            faults.error(font.at("file"), "missing-font", message, package)
            return None


def _first_line(error: Exception) -> str:
    return next(iter((getattr(error, "strerror", None) or str(error)).splitlines()), type(error).__name__)


def font_file(font: Font, folder: Path) -> Path:
    """The file of a font: in its package's `files` folder, or beside `fonts.yaml`."""
    if font.package is None:
        return folder / font.file
    return _package_folder(font.package) / "files" / font.file


@cache
def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package.replace("-", "_"))
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else Path(package)


@cache
def _marks() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("zero").enable("emphasis")


def runs(text: str, font: str) -> list[Run]:
    """A text with `**bold**` and `*italic*` in it as runs; fonts that have no such cut keep their own."""
    if "*" not in text:
        return [Run(text, font)] if text else []
    found: list[Run] = []
    depth = {"strong": 0, "em": 0}
    for token in _marks().parseInline(text)[0].children:
        kind = token.type.partition("_")[0]
        if kind in depth and token.markup[0] == "*":
            depth[kind] += token.nesting
            continue
        said = token.content or token.markup  # only stars mark here: underscores stay
        if said:
            found.append(Run(said, cut(font, bold=depth["strong"] > 0, italic=depth["em"] > 0)))
    return found


def cut(font: str, *, bold: bool, italic: bool) -> str:
    """The role of a font's bold, italic or bold italic; a font that has no such cut keeps its own."""
    if font not in ROLES:
        return font
    return ROLES[ROLES.index(font) | (1 if bold else 0) | (2 if italic else 0)]


def wrap(fonts: Fonts, content: list[Run], size: float, width: float) -> list[Line]:
    """Lines no wider than `width` mm where words allow it; a single longer word stands alone and sticks out.

    A newline in the text begins a new line. Spaces are where lines break; no-break spaces are not.
    """
    lines: list[Line] = []
    for paragraph in _paragraphs(content):
        lines.extend(_wrap_paragraph(fonts, paragraph, size, width))
    return lines


def _paragraphs(content: list[Run]) -> list[list[Run]]:
    found: list[list[Run]] = [[]]
    for run in content:
        if "\n" not in run.text:
            found[-1].append(run)
            continue
        first, *rest = run.text.split("\n")
        found[-1].append(Run(first, run.font))
        found.extend([Run(text, run.font)] for text in rest)
    return found


# A text and its font, and the same with its offset from the line's left end and its width: thousands of them are made
# in every build, and plain tuples are made in half the time.
_Piece = tuple[str, str]
_Placed = tuple[float, str, str, float]


def _words(paragraph: list[Run]) -> list[list[_Piece]]:
    """Words as lists of pieces, because `**bold**er` is one word in two fonts."""
    words: list[list[_Piece]] = []
    glued = False
    for text, font in paragraph:
        first, *rest = text.split(" ")
        if first and glued:
            words[-1].append((first, font))
        elif first:
            words.append([(first, font)])
        words.extend([[(word, font)] for word in rest if word])
        glued = bool(rest[-1] if rest else first or glued)
    return words


def _wrap_paragraph(fonts: Fonts, paragraph: list[Run], size: float, width: float) -> list[Line]:
    lines: list[Line] = []
    placed: list[_Placed] = []
    end = 0.0
    for word in _words(paragraph):
        widths = [fonts.width(text, font, size) for text, font in word]
        space = fonts.width(" ", word[0][1], size) if placed else 0.0
        if placed and end + space + sum(widths) > width + 1e-6:
            lines.append(_line(placed, end))
            placed, end, space = [], 0.0, 0.0
        end += space
        for (text, font), own in zip(word, widths, strict=True):
            placed.append((end, text, font, own))
            end += own
    lines.append(_line(placed, end))
    return lines


def _line(placed: list[_Placed], width: float) -> Line:
    """Neighbouring words of one font joined into one run, so that the text comes off the page in one piece."""
    joined: list[tuple[float, Run]] = []
    start, end, role = 0.0, 0.0, ""
    words: list[str] = []
    for x, text, font, own in placed:
        if font != role and words:
            joined.append((start, Run("".join(words), role)))
            words = []
        if not words:
            start, role = x, font
        elif x > end + 1e-9:
            words.append(" ")
        words.append(text)
        end = x + own
    if words:
        joined.append((start, Run("".join(words), role)))
    return Line(tuple(joined), width)


def set_block(fonts: Fonts, content: list[Run], size: float, leading: float, width: float) -> Block:
    """Text set at one size in lines of at most `width` mm; `leading` is a factor of the size."""
    lines = tuple(wrap(fonts, content, size, width))
    step = size * leading * MM_PER_POINT
    font = content[0].font if content else "body"
    cap = fonts.cap_height(font, size)
    return Block(lines, size, step, cap, cap + step * (len(lines) - 1) + fonts.descent(font, size))


def fit(fonts: Fonts, text: str, style: Style, box: Rect, span: Span, faults: Faults) -> Block:
    """Text set as large as it fits between the style's size and its least size.

    If it does not fit even at the least size, or a glyph is missing, a fault is noted at `span`.
    """
    content = checked(fonts, runs(text.upper() if style.capitals else text, style.font), span, faults)
    size, least = style.size, style.least or style.size
    while True:
        block = set_block(fonts, content, size, style.leading, box.w)
        if _fits(block, box):
            return block
        if size <= least:
            break
        size = max(least, size - STEP)
    over = max(block.height - box.h, max(line.width for line in block.lines) - box.w)
    faults.error(
        span,
        "text-overflow",
        f"{quoted(text)} does not fit {box.w:g} × {box.h:g} mm at its smallest size, {least:g} pt: {over:.1f} mm over",
        "shorten the text, or give its box more room in faces.yaml",
    )
    return block


def _fits(block: Block, box: Rect) -> bool:
    return block.height <= box.h + 1e-6 and all(line.width <= box.w + 1e-6 for line in block.lines)


def checked(fonts: Fonts, content: list[Run], span: Span, faults: Faults) -> list[Run]:
    """The same runs; characters that their fonts lack are faults."""
    for run in content:
        missing = fonts.missing(run.text, run.font)
        if missing:
            names = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in missing[:5])
            faults.error(
                span,
                "missing-glyph",
                f"the font for {run.font!r} has no {names}",
                "use another character, or give the role a font that has it in fonts.yaml",
            )
    return content


def quoted(text: str) -> str:
    """A text as faults quote it: on one line, and not too long."""
    flat = " ".join(text.split())
    return repr(flat if len(flat) <= 50 else flat[:47] + "…")


def place(block: Block, box: Rect, style: Style, colour: str) -> list[Text]:
    """A block's runs put into a box, aligned as the style says."""
    body = block.cap + block.leading * (len(block.lines) - 1)
    top = {"top": box.y, "middle": box.y + (box.h - body) / 2, "bottom": box.far - block.height}[style.valign]
    placed: list[Text] = []
    for index, line in enumerate(block.lines):
        y = top + block.cap + index * block.leading
        placed.extend(place_line(line, box.x, y, box.w, style, block.size, colour))
    return placed


_SHARES = {"left": 0.0, "centre": 0.5, "right": 1.0}


def place_line(line: Line, x: float, y: float, width: float, style: Style, size: float, colour: str) -> list[Text]:
    """A line's runs on the baseline `y`, in `width` mm from `x`, aligned as the style says."""
    x += (width - line.width) * _SHARES[style.align]
    return [Text(x + dx, y, run.text, run.font, size, colour) for dx, run in line.words]
