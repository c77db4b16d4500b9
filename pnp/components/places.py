"""The places of elements in the data of a face: their boxes, and the same elements in other boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.components import elements
from pnp.graphics import Rect, Size, Transform, svgpath
from pnp.graphics.compositing import Outline
from pnp.sources import Node

ROUND = ("circle", "star", "regular")
"""Kinds of elements that are placed by a middle and a radius."""
_KEYS = ("box", "line", *ROUND, "ellipse", "polygon", "path")
"""The keys that place elements, besides those of kinds whose own key is their box."""


def key_of(node: Node) -> str | None:
    """The key that places an element."""
    keys = node.value if isinstance(node.value, dict) else {}
    return next((key for key in _KEYS if key in keys), None) or next(
        (key for key in keys if key in elements.names() and elements.box_key(key) == key), None
    )


def box_of(node: Node) -> Rect | None:
    """An element's box, in mm; None if it has none, or a wrong one."""
    key = key_of(node)
    place = node.value[key].plain() if key else None
    try:
        return _box(key, place) if key else None
    except (TypeError, ValueError):  # reported when the element is built
        return None


def _box(key: str, place: Any) -> Rect:
    """The box of a place. Raises TypeError and ValueError for wrong data."""
    if key == "path":
        return Outline(svgpath.segments(place)).bounds
    if key == "polygon":
        return Rect.about((x + 0.0, y + 0.0) for x, y in place)
    if key in ROUND:
        x, y, r = place
        return Rect(x - r, y - r, 2 * r, 2 * r)
    x, y, far, end = place
    if key == "ellipse":
        return Rect(x - far, y - end, 2 * far, 2 * end)
    return Rect(x, y, far - x, end - y) if key == "line" else Rect(x + 0.0, y + 0.0, far + 0.0, end + 0.0)


def with_box(node: Node, box: Rect) -> Node:
    """The element moved and stretched into another box, with the steps of its repetitions; its spans in the file stay.

    What is round stays round: it is as large as the smaller of the two sides allows.
    """
    key, old = key_of(node), box_of(node)
    if key is None or old is None or old == box:
        return node
    place = node.value[key]
    across, down = (box.w / old.w if old.w else 1.0), (box.h / old.h if old.h else 1.0)
    move = Transform(across, 0, 0, down, box.x - across * old.x, box.y - down * old.y)
    changed = {key: _placed(key, place, box, move), **_steps(node, across, down)}
    return node.replaced({**node.value, **changed})


def stretched_to(node: Node, size: Size, other: Size) -> Node:
    """The element of a face of one size in its place on a face of another size."""
    box = box_of(node)
    if box is None:
        return node
    across, down = other.w / size.w, other.h / size.h
    return with_box(node, Rect(across * box.x, down * box.y, across * box.w, down * box.h))


def _steps(node: Node, across: float, down: float) -> dict[str, Node]:
    """The lengths in mm that place an element's repetitions or squares, stretched."""
    found = {}
    if "across" in node.value:
        found["across"] = _stretched(node.value["across"], across)
    for key in ("step", "pitch"):
        step = node.value.get(key)
        if step and isinstance(step.value, list):
            stretched = [_stretched(part, by) for part, by in zip(step.value, (across, down), strict=False)]
            found[key] = step.replaced(stretched)
    return found


def _stretched(part: Node, by: float) -> Node:
    """A length, or an expression for one, times a number; a wrong one as it is, for the error to quote."""
    if isinstance(part.value, str) and part.value and by != 1:
        return Node(f"({part.value}) * {by:.6g}", part.span, part.key_span, part.text)
    return _number(part, part.value * by) if isinstance(part.value, (int, float)) else part


def _placed(key: str, place: Node, box: Rect, move: Transform) -> Node:
    if key == "path":
        return place.replaced(_path(place.value, move))
    if key == "polygon":
        points = (zip(point.value, move.apply(*point.plain()), strict=True) for point in place.value)
        moved = ([_number(part, to) for part, to in point] for point in points)
        parts = [of.replaced(to) for of, to in zip(place.value, moved, strict=True)]
        return place.replaced(parts)
    numbers = {
        "line": (box.x, box.y, box.right, box.far),
        "ellipse": (*box.centre, box.w / 2, box.h / 2),
        **{key: (*box.centre, min(box.w, box.h) / 2) for key in ROUND},
    }.get(key, box)
    parts = [_number(part, to) for part, to in zip(place.value, numbers, strict=True)]
    return place.replaced(parts)


def _number(part: Node, value: float) -> Node:
    return Node(float(value), part.span, part.key_span, part.text)


def _path(data: str, move: Transform) -> str:
    """Path data under a transform."""

    def words() -> Iterator[str]:
        for operator, numbers in svgpath.segments(data):
            points = zip(numbers[::2], numbers[1::2], strict=True)
            yield {"h": "Z"}.get(operator, operator.upper())
            yield from (f"{number:.6g}" for point in points for number in move.apply(*point))

    return " ".join(words())
