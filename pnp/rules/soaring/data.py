"""Read the data of the Soaring Rhino logo cards as typed rules and traits, with faults at what cannot be played.

A game needs more than well-formed numbers: the deck must be dealt out to the last card, side piles used up, and
no two cards may be equal, or some hand would have no winner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.diagnostics import Diagnostics
from pnp.kit.model import Card, Record
from pnp.kit.schema import Between, Id, Matching, build
from pnp.kit.yaml import Node
from pnp.rules.game import Cards
from pnp.rules.shared import deck_traits

Some = Annotated[int, Between(1, 99)]
Players = Annotated[str, Matching(r"[2-9]", "a number of players, from 2 to 9, in quotes")]


@dataclass(frozen=True, kw_only=True)
class Passing(Record):
    """Which way the packs go in the first round, and what later rounds do about it."""

    first: Literal["clockwise", "counter_clockwise"]
    """Which way packs go in the first round."""
    then: Literal["alternate", "same"]
    """Whether they go the other way each round."""


@dataclass(frozen=True, kw_only=True)
class Side(Record):
    """The pile on each player's left: its cards, and how many of them each pick keeps and discards."""

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
    """What wins the game: so many hands, or so many rounds; exactly one of them."""

    hands: Some | None = None
    """Hands to win."""
    rounds: Some | None = None
    """Rounds to win."""

    @property
    def number(self) -> int:
        return self.hands or self.rounds or 0


@dataclass(frozen=True, kw_only=True)
class Setup(Record):
    """How one number of players deals, drafts and wins."""

    set_aside: Annotated[int, Between(0, 99)]
    """Cards laid aside."""
    deal: Some
    """Cards dealt to each player."""
    discard: Annotated[int, Between(0, 99)]
    """Cards that each player discards before the draft."""
    keep: Some
    """Cards kept each time before the rest goes on."""
    win: Goal
    """What wins the game."""
    side: Side | None = None
    """The pile on each player's left; left out, there is none."""

    @property
    def final_hand(self) -> int:
        """The cards each player holds when a round's first hand begins, and so the hands in a round."""
        return self.deal - self.discard + (self.side.picks * self.side.keep if self.side else 0)

    def cards(self, players: int) -> int:
        """The cards that so many players deal out and set aside: the whole deck."""
        return self.set_aside + players * (self.deal + (self.side.cards if self.side else 0))


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`. Suits go from the one that wins ties to the one that loses them."""

    default_players: Annotated[int, Between(2, 9)]
    """How many play if nobody says."""
    suits: tuple[Id, ...]
    """From the one that wins ties to the one that loses them."""
    passing: Passing
    """Which way packs go."""
    carry_low: bool
    """Whether a card in a round's last hand can make the next round's first hand go to the lowest."""
    second_pick: Literal["own", "swap"]
    """`swap` sends what a pick leaves of a side pile across the table."""
    setup: dict[Players, Setup]
    """How each number of players deals, drafts and wins; numbers stand in quotes."""


@dataclass(frozen=True, kw_only=True)
class Ranks(Record):
    """The place of a card without a value: under all of some suits, over all of the others."""

    below: tuple[Id, ...]
    """The suits it is under."""
    above: tuple[Id, ...]
    """The suits it is over."""


@dataclass(frozen=True, kw_only=True)
class Traits(Record):
    """The traits of a card: a suit and a value, or else ranks."""

    suit: Id | None = None
    """One of the suits of the rules."""
    value: Some | None = None
    """What it counts."""
    ranks: Ranks | None = None
    """The ranks of a card that has them instead of a suit and a value."""
    beats_regular_same_value: bool = False
    """Whether it beats regular cards of its value."""
    next_hand_lowest_wins: bool = False
    """Whether the lowest card wins the hand after it."""


TRAITS = {"deck": Traits}
"""What the traits of each deck are."""


def checked(rules: Node, cards: Cards, diagnostics: Diagnostics) -> tuple[Rules, dict[str, Traits]] | None:
    """The rules and the traits of each card in the deck `deck`; None with faults where they make no game."""
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
    """The deck is dealt out to the last card, side piles are used up, and rounds that count have one winner."""
    goal, side = table.win, table.side
    if table.cards(players) != deck:
        said = f"{players} players deal out and set aside {table.cards(players)} cards, but the deck has {deck}"
        diagnostics.error(table.at("set_aside"), "card-count", said)
    if table.discard >= table.deal:
        diagnostics.error(table.at("discard"), "bad-setup", "a player must have cards left after discarding")
    if side and side.picks * (side.keep + side.discard) != side.cards:
        diagnostics.error(side.at("cards"), "bad-setup", "picks that keep and discard so many do not use up the pile")
    if (goal.hands is None) == (goal.rounds is None):
        diagnostics.error(goal.origin.span, "bad-goal", "a game is won by a number of 'hands' or of 'rounds'")
    elif goal.rounds is not None and (players != 2 or table.final_hand % 2 == 0):
        diagnostics.error(
            goal.at("rounds"), "bad-goal", "rounds can be drawn unless two players play an odd number of hands"
        )


def _check_cards(
    rules: Rules, deck: Mapping[str, Card], traits: Mapping[str, Traits], diagnostics: Diagnostics
) -> None:
    """Every suit exists, and any two cards can be told apart."""
    seen: dict[object, str] = {}
    for name, t in traits.items():
        node = t.origin
        if deck[name].count > 1:
            diagnostics.error(
                deck[name].at("count"), "tied-cards", f"two of {name!r} would tie; each card is there once"
            )
        if (t.suit is None) != (t.value is None) or (t.suit is None) == (t.ranks is None):
            diagnostics.error(node.span, "bad-traits", "a card has a suit and a value, or else 'ranks'")
            continue
        if t.suit and t.suit not in rules.suits:
            diagnostics.error(node.at("suit"), "unknown-id", f"there is no suit {t.suit!r}")
        if t.ranks:
            _check_ranks(rules, t.ranks, diagnostics)
        key = "ranks" if t.ranks else (t.suit, t.value, t.beats_regular_same_value)
        if key in seen:
            diagnostics.error(node.span, "tied-cards", f"nothing tells {name!r} and {seen[key]!r} apart in a hand")
        seen[key] = name


def _check_ranks(rules: Rules, ranks: Ranks, diagnostics: Diagnostics) -> None:
    """Such a card stands over or under each suit there is."""
    named = [*ranks.origin.value["below"].value, *ranks.origin.value["above"].value]
    for node in named:
        if node.value not in rules.suits:
            diagnostics.error(node.span, "unknown-id", f"there is no suit {node.value!r}")
    if sorted(ranks.below + ranks.above) != sorted(rules.suits):
        diagnostics.error(ranks.origin.span, "bad-ranks", "each suit is named once, in 'below' or in 'above'")
