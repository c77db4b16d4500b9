"""Read and check the rules and traits of the Soaring Rhino logo cards.

The whole deck must be dealt out or set aside, side piles must be used up, and no two cards may be equal, so that every
hand has a winner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.diagnostics import Diagnostics
from pnp.kit import Card, Record
from pnp.kit.annotations import NameOf
from pnp.kit.schema import Between, Id, Matching, build
from pnp.rules.game import Cards
from pnp.rules.shared import deck_traits
from pnp.sources import Node

Some = Annotated[int, Between(1, 99)]
Suit = Annotated[Id, NameOf("rules.yaml", "suits")]
Players = Annotated[str, Matching(r"[2-9]", "a number of players, from 2 to 9, in quotes")]


@dataclass(frozen=True, kw_only=True)
class Passing(Record):
    """How packs are passed."""

    first: Literal["clockwise", "counter_clockwise"]
    """The direction in the first round."""
    then: Literal["alternate", "same"]
    """Whether the direction changes each round."""


@dataclass(frozen=True, kw_only=True)
class Side(Record):
    """The side pile on each player's left."""

    cards: Some
    """Cards in the pile."""
    keep: Some
    """Cards that each pick keeps."""
    discard: Some
    """Cards that each pick discards."""

    @property
    def picks(self) -> int:
        return self.cards // (self.keep + self.discard)


@dataclass(frozen=True, kw_only=True)
class Goal(Record):
    """The number of hands or of rounds that wins the game; exactly one of them."""

    hands: Some | None = None
    """Hands to win."""
    rounds: Some | None = None
    """Rounds to win."""

    @property
    def number(self) -> int:
        return self.hands or self.rounds or 0


