"""The outlines of shapes."""

from __future__ import annotations

from functools import partial

from pnp.graphics import svgpath
from pnp.graphics.drawing import Segment, ellipse, polygon, rounded
from pnp.graphics.geometry import Rect, Transform
from pnp.graphics.svg.elements import SvgElement
from pnp.graphics.svg.paint import number, size, understood


def outline(element: SvgElement) -> tuple[Segment, ...]:
    """The outline of a shape; empty for one without a size."""
    tag, get = element.tag, partial(number, element)
    if tag == "path":
        return understood(element, svgpath.segments, element.given.get("d", ""), "path data: ")
    if tag == "rect":
        box = Rect(get("x"), get("y"), size(element, "width"), size(element, "height"))
        return rounded(box, *_radii(element)) if box.w and box.h else ()
    if tag in ("circle", "ellipse"):
        rx, ry = _radii(element) if tag == "ellipse" else (size(element, "r"),) * 2
        return ellipse(get("cx"), get("cy"), rx, ry) if rx and ry else ()
    if tag == "line":
        return (("m", (get("x1"), get("y1"))), ("l", (get("x2"), get("y2"))))
    return _through_points(element)


def _through_points(element: SvgElement) -> tuple[Segment, ...]:
    points = understood(element, svgpath.numbers, element.given.get("points", ""))
    if len(points) < 4 or len(points) % 2:
        raise element.refuse("points must be pairs of numbers, two or more")
    corners = polygon(*zip(points[::2], points[1::2], strict=True))
    return corners if element.tag == "polygon" else corners[:-1]


def _radii(element: SvgElement) -> tuple[float, float]:
    """Both radii; a missing or automatic one equals the other."""
    given = [name for name in ("rx", "ry") if element.given.get(name, "auto") != "auto"]
    rx, ry = (size(element, name) if name in given else 0.0 for name in ("rx", "ry"))
    return rx if "rx" in given else ry, ry if "ry" in given else rx


def moved(segments: tuple[Segment, ...], matrix: Transform) -> tuple[Segment, ...]:
    """An outline with its points transformed."""
    if matrix == Transform():
        return segments
    pairs = (zip(numbers[::2], numbers[1::2], strict=True) for _, numbers in segments)
    return tuple(
        (operator, tuple(value for x, y in points for value in matrix.apply(x, y)))
        for (operator, _), points in zip(segments, pairs, strict=True)
    )
