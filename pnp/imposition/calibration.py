"""Draw the two sides of the calibration sheet of a paper.

On the front are the rails and numbers of the scales, a ring, and instructions. On the back are the scales'
bars, and a dot that is in the ring if the sheet was flipped on the right edge. The true size of the front is measured
with a bank card, whose size is standard; a sheet that is too small for one leaves that out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pnp.graphics import Drawing, Group, Item, Path, Rect, Size, Stroke, Transform
from pnp.graphics.drawing import Text, ellipse, line, polygon, rectangle
from pnp.imposition import Flip, Room
from pnp.imposition.printers import (
    PITCH,
    ROWS,
    STEP,
    Profile,
    Station,
    description,
    expected,
    solve,
    stations,
    turned_over,
)
from pnp.text import Fonts
from pnp.text.fit import runs, set_block

RAIL = 0.7
"""From the middle of a scale to the middle of either rail, mm."""
BAR = (1.5, 0.5)
"""A bar, along its scale and across it, mm."""
CARD = Size(85.6, 53.98)
"""A bank card, by ISO/IEC 7810."""
COARSE = 8
"""How far the cross in the ring reaches, mm."""

_CENTRE = 25.0  # from the printable border to the words
_LABEL = 4.6  # from the middle of a scale to its digits
_INK, _FAINT, _PALE = "#000000", "#8a8a8a", "#ececec"
_HAIR, _FINE, _BOLD = Stroke(_INK, 0.1), Stroke(_INK, 0.2), Stroke(_INK, 0.35)
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)


class About(NamedTuple):
    """The sheet's paper by title and name, its flip edge, and its printer.

    `again` is whether the sheet is already corrected for the printer.
    """

    title: str
    paper: str
    flip: Flip
    printer: str = "my-printer"
    again: bool = False


class CalibrationSides(NamedTuple):
    """The two sides; `gauge` is the corner for a bank card on the front, if there is room for it."""

    front: Drawing
    back: Drawing
    gauge: tuple[float, float] | None


# Scales ------------------------------------------------------------------------------------------------------

Place = Callable[[float, float], tuple[float, float]]


def _scale(fonts: Fonts, scale: Station, rows: range, place: Place) -> list[Item]:
    """The front of a scale: rails, a tick for each row, its digit, and the whole number at each fifth."""
    first, last = (rows[0] - 0.7) * PITCH, (rows[-1] + 0.7) * PITCH
    items: list[Item] = [line(*place(first, at), *place(last, at), _FINE) for at in (-RAIL, RAIL)]
    for row in rows:
        whole = row % 5 == 0
        reach = _LABEL - 0.4 if scale.axis == "x" or not whole else _LABEL + 1.8
        tick = *place(row * PITCH, scale.inward * (RAIL + 0.4)), *place(row * PITCH, scale.inward * reach)
        items.append(line(*tick, _BOLD if whole else _HAIR))
        items.append(_number(fonts, scale, row, place))
    return items


def _number(fonts: Fonts, scale: Station, row: int, place: Place) -> Text:
    """A row's number: beside an upright scale, below or above a horizontal one."""
    whole = row % 5 == 0
    font, size = ("bold", 9.0) if whole else ("body", 6.5)
    digits = f"{row * STEP:+.1f}".replace("-", "−") if whole and row else str(abs(row) % 10)
    width, cap = fonts.width(digits, font, size), fonts.cap_height(font, size)
    away = scale.inward * _LABEL
    if scale.axis == "x":
        x, y = place(row * PITCH, away)
        return Text(x if scale.inward > 0 else x - width, y + cap / 2, digits, font, size, _INK)
    x, y = place(row * PITCH, away + scale.inward * (2.4 if whole else 0))
    return Text(x - width / 2, y + (cap if scale.inward < 0 else 0), digits, font, size, _INK)


def _bars(rows: range, place: Place, off: float = 0.0, colour: str = _INK) -> list[Item]:
    """The back of a scale, as seen from the front; `off` is the offset of the back, mm."""
    items: list[Item] = []
    for row in rows:
        x, y, w, h = row * PITCH, off - row * STEP, BAR[0] / 2, BAR[1] / 2
        corners = place(x - w, y - h), place(x + w, y - h), place(x + w, y + h), place(x - w, y + h)
        items.append(Path(polygon(*corners), fill=colour))
    return items


