"""Fit text into a box: wrap it, shrink it to a minimum size, then report an overflow. Text is never clipped.

Widths come from the font files, so measured text is exactly as wide as in the PDF. Lengths are in mm, type sizes in pt.
Any text may contain `**bold**` and `*italic*`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, Part, Span, files
from pnp.graphics import Rect, Transform
from pnp.graphics.drawing import Text, Use
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit import Style
from pnp.kit.model import Font
from pnp.text import fontfile, linebreak, spaces
from pnp.text import fonts as typeface
from pnp.text.fontfile import FontError, font_file
from pnp.text.fonts import Typeface
from pnp.text.hyphenation import SOFT, Hyphens
from pnp.text.icons import HEIGHT, SIGNS, Icons, named, unsigned, written_at
from pnp.text.icons import read as read_icon

# Text shrinks in steps of a quarter point.
STEP = 0.25

# The height of capitals in fonts that do not give it, in thousandths of the type size.
_FALLBACK_CAP = 700


class Mark(NamedTuple):
    """An icon in a line: its height, and the height of its top above the baseline, in mm."""

    icons: Icons
    name: str
    height: float
    rise: float

    def drawn(self, x: float, y: float, colour: str) -> Use | None:
        """The icon with its left end at a point of a baseline; None if its picture is invalid."""
        drawing = self.icons.drawing(self.name, colour)
        if drawing is None:
            return None
        scale = self.height / drawing.size.h
        return Use(drawing, Transform(scale, 0, 0, scale, x, y - self.rise))


class Run(NamedTuple):
    """Text in one font role. In a finished line, a `mark` is drawn instead of the text."""

    text: str
    font: str
    mark: Mark | None = None


class Line(NamedTuple):
    """The runs of a line with their offsets from its left end, and its width, in mm."""

    words: tuple[tuple[float, Run], ...]
    width: float


class Block(NamedTuple):
    """Lines set at one size, in pt. `cap` is the height of capitals, `height` is from the top of the first line's
    capitals to the last line's descenders, both in mm."""

    lines: tuple[Line, ...]
    size: float
    leading: float
    cap: float
    height: float


ROLES = ("body", "bold", "italic", "bold-italic")
"""The font roles that every kit needs, for rulebooks and printer's marks."""


