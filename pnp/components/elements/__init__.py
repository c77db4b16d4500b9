"""Elements of a face -> drawing items: one kind of element per file, here or in another distribution.

An element is a mapping one of whose keys is the name of its kind. Its module has `Spec`, an `Element` with what
this kind needs, and `draw(context, element, scope)`. Boxes are [x, y, width, height] in mm from the trim's top left.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.graphics import Item
from pnp.kit import Node, Record, plugins
from pnp.kit.schema import Between, build, keys_of

if TYPE_CHECKING:
    from pnp.components.context import RenderContext, Scope

Coordinate = Annotated[float, Between(-50, 2000)]
Length = Annotated[float, Between(0.1, 2000)]
Box = tuple[Coordinate, Coordinate, Length, Length]


@dataclass(frozen=True, kw_only=True)
class Element(Record):
    """What every element may have."""

    when: str | None = None
    """A field without which it is left out."""
    callout: int | None = None
    """Its number in the rulebook's picture of the card."""
    turned: bool = False
    """Whether it is drawn once more, turned by half about the card's middle."""


_COMMON = ("box", "style", "colour", *keys_of(Element))
"""Keys of elements that name no kind."""

REGISTRY = plugins.Registry(__name__, __path__, plugins.ELEMENTS, {"": ("Spec", "draw")})


def names() -> tuple[str, ...]:
    return REGISTRY.names


def kinds() -> dict[str, ModuleType]:
    """Every kind that can be imported, by its module's name."""
    return REGISTRY.usable()


def kind(name: str) -> ModuleType:
    """One kind's module; imports no other. Raises PluginError."""
    return REGISTRY.module(name)


def draw(context: RenderContext, element: Element, scope: Scope) -> list[Item]:
    """The items of an element; none, with an error, if a plugin fails."""
    module = sys.modules[type(element).__module__]  # the one that defines its Spec
    name = module.__name__.rpartition(".")[2]
    try:
        return REGISTRY.ask(name, "draw", lambda: list(module.draw(context, element, scope)), of=Item)
    except plugins.PluginError as error:
        context.diagnostics.error(element.origin.span, "unusable-plugin", str(error), plugins.HINT)
        return []


def element(node: Node, diagnostics: Diagnostics) -> Element | None:
    """The element that a node describes, or None with errors."""
    keys = node.value if isinstance(node.value, dict) else {}
    name = next((key for key in keys if key in names()), None)
    if name is None:
        hint = did_you_mean(next((key for key in keys if key not in _COMMON), ""), names())
        message = "this element has no key that names its kind"
        diagnostics.error(node.span, "unknown-element", message, hint, f"kinds: {', '.join(names())}")
        return None
    try:
        built: Element | None = REGISTRY.ask(name, "Spec", lambda: build(kind(name).Spec, node, diagnostics))
    except plugins.PluginError as error:
        diagnostics.error(keys[name].key_span, "unusable-plugin", str(error), plugins.HINT)
        return None
    return built