def _badge(fonts: Fonts, x: float, y: float, letter: str, radius: float) -> list[Item]:
    """A letter or number in white on a black disc."""
    size = radius * 4.2
    width, cap = fonts.width(letter, "bold", size), fonts.cap_height("bold", size)
    return [
        Path(ellipse(x, y, radius, radius), fill=_INK),
        Text(x - width / 2, y + cap / 2, letter, "bold", size, "#ffffff"),
    ]


# The two sides -----------------------------------------------------------------------------------------------


def sheet(room: Room, fonts: Fonts, about: About) -> CalibrationSides:
    """Both sides of the sheet for a paper. Raises ValueError for paper that is too small."""
    paper = room.paper
    scales = stations(room)
    words = _fitted(room, fonts, about)
    front: list[Item] = []
    for scale in scales:
        front.extend(_scale(fonts, scale, range(-ROWS, ROWS + 1), _down(scale, paper)))
        away = scale.inward * (12.8 if scale.axis == "x" else 14.0)
        front.extend(_badge(fonts, *_down(scale, paper)(0, away), scale.letter, 3.6))
    bars = [bar for scale in scales for bar in _bars(range(-ROWS, ROWS + 1), _down(scale, paper))]
    dot = Path(ellipse(*words.ring, 1.0, 1.0), fill=_INK)
    # In drawings y grows downwards, but flipping the paper is the same transform.
    over = turned_over(paper, about.flip)
    note = _back_note(fonts, words.gauge, over) if words.gauge else ()
    back = Drawing("calibration-back", paper, (Group((*bars, dot), over), *note))
    gauge = (words.gauge[0], paper.h - words.gauge[1]) if words.gauge else None
    return CalibrationSides(Drawing("calibration-front", paper, (*front, *words.items)), back, gauge)


def _down(scale: Station, paper: Size) -> Place:

    def place(along: float, across: float) -> tuple[float, float]:
        x, y = scale.at(along, across)
        return x, paper.h - y

    return place


def _back_note(fonts: Fonts, gauge: tuple[float, float], over: Transform) -> list[Item]:
    """A pale note for readers of the wrong side, behind the gauge, where nothing is read against the light."""
    lines = ("This is the back. Nothing is read here:", "hold the other side towards you, against the light.")
    x, y = over.apply(gauge[0] + CARD.w / 2, gauge[1] + CARD.h / 2)
    return [
        Text(x - fonts.width(text, "body", 8) / 2, y + number * 3.6, text, "body", 8, _FAINT)
        for number, text in enumerate(lines)
    ]


# The words ---------------------------------------------------------------------------------------------------


class _SheetBlock(NamedTuple):
    """A block of the sheet: its items, from its top left corner, its height, and the place of its ring or gauge."""

    items: tuple[Item, ...]
    height: float
    spot: tuple[float, float] | None = None


class _Words(NamedTuple):
    """Everything between the scales, and the places of ring and gauge."""

    items: tuple[Item, ...]
    ring: tuple[float, float]
    gauge: tuple[float, float] | None


def _fitted(room: Room, fonts: Fonts, about: About) -> _Words:
    """The instructions in the largest type that fits, with the gauge if there is room for it."""
    inner = Rect(0, 0, *room.paper).inset(room.margin + _CENTRE)
    columns = _columns(inner)
    for gauge in (True, False):
        for size in _SIZES:
            setter = _InstructionSetter(fonts, size, columns[0].w, about, room)
            placed = _placed(setter.parts(gauge=gauge), columns, size * 0.45)
            if placed:
                items = tuple(Group(part.items, Transform.move(x, y)) for x, y, part in placed)
                spots = [(x + part.spot[0], y + part.spot[1]) for x, y, part in placed if part.spot]
                return _Words(items, spots[0], spots[1] if gauge else None)
    raise ValueError(f"the calibration sheet has no room for its instructions on {room.paper}")


