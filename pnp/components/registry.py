"""The kinds of components, found by looking in the folder `kinds`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from pnp.components import kinds as kinds_folder
from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit.model import Component
from pnp.kit.schema import build
from pnp.kit.yaml import Node

if TYPE_CHECKING:
    from pnp.components.context import RenderContext
    from pnp.graphics.drawing import Piece


@cache
def kinds() -> dict[str, ModuleType]:
    """Every kind by its module's name."""
    return {name: kind(name) for name in names()}


@cache
def kind(name: str) -> ModuleType:
    """One kind's module; imports no other."""
    return importlib.import_module(f"{kinds_folder.__name__}.{name}")


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(kinds_folder.__path__)))


def component(node: Node, diagnostics: Diagnostics) -> Component | None:
    """The component that a node describes, by its key `kind`."""
    named = node.value.get("kind") if isinstance(node.value, dict) else None
    if named is None or named.value not in names():
        span = named.span if named else node.key_span
        found = f"{named.value!r} is not a kind of component" if named else "the key 'kind' is missing here"
        near = did_you_mean(named.value, names()) if named else ""
        diagnostics.error(span, "bad-choice" if named else "missing-key", found, near, "kinds: " + ", ".join(names()))
        return None
    made: Component | None = build(kind(named.value).Spec, node, diagnostics)
    return made


def describes_set(spec: Component) -> bool:
    """Whether a component can be drawn only when all others lie on their sheets."""
    return bool(getattr(kind(spec.kind), "LAST", False))


def pieces(id_: str, spec: Component, context: RenderContext) -> list[Piece]:
    """The pieces of one component."""
    made: list[Piece] = kind(spec.kind).pieces(id_, spec, context)
    return made
