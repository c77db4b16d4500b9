"""Find the colour at a point of drawing items in painting order.

Only filled paths count, including those in placed drawings. Translucent fills are blended with what is below them.
Unpainted points have the colour of paper.

Make items translucent.

A drawing that is used is translucent as a whole. Each other text, fill, line and bitmap gets the opacity for itself;
where two of them overlap, the lower one shines through the upper one.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from functools import cached_property
from typing import NamedTuple

from pnp.graphics import colour
from pnp.graphics.drawing import (
    At,
    Drawing,
    Group,
    Holder,
    Item,
    Path,
    Segment,
    Tag,
    Text,
    Use,
    descend,
    is_own,
    mapped,
)
from pnp.graphics.geometry import Rect, Transform
from pnp.graphics.gradient import Fill, GradientFill

Point = tuple[float, float]
Polygon = list[Point]

PAPER = "#ffffff"
_STEPS = (0.2, 0.4, 0.6, 0.8, 1.0)
"""The parameters at which a curve is divided into straight lines."""


class Outline:
    """A path's outline: its bounds, its polygons, and whether it contains a point."""

    def __init__(self, segments: tuple[Segment, ...], *, even_odd: bool = False) -> None:
        self._segments, self._even_odd = segments, even_odd

    @cached_property
    def bounds(self) -> Rect:
        """The bounds of all points and handles, within which curves stay."""
        points = [point for _, numbers in self._segments for point in zip(numbers[0::2], numbers[1::2], strict=True)]
        return Rect.about(points or [(0.0, 0.0)])

    @cached_property
    def polygons(self) -> list[Polygon]:
        """The path's subpaths, with curves divided into straight lines."""
        areas: list[Polygon] = []
        for operator, numbers in self._segments:
            if operator == "m" or not areas:
                areas.append([(numbers[0], numbers[1])] if numbers else [])
            elif operator == "l":
                areas[-1].append((numbers[0], numbers[1]))
            elif operator == "c":
                areas[-1].extend(_curve(areas[-1][-1], numbers))
            elif operator == "h" and areas[-1]:
                areas[-1].append(areas[-1][0])
        return [polygon for polygon in areas if len(polygon) > 1]

    def holds(self, x: float, y: float) -> bool:
        if not self.bounds.holds(x, y):
            return False
        turns = sum(_turns(polygon, x, y) for polygon in self.polygons)
        return turns % 2 != 0 if self._even_odd else turns != 0


def _curve(start: Point, numbers: tuple[float, ...]) -> Iterator[Point]:
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = numbers
    for t in _STEPS:
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _turns(polygon: Polygon, x: float, y: float) -> int:
    """The winding number of a polygon around a point."""
    turns = 0
    x1, y1 = polygon[-1]
    for x2, y2 in polygon:
        if (y1 <= y) != (y2 <= y) and (x1 + (y - y1) * (x2 - x1) / (y2 - y1)) > x:
            turns += 1 if y2 > y1 else -1
        x1, y1 = x2, y2
    return turns


Clips = tuple[tuple[Outline, Transform], ...]


class _Layer(NamedTuple):
    """A painted outline or drawing. `home` maps from the ground into its coordinates."""

    bounds: Rect
    content: Outline | Drawing
    home: Transform
    clips: Clips
    fill: Fill = ""
    alpha: float = 1.0


class ItemView(NamedTuple):
    """Where an item is, and the clips around it."""

    at: At = At()
    clips: Clips = ()

    def inside(self, item: Holder) -> ItemView:
        """The view of the items inside an item."""
        at = self.at.inside(item)
        return ItemView(at, (*self.clips, *clip_of(item, at.frame)) if isinstance(item, Group) else self.clips)


class Ground:
    """The items painted so far, which `at` composites at a point."""

    def __init__(self, known: MutableMapping[Drawing, Ground] | None = None) -> None:
        self._layers: list[_Layer] = []
        self._known = known if known is not None else {}

    def item(self, item: Item, view: ItemView = ItemView()) -> None:  # noqa: B008
        """Paint the fill of a path, or a drawing that is used; other items are not painted."""
        frame = view.at.frame
        if isinstance(item, Path) and item.fill:
            outline = Outline(item.segments, even_odd=item.even_odd)
            bounds = frame.box(outline.bounds)
            self._layers.append(_Layer(bounds, outline, frame.inverse(), view.clips, item.fill, item.alpha))
        elif isinstance(item, Use):
            frame = frame.over(item.transform)
            bounds = frame.box(Rect(0, 0, *item.drawing.size).inset(-item.drawing.bleed))
            self._layers.append(_Layer(bounds, item.drawing, frame.inverse(), view.clips, alpha=item.alpha))

    def items(self, items: tuple[Item, ...]) -> None:
        """Paint some items."""
        for item, view in descend(items, ItemView(), lambda item, view: view.inside(item) if is_own(item) else None):
            self.item(item, view)

    def at(self, x: float, y: float, below: str = PAPER) -> str:
        """The colour at a point; `below` is the colour under all items."""
        paints = []
        for fill, alpha in self._painted(x, y):
            paints.append((fill, alpha))
            if alpha >= 1:
                break
        for fill, alpha in reversed(paints):
            below = colour.blended(fill, below, alpha)
        return below

    def is_pictured(self, x: float, y: float) -> bool:
        """Whether a placed drawing covers a point."""
        return any(isinstance(layer.content, Drawing) and layer.bounds.holds(x, y) for layer in self._layers)

    def is_graded(self, x: float, y: float) -> bool:
        """Whether a gradient covers a point."""
        return any(isinstance(layer.fill, GradientFill) and layer.bounds.holds(x, y) for layer in self._layers)

    def _of(self, drawing: Drawing) -> Ground:
        if drawing not in self._known:
            ground = self._known[drawing] = Ground(self._known)
            ground.items(drawing.items)
        return self._known[drawing]

    def _painted(self, x: float, y: float) -> Iterator[tuple[str, float]]:
        """The paints at a point, from top to bottom."""
        for layer in reversed(self._layers):
            if not layer.bounds.holds(x, y):
                continue
            if layer.clips and not _holds(layer.clips, x, y):
                continue
            own = layer.home.apply(x, y)
            if isinstance(layer.content, Drawing):
                for fill, alpha in self._of(layer.content)._painted(*own):
                    yield fill, alpha * layer.alpha
                    if alpha >= 1:
                        break
            elif layer.content.holds(*own):
                yield (layer.fill.at(*own) if isinstance(layer.fill, GradientFill) else layer.fill), layer.alpha


def _holds(clips: Clips, x: float, y: float) -> bool:
    return all(clip.holds(*home.apply(x, y)) for clip, home in clips)


def clip_of(group: Group, frame: Transform) -> Clips:
    """A group's clip; `frame` maps from the group to the ground."""
    return ((Outline(group.clip, even_odd=group.clip_even_odd), frame.inverse()),) if group.clip else ()


def faded(items: tuple[Item, ...], alpha: float) -> tuple[Item, ...]:
    """The items with their opacities multiplied by `alpha`, from 0 to 1; none if it is 0."""
    return mapped(items, lambda item: (_faded(item, alpha),)) if alpha else ()


def _faded(item: Item, alpha: float) -> Item:
    if isinstance(item, Group | Tag):
        return item
    item = item._replace(alpha=item.alpha * alpha)
    if isinstance(item, Path):
        return item._replace(stroke=item.stroke and item.stroke._replace(alpha=item.stroke.alpha * alpha))
    if isinstance(item, Text):
        return item._replace(icon=item.icon and item.icon._replace(alpha=item.icon.alpha * alpha))
    return item
