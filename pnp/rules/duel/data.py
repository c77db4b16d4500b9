"""The data of a duel: its rules, the traits of its cards, and the faults with which it cannot be played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit.model import Record
from pnp.kit.schema import Between, Id, build
from pnp.kit.yaml import Node
from pnp.rules.game import Cards
from pnp.rules.shared import deck_traits

Count = Annotated[int, Between(1, 1000)]


@dataclass(frozen=True, kw_only=True)
class Target(Record):
    """The numbers that may be announced. None is below 1: the total begins at 0, neither under nor over it."""

    min: Count
    """The lowest."""
    max: Count
    """The highest."""


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`: the few numbers of the game, and what suits and ranks there are."""

    hand_size: Annotated[int, Between(1, 20)]
    """Cards in a full hand, and so the exchanges of a round."""
    win_points: Count
    """Points that win the game."""
    target: Target
    """The numbers that may be announced."""
    suits: tuple[Id, ...]
    """The suits there are."""
    ranks: tuple[Id, ...]
    """The ranks there are."""


@dataclass(frozen=True, kw_only=True)
class Traits(Record):
    """The traits of a card. Play asks for its colour, once, and for its value."""

    suit: Id
    """One of the suits of the rules."""
    rank: Id
    """One of the ranks of the rules."""
    colour: Id
    """The colour that may be called."""
    value: Count
    """What it adds or takes away."""


TRAITS = {"deck": Traits}
"""What the traits of each deck are."""

Data = tuple[Rules, dict[str, int], dict[str, Traits]]


def read_data(rules: Node, cards: Cards, diagnostics: Diagnostics) -> Data | None:
    """The rules, and the count and traits of each card in the deck `deck`; None with faults."""
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
    """Suits and ranks exist, there is a target to announce, and the deck outlasts the longest game."""
    for t in traits:
        for what, known in (("suit", rules.suits), ("rank", rules.ranks)):
            if getattr(t, what) not in known:
                said = f"there is no {what} {getattr(t, what)!r}"
                diagnostics.error(t.at(what), "unknown-id", said, did_you_mean(getattr(t, what), known))
    if rules.target.min > rules.target.max:
        diagnostics.error(rules.target.at("min"), "bad-range", "the least target is greater than the greatest")
    needed = 1 + 2 * rules.hand_size + 2 * (rules.win_points - 1)
    if deck < needed:
        said = f"a game can use up {needed} cards, but the deck has {deck}"
        diagnostics.error(rules.at("win_points"), "card-count", said)
