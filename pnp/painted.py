"""What is painted, in painting order -> the colour that lies at a point.

Only filled paths count, also those of drawings placed among them; what is translucent lets through what is below.
Where nothing is painted there is paper.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from pnp import tones
from pnp.drawing import Drawing, Group, Item, Path, Segment, Tag, Use
from pnp.geometry import Transform

Point = tuple[float, float]
Polygon = list[Point]

PAPER = "#ffffff"
_PLAIN = Transform()
_STEPS = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Where a curve is cut into straight lines."""


class Bounds(NamedTuple):
    """The least and the greatest x and y."""

    left: float
    top: float
    right: float
    bottom: float

    def hold(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Outline:
    """A path's outline: its bounds, its polygons, and whether it holds a point."""

    def __init__(self, segments: tuple[Segment, ...], *, even_odd: bool = False) -> None:
        self._segments, self._even_odd = segments, even_odd

    @cached_property
    def bounds(self) -> Bounds:
        """Those of the points and handles: a curve does not leave them."""
        numbers = list(chain.from_iterable(numbers for _, numbers in self._segments)) or [0.0, 0.0]
        xs, ys = numbers[0::2], numbers[1::2]
        return Bounds(min(xs), min(ys), max(xs), max(ys))

    @cached_property
    def polygons(self) -> list[Polygon]:
        return polygons(self._segments)

    def holds(self, x: float, y: float) -> bool:
        if not self.bounds.hold(x, y):
            return False
        turns = sum(_turns(polygon, x, y) for polygon in self.polygons)
        return turns % 2 != 0 if self._even_odd else turns != 0


def polygons(segments: tuple[Segment, ...]) -> list[Polygon]:
    """A path's parts, their curves cut into straight lines."""
    found: list[Polygon] = []
    for operator, numbers in segments:
        if operator == "m" or not found:
            found.append([(numbers[0], numbers[1])] if numbers else [])
        elif operator == "l":
            found[-1].append((numbers[0], numbers[1]))
        elif operator == "c":
            found[-1].extend(_curve(found[-1][-1], numbers))
        elif operator == "h" and found[-1]:
            found[-1].append(found[-1][0])
    return [polygon for polygon in found if len(polygon) > 1]


def _curve(start: Point, numbers: tuple[float, ...]) -> Iterator[Point]:
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = numbers
    for t in _STEPS:
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _turns(polygon: Polygon, x: float, y: float) -> int:
    """How often a polygon winds about a point."""
    turns = 0
    x1, y1 = polygon[-1]
    for x2, y2 in polygon:
        if (y1 <= y) != (y2 <= y) and (x1 + (y - y1) * (x2 - x1) / (y2 - y1)) > x:
            turns += 1 if y2 > y1 else -1
        x1, y1 = x2, y2
    return turns


class _Layer(NamedTuple):
    """Something painted: a path's outline with its paint, or a drawing; `home` leads from the ground into it."""

    bounds: Bounds
    content: Outline | Drawing
    home: Transform
    clips: tuple[tuple[Outline, Transform], ...]
    fill: str = ""
    alpha: float = 1.0


Clips = tuple[tuple[Outline, Transform], ...]


class Ground:
    """What has been painted so far, asked for the colour at a point."""

    def __init__(self, known: MutableMapping[Drawing, Ground] | None = None) -> None:
        self._layers: list[_Layer] = []
        self._known = known if known is not None else {}

    def __bool__(self) -> bool:
        return bool(self._layers)

    def fill(self, path: Path, frame: Transform = _PLAIN, clips: Clips = ()) -> None:
        """Paint a path; one without a fill changes nothing."""
        if path.fill:
            outline = Outline(path.segments, even_odd=path.even_odd)
            bounds = _moved(outline.bounds, frame)
            self._layers.append(_Layer(bounds, outline, inverse(frame), clips, path.fill, path.alpha))

    def place(self, drawing: Drawing, frame: Transform = _PLAIN, clips: Clips = ()) -> None:
        """Paint another drawing."""
        bleed, size = drawing.bleed, drawing.size
        own = Bounds(-bleed, -bleed, size.w + bleed, size.h + bleed)
        self._layers.append(_Layer(_moved(own, frame), drawing, inverse(frame), clips))

    def items(self, items: tuple[Item, ...], frame: Transform = _PLAIN, clips: Clips = ()) -> None:
        """Paint some items."""
        for item in items:
            if isinstance(item, Path):
                self.fill(item, frame, clips)
            elif isinstance(item, Use):
                self.place(item.drawing, frame.over(item.transform), clips)
            elif isinstance(item, Tag):
                self.items(item.items, frame, clips)
            elif isinstance(item, Group):
                inner = frame.over(item.transform)
                self.items(item.items, inner, (*clips, *clip_of(item, inner)))

    def at(self, x: float, y: float, below: str = PAPER) -> str:
        """The colour at a point; `below` is what lies under all of this."""
        found = []
        for fill, alpha in self._painted(x, y):
            found.append((fill, alpha))
            if alpha >= 1:
                break
        colour = below
        for fill, alpha in reversed(found):
            colour = tones.blended(fill, colour, alpha)
        return colour

    def is_pictured(self, x: float, y: float) -> bool:
        """Whether a drawing placed here reaches over a point."""
        return any(isinstance(layer.content, Drawing) and layer.bounds.hold(x, y) for layer in self._layers)

    def _of(self, drawing: Drawing) -> Ground:
        if drawing not in self._known:
            ground = self._known[drawing] = Ground(self._known)
            ground.items(drawing.items)
        return self._known[drawing]

    def _painted(self, x: float, y: float) -> Iterator[tuple[str, float]]:
        """The paints at a point, the uppermost first."""
        for layer in reversed(self._layers):
            if not layer.bounds.hold(x, y):
                continue
            if layer.clips and not all(clip.holds(*home.apply(x, y)) for clip, home in layer.clips):
                continue
            own = layer.home.apply(x, y)
            if isinstance(layer.content, Drawing):
                yield from self._of(layer.content)._painted(*own)
            elif layer.content.holds(*own):
                yield layer.fill, layer.alpha


def clip_of(group: Group, frame: Transform) -> Clips:
    """A group's clip, seen from the ground; `frame` leads from the group to there."""
    return ((Outline(group.clip, even_odd=group.clip_even_odd), inverse(frame)),) if group.clip else ()


def _moved(bounds: Bounds, frame: Transform) -> Bounds:
    """The bounds of bounds that are transformed."""
    if frame == _PLAIN:
        return bounds
    corners = [frame.apply(x, y) for x in (bounds.left, bounds.right) for y in (bounds.top, bounds.bottom)]
    xs, ys = zip(*corners, strict=True)
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def inverse(frame: Transform) -> Transform:
    """The map that leads back; from a map that flattens everything no way leads back, and all becomes one point."""
    a, b, c, d, e, f = frame
    size = a * d - b * c
    if size == 0:
        return Transform(0, 0, 0, 0, 0, 0)
    return Transform(d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)
