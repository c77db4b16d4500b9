"""An element of a card that is too near the trim, or cut off by it.

No knife and no printer is exact to a millimetre. Words and pictures must stay `safe` mm away from the trim. An element
that is meant to reach the trim, on a face with `bleeds`, must extend past it by the whole bleed, so that no white edge
shows.

PASS: faces.yaml: `text: "{name}", box: [14.3, 4, 36.2, 9]` -> `text: "{name}", box: [14, 4, 36.2, 9]`
FAIL: faces.yaml: `text: "{name}", box: [14.3, 4, 36.2, 9]` -> `text: "{name}", box: [25, 4, 36.2, 9]`
FAIL: faces.yaml: `{art: back-moves.svg, box: [-3, -3, 69, 94]}` -> `{art: back-moves.svg, box: [-2, -3, 69, 94]}`
FAIL: faces.yaml: `bleeds: true` -> `bleeds: false`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.faces import PrintedFace, box_key, printed_faces
from pnp.components.elements import Element, art, line
from pnp.components.faces import elements_of
from pnp.components.shapes import Shape, points_of, upright
from pnp.diagnostics import Diagnostic
from pnp.graphics import Rect
from pnp.graphics.contour import depths, depths_of, holds
from pnp.graphics.drawing import RECTANGLE
from pnp.graphics.geometry import EPSILON

TASTE = True


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every element that is too near the trim and does not bleed."""
    facts = context.render.facts
    for printed in printed_faces(context):
        trim = Rect(0, 0, *printed.size)
        for element in elements_of(context.render, printed.name, printed.face):
            boxes = _boxes(context, element)
            if all(
                _is_safe(element, printed, box, trim, facts.safe)
                or _runs_through(element, printed, box, trim, facts.bleed)
                for box in boxes
            ):
                continue
            what = f"this element of the face {printed.name!r} is nearer than {facts.safe:g} mm to the trim"
            hint = _hint(element, printed, trim, facts.safe)
            yield diagnostic(
                __name__, element.at(box_key(element)), what, hint, "or extend it to the edge of the bleed"
            )
            if "bleeds" in printed.face.origin.value and not printed.face.bleeds:
                yield diagnostic(
                    __name__, printed.face.at("bleeds"), f"the face {printed.name!r} has elements that must bleed"
                )


def _is_safe(element: Element, printed: PrintedFace, box: Rect, trim: Rect, safe: float) -> bool:
    """Whether an element is far enough inside the trim. On hexagons and circles, the outline of a shape counts."""
    first = _inked(element)
    if printed.shape == RECTANGLE or not isinstance(element, Shape) or not first:
        return holds(printed.shape, trim, box, safe)
    points = [(x + box.x - first.x, y + box.y - first.y) for x, y in points_of(element)]
    return min(depths_of(printed.shape, trim, points)) >= safe + _outside(element) - EPSILON


def _hint(element: Element, printed: PrintedFace, trim: Rect, safe: float) -> str:
    if printed.shape != RECTANGLE:
        part = "it" if isinstance(element, Shape) else "the corners of its box"
        return f"keep {part} {safe:g} mm inside the {printed.shape.partition('-')[0]}"
    inner = ", ".join(f"{value:g}" for value in trim.inset(safe))
    return f"keep it inside [{inner}]"


def _boxes(context: CheckContext, element: Element) -> list[Rect]:
    """The boxes of all repetitions of an element; none if it has no box."""
    box = _inked(element)
    moves = context.render.collector.moves.get(element.at("repeat"), set()) if element.repeat is not None else set()
    return [box, *(Rect(box.x + across, box.y + down, box.w, box.h) for across, down in sorted(moves))] if box else []


def _inked(element: Element) -> Rect | None:
    """The box, extended by the half of its frame's line that is outside it."""
    box = upright(element)
    return box.inset(-_outside(element)) if box else None


def _outside(element: Element) -> float:
    """How much of the line along an outline is outside it, mm."""
    return element.width / 2 if isinstance(element, Shape) and element.stroke else 0.0


def _runs_through(element: Element, printed: PrintedFace, box: Rect, trim: Rect, bleed: float) -> bool:
    """Whether an element of a face with `bleeds` reaches the edge of the bleed on every side near the trim."""
    if not printed.face.bleeds or not isinstance(element, art.Spec | Shape | line.Spec):
        return False
    edge, safe = trim.inset(-bleed), trim.inset(bleed)
    sides = (
        (box.x < safe.x, box.x <= edge.x + 1e-6),
        (box.y < safe.y, box.y <= edge.y + 1e-6),
        (box.right > safe.right, box.right >= edge.right - 1e-6),
        (box.far > safe.far, box.far >= edge.far - 1e-6),
    )
    if printed.shape != RECTANGLE and any(-bleed + 1e-6 < depth < bleed for depth in depths(printed.shape, trim, box)):
        return False
    return all(reaches for near, reaches in sides if near)
