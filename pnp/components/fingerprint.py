"""Drawings -> fingerprints: the same for the same ink, wherever, whenever and beside whatever it was drawn.

What only tells of the ink counts for nothing: names of drawings, what tags mean, where a text was written. Numbers
count to seven digits, so that the last digits of another machine's arithmetic do not; fonts count by the bytes of
their files.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from pnp.graphics.drawing import Drawing, Group, Item, Path, Picture, Piece, Segment, Stroke, Tag, Text, Use
from pnp.text.fit import Fonts

DIGITS = 16
"""How many hexadecimal digits of a SHA-256 are kept."""


class Fingerprints:
    """The fingerprints of drawings set in some fonts; each drawing is looked at once, however often it is used."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._drawings: dict[Drawing, str] = {}

    def piece(self, piece: Piece) -> str:
        sides = (self.side(piece.front), self.side(piece.back) if piece.back else "")
        return hashlib.sha256("/".join(sides).encode()).hexdigest()[:DIGITS]

    def side(self, drawing: Drawing) -> str:
        if drawing not in self._drawings:
            ink = _Ink(self)
            ink.items(drawing.items)
            self._drawings[drawing] = ink.digest()
        return self._drawings[drawing]


class _Ink:
    """The words and the numbers that a drawing consists of, apart: numbers are packed all at once."""

    def __init__(self, known: Fingerprints) -> None:
        self.known = known
        self.words: list[str] = []
        self.numbers: list[float] = []

    def digest(self) -> str:
        words = "\0".join(self.words).encode("utf-8", "surrogatepass")
        return hashlib.sha256(words + b"\0" + _packed(self.numbers)).hexdigest()

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Path):
                self.path(item)
            elif isinstance(item, Text):
                self.words += ("text", item.text, self.known.fonts.typeface(item.font).digest, item.colour)
                self.numbers += (item.x, item.y, item.size, item.alpha)
                if item.icon:
                    self.items((item.icon,))
            elif isinstance(item, Group):
                self.group(item)
            elif isinstance(item, Tag):
                self.items(item.items)
            elif isinstance(item, Use):
                self.words += ("use", self.known.side(item.drawing))
                self.numbers += item.transform
            else:
                self.picture(item)

    def path(self, path: Path) -> None:
        self.words += ("path", "odd" if path.even_odd else "", path.fill or "")
        self.numbers.append(path.alpha)
        self.outline(path.segments)
        self.stroke(path.stroke)

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

    def group(self, group: Group) -> None:
        self.words += ("group", "odd" if group.clip_even_odd else "")
        self.numbers += group.transform
        self.outline(group.clip)
        self.items(group.items)
        self.words.append("end")

    def picture(self, picture: Picture) -> None:
        self.words += ("picture", hashlib.sha256(picture.data).hexdigest())
        self.numbers += picture.box


def _packed(numbers: list[float]) -> bytes:
    """Numbers in single precision, if they are small enough for it."""
    try:
        return struct.pack(f"<{len(numbers)}f", *numbers)
    except OverflowError:
        return struct.pack(f"<{len(numbers)}d", *numbers)
