"""A jousting list: numbered squares in lanes on both sides of a rail, on one board or on several cards.

The squares run along the x axis. The last lane is read from below. The lane above the rail is read from the other side,
so its numbers are upside down, unless all players sit on the near side (`read: near`). A 6 or 9 that each rider counts
from their own end is underlined then. Cards are laid edge to edge, and the squares continue from card to card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor
from typing import Annotated, Literal, NamedTuple

from pnp.components.context import RenderContext, typeset
from pnp.components.pictures import picture
from pnp.diagnostics import Span
from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.colour import blended
from pnp.graphics.drawing import Use, line, rectangle
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit import Component
from pnp.kit.fields import field_value
from pnp.kit.name_of import COLOUR, PictureName, RulePath
from pnp.kit.schema import Between, Length, Paint, Side

SHEETS, SCHEME, GAP = "lists", "tile", 0.0

MOST_SQUARES = 100
STRIP = 9.0
"""The height of the strip with a square's number, mm."""
NOTE = 7.0
"""The height of a square's name above its number, mm."""
LOW = 25.0
"""Squares lower than this, in mm, have their words closer together: `LOW_FOOT` and `LOW_NOTE` for `FOOT` and `NOTE`."""
FOOT, LOW_FOOT, LOW_NOTE = 3.0, 0.8, 5.2
"""The height below a square's number, in squares of any height and in low ones, and of the name in low ones, mm."""
PLAIN = 3.0
"""How far around the squares the picture under them is left out, mm."""
LEGEND, JOINT = 3.5, 22.0
"""The least height of a note in the margin, and the width of the note at a joint, mm."""
POST, VERGE = 2.2, 0.4
"""The width of a rail's post, and the space around a note between squares and a picture, mm."""
HATCH = (0.25, 0.16, 2.6)
"""The width of the lines across a zone, how dark they are, and their distance at its edge, mm."""
CLEAR = 1.0
"""How far within the edges of the strip with the zone's name the lines across the zone end, mm."""
BAR = 1.2
"""The width of the bars at the ends of a zone, mm."""
UNDERLINED = ("6", "9")
"""The numbers that are each other upside down."""
TICK = (0.2, 1.6)
"""The thickness of the lines at cuts, and how far they reach from the edge: above what a picture shows there, mm."""
SIDE_BLEED = 3.0
"""How much of the height of a picture along an edge is cut off, mm."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A board with a lane of squares for each rider."""

    squares: RulePath
    """The name of a rule: a number of squares for one board, or a list of numbers, one for each card."""
    square: tuple[Side, Side]
    """The width and height of one square of one lane, in mm."""
    lanes: Annotated[int, Between(1, 2)] = 2
    """The number of lanes side by side."""
    rail: Length = 8.0
    """The rail's height in mm."""
    border: tuple[Length, Length] = (0.0, 0.0)
    """The margins at the sides, and above and below, in mm."""
    numbers: Literal["shared", "own"] = "shared"
    """`shared`: everybody counts from the first square; `own`: each rider counts from their own end."""
    read: Literal["both", "near"] = "both"
    """`both`: the lane above the rail is read from the far side; `near`: both lanes are read from below."""
    zone: RulePath | None = None
    """The name of a rule with the first and the last of the squares that are tinted."""
    stripe: Annotated[str, COLOUR] | None = None
    """The colour of every second square."""
    front_art: PictureName | None = None
    """A picture tiled edge to edge under the squares."""
    square_art: PictureName | None = None
    """A picture in each square, behind its number; turned round in a lane that is read from the far side."""
    side_art: PictureName | None = None
    """A picture repeated along the far edge, and upside down along the near edge, in its own size; its upper 3 mm are
    for the bleed."""
    rail_art: PictureName | None = None
    """A picture repeated along the rail, as high as the rail; left out, two planks and posts."""
    rail_end_art: PictureName | None = None
    """A picture at each end of the whole rail, as high as the rail; left out, the rail has no posts there."""
    starts: tuple[Paint, ...] = ()
    """The colours of the start squares, the near lane's first."""
    start_art: PictureName | None = None
    """A picture in white on start squares that have a colour; `{colour}` in its name is the colour's name."""
    centre_art: PictureName | None = None
    """A picture half way along: on the rail and twice as high, or on the only lane. If two cards meet there, it is in
    place of the line."""
    back_art: PictureName | None = None
    """A picture tiled edge to edge on the back."""