class Fonts:
    """The fonts of a kit by role, its icons, and its hyphenation.

    A missing role of ROLES and a font file that cannot be used are errors.
    """

    def __init__(
        self,
        roles: Mapping[str, Font],
        folder: Path,
        diagnostics: Diagnostics,
        icons: Icons | None = None,
        hyphens: Hyphens | None = None,
    ) -> None:
        self._roles = roles
        self._folder = folder
        self.icons, self.hyphens = icons or Icons(), hyphens or Hyphens()
        self._widths: dict[tuple[str, str], float] = {}
        faces = ((role, self._load(role, diagnostics)) for role in roles)
        self._typefaces = {role: face for role, face in faces if face}
        for role in ROLES:
            if role not in roles:
                diagnostics.error(Span(str(folder / "fonts.yaml")), "missing-key", f"the font role {role!r} is missing")

    def typeface(self, role: str) -> Typeface:
        return self._typefaces[role]

    def path(self, role: str) -> Path:
        """The path of a role's font file, which may not exist."""
        return font_file(self._roles[role], self._folder)

    def is_own(self, role: str) -> bool:
        """Whether a role's font is a file of the kit, not of a font package."""
        return self._roles[role].package is None

    def files(self) -> list[Path]:
        """The existing files of all roles, used or not."""
        return [path for path in map(self.path, sorted(self._roles)) if path.is_file()]

    def joined(self, others: Fonts, names: Mapping[str, str], diagnostics: Diagnostics) -> Fonts:
        """These fonts and some of another kit's, with its roles renamed by `names`."""
        more = {
            new: replace(others._roles[role], package=None, file=str(others.path(role).resolve()))
            for role, new in names.items()
        }
        return Fonts({**self._roles, **more}, self._folder, diagnostics)

    def roles(self) -> list[str]:
        return sorted(self._roles)

    def width(self, text: str, role: str, size: float) -> float:
        """The width of a text in mm at a size in pt."""
        key = (text, role)
        units = self._widths.get(key)
        if units is None:
            face = self._typefaces[role]
            widths, default = face.widths, face.usual
            # Icons have no letters, and a soft hyphen is only printed at the end.
            letters = text if text.isascii() else SIGNS.sub("", text[:-1].replace(SOFT, "") + text[-1:])
            units = sum(widths.get(ord(c), default) for c in letters) / 1000
            if len(letters) < len(text):
                names = filter(None, map(self.icons.name, SIGNS.findall(text)))
                units += sum(map(self.icons.proportion, names)) * HEIGHT * self._cap(role)
            self._widths[key] = units
        return units * size * MM_PER_POINT

    def extent(self, text: Text) -> float:
        """The printed width of a text, in mm."""
        if text.icon:
            return text.icon.drawing.size.w * text.icon.transform.a
        return self.width(text.text, text.font, text.size)

    def written(self, text: str, role: str, size: float) -> list[tuple[float, str]]:
        """A text in characters of its font, split into parts with offsets in mm."""
        if text.isascii():
            return [(0.0, text)]
        glyphs = self.typeface(role).glyphs
        return list(spaces.parts(text, glyphs, lambda part: self.width(part, role, size)))

    def icon(self, character: str, role: str, size: float) -> Run | None:
        """The run for an icon's character; None for any other text."""
        name = self.icons.name(character) if len(character) == 1 else None
        if name is None:
            return None
        cap = self.cap_height(role, size)
        return Run(named(name), role, Mark(self.icons, name, HEIGHT * cap, (HEIGHT + 1) / 2 * cap))

    def _cap(self, role: str) -> float:
        return (self.typeface(role).cap or _FALLBACK_CAP) / 1000

    def cap_height(self, role: str, size: float) -> float:
        return self._cap(role) * size * MM_PER_POINT

    def descent(self, role: str, size: float) -> float:
        return -self.typeface(role).descent / 1000 * size * MM_PER_POINT

    def missing(self, text: str, role: str) -> str:
        """The characters of a text for which the role's font has no glyph."""
        glyphs = self.typeface(role).glyphs
        codes = set(map(ord, text)).difference(glyphs, b"\n ")
        codes -= spaces.printable(glyphs)
        return "".join(character for character in map(chr, sorted(codes)) if self.icons.name(character) is None)

    def _load(self, role: str, diagnostics: Diagnostics) -> Typeface | None:
        font = self._roles[role]
        key, code, hint = "file", "missing-font", "replace the file, or use another font"
        try:
            return self._opened(role)
        except FontError as error:
            key, code, message, hint = error.key, error.code, str(error), error.hint
        except OSError as error:
            message = error.strerror or str(error)
            hint = f"install it with 'pip install {font.package}'" if font.package else ""
        except Exception as error:  # noqa: BLE001 - fontTools raises anything for a damaged file
            message = f"it is not a font, or is damaged ({_first_line(error)})"
        diagnostics.error(font.at(key), code, f"cannot use {Path(font.file).name}: {message}", hint)
        return None

    def _opened(self, role: str) -> Typeface:
        try:
            data = files.read(self.path(role), fontfile.MAX_BYTES)
        except files.TooLargeError as error:
            raise FontError(str(error.strerror), code="file-too-large") from None
        font = self._roles[role]
        return typeface.read(data, font.index, checked=font.package is None)

    def variable(self) -> list[Font]:
        """The kit's own variable fonts."""
        return [
            font
            for role, font in sorted(self._roles.items())
            if font.package is None and role in self._typefaces and self._typefaces[role].variable
        ]


def _first_line(error: Exception) -> str:
    return next(iter((getattr(error, "strerror", None) or str(error)).splitlines()), type(error).__name__)


@cache
def _marks() -> Any:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("zero").enable(["emphasis", "escape", "backticks"])
    reader.inline.ruler.before("emphasis", "icon", read_icon)
    return reader


def runs(text: str, font: str, character: Callable[[str], str] = named) -> list[Run]:
    """Split a text with `**bold**`, `*italic*` and `:icons:` into runs. A font without a bold or italic stays as it is.

    A backslash before a mark, or backticks around it, keep it. `character` maps the names of icons to their characters.
    """
    text = unsigned(text)
    if not _MARKED.search(text):
        return [Run(text, font)] if text else []
    split = []
    depth = {"strong": 0, "em": 0}
    for token in _marks().parseInline(text)[0].children:
        kind = token.type.partition("_")[0]
        words = token.content or token.markup
        if kind in depth and token.markup[0] == "*":  # underscores are not marks
            depth[kind] += token.nesting
        elif words:
            role = cut(font, bold=depth["strong"] > 0, italic=depth["em"] > 0)
            split.append(Run(character(words) if kind == "icon" else words, role))
    return split


