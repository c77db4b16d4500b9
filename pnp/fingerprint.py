"""Drawings -> fingerprints: the same for the same ink, wherever, whenever and beside whatever it was drawn.

What only tells of the ink counts for nothing: names of drawings, what tags mean, where a text was written. Numbers
count to seven digits, so that the last digits of another machine's arithmetic do not; fonts count by the bytes of
their files.

`content` is stricter: it counts everything a drawing holds, to the last bit, and fonts by their roles, too. What was
worked out from a drawing can be remembered by it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from pnp.drawing import Drawing, Group, Item, Path, Picture, Piece, Segment, Stroke, Tag, Text, Use
from pnp.text import Fonts

DIGITS = 16
"""How many hexadecimal digits of a SHA-256 are kept."""


class Fingerprints:
    """The fingerprints of drawings set in some fonts; each drawing is looked at once, however often it is used."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._drawings: dict[Drawing, tuple[str, str]] = {}

    def piece(self, piece: Piece) -> str:
        """What is on a piece, front and back."""
        sides = (self.side(piece.front), self.side(piece.back) if piece.back else "")
        return hashlib.sha256("/".join(sides).encode()).hexdigest()[:DIGITS]

    def side(self, drawing: Drawing) -> str:
        """What is on one side."""
        return self._both(drawing)[0]

    def content(self, drawing: Drawing) -> str:
        """All that a drawing holds: its name, its tags, its fonts' roles and where its texts were written, too."""
        return self._both(drawing)[1]

    def _both(self, drawing: Drawing) -> tuple[str, str]:
        found = self._drawings.get(drawing)
        if found is None:
            found = self._drawings[drawing] = self._looked_at(drawing)
        return found

    def _looked_at(self, drawing: Drawing) -> tuple[str, str]:
        ink = _Ink(self)
        ink.told += (drawing.name, drawing.alt)
        ink.numbers.extend((*drawing.size, drawing.bleed))
        ink.items(drawing.items)
        return ink.digests()


class _Ink:
    """The words and the numbers that a drawing consists of, apart: numbers are packed all at once."""

    def __init__(self, known: Fingerprints) -> None:
        self.known = known
        self.words: list[str] = []
        self.numbers: list[float] = []
        self.told: list[str] = []
        """What counts for the content alone, with where it stands among the words."""

    def digests(self) -> tuple[str, str]:
        """Of the ink, and of the content."""
        words = _joined(self.words)
        content = hashlib.sha256(struct.pack(f"<{len(self.numbers)}d", *self.numbers))
        for part in (words, _joined(self.told)):
            content.update(hashlib.sha256(part).digest())
        return hashlib.sha256(words + b"\0" + _packed(self.numbers)).hexdigest(), content.hexdigest()

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Path):
                self.path(item)
            elif isinstance(item, Text):
                self.words += ("text", item.text, self.known.fonts.digest(item.font), item.colour)
                self.told.append(item.font)
                self.numbers += (item.x, item.y, item.size, item.alpha)
                if item.icon:
                    self.items((item.icon,))
            elif isinstance(item, Group):
                self.group(item)
            elif isinstance(item, Tag):
                self.tag(item)
            elif isinstance(item, Use):
                self.words += ("use", self.known.side(item.drawing))
                self.told.append(self.known.content(item.drawing))
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

    def tag(self, tag: Tag) -> None:
        self.told += (str(len(self.words)), tag.role, tag.alt, repr(tag.origin))
        self.items(tag.items)
        self.told.append(str(len(self.words)))

    def picture(self, picture: Picture) -> None:
        self.words += ("picture", hashlib.sha256(picture.data).hexdigest())
        self.numbers += picture.box


def _joined(words: list[str]) -> bytes:
    return "\0".join(words).encode("utf-8", "surrogatepass")


def _packed(numbers: list[float]) -> bytes:
    """Numbers in single precision, if they are small enough for it."""
    try:
        return struct.pack(f"<{len(numbers)}f", *numbers)
    except OverflowError:
        return struct.pack(f"<{len(numbers)}d", *numbers)
