"""A picture repeated as pips: as on a playing card, in a row or in a cluster."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Literal

from pnp.components.context import RenderContext, Scope, field_of, filled, origin, paint
from pnp.components.elements import Box, Element
from pnp.components.pictures import note_paint
from pnp.diagnostics import counted
from pnp.graphics import Drawing, Group, Item, Rect, Tag, Transform
from pnp.graphics.drawing import Use
from pnp.graphics.geometry import EPSILON, placed_inside
from pnp.kit import fields
from pnp.kit.annotations import PictureName
from pnp.kit.schema import Between, ByForm, Paint

Layout = Literal["card", "line", "cluster"]


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A picture file, drawn several times.

    In the layout `card` pips are in two or three columns from edge to edge of the box, as on a playing card; in a
    `line` they are in one row; in a `cluster` they are as large as the box allows, up to `size`.
    """

    pips: PictureName
    """The file name of the picture."""
    count: Annotated[int | str, ByForm()]
    """The number of pips: from 1 to 10, or a single field with the number."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    size: Annotated[float, Between(1, 200)]
    """The size of a pip, in mm; in a `cluster`, the maximum."""
    layout: Layout = "card"
    """The layout of the pips."""
    turned_half: bool | None = None
    """Whether pips below the box's middle are upside down; left out, only in the layout `card`."""
    colour: Paint = "ink"
    """The colour of `currentColor` in the picture."""


Spot = tuple[float, float]
"""The centre of a pip, as shares of the area for centres, from the left and from the top."""

LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
_FOUR = tuple((x, y) for y in (0.0, 1.0) for x in (LEFT, RIGHT))
_SIX = tuple((x, y) for y in (0.0, 0.5, 1.0) for x in (LEFT, RIGHT))
_EIGHT = tuple((x, y / 3) for y in range(4) for x in (LEFT, RIGHT))

CARD: tuple[tuple[Spot, ...], ...] = (
    ((MIDDLE, 0.5),),
    ((MIDDLE, 0.0), (MIDDLE, 1.0)),
    ((MIDDLE, 0.0), (MIDDLE, 0.5), (MIDDLE, 1.0)),
    _FOUR,
    (*_FOUR, (MIDDLE, 0.5)),
    _SIX,
    (*_SIX, (MIDDLE, 0.25)),
    (*_SIX, (MIDDLE, 0.25), (MIDDLE, 0.75)),
    (*_EIGHT, (MIDDLE, 0.5)),
    (*_EIGHT, (MIDDLE, 1 / 6), (MIDDLE, 5 / 6)),
)
"""The pips of a playing card, by their number minus one."""

CLUSTER = ((1,), (1, 1), (1, 2), (2, 2), (2, 1, 2), (2, 2, 2), (2, 3, 2), (3, 2, 3), (3, 3, 3), (3, 4, 3))
"""The pips in each row of a cluster, by their number minus one; two are on a diagonal."""
MOST = len(CARD)
SIGN = 16.0
"""With little ink, larger pips are converted as pips of this size, in mm."""
STEP = 1.06
"""The distance between the centres of neighbours, in pips."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    span = element.at("pips")
    name = filled(context, element.pips, scope, span)
    colour = paint(context, element.colour, scope, element.at("colour")) or "#000000"
    count = _count(context, element, scope)
    pip = context.gallery.drawing(name, origin(scope, element.pips, span), colour) if name else None
    if pip is None or count is None:
        return []
    note_paint(context, element, name)
    boxes = places(count, element.layout, Rect(*element.box), element.size)
    if _crowded(boxes, Rect(*element.box)):
        _report_crowded(context, element, count)
    turned = element.layout == "card" if element.turned_half is None else element.turned_half
    middle = Rect(*element.box).centre[1] + EPSILON
    if boxes[0].w > SIGN:
        pip = _sign(pip)
    items = [_pip(Use(pip, placed_inside(pip.size, box)), box, turned and box.centre[1] > middle) for box in boxes]
    return [Tag("Figure", tuple(items), context.say("number_times", n=count, what=pip.alt), span)]


def _report_crowded(context: RenderContext, element: Spec, count: int) -> None:
    fits = "do not fit their box side by side" if count > 1 else "does not fit its box"
    message = f"{counted(count, 'pip')} of {element.size:g} mm {fits}"
    hint = "make the pips smaller, or the box larger"
    context.diagnostics.error(element.at("size"), "text-overflow", message, hint, on_card=True)


@lru_cache(maxsize=64)
def _sign(pip: Drawing) -> Drawing:
    """A large pip, which stays as dark with little ink as smaller ones."""
    return replace(pip, full=SIGN / max(pip.size))


def _count(context: RenderContext, element: Spec, scope: Scope) -> int | None:
    """The number of pips; None, with an error, if it is not a whole number from 1 to `MOST`."""
    text, span = str(element.count), element.at("count")
    if "{" in text and fields.single(text) is None:
        context.diagnostics.error(span, "unknown-field", f"{text!r} must be a single field in braces")
        return None
    noted = context.diagnostics.noted
    value = field_of(context, text, scope, span) if "{" in text else text
    if value is None and context.diagnostics.noted > noted:
        return None
    if isinstance(value, bool) or not str(value).isdecimal() or not 1 <= int(str(value)) <= MOST:
        context.diagnostics.error(span, "out-of-range", f"the number of pips is {value!r}; it must be from 1 to {MOST}")
        return None
    return int(str(value))


def places(count: int, layout: Layout, box: Rect, size: float) -> list[Rect]:
    """The boxes of the pips, in reading order. For a cluster `size` is the maximum."""
    if layout == "cluster":
        return _cluster(count, box, size)
    spots = CARD[count - 1] if layout == "card" else [(_share(index, count), 0.5) for index in range(count)]
    room = box.inset(size / 2)
    if layout == "line":
        width = min(room.w, (count - 1) * STEP * size)
        room = Rect(box.centre[0] - width / 2, room.y, width, room.h)
    middles = [(room.x + x * room.w, room.y + y * room.h) for x, y in spots]
    return _squares(middles, size)


def _share(index: int, count: int) -> float:
    return index / (count - 1) if count > 1 else 0.5


def _cluster(count: int, box: Rect, size: float) -> list[Rect]:
    """The boxes of a cluster, centred in the box and as large as fits."""
    rows = CLUSTER[count - 1]
    spots = [(x - (n - 1) / 2, y - (len(rows) - 1) / 2) for y, n in enumerate(rows) for x in range(n)]
    if count == 2:
        spots = [(y, y) for _, y in spots]
    wide, high = (1 + STEP * 2 * max(spot[axis] for spot in spots) for axis in (0, 1))
    pip = min(size, box.w / wide, box.h / high)
    x, y = box.centre
    return _squares([(x + dx * STEP * pip, y + dy * STEP * pip) for dx, dy in spots], pip)


def _squares(middles: list[Spot], size: float) -> list[Rect]:
    ordered = sorted(middles, key=lambda spot: (round(spot[1], 6), spot[0]))
    return [Rect(x - size / 2, y - size / 2, size, size) for x, y in ordered]


def _crowded(boxes: list[Rect], room: Rect) -> bool:
    """Whether pips overlap, or extend past their box."""
    pairs = ((a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    return any(a.overlaps(b) for a, b in pairs) or not all(room.contains(box) for box in boxes)


def _pip(use: Use, box: Rect, turned: bool) -> Item:
    return Group((use,), Transform.rotate(180, *box.centre)) if turned else use
