"""Elements of a face -> drawing items: one kind of element per file, here or in another distribution.

An element is a mapping one of whose keys is the name of its kind. Its module has `Spec`, an `Element` with what
this kind needs, and `draw(context, element, scope)`. Boxes are [x, y, width, height] in mm from the trim's top left.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Literal

from pnp.diagnostics import Diagnostics, did_you_mean, mistakes
from pnp.graphics import Group, Item, Rect, Transform
from pnp.graphics.compositing import faded
from pnp.kit import Record, expressions, fields, plugins
from pnp.kit.annotations import With
from pnp.kit.fields import Expression, ExpressionError, expression
from pnp.kit.schema import Between, ByForm, Id, build, keys_of, types_of
from pnp.sources import Node

if TYPE_CHECKING:
    from pnp.components.context import RenderContext, Scope

Coordinate = Annotated[float, Between(-50, 2000)]
Step = Annotated[Coordinate | str, ByForm()]
Length = Annotated[float, Between(0.1, 2000)]
Share = Annotated[float, Between(0, 1)]
Box = tuple[Coordinate, Coordinate, Length, Length]


@dataclass(frozen=True, kw_only=True)
class Element(Record):
    """What every element may have."""

    when: str | None = None
    """An expression; the element is left out unless it is true, as a field is that is not empty: `asides.rarity ==
    "rare"`."""
    unless: str | None = None
    """An expression; the element is left out if it is true."""
    repeat: Annotated[int | str, ByForm()] | None = None
    """A number, or an expression with a list or a number: the element is drawn so many times, or once for each item.
    `{item}` and `{number}` in its texts are the item and its number."""
    step: Annotated[tuple[Step, Step], With("repeat")] = (0.0, 0.0)
    """How far each repetition is moved from the one before it, to the right and down: numbers of mm, or expressions."""
    around: Annotated[tuple[Coordinate, Coordinate] | None, With("repeat")] = None
    """A point that the repetitions are around, clockwise in equal angles. What has a `box` stays upright, and lines and
    shapes turn."""
    share: Annotated[Literal["across", "down"] | None, With("repeat")] = None
    """The repetitions share the element's box, side by side or one below the other, in equal parts."""
    across: Annotated[float | None, With("repeat")] = None
    """The width in mm over which the repetitions are spread evenly, instead of `step`. The element keeps its size, and
    its own place is the middle of that width."""
    id: Id | None = None
    """A name by which a face that extends this one changes the element or leaves it out."""
    callout: int | None = None
    """Its number in the rulebook's picture of the card."""
    area: Id | None = None
    """The area of the board that it shows, such as a zone: `pnp check` compares it with the game."""
    turned: bool = False
    """Whether it is drawn once more, turned by half about the card's middle."""
    rotate: Annotated[float, Between(-360, 360)] = 0.0
    """Its rotation about the middle of its box: degrees clockwise."""
    opacity: Share = 1.0
    """How opaque it is, from 0 to 1: at 0.5, what is below it shines through by half."""


_COMMON = ("box", "style", "colour", *keys_of(Element))
"""Keys of elements that name no kind."""

_ALIKE = {
    "board": "grid",
    "panel": "rectangle",
    "rect": "rectangle",
    "picture": "art",
    "image": "art",
    "hexagon": "regular",
}
"""Names that people try for kinds of elements."""

REGISTRY = plugins.Registry(__name__, __path__, plugins.ELEMENTS, {"": ("Spec", "draw")})


def names() -> tuple[str, ...]:
    return REGISTRY.names


def kinds() -> dict[str, ModuleType]:
    """Every kind that can be imported, by its module's name."""
    return REGISTRY.usable()


def kind(name: str) -> ModuleType:
    """One kind's module; imports no other. Raises PluginError."""
    return REGISTRY.module(name)


def keys(name: str) -> tuple[str, ...]:
    """The keys of a kind of element; none if it cannot be imported."""
    try:
        return tuple(keys_of(kind(name).Spec))
    except plugins.PluginError:
        return ()


@cache
def box_key(name: str) -> str | None:
    """The key with the box of a kind of element, `box` or its own name; None if it has no box or cannot be imported."""
    try:
        types = types_of(kind(name).Spec)
    except plugins.PluginError:
        return None
    return next((key for key in ("box", name) if types.get(key) == Box), None)


def name_of(element: Element) -> str:
    """The kind of an element: the name of the module that defines its Spec."""
    return type(element).__module__.rpartition(".")[2]


