"""Place a viewBox in a viewport."""

from __future__ import annotations

from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.svg.elements import SvgElement
from pnp.graphics.svg.paint import SMALLEST, number, view_box

_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_SAME = 1.005
"""The ratio of two proportions up to which they are equal: editors round sizes."""


def root_box(root: SvgElement) -> tuple[Rect, float]:
    """The visible area of a picture in user units, and how much taller its units are printed than wide."""
    box = view_box(root)
    w, h = _side(root, "width"), _side(root, "height")
    if box is None:
        if not w or not h:
            raise root.refuse("the picture needs a viewBox, or a width and a height in px or mm")
        box = Rect(0, 0, w, h)
    if w is None or h is None or 1 / _SAME < (w * box.h) / (h * box.w or 1) < _SAME:
        return box, 1.0
    if min(w, h) < SMALLEST:
        raise root.refuse("width and height must be 0.01 or more")
    fit = fitted(root, box, Size(w, h))
    return Rect(-fit.e / fit.a, -fit.f / fit.d, w / fit.a, h / fit.d), fit.d / fit.a


def _side(root: SvgElement, side: str) -> float | None:
    """The width or the height; None for the whole place that the picture gets."""
    is_whole = root.given.get(side, "100%").strip() in ("100%", "auto")
    return None if is_whole else number(root, side)


def fitted(element: SvgElement, box: Rect, size: Size) -> Transform:
    """The map of a viewBox to a viewport of this size at the origin, by `preserveAspectRatio`."""
    words = element.given.get("preserveAspectRatio", "xMidYMid").split() or [""]
    align, how = words[0], "meet" if len(words) == 1 else " ".join(words[1:])
    across, down = size.w / box.w, size.h / box.h
    if align == "none":
        return Transform(across, 0, 0, down, -box.x * across, -box.y * down)
    x, y = _SHARES.get(align[1:4]), _SHARES.get(align[5:])
    if x is None or y is None or align[0] + align[4] != "xY" or how not in ("meet", "slice"):
        text = element.given["preserveAspectRatio"]
        raise element.refuse(f"preserveAspectRatio {text!r} is not understood", "write xMidYMid meet, or none")
    k = min(across, down) if how == "meet" else max(across, down)
    return Transform(k, 0, 0, k, x * (size.w - box.w * k) - box.x * k, y * (size.h - box.h * k) - box.y * k)
