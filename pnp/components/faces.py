"""Draw faces.

A face is a list of elements, drawn from the bottom layer to the top. The package `elements` has their kinds.
"""

from __future__ import annotations

import re
from typing import Any

from pnp.components import elements
from pnp.components.context import RenderContext, Scope, place_of
from pnp.components.elements import Element, art
from pnp.diagnostics import CardPlace, Span
from pnp.graphics import Drawing, Group, Item, Size, Transform
from pnp.kit.model import Face

_OF_TRAITS = re.compile(r"(?:^|\{)(?:words|badge|traits)\.")


def draw(
    context: RenderContext, name: str, size: Size, scope: Scope, span: Span, title: str = "", *, is_shared: bool = False
) -> Drawing:
    """Draw a face filled from a scope. `span` is where the face is named, to report an unknown face.

    Errors name the scope's card, unless `is_shared`: cards share backs.
    """
    face = context.face(name, span)
    items: list[Item] = []
    with context.diagnostics.drawing(CardPlace() if is_shared else place_of(scope)):
        for element in elements_of(context, name, face) if face else ():
            if _is_shown(context, element, scope):
                drawn = elements.draw(context, element, scope)
                items.extend(drawn)
                if element.turned:
                    items.append(Group(tuple(drawn), Transform(-1, 0, 0, -1, size.w, size.h)))
    bleed = context.facts.bleed if face and face.bleeds else 0.0
    return Drawing(f"{title or scope.get('id', 'kit')}-{name}", size, tuple(items), bleed)


def named_pictures(context: RenderContext, name: str, scope: Scope) -> list[tuple[str, Span]]:
    """The pictures used by a face filled from a scope, and where each is named."""
    face = context.kit.facebook.faces.get(name)
    shown = elements_of(context, name, face) if face else []
    pictures = [element for element in shown if isinstance(element, art.Spec) and _is_shown(context, element, scope)]
    return [picture for element in pictures if (picture := art.chosen(context, element, scope))]


def _is_shown(context: RenderContext, element: Element, scope: Scope) -> bool:
    if scope.get("id") in context.faulty and _depends_on_traits(element.origin.plain()):
        return False
    return element.when is None or context.value(scope, element.when, element.at("when"))


def _depends_on_traits(value: Any) -> bool:
    """Whether an element contains a field that depends on a card's traits."""
    if isinstance(value, dict | list):
        return any(map(_depends_on_traits, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and bool(_OF_TRAITS.search(value))


def elements_of(context: RenderContext, name: str, face: Face) -> list[Element]:
    """The face's elements, memoised; those with errors are left out."""
    if name not in context.elements:
        built = (elements.element(node, context.diagnostics) for node in face.elements)
        context.elements[name] = [element for element in built if element]
    return context.elements[name]