def _columns(inner: Rect) -> list[Rect]:
    if inner.w > 1.25 * inner.h:
        half = (inner.w - 9) / 2
        return [Rect(inner.x, inner.y, half, inner.h), Rect(inner.right - half, inner.y, half, inner.h)]
    width = min(inner.w, 152.0)
    return [Rect(inner.x + (inner.w - width) / 2, inner.y, width, inner.h)]


def _placed(parts: list[_SheetBlock], columns: list[Rect], gap: float) -> list[tuple[float, float, _SheetBlock]] | None:
    """Each part with its place, column by column from the top; None if they do not fit."""
    placed: list[tuple[float, float, _SheetBlock]] = []
    left = list(columns)
    y = left[0].y
    for part in parts:
        if y + part.height > left[0].far and len(left) > 1:
            left.pop(0)
            y = left[0].y
        if y + part.height > left[0].far:
            return None
        placed.append((left[0].x, y, part))
        y += part.height + gap
    if len(columns) > 1:
        return placed
    # Spread the room that is left between the parts, up to a limit.
    spare = min(7.0, (columns[0].far - y + gap) / len(parts))
    return [(x, at + number * spare, part) for number, (x, at, part) in enumerate(placed)]


class _InstructionSetter:
    """Sets the instructions in one type size and one width."""

    def __init__(self, fonts: Fonts, size: float, width: float, about: About, room: Room) -> None:
        self.fonts, self.size, self.width, self.about, self.room = fonts, size, width, about, room
        self.indent = size * 0.85

    def parts(self, *, gauge: bool) -> list[_SheetBlock]:
        width = self.width - self.indent
        down = [self.words("Write the six readings down, each with its sign.", width), self.boxes(width)]
        steps = [self.holding(width), [self.reading(width)], down, self.typing(width), [self.printing(width)]]
        rows = [self.header(), *(self.step(number, parts) for number, parts in enumerate(steps, start=1))]
        return [*rows, self.size_step(len(steps) + 1)] if gauge else rows

    def holding(self, width: float) -> list[_SheetBlock]:
        name, flip = self.about.printer, self.about.flip
        texts = (
            "Hold this side towards you against a window or a lamp. The dot on the back must shine through **inside "
            "the ring** above.",
            f"No dot anywhere near? Then the paper was turned over on the other edge: choose **flip on {flip} edge** "
            "in the print dialogue and print again.",
            "A dot on the cross but outside the ring is too far off for the scales. Read whole millimetres there, "
            f"right and up being plus; type **{self.adding} --x 4 --y -3** with your numbers, and go on with the sheet "
            f"that **{self.printed('calibrate')} --printer {name}** prints.",
        )
        return [self.words(text, width) for text in texts]

    def typing(self, width: float) -> list[_SheetBlock]:
        readings = expected(Profile(x=0.5, y=-0.25, rotate=0.06), self.room)
        message = description(solve(readings, self.room))
        example = " ".join(f"{value:g}" for value in readings)
        return [
            self.words("Type this, with your readings in place of the letters:", width),
            self.command(f"{self.adding} --read A B C D E F", width),
            self.words(f"For instance **--read {example}** means: {message}.", width),
        ]

    def printing(self, width: float) -> _SheetBlock:
        name = self.about.printer
        text = (
            f"From now on add **--printer {name}** when you print: **{self.printed('build KIT')} --printer {name}**. "
            f"To see whether it helped, print **{self.printed('calibrate')} --printer {name}**: all its scales should "
            "read 0."
        )
        return self.words(text, width)

    @property
    def adding(self) -> str:
        about = self.about
        return f"pnp printer add {about.printer} --paper {about.paper}" + (" --again" if about.again else "")

    def printed(self, command: str) -> str:
        return f"pnp {command} --paper {self.about.paper}" + (" --backs short" if self.about.flip == "short" else "")

    def words(self, text: str, width: float, size: float = 0.0, leading: float = 1.25) -> _SheetBlock:
        block = set_block(self.fonts, runs(text, "body"), size or self.size, leading, width)
        items = [
            Text(dx, block.cap + number * block.leading, run.text, run.font, block.size, _INK)
            for number, row in enumerate(block.lines)
            for dx, run in row.words
        ]
        return _SheetBlock(tuple(items), block.height)

    def command(self, text: str, width: float) -> _SheetBlock:
        size = min(self.size, self.size * (width - 5) / self.fonts.width(text, "bold", self.size))
        inner = self.words(f"**{text}**", width - 4.9, size)
        box = rectangle(Rect(0, 0, width, inner.height + 4), 1.2)
        return _SheetBlock((Path(box, fill=_PALE), Group(inner.items, Transform.move(2.5, 2.2))), inner.height + 4)

    def boxes(self, width: float) -> _SheetBlock:
        each, height = (width + 2) / 6, self.size * 0.85
        items: list[Item] = []
        for number, letter in enumerate("ABCDEF"):
            x = number * each
            items.extend(_badge(self.fonts, x + height * 0.35, height / 2, letter, height * 0.3))
            items.append(Path(rectangle(Rect(x + height * 0.8, 0, each - 2 - height * 0.8, height), 0.8), stroke=_FINE))
        return _SheetBlock(tuple(items), height)

    def step(self, number: int, parts: Sequence[_SheetBlock]) -> _SheetBlock:
        radius = self.size * 0.27
        badge = _badge(self.fonts, radius, radius * 0.75, str(number), radius)
        whole = self.stack(parts)
        return _SheetBlock((*badge, Group(whole.items, Transform.move(self.indent, 0))), whole.height)

    def header(self) -> _SheetBlock:
        fonts, about = self.fonts, self.about
        wide = self.width - 2 * COARSE - 6
        size = min(27.0, 27.0 * wide / fonts.width("Printer calibration", "title", 27))
        cap = fonts.cap_height("title", size)
        again = f"of {about.printer}, as corrected so far · " if about.again else ""
        message = self.words(
            f"{again}{about.title} · both sides · flip on {about.flip} edge · print at 100\u00a0%", wide
        )
        why = self.words("Read six numbers here, and backs will lie behind their fronts. No ruler needed.", wide)
        below = cap + self.size * 0.35
        items = (
            Text(0, cap, "Printer calibration", "title", size, _INK),
            Group(message.items, Transform.move(0, below)),
            Group(why.items, Transform.move(0, below + message.height + self.size * 0.1)),
        )
        ring = (self.width - COARSE - 1, COARSE + 1)
        height = max(below + message.height + why.height + self.size * 0.1, 2 * COARSE + 2)
        return _SheetBlock((*items, Group(_target(), Transform.move(*ring))), height, ring)

    def reading(self, width: float) -> _SheetBlock:
        """Instructions for reading a scale, with an enlarged part of one."""
        scale = 2.0 if width > 110 else 1.5
        figure = _figure(self.fonts, scale)
        texts = (
            "At each scale, A to F, dark bars from the back cross two thin rails like stairs. **Find the bar exactly "
            "midway between the rails.** The number of its row is the reading: the big numbers are "
            "millimetres, the small digits between them tenths, with the sign of the big ones beside them.",
            "In the picture it is the third bar below 0: the reading is **−0.3**, typed\u00a0-0.3.",
            "Are two bars equally near the middle? Take the number between theirs, like\u00a0−0.35.",
            "Plus means that the back is too far to the right (upright scales) or too high (horizontal scales), as you "
            "see it now.",
        )
        text = self.stack([self.words(text, width - 18 * scale) for text in texts])
        moved = Group(figure.items, Transform.move(width - 14.8 * scale, 0))
        return _SheetBlock((*text.items, moved), max(text.height, figure.height))

    def stack(self, parts: Sequence[_SheetBlock]) -> _SheetBlock:
        items: list[Item] = []
        y = 0.0
        for part in parts:
            items.append(Group(part.items, Transform.move(0, y)))
            y += part.height + self.size * 0.18
        return _SheetBlock(tuple(items), y - self.size * 0.18)

    def size_step(self, number: int) -> _SheetBlock:
        """The gauge, with instructions beside or above it."""
        gauge = _gauge(self.fonts)
        beside = self.width - self.indent - CARD.w - 23
        text = self.words(
            "**True size, if you care for it.** Lay a bank card into the black corner, so that its edges touch the "
            "black. At its right and its lower edge find the block that **just begins where the card ends**: no white "
            "between them, nothing covered. Add both numbers to the command, as in **--scale-x 0.998 --scale-y "
            "1.002**. 1 is true size; leave it alone if it is off by 0.001 only.",
            beside if beside >= 40 else self.width - self.indent,
        )
        x, y = self.width - CARD.w - 16, 1.5
        if beside < 40:
            x, y = self.indent + 1.5, text.height + self.size * 0.3 + 1.5
        step = self.step(number, [text])
        items = (*step.items, Group(gauge.items, Transform.move(x, y)))
        return _SheetBlock(items, max(text.height, y + gauge.height), (x, y))


