"""The engine of Joust with 52 cards: a target, attack and defence by adding and subtracting, cards as points.

The deck consists of a pile of cards that no player has seen, as counts, and the cards put under it, in order. Chance
draws cards one at a time until both hands are full. A drawn card is hidden. A played card that is not lost returns to
the hand exposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random  # noqa: TID251 - given by the caller, to deal hidden cards again
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.games.duel.data import Rules, Traits, read_data
from pnp.rules.game import CHANCE, Action, Cards, Game, Outcome, Outcomes
from pnp.rules.shared import Counts, added, changed, put
from pnp.sources import Node

CALL, TURN, DRAW, TARGET, SWAP = "call", "turn", "draw", "target", "swap"
DEFEND, ATTACK, FORFEIT, OVER = "defend", "attack", "forfeit", "over"
REACHED, HELD, FORFEITED = "reached", "held", "forfeited"
ADD, SUBTRACT = "add", "subtract"
_SIGNS = {ADD: 1, SUBTRACT: -1}
KEEP, GIVE_UP, GO_ON = ("keep",), ("forfeit",), ("continue",)

Hand = tuple[str, ...]
Pair = tuple[Hand, Hand]
NONE: Pair = ((), ())


class State(NamedTuple):
    """A game at one moment. Pairs of hands are by seat; hidden and exposed cards and points are sorted."""

    phase: str
    call: str
    """The colour that the first seat called; empty before."""
    aside: str
    """The card turned over for the call, which is out of the game; empty before."""
    pile: Counts
    """The number of cards that no player has seen, by kind."""
    under: Hand
    """Cards put under the deck, from top to bottom."""
    hidden: Pair
    exposed: Pair
    played: Pair
    """The cards played this round, in order."""
    points: Pair
    due: tuple[int, int]
    """The number of cards that each seat still has to draw."""
    attacker: int
    target: int | None
    """The announced target; None between rounds."""
    total: int
    asked: int
    """The number of seats that have had their chance to swap an exposed card this round."""
    rounds: int
    """The number of finished rounds."""
    last: str
    """How the last round ended: reached, held or forfeited; empty before."""


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
        """The number that a card adds or subtracts."""
        return self.values[card]

    def sign(self, total: int, target: int) -> int:
        """The sign of the defender's card: 1 if the total is under the target, -1 if it is over it."""
        return 1 if total < target else -1

    def reach(self) -> int:
        """The highest possible total of a round."""
        values = sorted(
            self.values[card] for card, count in zip(self.kinds, self.deck, strict=True) for _ in range(count)
        )
        return sum(values[-2 * self.rules.hand_size :])

    def longest(self) -> int:
        """The maximum number of rounds: each gives at least one point, and a player with enough points wins."""
        return 2 * (self.rules.win_points - 1) + 1

    def actions(self) -> tuple[Action, ...]:
        cards = [(verb, card) for card in self.kinds for verb in ("turn", "draw", "swap", "defend")]
        attacks = self._attacks(self.kinds)
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

    @staticmethod
    def _attacks(cards: Iterable[str]) -> tuple[Action, ...]:
        return tuple([("attack", card, sign) for card in cards for sign in _SIGNS])

    def legal(self, state: State) -> tuple[Action, ...]:
        phase = state.phase
        if phase == ATTACK:
            return self._attacks(self._own(state, state.attacker))
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
        """The cards that a seat may play, hidden and exposed."""
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
            return self._attack(state, action[1], _SIGNS[action[2]])
        if phase == FORFEIT:
            return self._forfeit(state) if action == GIVE_UP else changed(state, phase=DEFEND)
        if phase == TARGET:
            return self._ask(changed(state, target=int(action[1])), 0)
        if phase == SWAP:
            return self._ask(state, state.asked + 1) if action == KEEP else self._swap(state, action[1])
        if phase == CALL:
            return changed(state, phase=TURN, call=action[1])
        return self._turn(state, action[1])

    def _turn(self, state: State, card: str) -> State:
        """Turn over a card: if the call is right, the caller attacks first. Then both players draw a hand."""
        size = self.rules.hand_size
        return changed(
            state,
            phase=DRAW,
            aside=card,
            pile=added(state.pile, self.kind_of[card], -1),
            attacker=0 if self.traits[card].colour == state.call else 1,
            due=(size, size),
        )

    def _draw(self, state: State, card: str) -> State:
        """Draw a card for the first seat that has cards to draw; go on when neither has."""
        seat = 0 if state.due[0] else 1
        if any(state.pile):
            state = changed(state, pile=added(state.pile, self.kind_of[card], -1))
        else:
            state = changed(state, under=state.under[1:])
        due = (state.due[0] - 1, state.due[1]) if seat == 0 else (0, state.due[1] - 1)
        drawn = changed(state, hidden=put(state.hidden, seat, _sorted(*state.hidden[seat], card)), due=due)
        if due != (0, 0):
            return drawn
        return changed(drawn, phase=TARGET) if state.target is None else self._ask(drawn, state.asked + 1)

    def _ask(self, state: State, asked: int) -> State:
        """Go to the next seat that may swap, because all its cards are exposed, from the attacker on; else to the
        attack."""
        while asked < self.players and len(state.exposed[state.attacker ^ asked]) < self.rules.hand_size:
            asked += 1
        return changed(state, phase=SWAP if asked < self.players else DEFEND, asked=asked)

    def _swap(self, state: State, card: str) -> State:
        seat = state.attacker ^ state.asked
        due = (0, 1) if seat else (1, 0)
        exposed = put(state.exposed, seat, _less_one(state.exposed[seat], card))
        return changed(state, phase=DRAW, exposed=exposed, under=(*state.under, card), due=due)

    def _defend(self, state: State, card: str) -> State:
        target = state.target or 0
        total = state.total + self.sign(state.total, target) * self.values[card]
        after = changed(self._lay(state, 1 - state.attacker, card), total=total)
        return self._won(after, state.attacker, REACHED) if total == target else changed(after, phase=ATTACK)

    def _attack(self, state: State, card: str, sign: int) -> State:
        total = state.total + sign * self.values[card]
        after = changed(self._lay(state, state.attacker, card), total=total)
        if total == state.target:
            return self._won(after, state.attacker, REACHED)
        if len(after.played[state.attacker]) == self.rules.hand_size:
            return self._won(after, 1 - state.attacker, HELD)
        return changed(after, phase=FORFEIT)

    def _lay(self, state: State, seat: int, card: str) -> State:
        """Play a card from a hand; of copies, an exposed one."""
        played = put(state.played, seat, (*state.played[seat], card))
        if card in state.exposed[seat]:
            return changed(state, played=played, exposed=put(state.exposed, seat, _less_one(state.exposed[seat], card)))
        return changed(state, played=played, hidden=put(state.hidden, seat, _less_one(state.hidden[seat], card)))

    def _won(self, state: State, seat: int, how: str) -> State:
        """End a round: the winner takes all cards that the other player has played."""
        loser = 1 - seat
        spoils = state.played[loser] + state.exposed[loser] + state.hidden[loser]
        bare = changed(
            state,
            hidden=put(state.hidden, loser, ()),
            exposed=put(state.exposed, loser, ()),
        )
        return self._end_round(bare, seat, spoils, how)

    def _forfeit(self, state: State) -> State:
        """End a round by forfeit: the defender takes the cards that the attacker has played."""
        return self._end_round(state, 1 - state.attacker, state.played[state.attacker], FORFEITED)

    def _end_round(self, state: State, taker: int, spoils: Hand, how: str) -> State:
        """Return the taker's played cards exposed, let the other player draw as many as were lost, and swap the
        roles."""
        points = put(state.points, taker, _sorted(*state.points[taker], *spoils))
        over = len(points[taker]) >= self.rules.win_points
        owed = 0 if over else len(spoils)
        return changed(
            state,
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

    # Results --------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        points = (len(state.points[0]), len(state.points[1]))
        return Outcome(state.last, (points.index(max(points)),), points)

    def length(self, state: State) -> int:
        return state.rounds

    def left(self, state: State) -> int:
        """The number of cards in the deck, including those under it."""
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

    def beginner(self, state: State) -> int | None:
        """The seat that attacked first, which the call decides. The roles are swapped after each round."""
        return None if state.phase in (CALL, TURN) else state.attacker ^ (state.rounds & 1)

    def hand(self, state: State, seat: int) -> tuple[str, ...]:
        return tuple(self._own(state, seat))

    def standings(self, state: State) -> tuple[int, ...]:
        return (len(state.points[0]), len(state.points[1]))

    def resample(self, state: State, seat: int, rng: Random) -> State:
        """Shuffle the other seat's hidden cards with the unseen cards of the pile.

        After the pile is used up, both seats have seen all cards in the deck, so there is nothing to shuffle.
        """
        other = 1 - seat
        pile = [card for card, count in zip(self.kinds, state.pile, strict=True) for _ in range(count)]
        pool = sorted([*pile, *state.hidden[other]])
        rng.shuffle(pool)
        rest = pool[: len(pile)]
        return changed(
            state,
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
            cards = [f"{word} {' '.join(pile[seat])}" for word, pile in piles if pile[seat]]
            parts.append(f"player {seat + 1} ({len(state.points[seat])} points) {', '.join(cards) or 'has no cards'}")
        return "; ".join([*parts, f"deck {self.left(state)}"])


def _less_one(cards: Hand, card: str) -> Hand:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _sorted(*cards: str) -> Hand:
    return tuple(sorted(cards))


def game(rules: Node, cards: Cards, diagnostics: Diagnostics, _players: int | None = None) -> Duel | None:
    """The engine for a kit's rules and its deck `deck`; None if there are errors."""
    data = read_data(rules, cards, diagnostics)
    return Duel(*data) if data else None
