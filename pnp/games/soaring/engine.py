"""The engine of the Soaring Rhino logo cards, for two to four players: deal, draft, side piles, hands.

A round is dealt card by card; the rest of the deck is set aside. Simultaneous choices are made seat by seat, and take
effect after the last one. A hand is one reveal. Each card exists once and no two are equal, so each hand has one
winner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random  # noqa: TID251 - given by the caller, to deal hidden cards again
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.diagnostics.grouping import by_key
from pnp.games.soaring.data import Rules, Traits, checked
from pnp.rules.game import CHANCE, Action, Cards, Game, Outcome, Outcomes
from pnp.rules.shared import changed
from pnp.sources import Node

DEAL, DISCARD, DRAFT, SIDE, PLAY, OVER = "deal", "discard", "draft", "side", "play", "over"
DROP = "drop"
CLOCKWISE, COUNTER_CLOCKWISE = "clockwise", "counter_clockwise"

Hand = tuple[str, ...]
Hands = tuple[Hand, ...]


class State(NamedTuple):
    """The state of a game. Hands are sorted ids of cards; tuples of hands are by seat."""

    phase: str
    deck: Hand
    """The cards not dealt yet; after the deal, those set aside."""
    packs: Hands
    """The packs of the draft."""
    side: Hands
    hands: Hands
    discards: Hands
    passed: Hands
    """The cards that each seat has passed on this round, which it knows."""
    picks: tuple[Hand, ...]
    """The choices that seats have already made in the current step."""
    tables: tuple[Hand, ...]
    """All revealed hands of the game: cards by seat."""
    lows: tuple[bool, ...]
    """For each of them, whether the lowest card won it."""
    low: bool
    """Whether the lowest card wins the next hand."""
    taken: tuple[int, ...]
    """The number of hands won this round, by seat."""
    wins: tuple[int, ...]
    """The hands or rounds won towards the goal, by seat."""
    rounds: int
    """The number of finished rounds."""
    looks: tuple[Hands, ...]
    """The packs and side piles that each seat has seen this round, in order."""


class Soaring(Game[State]):
    """The game of one kit's data, for one number of players."""

    name = "soaring"
    unit = "hands"
    verbs = frozenset({"deal", "discard", "keep", "take", "play"})

    def __init__(self, rules: Rules, traits: Mapping[str, Traits], players: int) -> None:
        self.rules, self.traits, self.players = rules, traits, players
        self._variants = {players: self}
        self.table = rules.setup[str(players)]
        self.by_hands = self.table.win.hands is not None
        self.endings = frozenset({"hands" if self.by_hands else "rounds"})
        self.deck: Hand = tuple(sorted(traits))
        self.divider = next((card for card, t in traits.items() if t.ranks), None)
        self.downers = frozenset(card for card, t in traits.items() if t.next_hand_lowest_wins)
        self._orders = {
            (amid, low): {card: self.order(card, amid=amid, low=low) for card in traits}
            for amid in (False, True)
            for low in (False, True)
        }
        self._outcomes = {card: (("deal", card), 1) for card in self.deck}
        self._options = cache(self._choices)
        self._nothing: Hands = ((),) * players
        self._zeros = (0,) * players

    def for_players(self, players: int) -> Soaring:
        """The same game for another number of players. Raises KeyError if there is no setup for it."""
        if players not in self._variants:
            self._variants[players] = Soaring(self.rules, self.traits, players)
            self._variants[players]._variants = self._variants
        return self._variants[players]

    # The tables of the rules ------------------------------------------------------------------------------

    def tier(self, card: str, *, amid: bool) -> int:
        """The class of a card. There is only one, except `amid` a table that includes a card with `ranks`."""
        if not amid or self.divider is None:
            return 0
        ranks = self.traits[self.divider].ranks
        return 1 if card == self.divider else 2 if ranks and self.traits[card].suit in ranks.below else 0

    def order(self, card: str, *, amid: bool, low: bool) -> tuple[int, int, int, int]:
        """The sort key of a card; the greatest wins, also in low hands. The better suit wins ties."""
        traits, sign = self.traits[card], -1 if low else 1
        suit = self.rules.suits.index(traits.suit) if traits.suit else 0
        beats = int(traits.beats_regular_same_value)
        return (sign * self.tier(card, amid=amid), sign * (traits.value or 0), -suit, sign * beats)

    def winner(self, table: Sequence[str], *, low: bool = False) -> int:
        """The index of the winning card of a hand."""
        orders = self._orders[self.divider in table, low]
        hands = [orders[card] for card in table]
        return hands.index(max(hands))

    def next_low(self, table: Sequence[str]) -> bool:
        """Whether the lowest card wins the hand after this one."""
        return not self.downers.isdisjoint(table)

    def direction(self, number: int) -> str:
        """The direction in which packs are passed in a round, counted from 1."""
        first = self.rules.passing.first
        if self.rules.passing.then == "same" or number % 2:
            return first
        return COUNTER_CLOCKWISE if first == CLOCKWISE else CLOCKWISE

    def passes_to(self, seat: int, number: int) -> int:
        """The seat that gets this seat's pack in a round, counted from 1. Clockwise is to the next seat."""
        return (seat + (1 if self.direction(number) == CLOCKWISE else -1)) % self.players

    def actions(self) -> tuple[Action, ...]:
        phases = [PLAY, DRAFT, *([DISCARD] if self.table.discard else []), *([SIDE] if self.table.side else [])]
        choices = {action for phase in phases for action in self._choices(phase, self.deck)}
        return tuple(sorted(choices | {("deal", card) for card in self.deck}))

    # Who acts, and how ------------------------------------------------------------------------------------

    def setup(self) -> State:
        none, zeros = self._nothing, self._zeros
        return State(
            DEAL,
            self.deck,
            none,
            none,
            none,
            none,
            none,
            (),
            (),
            lows=(),
            low=False,
            taken=zeros,
            wins=zeros,
            rounds=0,
            looks=((),) * self.players,
        )

    def actor(self, state: State) -> int | None:
        if state.phase == DEAL:
            return CHANCE
        return None if state.phase == OVER else len(state.picks)

    def legal(self, state: State) -> tuple[Action, ...]:
        phase = state.phase
        if phase == DEAL:
            return tuple([("deal", card) for card in state.deck])
        if phase == OVER:
            return ()
        held = state.hands if phase == PLAY else state.side if phase == SIDE else state.packs
        return self._options(phase, held[len(state.picks)])

    def _choices(self, phase: str, cards: Hand) -> tuple[Action, ...]:
        if phase == PLAY:
            return tuple(("play", card) for card in cards)
        if phase == DISCARD:
            return tuple(("discard", *some) for some in combinations(cards, self.table.discard))
        if phase == DRAFT:
            return tuple(("keep", *some) for some in combinations(cards, self.table.keep))
        side = self.table.side
        keep, discard = (side.keep, side.discard) if side else (0, 0)
        return tuple(
            ("take", *kept, DROP, *dropped)
            for kept in combinations(cards, keep)
            for dropped in combinations(_without(cards, kept), discard)
        )

    def chance(self, state: State) -> Outcomes:
        outcomes = self._outcomes
        return tuple([outcomes[card] for card in state.deck]) if state.phase == DEAL else ()

    # What actions do --------------------------------------------------------------------------------------

    def apply(self, state: State, action: Action) -> State:
        if state.phase == DEAL:
            return self._deal(state, action[1])
        picks = (*state.picks, action[1:])
        if len(picks) < self.players:
            return changed(state, picks=picks)
        together = changed(state, picks=())
        if state.phase == PLAY:
            return self._reveal(together, tuple([pick[0] for pick in picks]))
        if state.phase == DRAFT:
            return self._pass_on(together, picks)
        return self._discard(together, picks) if state.phase == DISCARD else self._take(together, picks)

    def _deal(self, state: State, card: str) -> State:
        """Deal a card: fill the packs seat by seat, then the side piles; the rest is set aside."""
        deck, size = _without(state.deck, (card,)), self.table.deal
        packs, side = state.packs, state.side
        before = len(self.deck) - len(state.deck)
        if before < self.players * size:
            packs = _add(packs, before // size, card)
        elif self.table.side:
            side = _add(side, (before - self.players * size) // self.table.side.cards, card)
        dealt = changed(state, deck=deck, packs=packs, side=side)
        if len(deck) > self.table.set_aside:
            return dealt
        return _looked(changed(dealt, phase=DISCARD), dealt.packs) if self.table.discard else self._draft(dealt)

    def _discard(self, state: State, picks: Hands) -> State:
        return self._draft(changed(state, packs=_minus(state.packs, picks), discards=picks))

    def _draft(self, state: State) -> State:
        """Go to the next choice of the draft. When packs are too small to choose from, they are kept and the draft
        ends."""
        if len(state.packs[0]) > self.table.keep:
            return _looked(changed(state, phase=DRAFT), state.packs)
        after = _looked(state, state.packs)
        after = changed(after, hands=_plus(state.hands, state.packs), packs=self._nothing)
        return _looked(changed(after, phase=SIDE), state.side) if self.table.side else changed(after, phase=PLAY)

    def _pass_on(self, state: State, picks: Hands) -> State:
        rest = _minus(state.packs, picks)
        packs = list(rest)
        for seat, pack in enumerate(rest):
            packs[self.passes_to(seat, state.rounds + 1)] = pack
        return self._draft(
            changed(state, packs=tuple(packs), hands=_plus(state.hands, picks), passed=_plus(state.passed, rest))
        )

    def _take(self, state: State, picks: Hands) -> State:
        """Pick from the side piles, and swap the rest of them if the rules say so."""
        kept = tuple([pick[: pick.index(DROP)] for pick in picks])
        dropped = tuple([pick[pick.index(DROP) + 1 :] for pick in picks])
        side = _minus(_minus(state.side, kept), dropped)
        if self.rules.second_pick == "swap":
            side = (*side[-1:], *side[:-1])
        after = changed(state, side=side, hands=_plus(state.hands, kept), discards=_plus(state.discards, dropped))
        return _looked(after, side) if side[0] else changed(after, phase=PLAY)

    def _reveal(self, state: State, table: Hand) -> State:
        """Reveal a hand and give it to its winner, which may end the game."""
        seat = self.winner(table, low=state.low)
        taken = _count(state.taken, seat)
        wins = _count(state.wins, seat) if self.by_hands else state.wins
        after = changed(
            state,
            hands=_minus(state.hands, tuple([(card,) for card in table])),
            tables=(*state.tables, table),
            lows=(*state.lows, state.low),
            low=self.next_low(table),
            taken=taken,
            wins=wins,
        )
        if self.by_hands and wins[seat] >= self.table.win.number:
            return changed(after, phase=OVER)
        return after if after.hands[0] else self._end_round(after)

    def _end_round(self, state: State) -> State:
        """End the round: gather and deal all cards again, unless the game is over."""
        wins = state.wins if self.by_hands else _count(state.wins, state.taken.index(max(state.taken)))
        if max(wins) >= self.table.win.number:
            return changed(state, phase=OVER, wins=wins, rounds=state.rounds + 1)
        low = state.low and self.rules.carry_low
        after = changed(self.setup(), tables=state.tables, lows=state.lows)
        return changed(after, low=low, wins=wins, rounds=state.rounds + 1)

    # Results --------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        ending = "hands" if self.by_hands else "rounds"
        return Outcome(ending, (state.wins.index(max(state.wins)),), state.wins)

    def length(self, state: State) -> int:
        return len(state.tables)

    def view(self, state: State, seat: int) -> dict[str, Any]:
        picks = len(state.picks)
        return {
            "phase": state.phase,
            "round": state.rounds + 1,
            "direction": self.direction(state.rounds + 1),
            "low": state.low,
            "hand": list(state.hands[seat]),
            "pack": list(state.packs[seat]),
            "side_pile": list(state.side[seat]) if state.phase == SIDE else [],
            "discarded": list(state.discards[seat]),
            "passed": list(state.passed[seat]),
            "looks": [list(look) for look in state.looks[seat]],
            "choice": list(state.picks[seat]) if seat < picks else [],
            "chosen": [other < picks for other in range(self.players)],
            "cards_held": [len(hand) + len(pack) for hand, pack in zip(state.hands, state.packs, strict=True)],
            "set_aside": self.table.set_aside,
            "tables": [list(table) for table in state.tables],
            "lows": list(state.lows),
            "winners": [self.winner(table, low=low) for table, low in zip(state.tables, state.lows, strict=True)],
            "taken": list(state.taken),
            "wins": list(state.wins),
        }

    def hand(self, state: State, seat: int) -> tuple[str, ...]:
        """The cards in hand and in the pack or side pile that the seat chooses from."""
        return (*state.hands[seat], *state.packs[seat], *(state.side[seat] if state.phase == SIDE else ()))

    def standings(self, state: State) -> tuple[int, ...]:
        """The wins towards the goal; if rounds are won, hands of this round count for less."""
        if self.by_hands:
            return state.wins
        scale = len(self.deck)
        return tuple([scale * won + taken for won, taken in zip(state.wins, state.taken, strict=True)])

    def resample(self, state: State, seat: int, rng: Random) -> State:
        """Permute cards that the seat cannot distinguish, in all their places in this round.

        These are cards that it has seen at the same times and whose places it does not know. Other seats' hidden
        choices are made again.
        """
        alike = by_key(self.deck, lambda card: self._known(state, seat, card))
        other: dict[str, str] = {}
        for cards in alike.values():  # sorted by places, so that a draw does not depend on which card is where
            where = sorted(cards, key=lambda card: self._places(state, card))
            other |= zip(where, rng.sample(cards, len(cards)), strict=True)

        def exchanged(hands: Hands) -> Hands:
            return tuple([tuple(sorted([other[card] for card in hand])) for hand in hands])

        again = changed(
            state,
            deck=exchanged((state.deck,))[0],
            packs=exchanged(state.packs),
            side=exchanged(state.side),
            hands=exchanged(state.hands),
            discards=exchanged(state.discards),
            passed=exchanged(state.passed),
            looks=tuple([exchanged(looks) for looks in state.looks]),
            picks=(),
        )
        for chooser, pick in enumerate(state.picks):
            chosen = pick if chooser == seat else rng.choice(self.legal(again))[1:]
            again = changed(again, picks=(*again.picks, chosen))
        return again

    def _places(self, state: State, card: str) -> tuple[bool, ...]:
        """All places in which a card may be or may have been this round, and whether it is there."""
        groups = (state.packs, state.side, state.hands, state.discards, state.passed, *state.looks)
        return tuple([card in cards for group in groups for cards in group])

    def _known(self, state: State, seat: int, card: str) -> object:
        """The knowledge of a seat about a card's places in this round; the card itself if it knows all."""
        own = state.picks[seat] if seat < len(state.picks) else ()
        revealed = state.tables[len(state.tables) - sum(state.taken) :]
        if card in own or any(card in table for table in revealed):
            return card
        places = [state.hands[seat], state.packs[seat], state.discards[seat], *state.looks[seat]]
        places += [state.side[seat]] if state.phase == SIDE else []
        return tuple([card in place for place in places])

    def show(self, state: State) -> str:
        number = state.rounds + 1
        parts = [
            f"round {number}, passing {self.direction(number)}, phase {state.phase}, "
            f"hand {sum(state.taken) + 1} goes to the {'lowest' if state.low else 'highest'} card"
        ]
        if state.phase == OVER:
            parts = [f"over after {len(state.tables)} hands"]
        for seat in range(self.players):
            piles = (("holds", state.hands), ("pack", state.packs), ("side", state.side), ("chose", state.picks))
            cards = [f"{word} {' '.join(pile[seat])}" for word, pile in piles if seat < len(pile) and pile[seat]]
            taken = f"{state.taken[seat]} hands this round, {state.wins[seat]} won"
            parts.append(f"player {seat + 1} ({taken}) {', '.join(cards) or 'holds nothing'}")
        return "; ".join(parts)


def _looked(state: State, piles: Hands) -> State:
    """The state after every seat has looked at its pile."""
    return changed(state, looks=tuple([(*looks, pile) for looks, pile in zip(state.looks, piles, strict=True)]))


def _without(cards: Hand, gone: Hand) -> Hand:
    return tuple([card for card in cards if card not in gone])


def _minus(hands: Hands, gone: Hands) -> Hands:
    return tuple([_without(hand, some) for hand, some in zip(hands, gone, strict=True)])


def _plus(hands: Hands, more: Hands) -> Hands:
    return tuple([tuple(sorted(hand + some)) for hand, some in zip(hands, more, strict=True)])


def _add(hands: Hands, seat: int, card: str) -> Hands:
    return (*hands[:seat], tuple(sorted((*hands[seat], card))), *hands[seat + 1 :])


def _count(numbers: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + 1, *numbers[seat + 1 :])


def game(rules: Node, cards: Cards, diagnostics: Diagnostics, players: int | None = None) -> Soaring | None:
    """The engine for a kit's rules and its deck `deck`; None if there are errors."""
    data = checked(rules, cards, diagnostics)
    if data is None:
        return None
    typed, traits = data
    wanted = typed.default_players if players is None else players
    if str(wanted) in typed.setup:
        return Soaring(typed, traits, wanted)
    span = typed.at("default_players") if players is None else typed.origin.value["setup"].key_span
    hint = f"there are setups for {', '.join(typed.setup)}"
    diagnostics.error(span, "unknown-id", f"there is no setup for {wanted} players", hint)
    return None
