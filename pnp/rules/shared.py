"""Functions shared by engines: read the traits of a deck, and change a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pnp.diagnostics import Diagnostics
from pnp.kit import Card
from pnp.kit.schema import build
from pnp.sources import Node

T = TypeVar("T")
State = TypeVar("State", bound=tuple[Any, ...])
Counts = tuple[int, ...]
"""The number of cards of each kind."""


def deck_traits(
    kind: type[T], name: str, deck: Mapping[str, Card], rules: Node, diagnostics: Diagnostics
) -> dict[str, T]:
    """Read the traits of the deck `name`, by card. A missing deck is an error at `rules`."""
    if not deck:
        diagnostics.error(rules.span, "missing-deck", f"the engine needs a deck {name!r} in cards.yaml")
    found = {id_: build(kind, _traits(card, diagnostics), diagnostics) for id_, card in deck.items()}
    return {id_: traits for id_, traits in found.items() if traits is not None}


def _traits(card: Card, diagnostics: Diagnostics) -> Node:
    if card.traits is None:
        diagnostics.error(card.origin.key_span, "missing-key", f"{card.name!r} needs the key 'traits' to be played")
        return Node({}, card.origin.span)
    return card.traits


def added(counts: Counts, kind: int, more: int) -> Counts:
    """Counts with `more` added to a kind."""
    return (*counts[:kind], counts[kind] + more, *counts[kind + 1 :])


def put(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """A pair with the value of one seat replaced."""
    return (pair[0], value) if seat else (value, pair[1])


class _Places(dict[type[Any], dict[str, int]]):
    """The place of each field of named tuples, by their type."""

    def __missing__(self, kind: type[Any]) -> dict[str, int]:
        places = self[kind] = {name: place for place, name in enumerate(kind._fields)}
        return places


_PLACES = _Places()


def changed(state: State, **changes: Any) -> State:
    """A named tuple with some fields changed. It is quicker than `_replace`, which matters as play does little else."""
    kind, values = type(state), list(state)
    places = _PLACES[kind]
    for name, value in changes.items():
        values[places[name]] = value
    return tuple.__new__(kind, values)
