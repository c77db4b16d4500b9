"""The engine of Joust with 52 cards: a target, attack and defence by adding and subtracting, cards as points.

The deck is a pile of cards that no player has seen, as counts, and the cards that were put under it, in order. Chance
draws cards one at a time for the players that are due some, until both hold a full hand again. A card enters a hand
hidden; played and not lost, it comes back exposed.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random  # noqa: TID251 - given by the caller, to deal hidden cards again
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.kit.yaml import Node
from pnp.rules.duel.data import Rules, Traits, read_data
from pnp.rules.game import CHANCE, Action, Cards, Game, Outcome, Outcomes
from pnp.rules.shared import Counts, added, put

CALL, TURN, DRAW, TARGET, SWAP = "call", "turn", "draw", "target", "swap"
DEFEND, ATTACK, FORFEIT, OVER = "defend", "attack", "forfeit", "over"
REACHED, HELD, FORFEITED = "reached", "held", "forfeited"
ADD, SUBTRACT = "add", "subtract"
KEEP, GIVE_UP, GO_ON = ("keep",), ("forfeit",), ("continue",)

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
    """Cards that no player has seen, by kind."""
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

    def actions(self) -> tuple[Action, ...]:
        cards = [(verb, card) for card in self.kinds for verb in ("turn", "draw", "swap", "defend")]
        attacks = [("attack", card, sign) for card in self.kinds for sign in (ADD, SUBTRACT)]
        return tuple(sorted({*self.calls, *self.targets, *cards, *attacks, KEEP, GO_ON, GIVE_UP}))

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
        """The cards a seat may play: hidden and exposed ones."""
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
        bare = state._replace(
            hidden=put(state.hidden, loser, ()),
            exposed=put(state.exposed, loser, ()),
        )
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

    def resample(self, state: State, seat: int, rng: Random) -> State:
        """Exchange what the other seat hides with the unseen cards of the pile.

        Once the pile has run out, cards from under the deck are drawn, which both seats have seen. There is no unseen
        card then to exchange with.
        """
        other = 1 - seat
        pile = [card for card, count in zip(self.kinds, state.pile, strict=True) for _ in range(count)]
        pool = [*pile, *state.hidden[other]]
        rng.shuffle(pool)
        rest = pool[: len(pile)]
        return state._replace(
            hidden=put(state.hidden, other, _sorted(*pool[len(pile) :])),
            pile=tuple([rest.count(card) for card in self.kinds]),
        )

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


def game(rules: Node, cards: Cards, diagnostics: Diagnostics, _players: int | None = None) -> Duel | None:
    """The engine for a kit's rules and its deck `deck`; None with faults where it cannot play."""
    data = read_data(rules, cards, diagnostics)
    return Duel(*data) if data else None