class _Part(NamedTuple):
    """A card of the list: its number, its first square and its number of squares; `total` is that of the whole list."""

    number: int
    first: int
    squares: int
    total: int


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    number = field_value(context.kit.rules.plain(), spec.squares)
    counts = [number] if type(number) is int else number
    if not (isinstance(counts, list) and counts and all(type(n) is int and n > 0 for n in counts)):
        counts = []
    if not 2 <= sum(counts) <= MOST_SQUARES:
        message = f"{spec.squares!r} is not a rule with a number, or a list of numbers, of 2 to {MOST_SQUARES} squares"
        context.diagnostics.error(spec.at("squares"), "unknown-field", message)
        return []
    firsts = accumulate(counts, initial=1)
    parts = [_Part(i, first, n, sum(counts)) for i, (first, n) in enumerate(zip(firsts, counts, strict=False), 1)]
    return [_piece(id_, part, len(parts), spec, context) for part in parts]


def _piece(id_: str, part: _Part, parts: int, spec: Spec, context: RenderContext) -> Piece:
    side, edge = spec.border
    size = Size(part.squares * spec.square[0] + 2 * side, spec.lanes * spec.square[1] + _rail(spec) + 2 * edge)
    front = Drawing(f"{id_}-{part.number}", size, tuple(_card(part, spec, context, size)), context.facts.bleed)
    turf = tuple(_tiled(spec.back_art, spec.at("back_art"), context, size))
    back = Drawing(f"{id_}-back-{part.squares}", size, turf, context.facts.bleed)
    last = part.first + part.squares - 1
    return Piece(
        f"{id_}/{part.number}",
        id_,
        spec.title if parts == 1 else context.say("list_squares", title=spec.title, first=part.first, last=last),
        size,
        front,
        back if spec.back_art else None,
        stock=spec.stock,
        copies=spec.copies,
        seams=tuple(side + i * spec.square[0] for i in range(1, part.squares)),
    )


def _rail(spec: Spec) -> float:
    return spec.rail if spec.lanes > 1 else 0.0


def _card(part: _Part, spec: Spec, context: RenderContext, size: Size) -> Iterator[Item]:
    bleed = context.facts.bleed
    yield Path(rectangle(Rect(0, 0, *size).inset(-bleed)), fill=context.colour("turf", spec.at("squares")))
    yield from _tiled(spec.front_art, spec.at("front_art"), context, size)
    yield Path(rectangle(_plain(part, spec, context)), fill=context.colour("turf", spec.at("squares")))
    yield from _sides(part, spec, context, size)
    yield from _stripes(part, spec, context)
    yield from _zone(part, spec, context)
    for lane in range(spec.lanes):
        for index in range(part.squares):
            yield from _square_art(part.first + index, part, lane, spec, context)
            yield _square(part.first + index, part, lane, spec, context)
    yield from _zone_ends(part, spec, context)
    if spec.lanes > 1:
        yield from _barrier(part, spec, context)
    yield from _centre(part, spec, context, size)
    yield from _joints(part, spec, context, size)


def _plain(part: _Part, spec: Spec, context: RenderContext) -> Rect:
    """The box around the squares that the picture under them leaves out; it reaches the pictures along the sides."""
    lanes, (top, height) = _lanes(part, spec), _verge(spec, context)
    above = top + height + VERGE if spec.side_art else PLAIN
    return Rect(lanes.x - PLAIN, lanes.y - above, lanes.w + 2 * PLAIN, lanes.h + 2 * above)


def _lanes(part: _Part, spec: Spec) -> Rect:
    """The box of all squares of a card, and of the rail between them."""
    last = part.first + part.squares - 1
    return _box(part.first, part, 0, spec).union(_box(last, part, spec.lanes - 1, spec))


def _box(square: int, part: _Part, lane: int, spec: Spec) -> Rect:
    """The box of a square on its card; lane 0 is the one furthest from the reader."""
    side, edge = spec.border
    width, height = spec.square
    y = edge + (height + _rail(spec) if lane == 1 else 0.0)
    return Rect(side + (square - part.first) * width, y, width, height)


