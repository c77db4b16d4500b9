"""Read and check the data of a duel: its rules and the traits of its cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit import Record
from pnp.kit.annotations import NameOf
from pnp.kit.schema import Between, Id, build
from pnp.rules.game import Cards
from pnp.rules.shared import deck_traits
from pnp.sources import Node

Count = Annotated[int, Between(1, 1000)]


@dataclass(frozen=True, kw_only=True)
class Target(Record):
    """The range of targets that may be announced. The minimum is 1, because the total begins at 0."""

    min: Count
    """The lowest target."""
    max: Count
    """The highest target."""


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`: the numbers of the game, and its suits and ranks."""

    hand_size: Annotated[int, Between(1, 20)]
    """Cards in a full hand, which is also the number of exchanges in a round."""
    win_points: Count
    """Points that win the game."""
    target: Target
    """The numbers that may be announced."""
    suits: tuple[Id, ...]
    """The suits."""
    ranks: tuple[Id, ...]
    """The ranks."""


@dataclass(frozen=True, kw_only=True)
class Traits(Record):
    """The traits of a card. The engine only uses its colour and its value."""

    suit: Annotated[Id, NameOf("rules.yaml", "suits")]
    """One of the suits of the rules."""
    rank: Annotated[Id, NameOf("rules.yaml", "ranks")]
    """One of the ranks of the rules."""
    colour: Id
    """The card's colour."""
    value: Count
    """The number that it adds to or subtracts from the total."""


TRAITS = {"deck": Traits}
"""The type of traits of each deck."""

Data = tuple[Rules, dict[str, int], dict[str, Traits]]


def read_data(rules: Node, cards: Cards, diagnostics: Diagnostics) -> Data | None:
    """The rules, and the count and traits of each card in the deck `deck`; None if there are errors."""
    before = len(diagnostics)
    typed = build(Rules, rules, diagnostics)
    deck = {name: card for name, card in cards.get("deck", {}).items() if card.count}
    traits = deck_traits(Traits, "deck", deck, rules, diagnostics)
    if typed is None or len(diagnostics) != before:
        return None
    counts = {name: card.count for name, card in deck.items()}
    _check(typed, sum(counts.values()), traits.values(), diagnostics)
    return (typed, counts, traits) if len(diagnostics) == before else None


def _check(rules: Rules, deck: int, traits: Iterable[Traits], diagnostics: Diagnostics) -> None:
    """Check that suits and ranks exist, that the target's range is valid, and that the deck suffices for any game."""
    for t in traits:
        for what, known in (("suit", rules.suits), ("rank", rules.ranks)):
            if getattr(t, what) not in known:
                message = f"there is no {what} {getattr(t, what)!r}"
                diagnostics.error(t.at(what), "unknown-id", message, did_you_mean(getattr(t, what), known))
    if rules.target.min > rules.target.max:
        diagnostics.error(rules.target.at("min"), "bad-range", "the least target is greater than the greatest")
    needed = 1 + 2 * rules.hand_size + 2 * (rules.win_points - 1)
    if deck < needed:
        message = f"a game can use {needed} cards, but the deck has {deck}"
        diagnostics.error(rules.at("win_points"), "card-count", message)
