"""Joust with fifty-two cards -> its engine: a target, attack and defence by adding and subtracting, cards as points.

A deck is what nobody has seen, as counts of cards, and under it the cards that were put there, in order. Cards are
drawn one at a time by chance, for whoever is owed some, until both hold a full hand again. A card enters a hand
hidden; played and not lost, it comes back exposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from pnp.diagnostics import Faults, did_you_mean
from pnp.kit.model import Record
from pnp.kit.schema import Between, Id, build
from pnp.kit.yaml import Node
from pnp.rules import CHANCE, Action, Cards, Cell, Game, Outcome, Outcomes
from pnp.rules.shared import Counts, added, deck_traits, put

CALL, TURN, DRAW, TARGET, SWAP = "call", "turn", "draw", "target", "swap"
DEFEND, ATTACK, FORFEIT, OVER = "defend", "attack", "forfeit", "over"
REACHED, HELD, FORFEITED = "reached", "held", "forfeited"
ADD, SUBTRACT = "add", "subtract"
KEEP, GIVE_UP, GO_ON = ("keep",), ("forfeit",), ("continue",)

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

Hand = tuple[str, ...]
Pair = tuple[Hand, Hand]
NONE: Pair = ((), ())


class State(NamedTuple):
    """A game at one moment. Pairs of hands are by seat; hidden and exposed cards and points are sorted."""

    phase: str
    call: str
    """The colour the first seat named; empty before."""
    aside: str
    """The card turned over for it, out of the game; empty before."""
    pile: Counts
    """Cards nobody has seen, by kind."""
    under: Hand
    """Cards put under the deck, the highest first."""
    hidden: Pair
    exposed: Pair
    played: Pair
    """In the order they were played this round."""
    points: Pair
    due: tuple[int, int]
    """Cards each seat has still to draw."""
    attacker: int
    target: int | None
    """What the attacker announced; None between rounds."""
    total: int
    asked: int
    """How many seats have had their chance to swap an exposed card this round."""
    rounds: int
    """Rounds finished."""
    last: str
    """How the last of them ended: reached, held or forfeited; empty before."""


class Duel(Game[State]):
    """The game of one kit's data."""

    name = "duel"
    players = 2
    endings = frozenset({REACHED, HELD, FORFEITED})
    unit = "rounds"
    verbs = frozenset({"call", "turn", "draw", "target", "swap", "keep", "defend", "attack", "forfeit", "continue"})

    def __init__(self, rules: Rules, deck: Mapping[str, int], traits: Mapping[str, Traits]) -> None:
        self.rules, self.traits = rules, traits
        self.kinds = sorted(deck)
        self.kind_of = {card: kind for kind, card in enumerate(self.kinds)}
        self.deck: Counts = tuple(deck[card] for card in self.kinds)
        self.values = {card: t.value for card, t in traits.items()}
        self.turn_actions: list[Action] = [("turn", card) for card in self.kinds]
        self.draw_actions: list[Action] = [("draw", card) for card in self.kinds]
        self.calls: tuple[Action, ...] = tuple(sorted({("call", t.colour) for t in traits.values()}))
        numbers = range(rules.target.min, rules.target.max + 1)
        self.targets: tuple[Action, ...] = tuple(sorted(("target", str(number)) for number in numbers))

    # The tables of the rules ------------------------------------------------------------------------------

    def value(self, card: str) -> int:
        """What a card adds or subtracts."""
        return self.values[card]

    def sign(self, total: int, target: int) -> int:
        """What the defender must do with a card's value: add it (1) under the target, subtract it (-1) over it."""
        return 1 if total < target else -1

    def reach(self) -> int:
        """The greatest total a round can come to: all cards of both players added up."""
        values = sorted(
            self.values[card] for card, count in zip(self.kinds, self.deck, strict=True) for _ in range(count)
        )
        return sum(values[-2 * self.rules.hand_size :])

    def longest(self) -> int:
        """The most rounds a game can last: each gives a point, and neither player can have too many of them."""
        return 2 * (self.rules.win_points - 1) + 1

    # Who acts, and how ------------------------------------------------------------------------------------

    def setup(self) -> State:
        return State(CALL, "", "", self.deck, (), NONE, NONE, NONE, NONE, (0, 0), 0, None, 0, 0, 0, "")

    def actor(self, state: State) -> int | None:
        phase = state.phase
        if phase in (DRAW, TURN):
            return CHANCE
        if phase == CALL:
            return 0
        if phase == SWAP:
            return state.attacker ^ state.asked
        if phase == OVER:
            return None
        return 1 - state.attacker if phase == DEFEND else state.attacker

    def legal(self, state: State) -> tuple[Action, ...]:
        phase = state.phase
        if phase == ATTACK:
            mine = self._own(state, state.attacker)
            return tuple([("attack", card, sign) for card in mine for sign in (ADD, SUBTRACT)])
        if phase == DEFEND:
            return tuple([("defend", card) for card in self._own(state, 1 - state.attacker)])
        if phase == FORFEIT:
            return (GO_ON, GIVE_UP)
        if phase == TARGET:
            return self.targets
        if phase == SWAP:
            exposed = sorted(set(state.exposed[state.attacker ^ state.asked]))
            return (KEEP, *[("swap", card) for card in exposed])
        return self.calls if phase == CALL else tuple([action for action, _ in self.chance(state)])

    def _own(self, state: State, seat: int) -> list[str]:
        """The cards a seat may play: those it hides and those it has laid open."""
        return sorted({*state.hidden[seat], *state.exposed[seat]})

    def chance(self, state: State) -> Outcomes:
        if state.phase not in (TURN, DRAW):
            return ()
        actions = self.turn_actions if state.phase == TURN else self.draw_actions
        unseen = tuple([(actions[kind], count) for kind, count in enumerate(state.pile) if count])
        return unseen or ((("draw", state.under[0]), 1),)

    # What actions do --------------------------------------------------------------------------------------

    def apply(self, state: State, action: Action) -> State:
        phase = state.phase
        if phase == DRAW:
            return self._draw(state, action[1])
        if phase == DEFEND:
            return self._defend(state, action[1])
        if phase == ATTACK:
            return self._attack(state, action[1], 1 if action[2] == ADD else -1)
        if phase == FORFEIT:
            return self._forfeit(state) if action == GIVE_UP else state._replace(phase=DEFEND)
        if phase == TARGET:
            return self._ask(state._replace(target=int(action[1])), 0)
        if phase == SWAP:
            return self._ask(state, state.asked + 1) if action == KEEP else self._swap(state, action[1])
        if phase == CALL:
            return state._replace(phase=TURN, call=action[1])
        return self._turn(state, action[1])

    def _turn(self, state: State, card: str) -> State:
        """The card turned over says whether the caller attacks first; then both are owed a hand."""
        size = self.rules.hand_size
        return state._replace(
            phase=DRAW,
            aside=card,
            pile=added(state.pile, self.kind_of[card], -1),
            attacker=0 if self.traits[card].colour == state.call else 1,
            due=(size, size),
        )

    def _draw(self, state: State, card: str) -> State:
        """One card from the top, for the first seat that is owed one; when none is, the game goes on."""
        seat = 0 if state.due[0] else 1
        if any(state.pile):
            state = state._replace(pile=added(state.pile, self.kind_of[card], -1))
        else:
            state = state._replace(under=state.under[1:])
        due = (state.due[0] - 1, state.due[1]) if seat == 0 else (0, state.due[1] - 1)
        drawn = state._replace(hidden=put(state.hidden, seat, _sorted(*state.hidden[seat], card)), due=due)
        if due != (0, 0):
            return drawn
        return drawn._replace(phase=TARGET) if state.target is None else self._ask(drawn, state.asked + 1)

    def _ask(self, state: State, asked: int) -> State:
        """To the next seat, the attacker's first, that has only exposed cards and so may swap; else to the play."""
        while asked < self.players and len(state.exposed[state.attacker ^ asked]) < self.rules.hand_size:
            asked += 1
        return state._replace(phase=SWAP if asked < self.players else DEFEND, asked=asked)

    def _swap(self, state: State, card: str) -> State:
        seat = state.attacker ^ state.asked
        due = (0, 1) if seat else (1, 0)
        exposed = put(state.exposed, seat, _less_one(state.exposed[seat], card))
        return state._replace(phase=DRAW, exposed=exposed, under=(*state.under, card), due=due)

    def _defend(self, state: State, card: str) -> State:
        target = state.target or 0
        total = state.total + self.sign(state.total, target) * self.values[card]
        after = self._lay(state, 1 - state.attacker, card)._replace(total=total)
        return self._won(after, state.attacker, REACHED) if total == target else after._replace(phase=ATTACK)

    def _attack(self, state: State, card: str, sign: int) -> State:
        total = state.total + sign * self.values[card]
        after = self._lay(state, state.attacker, card)._replace(total=total)
        if total == state.target:
            return self._won(after, state.attacker, REACHED)
        if len(after.played[state.attacker]) == self.rules.hand_size:
            return self._won(after, 1 - state.attacker, HELD)
        return after._replace(phase=FORFEIT)

    def _lay(self, state: State, seat: int, card: str) -> State:
        """Play a card. One of which the seat holds copies both ways leaves the exposed ones first."""
        played = put(state.played, seat, (*state.played[seat], card))
        if card in state.exposed[seat]:
            return state._replace(played=played, exposed=put(state.exposed, seat, _less_one(state.exposed[seat], card)))
        return state._replace(played=played, hidden=put(state.hidden, seat, _less_one(state.hidden[seat], card)))

    def _won(self, state: State, seat: int, how: str) -> State:
        """The winner of a round takes every card of the other's."""
        loser = 1 - seat
        spoils = state.played[loser] + state.exposed[loser] + state.hidden[loser]
        bare = state._replace(hidden=put(state.hidden, loser, ()), exposed=put(state.exposed, loser, ()))
        return self._end_round(bare, seat, spoils, how)

    def _forfeit(self, state: State) -> State:
        """The defender takes only what the attacker has played."""
        return self._end_round(state, 1 - state.attacker, state.played[state.attacker], FORFEITED)

    def _end_round(self, state: State, taker: int, spoils: Hand, how: str) -> State:
        """The taker's played cards come back exposed, the other is owed as many as were lost, the roles change."""
        points = put(state.points, taker, _sorted(*state.points[taker], *spoils))
        over = len(points[taker]) >= self.rules.win_points
        owed = 0 if over else len(spoils)
        return state._replace(
            phase=OVER if over else DRAW,
            exposed=put(state.exposed, taker, _sorted(*state.exposed[taker], *state.played[taker])),
            played=NONE,
            points=points,
            due=(owed, 0) if taker else (0, owed),
            attacker=1 - state.attacker,
            target=None,
            total=0,
            asked=0,
            rounds=state.rounds + 1,
            last=how,
        )

    # What it came to --------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        points = (len(state.points[0]), len(state.points[1]))
        return Outcome(state.last, (points.index(max(points)),), points)

    def length(self, state: State) -> int:
        return state.rounds

    def left(self, state: State) -> int:
        """The cards in the deck, those under it included."""
        return sum(state.pile) + len(state.under)

    def view(self, state: State, seat: int) -> dict[str, Any]:
        return {
            "phase": state.phase,
            "call": state.call,
            "aside": state.aside,
            "hidden": list(state.hidden[seat]),
            "cards_hidden": [len(cards) for cards in state.hidden],
            "exposed": [list(cards) for cards in state.exposed],
            "played": [list(cards) for cards in state.played],
            "points": [list(cards) for cards in state.points],
            "deck": self.left(state),
            "under_the_deck": list(state.under),
            "attacker": state.attacker,
            "target": state.target,
            "total": state.total,
            "rounds": state.rounds,
            "last": state.last,
        }

    def lacks(self) -> list[tuple[str | tuple[str, str], str]]:
        return list(self._module("observe").lacks(self))

    def tables(self) -> dict[str, list[list[Cell]]]:
        return dict(self._module("observe").tables(self))

    def show(self, state: State) -> str:
        aim = "no target yet" if state.target is None else f"target {state.target}, total {state.total}"
        parts = [f"round {state.rounds + 1}, phase {state.phase}, player {state.attacker + 1} attacks, {aim}"]
        if state.phase == OVER:
            parts = [f"over after {state.rounds} rounds, the last {state.last}"]
        for seat in (0, 1):
            piles = (("hides", state.hidden), ("exposes", state.exposed), ("has played", state.played))
            said = [f"{word} {' '.join(pile[seat])}" for word, pile in piles if pile[seat]]
            parts.append(f"player {seat + 1} ({len(state.points[seat])} points) {', '.join(said) or 'has no cards'}")
        return "; ".join([*parts, f"deck {self.left(state)}"])


