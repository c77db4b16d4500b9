"""Shape words: kerning, ligatures, and the joined and stacked forms of scripts that have them.

HarfBuzz chooses glyphs and moves them. A glyph that no character is mapped to is written as a private character, which
the font file that is embedded maps to it; see `fontfile`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from pnp.graphics.drawing import Segment
from pnp.graphics.svgpath import OutlinePen
from pnp.text.fontfile import PRIVATE

_SHARED = ("Zyyy", "Zinh", "Zzzz")
"""Scripts of characters that belong to the script of their neighbours: common, inherited, unknown."""
SIMPLE = frozenset(
    ("Latn", "Grek", "Cyrl", "Zyyy", "Zinh", "Zzzz", "Hani", "Hira", "Kana", "Hang", "Bopo", "Geor", "Armn")
)
"""Scripts that can be set without a font's rules, one glyph for each character."""


class GlyphRun(NamedTuple):
    """Glyphs with the same movement, as characters of the font of a role.

    In thousandths of the type size `after` is added to the width of each, and `rise` lifts them. One that is a private
    character has a `meaning`: the characters that it stands for.
    """

    text: str
    role: str
    after: float = 0.0
    rise: float = 0.0
    meaning: str | None = None


class GlyphMark(NamedTuple):
    """The outline of a mark and its place, in thousandths of the type size; `y` is upwards from the baseline."""

    x: float
    y: float
    outline: tuple[Segment, ...]


class Shaped(NamedTuple):
    """A text from left to right: its width, and how far its first glyph is moved, in thousandths of the type size.

    `marks` are glyphs above and below others that stand for nothing on their own, such as the dots of letters.
    `differs` if glyphs are not in the order of the characters that they stand for.
    """

    width: float
    parts: tuple[GlyphRun, ...]
    start: float = 0.0
    marks: tuple[GlyphMark, ...] = ()
    differs: bool = False


def plain(text: str, role: str, width: float, after: float = 0.0) -> Shaped:
    """A text as it is, `width` wide; `after` is added to the width of each of its characters."""
    return Shaped(width + after * len(text), (GlyphRun(text, role, after),))


def joined(words: Sequence[Shaped]) -> Shaped:
    """Words in visual order as one text."""
    parts: list[GlyphRun] = []
    marks: list[GlyphMark] = []
    width = 0.0
    for word in words:
        if word.start and parts:
            last = parts.pop()
            parts += [last._replace(text=last.text[:-1])] if len(last.text) > 1 else []
            parts.append(last._replace(text=last.text[-1], after=last.after + word.start))
        parts += word.parts
        marks += (mark._replace(x=width + mark.x) for mark in word.marks)
        width += word.width
    start = words[0].start if words else 0.0
    return Shaped(width, _merged(parts), start, tuple(marks), any(word.differs for word in words))


def _merged(parts: Sequence[GlyphRun]) -> tuple[GlyphRun, ...]:
    """Parts with neighbours of the same movement made one, except private characters."""
    alike = groupby(enumerate(parts), key=lambda one: (one[1][1:], one[0] if one[1].meaning is not None else -1))
    return tuple(GlyphRun("".join(part.text for _, part in same), *movement) for (movement, _), same in alike)


_USUAL = re.compile("[\0-\u036f\u2000-\u2bff\U000f0000-\U000fffff]*")
"""Latin letters, punctuation, symbols and icons: what needs no table of scripts, which is slow to import."""


def scripts(text: str) -> list[tuple[str, str]]:
    """A text in pieces of one script each, with the script's code in ISO 15924."""
    if _USUAL.fullmatch(text):
        return [(text, "Latn")]
    from fontTools import unicodedata

    found: list[tuple[str, str]] = []
    for character in text:
        script = unicodedata.script(character)
        if found and (script in _SHARED or script == found[-1][1]):
            found[-1] = (found[-1][0] + character, found[-1][1])
        elif found and found[-1][1] in _SHARED:
            found[-1] = (found[-1][0] + character, script)
        else:
            found.append((character, script))
    return found


@lru_cache(maxsize=20_000)
def shaped(data: bytes, text: str, role: str, script: str, *, rtl: bool) -> Shaped:
    """A text of one script and direction in the font of a role, memoised. `data` is as `fonts.read` returns it."""
    font = opened(data)
    scale = 1000 / font.face.upem
    parts: list[GlyphRun] = []
    marks: list[GlyphMark] = []
    x = start = drawn = 0.0
    for info, place, meaning in _glyphs(data, text, script, rtl=rtl):
        rise = place.y_offset * scale
        at = (x + place.x_offset) * scale
        x += place.x_advance
        if not meaning and not place.x_advance:
            marks.append(GlyphMark(at, rise, _outline(data, info.codepoint)))
            continue
        if parts:
            parts[-1] = parts[-1]._replace(after=at - drawn)
        else:
            start = at
        is_plain = len(meaning) == 1 and font.get_nominal_glyph(ord(meaning)) == info.codepoint
        parts.append(_part(meaning, info.codepoint, role, rise, is_plain=is_plain))
        drawn = at + font.get_glyph_h_advance(info.codepoint) * scale
    if parts:
        parts[-1] = parts[-1]._replace(after=x * scale - drawn)
    differs = not rtl and (bool(marks) or any(part.meaning is not None for part in parts))
    return Shaped(x * scale, tuple(parts), start, tuple(marks), differs)


@lru_cache(maxsize=20_000)
def has_ink(data: bytes, character: str) -> bool:
    """Whether a font draws something for a character that it has, or the character is a space."""
    glyph = opened(data).get_nominal_glyph(ord(character))
    return character.isspace() or (glyph is not None and bool(_outline(data, glyph)))


