"""Draw faces.

A face is a list of elements, drawn from the bottom layer to the top. The package `elements` has their kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pnp.components import elements, repeat
from pnp.components.collector import DrawnElement
from pnp.components.context import NEEDED, RenderContext, Scope, place_of
from pnp.components.elements import Element, art, path
from pnp.components.places import stretched_to
from pnp.components.shapes import upright
from pnp.diagnostics import CardPlace, Span
from pnp.graphics import Drawing, Group, Item, Size, Tag, Transform
from pnp.kit.model import Face

_OF_TRAITS = re.compile(r"(?:words|badge|traits)(?:\.|$)")


def draw(
    context: RenderContext,
    name: str,
    size: Size,
    scope: Scope,
    span: Span,
    title: str = "",
    *,
    is_shared: bool = False,
    stretched: Size | None = None,
) -> Drawing:
    """Draw a face filled from a scope. `span` is where the face is named, to report an unknown face.

    Errors name the scope's card, unless `is_shared`: cards share backs. A face with a size of its own may be
    `stretched` to another one: its elements have other boxes; texts and lines stay as large as they are.
    """
    face = context.face(name, span)
    items: list[Item] = []
    with context.diagnostics.drawing(CardPlace() if is_shared else place_of(scope)):
        for number, element in enumerate(elements_of(context, name, face, stretched) if face else ()):
            for one in _scopes(context, element, scope):
                drawn = _drawn(context, element, one)
                if element.turned and drawn:
                    drawn.append(Group(tuple(drawn), Transform(-1, 0, 0, -1, size.w, size.h)))
                items.extend(drawn)
                if context.collector.elements is not None:
                    context.collector.elements.append(_described(context, name, number, element, one, drawn))
    bleed = context.facts.bleed if face and face.bleeds else 0.0
    return Drawing(f"{title or scope.get('id', 'kit')}-{name}", size, tuple(items), bleed)


def named_pictures(context: RenderContext, name: str, scope: Scope) -> list[tuple[str, Span]]:
    """The pictures used by a face filled from a scope, and where each is named."""
    face = context.kit.facebook.faces.get(name)
    pictures = (
        [element for element in elements_of(context, name, face) if isinstance(element, art.Spec)] if face else []
    )
    scopes = ((element, one) for element in pictures for one in _scopes(context, element, scope))
    shown = (art.chosen(context, element, one) for element, one in scopes if _is_shown(context, element, one))
    return [picture for picture in shown if picture]


def _drawn(context: RenderContext, element: Element, scope: Scope) -> list[Item]:
    """One repetition of an element; nothing if it is left out."""
    if not _is_shown(context, element, scope):
        return []
    items = elements.draw(context, repeat.part(element, scope), scope)
    if element.area and items:
        # With little ink, lines across an area are all that is left of it.
        items = [Tag("Zone", tuple(items), element.area, element.at("area"), hatched=isinstance(element, path.Spec))]
    move = repeat.move(context, element, scope)
    return items if move == Transform() else [Group(tuple(items), move)]


def _described(
    context: RenderContext, name: str, number: int, element: Element, scope: Scope, items: Sequence[Item]
) -> DrawnElement:
    """What one repetition of an element has drawn, with the box that it is in."""
    box = upright(repeat.part(element, scope)) if items else None
    where = repeat.move(context, element, scope).box(box) if box else None
    return DrawnElement(name, number, scope["number"] if element.repeat is not None else 0, where, tuple(items))


def _scopes(context: RenderContext, element: Element, scope: Scope) -> Iterable[Scope]:
    """The scope of each repetition of an element; none if it depends on traits with errors."""
    if scope.get("id") in context.faulty and any(map(_OF_TRAITS.match, elements.names_in(element))):
        return ()
    return repeat.scopes(context, element, scope)


def _is_shown(context: RenderContext, element: Element, scope: Scope) -> bool:
    if element.when is not None and not context.condition("when", element.when, scope, element.at("when")):
        return False
    return element.unless is None or not context.condition("unless", element.unless, scope, element.at("unless"))


def elements_of(context: RenderContext, name: str, face: Face, size: Size | None = None) -> list[Element]:
    """The face's elements, memoised; those with errors are left out. With a `size`, they are stretched to it."""
    change = (Size(*face.size), size) if face.size and size else None
    key = name if change is None else f"{name} {change[1].w:.4f} {change[1].h:.4f}"
    if key not in context.memos.elements:
        nodes = face.elements if change is None else (stretched_to(node, *change) for node in face.elements)
        built = (elements.element(node, context.diagnostics) for node in nodes)
        context.memos.elements[key] = [element for element in built if element]
    return context.memos.elements[key]


def fields_of(context: RenderContext, name: str) -> frozenset[str]:
    """The paths of the fields that a face uses, memoised. `card` stands for those that templates may read."""
    if name not in context.memos.face_fields:
        face = context.kit.facebook.faces.get(name)
        every = elements_of(context, name, face) if face else []
        names = {path for element in every for path in elements.names_in(element)}
        names |= {"card"} if any(map(elements.reads_card, every)) else set()
        context.memos.face_fields[name] = frozenset(names)
    return context.memos.face_fields[name]


def depends_on_card(context: RenderContext, name: str) -> bool:
    """Whether a face differs from card to card."""
    shared = (*NEEDED, "colourway", "item", "number", "repetitions")
    return any(path.partition(".")[0] not in shared for path in fields_of(context, name))
