"""Repeat an element of a face: once for each item of a list, or so many times, each time moved by a step.

A mapping of counts stands for a list in which each key is as often as its count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from pnp.components.elements import box_key, name_of
from pnp.diagnostics import Part
from pnp.graphics import Rect, Transform
from pnp.kit.expressions import as_number, bare_names
from pnp.kit.fields import expression
from pnp.kit.filters import is_number, shown

if TYPE_CHECKING:
    from pnp.components.context import RenderContext, Scope
    from pnp.components.elements import Element

MOST = 100
"""How many times an element may be repeated."""


def scopes(context: RenderContext, element: Element, scope: Scope) -> Iterator[Scope]:
    """The scope of each repetition, with `item` and `number`; the scope itself for an element without `repeat`."""
    if element.repeat is None:
        yield scope
        return
    items = _items(context, element, scope)
    parts = _parts(element, scope)
    general = {**scope, "repetitions": len(items)}
    for number, item in enumerate(items, start=1):
        origins = {**scope.get("origins", {})}
        if len(parts) == len(items):
            origins["item"] = (parts[number - 1],)
        yield {**general, "item": item, "number": number, "origins": origins}


def part(element: Element, scope: Scope) -> Element:
    """The element in its part of the box that all its repetitions share; the element itself if they share none."""
    if element.share is None:
        return element
    key = box_key(name_of(element)) or "box"
    x, y, width, height = getattr(element, key)
    before, of = scope["number"] - 1, scope["repetitions"]
    if element.share == "across":
        box = (x + before * width / of, y, width / of, height)
    else:
        box = (x, y + before * height / of, width, height / of)
    changed: dict[str, Any] = {key: box}
    return replace(element, **changed)


def move(context: RenderContext, element: Element, scope: Scope) -> Transform:
    """How one repetition is moved from where the element is written; not at all if it has no repetitions."""
    if element.repeat is None or element.share is not None:
        return Transform()
    before, middle = scope["number"] - 1, _middle(element)
    if element.across is not None:
        x, y = ((before + 0.5) / scope["repetitions"] - 0.5) * element.across, 0.0
        found = Transform.move(x, y)
    elif element.around is None:
        x, y = (before * _length(context, element, scope, index) for index in (0, 1))
        found = Transform.move(x, y)
    else:
        found = Transform.rotate(360 * before / scope["repetitions"], *element.around)
        x, y = (there - here for there, here in zip(found.apply(*middle), middle, strict=True))
        found = Transform.move(x, y) if _stays_upright(element) else found
    if not any((x, y)):
        return Transform()
    context.collector.move(element.at("repeat"), x, y)
    return found


def _middle(element: Element) -> tuple[float, float]:
    """The middle of an element's box; the point that it is around, for one without a box."""
    box = getattr(element, "box", None)
    return Rect(*box).centre if box else element.around or (0.0, 0.0)


def _stays_upright(element: Element) -> bool:
    """Whether repetitions around a point are moved only: texts and pictures are, lines and shapes turn."""
    return any(one.name == "box" for one in fields(element))


def _length(context: RenderContext, element: Element, scope: Scope, index: int) -> float:
    """A step to the right (0) or down (1), in mm; 0, with an error, for an expression that is no number."""
    text, span = element.step[index], element.at("step", index)
    if not isinstance(text, str):
        return text
    content = context.evaluated(expression(text), text, scope, span, printed=False)
    if is_number(content):
        return float(content)
    if content is not None:
        context.diagnostics.error(span, "bad-expression", f"a step is a number of mm, not {shown(content)}")
    return 0.0


def _items(context: RenderContext, element: Element, scope: Scope) -> list[Any]:
    """The items of an element; none, with an error, if its expression gives no list and no number."""
    text, span = element.repeat, element.at("repeat")
    content: Any = text
    if isinstance(text, str):
        one = expression(text)
        content = as_number(one.path, context.evaluated(one, text, scope, span, printed=False))
    items = _listed(content)
    if items is not None and len(items) <= MOST:
        return list(items)
    if items is not None or type(content) is int:
        given = f"{content:,}" if type(content) is int else f"a list of {len(items or ()):,}"
        message = f"this repeats the element for {given}; it must be from 0 to {MOST}"
        context.diagnostics.error(span, "out-of-range", message, on_card=True)
    elif content is not None:
        message = f"expected a list or a whole number, found {shown(content)}"
        hint = 'make a list of a text with |split(",")'
        context.diagnostics.error(span, "bad-expression", message, hint, on_card=True)
    return []


def _listed(content: Any) -> Sequence[Any] | None:
    """The items of a list, of a number or of a mapping of counts; None for anything else."""
    if isinstance(content, Mapping) and all(type(count) is int for count in content.values()):
        return [key for key, count in content.items() for _ in range(min(count, MOST + 1))]
    if type(content) is int:
        return range(1, content + 1) if 0 <= content <= MOST else None
    return content if isinstance(content, (list, tuple)) else None


def _parts(element: Element, scope: Scope) -> tuple[Part, ...]:
    """Where the items of a list are written, if it is a field."""
    names = bare_names(element.repeat) if isinstance(element.repeat, str) else ()
    found: tuple[Part, ...] = scope.get("origins", {}).get(names[0], ()) if len(names) == 1 else ()
    return found
