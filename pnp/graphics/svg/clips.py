"""Clips: the shapes of a `clipPath` as one outline.

The outlines of shapes.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from pnp.graphics import svgpath
from pnp.graphics.drawing import Segment, ellipse, polygon, rounded
from pnp.graphics.geometry import Rect, Transform
from pnp.graphics.svg import names
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


SMALLEST_SCALE = 0.001
"""The smallest scale of a transform: they are written to PDF with six decimals."""


class Clip(NamedTuple):
    """An outline to clip by; nothing is printed if it is empty."""

    segments: tuple[Segment, ...]
    even_odd: bool


def transform(element: SvgElement) -> Transform:
    """The element's transform; for a `use`, including its x and y."""
    text = element.given.get("transform", "")
    if not text and element.tag != "use":
        return Transform()
    matrix = understood(element, svgpath.transform, text)
    if element.tag == "use":
        matrix = matrix.over(Transform.move(number(element, "x"), number(element, "y")))
    return checked(element, matrix)


def checked(element: SvgElement, matrix: Transform) -> Transform:
    """A transform that a PDF can contain. Raises a RefusedError for others."""
    (a, b, c, d, _, _) = matrix
    wide = max((a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5)
    if not all(-svgpath.LARGEST < v < svgpath.LARGEST for v in matrix):
        raise element.refuse(f"transforms go up to {svgpath.LARGEST:,}")
    if abs(a * d - b * c) <= 0.999 * SMALLEST_SCALE * wide:
        raise element.refuse(f"a transform to less than {SMALLEST_SCALE} of the size is not drawn")
    return matrix


def clip_of(element: SvgElement) -> SvgElement | None:
    """The `clipPath` of an element, if it has one."""
    text = element.given.get("clip-path", "none").strip()
    if text == "none":
        return None
    clip = element.addressed(text)
    if clip is None or clip.tag != "clipPath" or not text.endswith(")"):
        message = f"clip-path {text!r}: there is no such clipPath in this file"
        raise element.refuse(message, "refer to a <clipPath> as url(#id)")
    return clip


def clip(element: SvgElement) -> Clip:
    """The shapes of a clipPath as one outline. Overlapping shapes must not cut holes into each other."""
    if element.given.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
        raise element.pixels("a clip in units of the shape")
    if clip_of(element):
        raise element.pixels("a clip of a clip")
    outer = transform(element)
    parts = [_part(shape, outer) for shape in element.children if shape.tag not in names.SILENT]
    parts = [part for part in parts if part.segments]
    if len(parts) == 1:
        return parts[0]
    if not all(svgpath.is_convex(part.segments) for part in parts):
        raise element.pixels("a clip of several shapes")
    return Clip(tuple(segment for part in parts for segment in part.segments), even_odd=False)


def _part(shape: SvgElement, outer: Transform) -> Clip:
    """The outline of a shape in a clip, or of the shape that a `use` in it refers to."""
    if shape.tag in names.TEXTS:
        raise shape.refuse(*names.NO_TEXT)
    if _is_hidden(shape):
        return Clip((), even_odd=False)
    matrix = outer.over(shape.once(transform))
    target = shape.used() if shape.tag == "use" else shape
    if target is not shape and target is not None:
        matrix = matrix.over(target.once(transform))
    if target is None or target.tag not in names.SHAPES:
        raise shape.refuse("a clipPath may only contain shapes, and uses of shapes in this file")
    if clip_of(shape) or clip_of(target):
        raise shape.pixels("a clip of a clip")
    return Clip(moved(target.once(outline), checked(shape, matrix)), _is_even_odd(shape, target))


def _is_hidden(shape: SvgElement) -> bool:
    return shape.given.get("display") == "none" or shape.given.get("visibility") in ("hidden", "collapse")


def _is_even_odd(shape: SvgElement, target: SvgElement) -> bool:
    """The inherited `clip-rule`."""
    element: SvgElement | None = target if "clip-rule" in target.given else shape
    while element and "clip-rule" not in element.given:
        element = element.parent
    rule = element.given["clip-rule"].strip() if element else "nonzero"
    if rule not in ("nonzero", "evenodd"):
        raise shape.refuse(f"clip-rule {rule!r} is not drawn", "known: nonzero, evenodd")
    return rule == "evenodd"
