"""A drawing -> a few lines of text that say what is on it, for people and for golden tests.

Only what a reader would notice is listed: texts with their place, size, font and colour, and pictures with
their boxes, in painting order, in mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.graphics.drawing import Drawing, Group, Item, Tag, Text, Use
from pnp.graphics.geometry import Transform


def write(drawing: Drawing) -> str:
    """One line for the drawing, one for each text and picture on it."""
    size = f"{drawing.size.w:g} × {drawing.size.h:g}"
    bleed = f" bleed {drawing.bleed:g}" if drawing.bleed else ""
    return "\n".join([f"{drawing.name} {size}{bleed}", *_lines(drawing.items, Transform())]) + "\n"


def _lines(items: Iterable[Item], frame: Transform) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text):
            x, y = frame.apply(item.x, item.y)
            kind = "icon" if item.icon else "text"
            yield f"  {x:6.2f} {y:6.2f}  {kind} {item.size:g} pt {item.font} {item.colour} {item.text!r}"
        elif isinstance(item, Group):
            yield from _lines(item.items, frame.over(item.transform))
        elif isinstance(item, Tag):
            yield from _lines(item.items, frame)
        elif isinstance(item, Use):
            x, y = frame.over(item.transform).apply(0, 0)
            right, far = frame.over(item.transform).apply(*item.drawing.size)
            yield f"  {x:6.2f} {y:6.2f}  art {right - x:.2f} × {far - y:.2f} {item.drawing.name}"