def plain(content: Iterable[Run]) -> str:
    """The text of runs without icons."""
    words = "".join(run.text for run in content)
    return words if words.isascii() else " ".join(SIGNS.sub("", words).replace(SOFT, "").split(" ")).strip()


def spelling(fonts: Fonts, content: Iterable[Run]) -> str:
    """The text of runs with the names of icons."""
    return fonts.icons.spelling("".join(run.text for run in content)).replace(SOFT, "")


_MARKED = re.compile(r"[*`\\]|:[a-z][a-z0-9_-]*:")


def cut(font: str, *, bold: bool, italic: bool) -> str:
    """The role of a font's bold, italic or bold italic; the role itself if it has none."""
    if font not in ROLES:
        return font
    return ROLES[ROLES.index(font) | (1 if bold else 0) | (2 if italic else 0)]


def wrap(
    fonts: Fonts, content: list[Run], size: float, width: float, parted: str = "", *, forced: bool = True
) -> list[Line]:
    """Break text into lines of at most `width` mm. A longer word is on a line of its own and sticks out.

    A newline begins a new line. Lines break at spaces, but not at no-break spaces. Words in the font `parted` may be
    hyphenated; if `forced`, also those that are too long for a line of their own.
    """
    lines: list[Line] = []
    by = linebreak.Measures(lambda text, font: fonts.width(text, font, size), fonts.hyphens.parts, parted, forced)
    for paragraph in _paragraphs(content):
        words = _words(fonts, paragraph, size)
        lines.extend(_line(fonts, placed, size) for placed in linebreak.lines(words, width, by))
    return lines


def _paragraphs(content: list[Run]) -> list[list[Run]]:
    lines: list[list[Run]] = [[]]
    for run in content:
        if "\n" not in run.text:
            lines[-1].append(run)
            continue
        first, *rest = run.text.split("\n")
        lines[-1].append(Run(first, run.font))
        lines.extend([Run(line, run.font)] for line in rest)
    return lines


def _words(fonts: Fonts, paragraph: list[Run], size: float) -> list[linebreak.Word]:
    """Words as lists of measured pieces: `**bold**er` is one word in two fonts."""
    words: list[linebreak.Word] = []
    glued = False
    width = fonts.width
    for text, font, _ in paragraph:
        first, *rest = text.split(" ")
        if first:
            piece = (first, font, width(first, font, size))
            if glued:
                words[-1].append(piece)
            else:
                words.append([piece])
        words.extend([[(word, font, width(word, font, size))] for word in rest if word])
        glued = bool(rest[-1] if rest else first or glued)
    return words


def _line(fonts: Fonts, placed: list[linebreak.Placed], size: float) -> Line:
    """Join adjacent words in one font into one run, so that text copied from the PDF is in one piece."""
    joined: list[tuple[float, Run]] = []
    start, end, role = 0.0, 0.0, ""
    words: list[str] = []
    for x, text, font, own in placed:
        if font != role and words:
            joined.extend(_drawn(fonts, start, "".join(words), role, size))
            words = []
        if not words:
            start, role = x, font
        elif x > end + 1e-9:
            words.append(" ")
        words.append(text)
        end = x + own
    if words:
        joined.extend(_drawn(fonts, start, "".join(words), role, size))
    return Line(tuple(joined), end)


def _drawn(fonts: Fonts, x: float, text: str, font: str, size: float) -> list[tuple[float, Run]]:
    """A text as placed runs, split at its icons."""
    if text.isascii() or not SIGNS.search(text):
        return [(x, Run(text, font))]
    found = []
    for part in SIGNS.split(text):
        words = part.strip(" ")
        if words:
            at = x + fonts.width(part[: len(part) - len(part.lstrip(" "))], font, size)
            found.append((at, fonts.icon(words, font, size) or Run(words, font)))
        x += fonts.width(part, font, size)
    return found


