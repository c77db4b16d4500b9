"""The mark of a revised card, such as "rev. 2": a label in a corner of its front that has no words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.components.context import RenderContext, Scope
from pnp.components.faces import fields_of
from pnp.diagnostics import Span
from pnp.graphics import Drawing, Path, Rect, Tag
from pnp.graphics.contour import holds
from pnp.graphics.drawing import Shape, Text, rectangle, walk
from pnp.graphics.geometry import MM_PER_POINT
from pnp.text import Fonts

FONT = "body"
PAD = 0.5
"""The room between the words and the edge of their label, mm."""


def with_mark(context: RenderContext, drawing: Drawing, face: str, shape: Shape, scope: Scope, span: Span) -> Drawing:
    """A front with the mark of its card's revision; unchanged if there is none, or if the face shows it itself."""
    revision = scope.get("revised")
    if revision is None or "revised" in fields_of(context, face):
        return drawing
    words, size = context.say("revised", number=revision), context.facts.smallest_type
    height = context.fonts.cap_height(FONT, size)
    label = Rect(0, 0, context.fonts.width(words, FONT, size) + 2 * PAD, height + 2 * PAD)
    x, y = _place(context, drawing, shape, label, span)
    text = Text(x + PAD, y + PAD + height, words, FONT, size, "#000000")
    ground = Path(rectangle(Rect(x, y, label.w, label.h), PAD), fill="#ffffff")
    return replace(drawing, items=(*drawing.items, ground, Tag("Artifact", (text,))))


def _place(context: RenderContext, drawing: Drawing, shape: Shape, label: Rect, span: Span) -> tuple[float, float]:
    """The upper left corner of the label: the first place in the safe zone that covers no words."""
    words = list(_words(context.fonts, drawing))
    trim = Rect(0, 0, *drawing.size)
    boxes = [Rect(x, y, label.w, label.h) for x, y in _places(trim.inset(context.facts.safe), label)]
    inside = [box for box in boxes if holds(shape, trim, box, context.facts.safe)] or boxes[-1:]
    free = [box for box in inside if not any(box.overlaps(other) for other in words)]
    if not free:
        message = "there is no room for the mark of the revision: words are in all corners of the front"
        context.diagnostics.error(span, "text-overflow", message, "let the face show it where it has room: '{revised}'")
    return (free or inside)[0][:2]


def _places(safe: Rect, label: Rect) -> Iterator[tuple[float, float]]:
    """The lower corners of the safe zone, places between them, the upper corners, and, for shapes without corners,
    places above the middle of the lower edge."""
    across, down = safe.w - label.w, safe.h - label.h
    shares = (
        (1, 1),
        (0, 1),
        (0.75, 1),
        (0.25, 1),
        (0.5, 1),
        (1, 0),
        (0, 0),
        (0.5, 0),
        *((0.5, n / 50) for n in range(49, 0, -1)),
    )
    return ((safe.x + across * x, safe.y + down * y) for x, y in shares)


def _words(fonts: Fonts, drawing: Drawing) -> Iterator[Rect]:
    """The boxes of the words of a drawing, in its coordinates."""
    for item, at in walk(drawing.items):
        if isinstance(item, Text):
            height = item.size * MM_PER_POINT
            yield at.frame.box(Rect(item.x, item.y - height, fonts.extent(item), 1.2 * height))
