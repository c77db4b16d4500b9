"""Dials: a disc with numbers around it, and a pointer to cut out and pin on.

The numbers are upright around the disc, clockwise from the lowest at the top. A pin through both crosses attaches the
pointer. There is a dial for each colour; their rims differ too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, pi, sin, sqrt, tan
from typing import Annotated

from pnp.components.context import RenderContext
from pnp.components.knife import CUT, knife_lines, rim
from pnp.components.pictures import picture
from pnp.graphics import Drawing, Item, Path, Piece, Rect, Size, Stroke, Tag
from pnp.graphics.drawing import Segment, ellipse, line, rectangle
from pnp.kit import Component
from pnp.kit.annotations import PictureName, RulePath
from pnp.kit.fields import field_value
from pnp.kit.schema import Between, ByForm, Rims
from pnp.text import place
from pnp.text.fit import fit

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

MOST = 20
RIM = 1.4
"""Width of the coloured ring on the disc's edge, mm."""
APART = 4.0
POINTER = 9.0
"""Width of the pointer's widest part, mm."""
PIN = 1.2
REACH = 0.43
"""The pointer's length from its pin's rim to its tip, as a share of the disc's radius: it ends before the numbers."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A disc that shows one number at a time."""

    diameter: Annotated[float, Between(25, 200)]
    """The diameter of the disc, in mm."""
    least: Annotated[int | RulePath, ByForm()]
    """The lowest number, or the dotted name of a rule that is one."""
    most: Annotated[int | RulePath, ByForm()]
    """The highest number, or the dotted name of a rule that is one."""
    colours: Rims
    """A dial of each of these colours; the rims differ in more than colour."""
    art: PictureName | None = None
    """The file name of the picture in the middle of the disc; `{colour}` in it is the name of the dial's colour."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    numbers = _numbers(spec, context)
    if not numbers:
        return []
    size = Size(spec.diameter + APART + POINTER, spec.diameter)
    return [
        Piece(
            f"{id_}/{colour}",
            id_,
            f"{spec.title}, {context.name_of(colour)}",
            size,
            Drawing(
                f"{id_}-{colour}",
                size,
                tuple(_dial(spec, context, numbers, index)),
                context.past_cut,
                overhang=CUT.width / 2,
            ),
            stock=spec.stock,
            outlined=True,
        )
        for index, colour in enumerate(spec.colours)
    ]


def _numbers(spec: Spec, context: RenderContext) -> range:
    """The numbers of the dial; empty, with an error, if the rules do not have them."""
    ends = []
    for key, value in (("least", spec.least), ("most", spec.most)):
        number = field_value(context.kit.rules.plain(), value) if isinstance(value, str) else value
        if type(number) is not int:
            context.diagnostics.error(spec.at(key), "unknown-field", f"the rules have no number {value!r}")
            return range(0)
        ends.append(number)
    least, most = ends
    if not 1 <= most - least < MOST:
        message = f"a dial has 2 to {MOST} numbers, and {least} to {most} are {max(0, most - least + 1)}"
        context.diagnostics.error(spec.at("most"), "out-of-range", message)
        return range(0)
    return range(least, most + 1)


def _dial(spec: Spec, context: RenderContext, numbers: range, index: int) -> Iterator[Item]:
    r = spec.diameter / 2
    colour = context.colour(spec.colours[index], spec.at("colours", index))
    if spec.art:
        named = spec.art.replace("{colour}", spec.colours[index])
        yield from picture(context, named, Rect(0, 0, 2 * r, 2 * r), colour, spec.at("art"))
    yield from rim(r, RIM, min(context.past_cut, APART / 2), colour, index)
    yield from _ring(spec, context, numbers, r)
    yield from _pin(r, r)
    yield from knife_lines(context, [ellipse(r, r, r, r)], over=colour)
    yield Tag("Figure", tuple(_pointer(context, 2 * r + APART, r, colour)), context.say("pointer"), spec.at("diameter"))


def _ring(spec: Spec, context: RenderContext, numbers: range, r: float) -> Iterator[Item]:
    """The upright numbers, and a line between each two."""
    style = context.style("dial-number", spec.at("diameter"))
    if style is None:
        return
    ink = context.colour(style.colour, style.at("colour"))
    step, high, middle = 2 * pi / len(numbers), 0.3 * r, 0.72 * r
    for place_, number in enumerate(numbers):
        angle = place_ * step - pi / 2
        box = Rect(r + middle * cos(angle) - high / 2, r + middle * sin(angle) - high / 2, high, high)
        block = fit(context.fonts, str(number), style, box, spec.at("most"), context.diagnostics)
        yield Tag("Cell", tuple(place(block, box, style, ink)), str(number))
        x, y = cos(angle + step / 2), sin(angle + step / 2)
        yield line(r + 0.56 * r * x, r + 0.56 * r * y, r + 0.88 * r * x, r + 0.88 * r * y, Stroke(ink, 0.25))


def _pin(x: float, y: float) -> Iterator[Item]:
    """The mark for the pin."""
    yield Path(ellipse(x, y, PIN, PIN), "#ffffff", CUT)
    yield line(x - PIN, y, x + PIN, y, CUT)
    yield line(x, y - PIN, x, y + PIN, CUT)


def _pointer(context: RenderContext, x: float, r: float, colour: str) -> Iterator[Item]:
    """A pointer that reaches the inner edge of the numbers, with a round end around its pin."""
    middle, hub = x + POINTER / 2, POINTER / 2 - 0.5
    tip, foot = 0.6, 0.6 + REACH * r + hub
    shaft = POINTER / 5
    outline = _pointer_outline(middle, tip, foot, hub, shaft)
    yield Path(outline, "#ffffff")
    yield Path(rectangle(Rect(middle - shaft + 0.9, tip + 6.5, 2 * shaft - 1.8, foot - tip - 8)), colour)
    yield from _pin(middle, foot)
    yield from knife_lines(context, [outline])


def _pointer_outline(x: float, tip: float, foot: float, hub: float, shaft: float) -> tuple[Segment, ...]:
    """An arrow that ends in a disc: its middle, its tip, the disc's centre and radius, and half the shaft's width."""
    joins = foot - sqrt(hub * hub - shaft * shaft)
    right = [(x, tip), (x + hub, tip + 6), (x + shaft, tip + 6), (x + shaft, joins)]
    left = [(x - shaft, tip + 6), (x - hub, tip + 6)]
    start = atan2(joins - foot, shaft)
    turn = (pi - 2 * start) / 4
    k = 4 / 3 * tan(turn / 4)
    arcs: list[Segment] = []
    for step in range(4):
        a, b = start + step * turn, start + (step + 1) * turn
        (ax, ay), (bx, by) = ((x + hub * cos(v), foot + hub * sin(v)) for v in (a, b))
        out = (ax - k * hub * sin(a), ay + k * hub * cos(a), bx + k * hub * sin(b), by - k * hub * cos(b), bx, by)
        arcs.append(("c", out))
    first, *rest = right
    lines = tuple[Segment, ...](("l", point) for point in (*rest,))
    return (("m", first), *lines, *arcs, *(("l", point) for point in left), ("h", ()))
