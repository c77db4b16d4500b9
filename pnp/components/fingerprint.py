"""Fingerprints of drawings, equal for drawings that print the same.

Names of drawings, roles of tags, origins of texts and bleed that is made from the edge do not count. Numbers count to
seven digits, because the last digits can differ between machines. Fonts count by the bytes of their files.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from pnp.graphics import Drawing, Group, Item, Path, Piece, Stroke, Tag
from pnp.graphics.drawing import FROM_EDGE, Picture, Segment, Text, Use, fold
from pnp.graphics.gradient import Fill
from pnp.text import Fonts

DIGITS = 16
"""The number of hexadecimal digits used of a SHA-256."""


class Fingerprints:
    """Computes fingerprints of drawings with some fonts, memoised per drawing."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._drawings: dict[Drawing, str] = {}

    def piece(self, piece: Piece) -> str:
        sides = (self.side(piece.front), self.side(piece.back) if piece.back else "")
        return hashlib.sha256("/".join(sides).encode()).hexdigest()[:DIGITS]

    def side(self, drawing: Drawing) -> str:
        if drawing not in self._drawings:
            ink = _ItemParts()
            ink.add(fold(drawing.items, self._ink))
            self._drawings[drawing] = ink.digest()
        return self._drawings[drawing]

    def _ink(self, item: Item, inside: tuple[_ItemParts, ...]) -> _ItemParts:
        ink = _ItemParts()
        if isinstance(item, Path):
            ink.path(item)
        elif isinstance(item, Text):
            ink.words += ("text", item.text, self.fonts.typeface(item.font).digest, item.colour)
            ink.numbers += (item.x, item.y, item.size, item.alpha)
            ink.add([self._ink(item.icon, ())] if item.icon else [])
        elif isinstance(item, Group):
            ink.group(item, inside)
        elif isinstance(item, Tag):
            ink.add(() if item.is_bleed and item.alt == FROM_EDGE else inside)
        elif isinstance(item, Use):
            ink.words += ("use", self.side(item.drawing))
            ink.numbers += item.transform
            ink.numbers += (item.alpha,) if item.alpha < 1 else ()
        else:
            ink.picture(item)
        return ink


class _ItemParts:
    """The words and the numbers of an item, in separate lists so that numbers can be packed at once."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.numbers: list[float] = []

    def add(self, inks: Iterable[_ItemParts]) -> None:
        for ink in inks:
            self.words += ink.words
            self.numbers += ink.numbers

    def digest(self) -> str:
        words = "\0".join(self.words).encode("utf-8", "surrogatepass")
        return hashlib.sha256(words + b"\0" + _packed(self.numbers)).hexdigest()

    def path(self, path: Path) -> None:
        self.words += ("path", "odd" if path.even_odd else "", *self.fill(path.fill or ""))
        self.numbers.append(path.alpha)
        self.outline(path.segments)
        self.stroke(path.stroke)

    def fill(self, fill: Fill) -> tuple[str, ...]:
        if isinstance(fill, str):
            return (fill,)
        self.numbers += (*fill.frame, *(share for share, _ in fill.stops))
        return (fill.kind, *fill.colours)

    def outline(self, segments: tuple[Segment, ...]) -> None:
        numbers = self.numbers
        for _, places in segments:
            numbers += places
        self.words.append("".join([operator for operator, _ in segments]))

    def stroke(self, stroke: Stroke | None) -> None:
        if stroke is None:
            self.words.append("")
            return
        self.words += (stroke.colour, f"{len(stroke.dash)} {stroke.cap} {stroke.join}")
        self.numbers += (stroke.width, stroke.miter, stroke.alpha, *stroke.dash)

    def group(self, group: Group, inside: Iterable[_ItemParts]) -> None:
        self.words += ("group", "odd" if group.clip_even_odd else "")
        self.numbers += group.transform
        self.outline(group.clip)
        self.add(inside)
        self.words.append("end")

    def picture(self, picture: Picture) -> None:
        self.words += ("picture", picture.content.digest)
        self.numbers += picture.box
        if picture.alpha < 1:
            self.numbers.append(picture.alpha)


def _packed(numbers: list[float]) -> bytes:
    """Pack numbers in single precision, or in double precision if one is too large for that."""
    try:
        return struct.pack(f"<{len(numbers)}f", *numbers)
    except OverflowError:
        return struct.pack(f"<{len(numbers)}d", *numbers)
