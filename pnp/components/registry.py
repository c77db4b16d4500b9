"""The kinds of components: the modules in the folder `kinds`, and those of other distributions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

import pnp.components.kinds as kinds_folder
from pnp.diagnostics import Diagnostics, did_you_mean, mistakes
from pnp.graphics import Piece
from pnp.kit import Component, plugins
from pnp.kit.schema import build
from pnp.sources import Node

if TYPE_CHECKING:
    from pnp.components.context import RenderContext


REGISTRY = plugins.Registry(
    kinds_folder.__name__,
    kinds_folder.__path__,
    plugins.COMPONENTS,
    {"": ("Spec", "pieces", "SHEETS", "SCHEME", "GAP")},
)


def kinds() -> dict[str, ModuleType]:
    """Every kind that can be imported, by its module's name."""
    return REGISTRY.usable()


def kind(name: str) -> ModuleType:
    """One kind's module; imports no other. Raises PluginError."""
    return REGISTRY.module(name)


def names() -> tuple[str, ...]:
    return REGISTRY.names


def component(node: Node, diagnostics: Diagnostics) -> Component | None:
    """The component that a node describes, by its key `kind`."""
    named = node.value.get("kind") if isinstance(node.value, dict) else None
    if named is None or named.value not in names():
        span = named.span if named else node.key_span
        message = f"{named.value!r} is not a kind of component" if named else "the key 'kind' is missing here"
        near = did_you_mean(named.value, names()) if named else ""
        diagnostics.error(span, "bad-choice" if named else "missing-key", message, near, "kinds: " + ", ".join(names()))
        return None
    try:
        ask = partial(REGISTRY.ask, named.value, "Spec", lambda: build(kind(named.value).Spec, node, diagnostics))
        built: Component | None = mistakes.bounded(ask, None, named.span, "reading this component", diagnostics)
    except plugins.PluginError as error:
        diagnostics.error(named.span, "unusable-plugin", str(error), plugins.HINT)
        return None
    return built


def describes_set(spec: Component) -> bool:
    """Whether a component describes the finished set, and so is drawn after all others are imposed."""
    return bool(getattr(kind(spec.kind), "LAST", False))


def shrinks(spec: Component) -> bool:
    """Whether a component's pieces are shrunk to fit a small paper, as pages to read or to write on are."""
    return bool(getattr(kind(spec.kind), "SHRINKS", False))


def pieces(id_: str, spec: Component, context: RenderContext) -> list[Piece]:
    """The pieces of one component, as many times as its `copies` says; none, with an error, if a plugin fails."""
    try:
        module = kind(spec.kind)
        ask = partial(REGISTRY.ask, spec.kind, "pieces", lambda: list(module.pieces(id_, spec, context)), of=Piece)
        once: list[Piece] = mistakes.bounded(ask, [], spec.at("kind"), f"drawing {id_!r}", context.diagnostics)
        return once if spec.copies == 1 else [replace(piece, copies=piece.copies * spec.copies) for piece in once]
    except plugins.PluginError as error:
        context.diagnostics.error(spec.at("kind"), "unusable-plugin", str(error), plugins.HINT)
        return []