def _square(square: int, part: _Part, lane: int, spec: Spec, context: RenderContext) -> Item:
    """One square of one lane, tagged with the engine's id for it: lane and square."""
    far = lane == 0 and spec.lanes > 1
    box = _box(square, part, lane, spec)
    ink = context.colour("ink", spec.at("squares"))
    is_start = square == (part.total if far else 1)
    tint = spec.starts[far] if is_start and len(spec.starts) > far else None
    pen = "#ffffff" if tint else None
    own = part.total + 1 - square if far and spec.numbers == "own" else square
    foot, note = _spacing(spec)
    words = Rect(box.x, box.far - STRIP - foot, box.w, STRIP)
    items: list[Item] = [*_start(box, tint, spec, context)] if tint else []
    items += _number(str(own), words, pen, spec, context)
    above = Rect(words.x, words.y - note, words.w, note)
    if is_start:
        start = _capital(context.name_of("start"))
        label = typeset(context, "lane-start", start, above, spec.at("squares"), pen, inset=0.5)
        items.append(Tag("Zone", tuple(label), "start"))
    elif name := _zone_name(square, spec, context):
        items += typeset(context, "lane-note", name, above, spec.at("zone"), inset=0.5)
    if far and spec.read == "both":
        items = [Group(tuple(items), Transform(-1, 0, 0, -1, 2 * box.x + box.w, 2 * box.y + box.h))]
    frame = Path(rectangle(box), stroke=Stroke(ink, 0.3))
    return Tag("Square", (frame, *items), f"{lane + 1}.{square}", spec.at("squares"))


