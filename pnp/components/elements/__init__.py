"""Elements of a face -> drawing items: one kind of element per file, found by looking.

An element is a mapping one of whose keys is the name of its kind. Its module has `Spec`, an `Element` with what
this kind needs, and `draw(context, element, scope)`. Boxes are [x, y, width, height] in mm from the trim's top left.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Annotated

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit.model import Record
from pnp.kit.schema import Between, build
from pnp.kit.yaml import Node

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


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def kind(name: str) -> ModuleType:
    """One kind's module; imports no other."""
    return importlib.import_module(f"{__name__}.{name}")


def kind_of(element: Element) -> ModuleType:
    """The module that an element is drawn by."""
    return kind(type(element).__module__.rpartition(".")[2])


def element(node: Node, diagnostics: Diagnostics) -> Element | None:
    """The element that a node describes, or None with faults."""
    keys = node.value if isinstance(node.value, dict) else {}
    name = next((key for key in keys if key in names()), None)
    if name is None:
        hint = did_you_mean(next(iter(keys), ""), names())
        diagnostics.error(node.span, "unknown-element", "an element is one of " + ", ".join(names()), hint)
        return None
    made: Element | None = build(kind(name).Spec, node, diagnostics)
    return made