def draw(context: RenderContext, element: Element, scope: Scope) -> list[Item]:
    """The items of an element; none, with an error, if a plugin fails."""
    module, name = sys.modules[type(element).__module__], name_of(element)
    span = element.origin.span

    def drawn() -> list[Item]:
        items = REGISTRY.ask(name, "draw", lambda: list(module.draw(context, element, scope)), of=Item)
        return posed(context, element, items)

    try:
        return mistakes.bounded(drawn, [], span, f"drawing this element, {name},", context.diagnostics)
    except plugins.PluginError as error:
        context.diagnostics.error(span, "unusable-plugin", str(error), plugins.HINT)
        return []


def posed(context: RenderContext, element: Element, items: list[Item]) -> list[Item]:
    """The items of an element with its opacity and its rotation."""
    if element.opacity < 1:
        items = list(faded(tuple(items), element.opacity))
    if not element.rotate:
        return items
    box = getattr(element, "box", None)
    if box is None:
        message = "an element of this kind has no box, so it cannot be rotated"
        context.diagnostics.error(element.at("rotate"), "unknown-key", message, "remove 'rotate'")
        return items
    return [Group(tuple(items), rotation(element.rotate, Rect(*box)))]


def rotation(degrees: float, box: Rect) -> Transform:
    """A rotation about the middle of a box, clockwise."""
    return Transform.rotate(degrees, *box.centre)


BARE = ("when", "unless", "repeat", "step")
"""Keys whose values are expressions without braces."""


def expressions_in(node: Node, key: str = "") -> Iterator[tuple[Node, tuple[Expression, ...]]]:
    """The texts of an element that have braces or are expressions, each with its expressions."""
    if isinstance(node.value, dict | list):
        inner = node.value.items() if isinstance(node.value, dict) else ((key, item) for item in node.value)
        for name, child in inner:
            yield from expressions_in(child, name)
    elif isinstance(node.value, str) and key in BARE:
        yield node, (expression(node.value),)
    elif isinstance(node.value, str) and "{" in node.value:
        yield node, fields.expressions(node.value)


def names_in(element: Element) -> set[str]:
    """The paths of the fields in an element's texts and conditions."""
    found = [one for _, found in expressions_in(element.origin) for one in found]
    return {path for one in found for path in expressions.fields(one)}


def reads_card(element: Element) -> bool:
    """Whether an element fills a template, which may read any field of the card."""
    return bool(getattr(sys.modules[type(element).__module__], "READS_CARD", False))


def _has_broken_expressions(node: Node, diagnostics: Diagnostics) -> bool:
    """Whether expressions of an element cannot be read. They are reported."""
    before = diagnostics.noted
    for text, found in expressions_in(node):
        for one in found:
            try:
                expressions.fields(one)
            except ExpressionError as error:
                hint = "write it without braces" if one.source == text.value.strip() and one.source[:1] == "{" else ""
                place = one.span(text.value, text.span)
                diagnostics.error(place, "bad-expression", error.message, hint, *error.hints)
        try:
            fields.pieces("" if found else text.value)
        except ExpressionError as error:
            place = fields.within(text.value, text.span, error.start, error.width)
            diagnostics.error(place, "bad-expression", error.message, *error.hints)
    return diagnostics.noted != before


def _check_repeat(keys: dict[str, Node], name: str, diagnostics: Diagnostics) -> None:
    """Report repetitions that are placed in two ways, or share a box that the element does not have."""
    placed = [key for key in ("step", "share", "around", "across") if key in keys]
    if len(placed) > 1:
        message = f"repetitions are placed in one way, not by {' and '.join(map(repr, placed))}"
        diagnostics.error(keys[placed[1]].key_span, "unknown-key", message, "remove one of them")
    if "share" in keys and box_key(name) is None:
        message = f"an element of this kind, {name}, has no box to share"
        diagnostics.error(keys["share"].key_span, "unknown-key", message, "use 'step'")


def element(node: Node, diagnostics: Diagnostics) -> Element | None:
    """The element that a node describes, or None with errors."""
    keys = node.value if isinstance(node.value, dict) else {}
    name = next((key for key in keys if key in names()), None)
    if name is None:
        unknown = next((key for key in keys if key not in _COMMON), "")
        hint = did_you_mean(_ALIKE.get(unknown, unknown), names())
        message = "this element has no key that names its kind"
        diagnostics.error(node.span, "unknown-element", message, hint, f"kinds: {', '.join(names())}")
        return None
    if _has_broken_expressions(node, diagnostics):
        return None
    _check_repeat(keys, name, diagnostics)
    try:
        built: Element | None = REGISTRY.ask(name, "Spec", lambda: build(kind(name).Spec, node, diagnostics))
    except plugins.PluginError as error:
        diagnostics.error(keys[name].key_span, "unusable-plugin", str(error), plugins.HINT)
        return None
    return built