def _number(number: str, box: Rect, pen: str | None, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """A square's number, with a line under it if someone who sits across would read another number."""
    words = typeset(context, "lane-number", number, box, spec.at("squares"), pen, inset=0.5)
    yield from words
    if words and number in UNDERLINED and spec.read == "both" and spec.numbers == "own":
        size = words[0].size * MM_PER_POINT
        y = words[0].y + 0.16 * size
        x, wide = box.centre[0], 0.28 * size
        yield line(x - wide, y, x + wide, y, Stroke(words[0].colour, 0.07 * size))


def _spacing(spec: Spec) -> tuple[float, float]:
    """The height below a square's number, and of the name above it, mm."""
    return (LOW_FOOT, LOW_NOTE) if spec.square[1] < LOW else (FOOT, NOTE)


def _square_art(square: int, part: _Part, lane: int, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """The picture in a square, upright for the rider of its lane."""
    art = context.gallery.drawing(spec.square_art, spec.at("square_art")) if spec.square_art else None
    if art is None:
        return
    box = _box(square, part, lane, spec)
    across, down = box.w / art.size.w, box.h / art.size.h
    far = lane == 0 and spec.lanes > 1 and spec.read == "both"
    turn = Transform(-across, 0, 0, -down, box.right, box.far) if far else Transform(across, 0, 0, down, box.x, box.y)
    yield Group((Use(art, turn),), clip=rectangle(box))


def _start(box: Rect, tint: str, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """The colour and the picture of a start square."""
    yield Path(rectangle(box), fill=context.colour(tint, spec.at("starts")))
    if spec.start_art:
        name = spec.start_art.replace("{colour}", tint)
        sign = Rect(box.x + box.w / 3, box.y + 1, box.w / 3, box.h - STRIP - sum(_spacing(spec)) - 1)
        yield from picture(context, name, sign, "#ffffff", spec.at("start_art"))


def _stripes(part: _Part, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """Every second square in another colour."""
    if not spec.stripe:
        return
    tint = context.colour(spec.stripe, spec.at("stripe"))
    for square in range(part.first, part.first + part.squares):
        if square % 2 == 0:
            for lane in range(spec.lanes):
                yield Path(rectangle(_box(square, part, lane, spec)), fill=tint)


def _zone_squares(spec: Spec, context: RenderContext) -> tuple[int, int] | None:
    """The first and the last square of the zone."""
    if not spec.zone:
        return None
    zone = field_value(context.kit.rules.plain(), spec.zone)
    if isinstance(zone, list) and len(zone) == 2 and all(type(n) is int for n in zone):
        return zone[0], zone[1]
    context.diagnostics.error(spec.at("zone"), "unknown-field", f"the rules have no [first, last] {spec.zone!r}")
    return None


def _zone(part: _Part, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """The tint of the zone, hatched around its name, so that it differs from other squares in grey and with little ink
    too."""
    zone = _zone_squares(spec, context)
    if not zone:
        return
    low, high = max(zone[0], part.first), min(zone[1], part.first + part.squares - 1)
    if low > high:
        return
    first, last = _box(low, part, 0, spec), _box(high, part, spec.lanes - 1, spec)
    box, colour = first.union(last), context.colour("sand", spec.at("zone"))
    pen = Stroke(blended("#000000", colour, HATCH[1]), HATCH[0])
    across = [step * HATCH[2] for step in range(1, ceil((box.w + box.h) / HATCH[2]))]
    starts = [(box.x + max(at - box.h, 0), box.y + min(at, box.h)) for at in across]
    ends = [(box.x + min(at, box.w), box.y + max(at - box.w, 0)) for at in across]
    names = [
        _name_box(square, part, lane, spec)
        for square in range(low, high + 1)
        for lane in range(spec.lanes)
        if _zone_name(square, spec, context)
    ]
    lines = (
        line(*a, *b, pen)
        for lower, upper in zip(starts, ends, strict=True)
        for a, b in _around(upper, lower, [name.inset(CLEAR) for name in names])
    )
    yield Tag("Zone", (Path(rectangle(box), fill=colour), *lines), "zone", spec.at("zone"), hatched=True)


def _name_box(square: int, part: _Part, lane: int, spec: Spec) -> Rect:
    """The strip of a square for its name, above its number as the rider of its lane sees it."""
    box, (foot, note) = _box(square, part, lane, spec), _spacing(spec)
    turned = lane == 0 and spec.lanes > 1 and spec.read == "both"
    return Rect(box.x, box.y + STRIP + foot if turned else box.far - STRIP - foot - note, box.w, note)


def _around(
    start: tuple[float, float], end: tuple[float, float], boxes: Sequence[Rect]
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The parts of a line at 45 degrees down to the left, from its upper end, that are outside of all boxes."""
    total = start[0] + start[1]
    spans = sorted((max(box.y, total - box.right), min(box.far, total - box.x)) for box in boxes)
    y = start[1]
    for top, bottom in spans:
        if top < bottom and y < bottom and top < end[1]:
            if y < top:
                yield (total - y, y), (total - top, top)
            y = bottom
    if y < end[1]:
        yield (total - y, y), end


def _zone_ends(part: _Part, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """A bar on the line at both ends of the zone."""
    zone = _zone_squares(spec, context) if spec.zone else None
    if not zone:
        return
    colour, lanes = context.colour("accent", spec.at("zone")), _lanes(part, spec)
    for square, is_last in ((zone[0], False), (zone[1], True)):
        if part.first <= square < part.first + part.squares:
            box = _box(square, part, 0, spec)
            x = box.right if is_last else box.x
            yield Path(rectangle(Rect(x - BAR / 2, lanes.y, BAR, lanes.h)), fill=colour)


def _zone_name(square: int, spec: Spec, context: RenderContext) -> str:
    """The name of the zone for its middle square, if the kit names it: once on each lane, far from the bars."""
    zone, name = _zone_squares(spec, context), context.name_of("zone")
    return _capital(name) if zone and square == sum(zone) // 2 and name != "zone" else ""


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _verge(spec: Spec, context: RenderContext) -> tuple[float, float]:
    """How far below the squares a note in the margin begins, and its height, mm."""
    art = context.gallery.drawing(spec.side_art, spec.at("side_art")) if spec.side_art else None
    if art is None:
        return PLAIN - 1, spec.border[1] - 2 * PLAIN
    return VERGE, spec.border[1] + SIDE_BLEED - art.size.h - 2 * VERGE


def _joints(part: _Part, spec: Spec, context: RenderContext, size: Size) -> Iterator[Item]:
    """A note at each end of a card that lies against another card; without room for it, short lines at the cut."""
    top, height = _verge(spec, context)
    ends = ((0.0, part.first > 1), (size.w, part.first + part.squares - 1 < part.total))
    if height < LEGEND:
        if spec.side_art and not context.for_shop:
            yield from _ticks([x for x, is_joint in ends if is_joint], spec, context, size)
        return
    words, y = context.say("join_here"), size.h - spec.border[1] + top
    for x, is_joint in ends:
        if is_joint:
            box = Rect(min(x, size.w - JOINT) + PLAIN, y, JOINT - 2 * PLAIN, height)
            yield Group(tuple(typeset(context, "lane-note", words, box, spec.at("squares"), inset=0.1)))


def _ticks(cuts: list[float], spec: Spec, context: RenderContext, size: Size) -> Iterator[Item]:
    """A short line on the far and on the near edge of a card at each cut. The rows of a sheet may be cut in different
    places: there are lines only where a cut is."""
    (width, length), ink = TICK, context.colour("ink", spec.at("squares"))
    for x in cuts:
        for edge, end in ((0.0, length), (size.h, size.h - length)):
            yield line(x, edge, x, end, Stroke(ink, width))


def _barrier(part: _Part, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """The rail between the lanes: two planks, and a post at every second square's edge."""
    ink, wood = context.colour("ink", spec.at("rail")), context.colour("wood", spec.at("rail"))
    first = _box(part.first, part, 0, spec)
    x, width = first.x, part.squares * spec.square[0]
    if spec.rail_art:
        art = context.gallery.drawing(spec.rail_art, spec.at("rail_art"))
        if art is not None:
            yield from _strip(art, Rect(x, first.far, width, spec.rail), x - _before(part, spec))
        yield from _rail_ends(part, Rect(x, first.far, width, spec.rail), spec, context)
        return
    pen = Stroke(ink, 0.3)
    for share in (0.12, 0.56):
        plank = Rect(x, first.far + share * spec.rail, width, 0.32 * spec.rail)
        yield Path(rectangle(plank), fill=wood, stroke=pen)
    for index in range(part.squares):
        if (part.first + index) % 2 == 0:
            middle = x + (index + 0.5) * spec.square[0]
            post = Rect(middle - POST / 2, first.far + 0.04 * spec.rail, POST, 0.92 * spec.rail)
            yield Path(rectangle(post, 0.4), fill=wood, stroke=pen)


def _rail_ends(part: _Part, rail: Rect, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """The picture at the ends of the rail, on its end lines, where the whole list ends too."""
    art = context.gallery.drawing(spec.rail_end_art, spec.at("rail_end_art")) if spec.rail_end_art else None
    if art is None:
        return
    scale = rail.h / art.size.h
    ends = ((rail.x, part.first == 1), (rail.right, part.first + part.squares - 1 == part.total))
    for x, is_end in ends:
        if is_end:
            yield Use(art, Transform(scale, 0, 0, scale, x - scale * art.size.w / 2, rail.y))


def _centre(part: _Part, spec: Spec, context: RenderContext, size: Size) -> Iterator[Item]:
    """The line half way along a list of an even number of squares, and a picture on it.

    On the edge of a card, a small error would show if the line were cut along its length: there is only the picture.
    """
    if part.total % 2:
        return
    index = part.total // 2 - part.first + 1
    if 0 <= index <= part.squares:
        (side, edge), (width, height) = spec.border, spec.square
        x = side + index * width
        pen = Stroke(context.colour("accent", spec.at("squares")), 1.2)
        items: list[Item] = []
        if 0 < index < part.squares or not spec.centre_art:
            items.append(line(x, edge, x, size.h - edge, pen))
        if spec.centre_art:
            high = 2 * spec.rail if spec.lanes > 1 else height / 3
            y = edge + height + spec.rail / 2 if spec.lanes > 1 else edge + height / 3
            sign = Rect(x - high, y - high / 2, 2 * high, high)
            art = picture(context, spec.centre_art, sign, pen.colour, spec.at("centre_art"))
            items.append(Group(tuple(art), clip=rectangle(Rect(0, 0, *size).inset(-context.facts.bleed))))
        yield Tag("Zone", tuple(items), "centre", spec.at("squares"))


def _before(part: _Part, spec: Spec) -> float:
    """The length of the squares before a card, mm."""
    return (part.first - 1) * spec.square[0]


def _sides(part: _Part, spec: Spec, context: RenderContext, size: Size) -> Iterator[Item]:
    """The picture along the far edge, and the same along the near edge, turned about the middle of the whole list."""
    art = context.gallery.drawing(spec.side_art, spec.at("side_art")) if spec.side_art else None
    if art is None:
        return
    start = spec.border[0] - _before(part, spec)
    far = Rect(-SIDE_BLEED, -SIDE_BLEED, size.w + 2 * SIDE_BLEED, art.size.h)
    turn = Transform(-1, 0, 0, -1, 2 * start + part.total * spec.square[0], size.h)
    near = Rect(turn.e - far.right, far.y, far.w, far.h)
    items = (Group(_strip(art, far, start)), Group(_strip(art, near, start), turn))
    yield Group(items, clip=rectangle(Rect(0, 0, *size).inset(-context.facts.bleed)))


def _strip(art: Drawing, box: Rect, start: float) -> tuple[Item, ...]:
    """Copies of a picture side by side, as high as a box, which they fill; one begins at the x `start`."""
    scale = box.h / art.size.h
    width = art.size.w * scale
    first, last = floor((box.x - start) / width), ceil((box.right - start) / width)
    uses = (Use(art, Transform(scale, 0, 0, scale, start + n * width, box.y)) for n in range(first, last))
    return (Group(tuple(uses), clip=rectangle(box)),)


def _tiled(name: str | None, span: Span, context: RenderContext, size: Size) -> Iterator[Item]:
    """Tile a picture at its own size over the piece and its bleed."""
    art = context.gallery.drawing(name, span) if name else None
    if art is None:
        return
    bleed = context.facts.bleed
    columns, rows = int(size.w // art.size.w) + 2, int(size.h // art.size.h) + 2
    tiles = [
        Use(art, Transform.move(column * art.size.w, row * art.size.h))
        for row in range(-1, rows)
        for column in range(-1, columns)
    ]
    yield Group(tuple(tiles), clip=rectangle(Rect(0, 0, *size).inset(-bleed)))