def set_block(
    fonts: Fonts,
    content: list[Run],
    size: float,
    leading: float,
    width: float,
    parted: str = "",
    *,
    forced: bool = True,
) -> Block:
    """Set text at one size, in pt, in lines of at most `width` mm; `leading` is a factor of the size."""
    lines = tuple(wrap(fonts, content, size, width, parted, forced=forced))
    step = size * leading * MM_PER_POINT
    font = content[0].font if content else "body"
    cap = fonts.cap_height(font, size)
    return Block(lines, size, step, cap, cap + step * (len(lines) - 1) + fonts.descent(font, size))


def fit(
    fonts: Fonts, text: str, style: Style, box: Rect, span: Span, diagnostics: Diagnostics, parts: Sequence[Part] = ()
) -> Block:
    """Set text at the largest size that fits its box, between the style's size and its least size.

    An overflow at the least size is reported at `span`. A missing glyph or icon is reported at the place of the one of
    `parts` that contains it.
    """
    content = runs(
        text, style.font, lambda name: fonts.icons.sign(name, written_at(named(name), parts, span), diagnostics)
    )
    if style.capitals:
        content = [Run(run.text.upper(), run.font) for run in content]
    checked(fonts, content, span, diagnostics, parts)
    parted = parted_in(style)
    size, least = style.size, style.least or style.size
    while True:
        block = set_block(fonts, content, size, style.leading, box.w, parted, forced=False)
        if _fits(block, box):
            return block
        if size <= least:
            break
        size = max(least, size - STEP)
    if parted:
        # Only hyphenate words too long for a line if nothing else helps.
        block = set_block(fonts, content, size, style.leading, box.w, parted)
        if _fits(block, box):
            return block
    over = max(block.height - box.h, max(line.width for line in block.lines) - box.w)
    diagnostics.error(
        span,
        "text-overflow",
        f"{quoted(text)} does not fit {box.w:g} × {box.h:g} mm at its smallest size, {least:g} pt: {over:.1f} mm over",
        "shorten the text, or give its box more room in faces.yaml",
    )
    return block


def parted_in(style: Style) -> str:
    """The font in which a style hyphenates words; empty if it does not."""
    return style.font if style.hyphenate else ""


def _fits(block: Block, box: Rect) -> bool:
    return block.height <= box.h + 1e-6 and all(line.width <= box.w + 1e-6 for line in block.lines)


def checked(
    fonts: Fonts, content: list[Run], span: Span, diagnostics: Diagnostics, parts: Sequence[Part] = ()
) -> list[Run]:
    """Report characters that are missing from their fonts, and return the runs."""
    for run in content:
        missing = fonts.missing(run.text, run.font)
        places = [written_at(character, parts, span) for character in missing]
        for place in dict.fromkeys(places):
            here = [character for character, other in zip(missing, places, strict=True) if other == place]
            names = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in here[:5])
            diagnostics.error(
                place,
                "missing-glyph",
                f"the font for {run.font!r} has no {names}",
                "use another character, or in fonts.yaml give the role a font that has it",
            )
    return content


def quoted(text: str) -> str:
    """A text as quoted in messages: on one line, at most 48 characters."""
    flat = " ".join(text.split())
    return repr(flat if len(flat) <= 50 else flat[:47] + "…")


def place(block: Block, box: Rect, style: Style, colour: str) -> list[Text]:
    body = block.cap + block.leading * (len(block.lines) - 1)
    top = {"top": box.y, "middle": box.y + (box.h - body) / 2, "bottom": box.far - block.height}[style.valign]
    placed: list[Text] = []
    for index, line in enumerate(block.lines):
        y = top + block.cap + index * block.leading
        placed.extend(place_line(line, box.x, y, box.w, style, block.size, colour))
    return placed


_SHARES = {"left": 0.0, "centre": 0.5, "right": 1.0}


def place_line(line: Line, x: float, y: float, width: float, style: Style, size: float, colour: str) -> list[Text]:
    """Place a line on the baseline `y`, within `width` mm from `x`, with the style's alignment."""
    x += (width - line.width) * _SHARES[style.align]
    return [
        Text(x + dx, y, text, font, size, colour, icon=mark.drawn(x + dx, y, colour) if mark else None)
        for dx, (text, font, mark) in line.words
    ]