@lru_cache(maxsize=5_000)
def is_set(data: bytes, cluster: str) -> bool:
    """Whether a font sets a letter with its marks: nothing is missing, and no mark stands beside its letter."""
    font, buffer = opened(data), _buffer(data, cluster)
    x, inks = 0, list[_Ink]()
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if not info.codepoint:
            return False
        found = font.get_glyph_extents(info.codepoint)
        if found and found.width:
            left = x + place.x_offset + found.x_bearing
            inks.append(_Ink(left, left + found.width, is_moved=bool(place.x_offset or place.y_offset)))
        x += place.x_advance
    if not inks:
        return cluster.isspace()
    # From right to left, the glyphs of the marks precede that of their letter.
    letter, *marks = reversed(inks) if buffer.direction == "rtl" else inks
    return not unicodedata.combining(cluster[-1]) or all(mark.is_at(letter) for mark in marks)


class _Ink(NamedTuple):
    """The left and right end of a glyph's ink, and whether the font has moved it to its letter."""

    left: float
    right: float
    is_moved: bool

    def is_at(self, letter: _Ink) -> bool:
        """Whether a mark is above, below or through a letter: one that is not moved there must be near its middle."""
        if self.is_moved:
            return self.left < letter.right and self.right > letter.left
        middle, edge = (self.left + self.right) / 2, (letter.right - letter.left) * _EDGE
        return letter.left + edge <= middle <= letter.right - edge


_EDGE = 0.125
"""How much of a letter's width, at either side, is no place for a mark that its font has not moved."""


def _glyphs(data: bytes, text: str, script: str, *, rtl: bool) -> Iterator[tuple[Any, Any, str]]:
    """The glyphs of a text with their places, each with the characters that it stands for."""
    buffer = _buffer(data, text, "" if script in _SHARED else script, "rtl" if rtl else "ltr")
    infos, places = buffer.glyph_infos, buffer.glyph_positions
    meanings = _meanings(text, [(info.cluster, place.x_advance) for info, place in zip(infos, places, strict=True)])
    return zip(infos, places, map(_mirrored, meanings) if rtl else meanings, strict=True)


def _part(meaning: str, glyph: int, role: str, rise: float, *, is_plain: bool) -> GlyphRun:
    """A character, or the private one of a glyph that is not what the font has for a single character."""
    character = meaning if is_plain else chr(PRIVATE + glyph)
    return GlyphRun(character, role, 0.0, rise, None if is_plain else meaning)


def _meanings(text: str, glyphs: list[tuple[int, int]]) -> list[str]:
    """The characters that each glyph stands for, from their clusters and widths.

    In a cluster of a letter with marks, or of more glyphs than characters, the first glyph with a width has all.
    """
    ends = dict(pairwise([*sorted({cluster for cluster, _ in glyphs}), len(text)]))
    found: list[str] = []
    for start, same in groupby(glyphs, key=lambda glyph: glyph[0]):
        widths, words = [width for _, width in same], text[start : ends[start]]
        if len(words) == len(widths) and all(widths):
            found += words
        else:
            chief = next((n for n, width in enumerate(widths) if width), 0)
            found += [words if n == chief else "" for n in range(len(widths))]
    return found


@lru_cache(maxsize=1000)
def _outline(data: bytes, glyph: int) -> tuple[Segment, ...]:
    """The outline of a glyph, in thousandths of the type size, y upwards."""
    font, pen = opened(data), OutlinePen()
    font.draw_glyph_with_pen(glyph, pen)
    scale = 1000 / font.face.upem
    return tuple((operator, tuple(value * scale for value in numbers)) for operator, numbers in pen.out)


def _mirrored(text: str) -> str:
    """A bracket as it looks from right to left, which is what programs expect that read the words of a PDF."""
    from bidi.mirror import MIRRORED

    return str(MIRRORED.get(text, text))


def glyph(data: bytes, character: str) -> tuple[tuple[Segment, ...], float]:
    """The outline of a character of a shaped text and its width, in thousandths of the type size, y upwards."""
    font, number = opened(data), glyph_number(data, character)
    if number is None:
        return (), 0.0
    return _outline(data, number), font.get_glyph_h_advance(number) * 1000 / font.face.upem


def glyph_number(data: bytes, character: str) -> int | None:
    """The number of the glyph of a character of a shaped text; None if the font has none."""
    code = ord(character)
    number: int | None = code - PRIVATE if code >= PRIVATE else opened(data).get_nominal_glyph(code)
    return number


def glyphs(data: bytes, text: str) -> list[int]:
    """The numbers of the glyphs of a text."""
    return [info.codepoint for info in _buffer(data, text).glyph_infos]


def _buffer(data: bytes, text: str, script: str = "", direction: str = "") -> Any:
    """A text as HarfBuzz shapes it; script and direction are those of its letters if they are not given."""
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(text)
    if direction:
        buffer.direction = direction
    if script:
        buffer.script = script
    buffer.guess_segment_properties()
    hb.shape(opened(data), buffer)
    return buffer


def path(font: Any, glyph: int) -> str:
    """The outline of a glyph as the data of an SVG path, in units of the font, y upwards."""
    from fontTools.pens.svgPathPen import SVGPathPen

    pen = SVGPathPen(None)
    font.draw_glyph_with_pen(glyph, pen)
    return str(pen.getCommands())


@lru_cache(maxsize=100)
def opened(data: bytes) -> Any:
    """A font of HarfBuzz."""
    import uharfbuzz as hb

    return hb.Font(hb.Face(data))
