"""Repeat an element of a face: once for each item of a list, or so many times.

Each repetition is moved by a step from the one before, or all are spread evenly across a width.

A mapping of counts stands for a list in which each key is as often as its count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.diagnostics import Part
from pnp.graphics import Group, Item, Transform
from pnp.kit.expressions import as_number, bare_names
from pnp.kit.fields import expression
from pnp.kit.filters import shown

if TYPE_CHECKING:
    from pnp.components.context import RenderContext, Scope
    from pnp.components.elements import Element

MOST = 100
"""How many times an element may be repeated."""


def scopes(context: RenderContext, element: Element, scope: Scope) -> Iterator[Scope]:
    """The scope of each repetition, with `item`, `number` and `repeats`, how many there are; the scope itself for an
    element without `repeat`."""
    if element.repeat is None:
        yield scope
        return
    span = element.at("repeat")
    items = _items(context, element, scope)
    context.repeated[span] = max(len(items), context.repeated.get(span, 0))
    parts = _parts(element, scope)
    for number, item in enumerate(items, start=1):
        origins = {**scope.get("origins", {})}
        if len(parts) == len(items):
            origins["item"] = (parts[number - 1],)
        yield {**scope, "item": item, "number": number, "repeats": len(items), "origins": origins}


def moved(element: Element, scope: Scope, items: list[Item]) -> list[Item]:
    """The items of one repetition, in their place."""
    if element.repeat is None:
        return items
    number, (right, down) = scope["number"], element.step
    if element.across:
        move = ((number - 0.5) / scope["repeats"] - 0.5) * element.across, 0.0
    else:
        move = (number - 1) * right, (number - 1) * down
    return [Group(tuple(items), Transform.move(*move))] if any(move) else items


def _items(context: RenderContext, element: Element, scope: Scope) -> list[Any]:
    """The items of an element; none, with an error, if its expression gives no list and no number."""
    text, span = element.repeat, element.at("repeat")
    content: Any = text
    if isinstance(text, str):
        one = expression(text)
        content = as_number(one.path, context.evaluated(one, text, scope, span, printed=False))
    if isinstance(content, Mapping) and all(type(count) is int for count in content.values()):
        content = [key for key, count in content.items() for _ in range(min(count, MOST + 1))]
    if type(content) is int and 0 <= content <= MOST:
        return list(range(1, content + 1))
    if isinstance(content, (list, tuple)) and len(content) <= MOST:
        return list(content)
    if isinstance(content, (list, tuple)) or type(content) is int:
        given = f"a list of {len(content):,}" if isinstance(content, (list, tuple)) else f"{content:,}"
        message = f"this repeats the element for {given}; it must be from 0 to {MOST}"
        context.diagnostics.error(span, "out-of-range", message, on_card=True)
    elif content is not None:
        message = f"expected a list or a whole number, found {shown(content)}"
        hint = 'make a list of a text with |split(",")'
        context.diagnostics.error(span, "bad-expression", message, hint, on_card=True)
    return []


def _parts(element: Element, scope: Scope) -> tuple[Part, ...]:
    """Where the items of a list are written, if it is a field."""
    names = bare_names(element.repeat) if isinstance(element.repeat, str) else ()
    found: tuple[Part, ...] = scope.get("origins", {}).get(names[0], ()) if len(names) == 1 else ()
    return found
