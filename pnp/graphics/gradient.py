"""Gradients: colours that change along a line, or outwards from a point.

A gradient is defined along a share from 0 to 1, in a frame of its own: a linear one along the x axis, a radial one with
the distance from the origin. `frame` maps from there to the path that it fills, so that it can be turned and stretched.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Literal, NamedTuple

from pnp.graphics import colour
from pnp.graphics.geometry import Rect, Transform

STEPS = 16
"""The number of steps between two stops in which a change that is not even is drawn."""

Stop = tuple[float, str]


class GradientFill(NamedTuple):
    """Colours, `#rrggbb`, at shares from 0 to 1 in ascending order. Colours between are mixed as sRGB values."""

    kind: Literal["linear", "radial"]
    stops: tuple[Stop, ...]
    frame: Transform

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(paint for _, paint in self.stops)

    def share(self, x: float, y: float) -> float:
        """How far along the gradient a point of the path is, from 0 to 1."""
        across, down = self.frame.inverse().apply(x, y)
        return min(max(across if self.kind == "linear" else hypot(across, down), 0.0), 1.0)

    def at(self, x: float, y: float) -> str:
        """The colour at a point of the path."""
        return self.mixed(self.share(x, y))

    def mixed(self, share: float) -> str:
        """The colour at a share; where two stops meet, that of the later one."""
        after = bisect_right(self.stops, share, key=lambda stop: stop[0])
        if after in (0, len(self.stops)):
            return self.stops[max(after - 1, 0)][1]
        (start, first), (end, last) = self.stops[after - 1 : after + 1]
        return colour.blended(last, first, (share - start) / (end - start))

    def mean(self) -> str:
        """The mean of all colours, each by the room that it takes along the gradient."""
        colours = [self.mixed((step + 0.5) / STEPS) for step in range(STEPS)]
        channels = ([int(one[at : at + 2], 16) for one in colours] for at in (1, 3, 5))
        return "#" + "".join(f"{round(sum(channel) / len(channel)):02x}" for channel in channels)

    def repainted(self, paint: Callable[[str], str]) -> GradientFill:
        """The gradient with each colour changed, also in steps between its stops, where the change is not even."""
        return self._replace(stops=tuple((share, paint(own)) for share, own in self.fine()))

    def fine(self) -> Iterator[Stop]:
        """The stops from 0 to 1, and steps between those that differ."""
        whole = ((0.0, self.stops[0][1]), *self.stops, (1.0, self.stops[-1][1]))
        for (start, first), (end, last) in pairwise(whole):
            steps = STEPS if first != last and end > start else 1
            for step in range(steps):
                yield start + (end - start) * step / steps, colour.blended(last, first, step / steps)
        yield whole[-1]


Fill = str | GradientFill
"""What fills a path: a colour, `#rrggbb`, or a gradient."""


def spaced(colours: Iterable[str]) -> tuple[Stop, ...]:
    """Colours as evenly spaced stops."""
    paints = tuple(colours)
    return tuple((number / max(len(paints) - 1, 1), paint) for number, paint in enumerate(paints))


def linear(box: Rect, stops: tuple[Stop, ...], angle: float) -> GradientFill:
    """A linear gradient across a box, from left to right, turned clockwise by degrees.

    It is as long as it must be for the corners of the box to have the colours of its ends, as in CSS.
    """
    across, down = cos(radians(angle)), sin(radians(angle))
    length = max(abs(box.w * across) + abs(box.h * down), 1e-6)
    x, y = box.centre
    dx, dy = across * length, down * length
    return GradientFill("linear", stops, Transform(dx, dy, -dy, dx, x - dx / 2, y - dy / 2))


def radial(box: Rect, stops: tuple[Stop, ...], points: Iterable[tuple[float, float]]) -> GradientFill:
    """A radial gradient from the middle of a box to the farthest of some points, in the proportions of the box."""
    x, y = box.centre
    w, h = max(box.w / 2, 1e-6), max(box.h / 2, 1e-6)
    far = max((hypot((px - x) / w, (py - y) / h) for px, py in points), default=1.0)
    return GradientFill("radial", stops, Transform(w * far, 0, 0, h * far, x, y))


def of(fill: Fill, paint: Callable[[str], str]) -> Fill:
    """A fill with each of its colours changed."""
    return paint(fill) if isinstance(fill, str) else fill.repainted(paint)


def plain(fill: Fill) -> str:
    """One colour for a fill: the mean of a gradient's."""
    return fill if isinstance(fill, str) else fill.mean()


def colours_of(fill: Fill) -> tuple[str, ...]:
    """The colours of a fill."""
    return (fill,) if isinstance(fill, str) else fill.colours
