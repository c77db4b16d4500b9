"""Functions that several engines share: read the traits of a deck, and replace one item of a tuple."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pnp.diagnostics import Diagnostics
from pnp.kit.model import Card
from pnp.kit.schema import build
from pnp.kit.yaml import Node

T = TypeVar("T")
Counts = tuple[int, ...]
"""How many there are of each kind of card."""


def deck_traits(
    kind: type[T], name: str, deck: Mapping[str, Card], rules: Node, diagnostics: Diagnostics
) -> dict[str, T]:
    """The traits of the deck `name` by card; a fault at `rules` where there are no cards."""
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
    """The counts with `more` of a kind, or fewer where it is negative."""
    return (*counts[:kind], counts[kind] + more, *counts[kind + 1 :])


def put(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """A pair by seat with another value for one seat."""
    return (pair[0], value) if seat else (value, pair[1])