@dataclass(frozen=True, kw_only=True)
class Setup(Record):
    """The setup for a number of players."""

    set_aside: Annotated[int, Between(0, 99)]
    """Cards set aside."""
    deal: Some
    """Cards dealt to each player."""
    discard: Annotated[int, Between(0, 99)]
    """Cards that each player discards before the draft."""
    keep: Some
    """Cards that each player keeps before passing a pack on."""
    win: Goal
    """The goal of the game."""
    side: Side | None = None
    """The side pile on each player's left, if any."""

    @property
    def final_hand(self) -> int:
        """The cards in each hand when play begins, which is also the number of hands in a round."""
        return self.deal - self.discard + (self.side.picks * self.side.keep if self.side else 0)

    def cards(self, players: int) -> int:
        """The cards dealt out and set aside by a number of players, which must be the whole deck."""
        return self.set_aside + players * (self.deal + (self.side.cards if self.side else 0))


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`."""

    default_players: Annotated[int, Between(2, 9)]
    """The default number of players."""
    suits: tuple[Id, ...]
    """The suits, from the one that wins all ties to the one that loses them."""
    passing: Passing
    """The direction in which packs are passed."""
    carry_low: bool
    """Whether a card in the last hand of a round can make the lowest card win the next round's first hand."""
    second_pick: Literal["own", "swap"]
    """With `swap`, players exchange the rest of their side piles after each pick."""
    setup: dict[Players, Setup]
    """The setup for each number of players; write the numbers in quotes."""


@dataclass(frozen=True, kw_only=True)
class Ranks(Record):
    """The place of a card without a value: below some suits and above the others."""

    below: tuple[Suit, ...]
    """The suits above the card."""
    above: tuple[Suit, ...]
    """The suits below the card."""


@dataclass(frozen=True, kw_only=True)
class Traits(Record):
    """The traits of a card: either a suit and a value, or ranks."""

    suit: Suit | None = None
    """One of the suits of the rules."""
    value: Some | None = None
    """The card's value."""
    ranks: Ranks | None = None
    """The ranks of a card without a suit and a value."""
    beats_regular_same_value: bool = False
    """Whether it beats other cards of its value."""
    next_hand_lowest_wins: bool = False
    """Whether the lowest card wins the next hand."""


TRAITS = {"deck": Traits}
"""The type of traits of each deck."""


def checked(rules: Node, cards: Cards, diagnostics: Diagnostics) -> tuple[Rules, dict[str, Traits]] | None:
    """Read the rules and the traits of each card in the deck `deck`; None if there are errors."""
    before = len(diagnostics)
    typed = build(Rules, rules, diagnostics)
    deck = {name: card for name, card in cards.get("deck", {}).items() if card.count}
    traits = deck_traits(Traits, "deck", deck, rules, diagnostics)
    if typed is None or len(diagnostics) != before:
        return None
    _check_cards(typed, deck, traits, diagnostics)
    for number, table in typed.setup.items():
        _check_setup(int(number), table, len(deck), diagnostics)
    return (typed, traits) if len(diagnostics) == before else None


def _check_setup(players: int, table: Setup, deck: int, diagnostics: Diagnostics) -> None:
    """Check that the whole deck is dealt out or set aside, that side piles are used up, and that rounds have a
    winner."""
    goal, side = table.win, table.side
    if table.cards(players) != deck:
        message = f"{players} players deal out and set aside {table.cards(players)} cards, but the deck has {deck}"
        diagnostics.error(table.at("set_aside"), "card-count", message)
    if table.discard >= table.deal:
        diagnostics.error(table.at("discard"), "bad-setup", "no cards are left after discarding")
    if side and side.picks * (side.keep + side.discard) != side.cards:
        diagnostics.error(side.at("cards"), "bad-setup", "picks of this many cards do not use up the pile")
    if (goal.hands is None) == (goal.rounds is None):
        diagnostics.error(goal.origin.span, "bad-goal", "a goal must have either 'hands' or 'rounds'")
    elif goal.rounds is not None and (players != 2 or table.final_hand % 2 == 0):
        diagnostics.error(
            goal.at("rounds"), "bad-goal", "rounds need two players and an odd number of hands, or they can be drawn"
        )


def _check_cards(
    rules: Rules, deck: Mapping[str, Card], traits: Mapping[str, Traits], diagnostics: Diagnostics
) -> None:
    """Check that all suits exist and that no two cards are equal."""
    seen: dict[object, str] = {}
    for name, t in traits.items():
        node = t.origin
        if deck[name].count > 1:
            diagnostics.error(
                deck[name].at("count"), "tied-cards", f"two copies of {name!r} would tie; the count must be 1"
            )
        if (t.suit is None) != (t.value is None) or (t.suit is None) == (t.ranks is None):
            diagnostics.error(node.span, "bad-traits", "a card must have either a suit and a value, or 'ranks'")
            continue
        if t.suit and t.suit not in rules.suits:
            diagnostics.error(node.at("suit"), "unknown-id", f"there is no suit {t.suit!r}")
        if t.ranks:
            _check_ranks(rules, t.ranks, diagnostics)
        key = "ranks" if t.ranks else (t.suit, t.value, t.beats_regular_same_value)
        if key in seen:
            diagnostics.error(node.span, "tied-cards", f"{name!r} and {seen[key]!r} would tie in a hand")
        seen[key] = name


def _check_ranks(rules: Rules, ranks: Ranks, diagnostics: Diagnostics) -> None:
    """Check that a card with ranks is above or below each suit."""
    named = [*ranks.origin.value["below"].value, *ranks.origin.value["above"].value]
    for node in named:
        if node.value not in rules.suits:
            diagnostics.error(node.span, "unknown-id", f"there is no suit {node.value!r}")
    if sorted(ranks.below + ranks.above) != sorted(rules.suits):
        message = "each suit must be listed once, in 'below' or in 'above'"
        above = [suit for suit in rules.suits if suit not in ranks.below]
        hint = f"cards.yaml: 'traits: {{ranks: {{above: [{', '.join(above)}]}}}}' lists all others in 'above'"
        diagnostics.error(ranks.origin.span, "bad-ranks", message, hint)