# What is drawn among the words -------------------------------------------------------------------------------


def _target() -> tuple[Item, ...]:
    """The ring around a cross with a tick at each millimetre, centred at the origin."""
    items: list[Item] = [Path(ellipse(0, 0, 3.2, 3.2), stroke=Stroke(_INK, 0.5))]
    items += [line(-COARSE, 0, COARSE, 0, _HAIR), line(0, -COARSE, 0, COARSE, _HAIR)]
    for at in range(-COARSE, COARSE + 1):
        half = 1.0 if at % 5 == 0 else 0.5
        items += [line(at, -half, at, half, _HAIR), line(-half, at, half, at, _HAIR)]
    return tuple(items)


def _figure(fonts: Fonts, size: float) -> _SheetBlock:
    """Part of an upright scale whose back is 0.3 mm too far left, with an arrow at the bar to read."""
    rows = range(-7, 2)
    scale = Station("", "x", 0, 0, 1)

    def place(along: float, across: float) -> tuple[float, float]:
        return 3.5 + across, (rows[-1] + 0.7) * PITCH - along

    x, y = place(-3 * PITCH, -1.2)
    arrow = Path((("m", (x, y)), ("l", (x - 1.4, y - 0.7)), ("l", (x - 1.4, y + 0.7)), ("h", ())), fill=_INK)
    items = [*_bars(rows, place, -0.3, _FAINT), *_scale(fonts, scale, rows, place), arrow]
    height = (len(rows) + 0.4) * PITCH * size
    return _SheetBlock((Group(tuple(items), Transform.scale(size)),), height)


