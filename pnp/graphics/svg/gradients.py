"""Read linear and radial gradients as fills of shapes.

Gradients are drawn as such if their colours are opaque and do not repeat, and a radial one begins in its own middle.
Others, and those with values that are not understood, need pixels.
"""

from __future__ import annotations

from pnp.graphics import svgpath
from pnp.graphics.drawing import Segment
from pnp.graphics.geometry import Rect, Transform
from pnp.graphics.gradient import Fill, GradientFill, Stop
from pnp.graphics.svg import names, paint
from pnp.graphics.svg.css_colour import css_colour, is_mixed_in_srgb, split
from pnp.graphics.svg.elements import SvgElement
from pnp.graphics.svgpath import RefusedError

MAX_STOPS, MAX_LINKS = 100, 8
_BOX = "objectBoundingBox"


def filled(server: SvgElement, user: SvgElement, segments: tuple[Segment, ...]) -> Fill:
    """The fill of a shape with a gradient. Raises PixelsError for a gradient that needs pixels."""
    return _GradientReader(server, user).fill(segments)


class _GradientReader:
    """Reads a gradient with what it takes over from those that it links to."""

    def __init__(self, server: SvgElement, user: SvgElement) -> None:
        self._user, self._kind = user, server.tag
        self._chain = [server]
        while len(self._chain) < MAX_LINKS and (after := self._chain[-1].linked()) and after not in self._chain:
            self._chain.append(after)

    def fill(self, segments: tuple[Segment, ...]) -> Fill:
        for gradient in self._chain:
            gradient.once(SvgElement.check)
        self._chain[0].check_gradient()
        if self._given("spreadMethod", "pad") != "pad":
            raise self._user.pixels("a gradient that repeats")
        stops = self._stops()
        frame = self._frame()
        if len(stops) == 1 or frame.a == frame.b == 0:
            return stops[-1][1]
        try:
            frame = svgpath.transform(self._given("gradientTransform", "")).over(frame)
        except ValueError:
            raise self._odd() from None
        if self._given("gradientUnits", _BOX) == _BOX:
            box = _bounds(segments)
            frame = Transform(box.w, 0, 0, box.h, box.x, box.y).over(frame)
        if abs(frame.a * frame.d - frame.b * frame.c) < 1e-12:  # a shape or a gradient without an area
            raise self._odd()
        return GradientFill("linear" if self._kind == "linearGradient" else "radial", stops, frame)

    def _frame(self) -> Transform:
        """The map from the gradient's own frame to the space that its numbers are in."""
        if self._kind == "linearGradient":
            x, y, far, end = (self._number(*one) for one in (("x1", "0%"), ("y1", "0%"), ("x2", "100%"), ("y2", "0%")))
            dx, dy = far - x, end - y
            return Transform(dx, dy, -dy, dx, x, y)
        cx, cy, r = (self._number(name, "50%") for name in ("cx", "cy", "r"))
        for name, middle in (("fx", cx), ("fy", cy), ("fr", 0.0)):
            if self._holder(name) and abs(self._number(name, "0") - middle) > abs(r) / 1000:
                raise self._user.pixels("a radial gradient with a focus of its own")
        return Transform(r, 0, 0, r, cx, cy)

    def _stops(self) -> tuple[Stop, ...]:
        """The stops of the first gradient that has any, in ascending order."""
        holders = ([child for child in one.children if child.tag == "stop"] for one in self._chain)
        elements = next(filter(None, holders), [])
        if not 0 < len(elements) <= MAX_STOPS:
            raise self._odd()
        stops: list[Stop] = []
        for element in elements:
            share, colour = self._stop(element)
            stops.append((max(min(max(share, 0.0), 1.0), stops[-1][0] if stops else 0.0), colour))
        return tuple(stops)

    def _stop(self, element: SvgElement) -> Stop:
        share = _share(element.given.get("offset", "0"))
        colour = css_colour(element.given.get("stop-color", "#000000").strip())
        if share is None or colour is None:
            raise self._odd()
        if not is_mixed_in_srgb(element.given.get("stop-color", "")):
            raise element.refuse(*names.NO_SPACE)
        opaque, alpha = split(colour)
        if alpha < 1 or _share(element.given.get("stop-opacity", "1")) != 1:
            raise self._user.pixels("a translucent gradient")
        return share, opaque

    def _number(self, name: str, default: str) -> float:
        holder = self._holder(name)
        if self._given("gradientUnits", _BOX) != _BOX:
            return self._length(holder or self._chain[0], name, default)
        share = _share(holder.given[name] if holder else default)
        if share is None:
            raise self._odd()
        return share

    def _length(self, holder: SvgElement, name: str, default: str) -> float:
        try:
            return paint.number(holder, name, default=default)
        except RefusedError:
            raise self._odd() from None

    def _given(self, name: str, default: str) -> str:
        holder = self._holder(name)
        return holder.given[name].strip() if holder else default

    def _holder(self, name: str) -> SvgElement | None:
        return next((one for one in self._chain if name in one.given), None)

    def _odd(self) -> Exception:
        return self._user.pixels(names.PAINT_SERVERS[self._kind])


def _share(text: str) -> float | None:
    """A number or a percentage; None for anything else."""
    bare = text.strip().removesuffix("%")
    if not svgpath.NUMBER.fullmatch(bare):
        return None
    value = float(bare) / (1 if bare == text.strip() else 100)
    return value if -svgpath.LARGEST < value < svgpath.LARGEST else None


def _bounds(segments: tuple[Segment, ...]) -> Rect:
    """The smallest box around an outline."""
    from fontTools.misc.bezierTools import calcCubicBounds  # for gradients only

    points: list[tuple[float, float]] = []
    for operator, numbers in segments:
        corners = list(zip(numbers[::2], numbers[1::2], strict=True))
        if operator == "c":
            left, top, right, far = calcCubicBounds(points[-1], *corners)
            points += [(left, top), (right, far)]
        points += corners[-1:]
    return Rect.about(points)