def _less_one(cards: Hand, card: str) -> Hand:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _sorted(*cards: str) -> Hand:
    return tuple(sorted(cards))


def game(rules: Node, cards: Cards, faults: Faults, _players: int | None = None) -> Duel | None:
    """The engine for a kit's rules and its deck `deck`; None with faults where it cannot play."""
    before = len(faults)
    typed = build(Rules, rules, faults)
    deck = {name: card for name, card in cards.get("deck", {}).items() if card.count}
    traits = deck_traits(Traits, "deck", deck, rules, faults)
    if typed is None or len(faults) != before:
        return None
    counts = {name: card.count for name, card in deck.items()}
    _check(typed, sum(counts.values()), traits.values(), faults)
    return Duel(typed, counts, traits) if len(faults) == before else None


def _check(rules: Rules, deck: int, traits: Iterable[Traits], faults: Faults) -> None:
    """Suits and ranks exist, there is a target to announce, and the deck outlasts the longest game."""
    for t in traits:
        for what, known in (("suit", rules.suits), ("rank", rules.ranks)):
            if getattr(t, what) not in known:
                said = f"there is no {what} {getattr(t, what)!r}"
                faults.error(t.at(what), "unknown-id", said, did_you_mean(getattr(t, what), known))
    if rules.target.min > rules.target.max:
        faults.error(rules.target.at("min"), "bad-range", "the least target is greater than the greatest")
    needed = 1 + 2 * rules.hand_size + 2 * (rules.win_points - 1)
    if deck < needed:
        said = f"a game can use up {needed} cards, but the deck has {deck}"
        faults.error(rules.at("win_points"), "card-count", said)