def _gauge(fonts: Fonts) -> _SheetBlock:
    """The corner for a bank card, at the origin, with blocks around the card's far edges."""
    w, h = CARD
    items: list[Item] = [
        Path(rectangle(Rect(-1.2, -1.2, w * 0.9, 1.2)), fill=_INK),
        Path(rectangle(Rect(-1.2, -1.2, 1.2, h * 0.9)), fill=_INK),
        Path(rectangle(Rect(0, 0, w, h).inset(2), 3.2), stroke=Stroke(_FAINT, 0.15, (1.5, 1.0))),
    ]
    cap = fonts.cap_height("body", 6.5)
    for thousandths in range(-10, 11):
        y = h / 2 - thousandths * 2.2
        start = w / (1 + thousandths / 1000)
        items.append(Path(rectangle(Rect(start, y - 0.8, w + 2.4 - start, 1.6)), fill=_INK))
        if thousandths % 2 == 0:
            font = "bold" if thousandths == 0 else "body"
            items.append(Text(w + 3.2, y + cap / 2, f"{1 + thousandths / 1000:.3f}", font, 6.5, _INK))
    for thousandths in range(-10, 11, 2):
        x = w / 2 + thousandths * 3.4
        start = h / (1 + thousandths / 1000)
        items.append(Path(rectangle(Rect(x - 2.7, start, 5.4, h + 2.4 - start)), fill=_INK))
        font = "bold" if thousandths == 0 else "body"
        label = f"{1 + thousandths / 1000:.3f}"
        items.append(Text(x - fonts.width(label, font, 6.0) / 2, h + 3.2 + cap, label, font, 6.0, _INK))
    return _SheetBlock(tuple(items), h + 3.2 + cap + 0.5)
