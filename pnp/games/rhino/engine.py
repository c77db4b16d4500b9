"""The engine of Rhinoceros Joust: moves, stacks of counters, positions, scores, drawing and discarding.

A bout begins with the choice of rhinos and the deal, card by card. A turn consists of any number of moves, each of
which may be countered and counter-countered, then a discard for brains, then draws for strength. The position is stored
as the first rider's place on the ladder of positions, 0 in the middle; the second rider's is its opposite. Hands and
piles are counts of cards by kind, in the order of the data, so a state is small and hashable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain, combinations_with_replacement
from random import Random  # noqa: TID251 - given by the caller, to deal hidden cards again
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.games.rhino.data import ANY, Effect, Move, MoveTraits, RhinoTraits, Rules, read_data
from pnp.kit import Card
from pnp.rules.game import CHANCE, Action, Cards, Game, Outcome, Outcomes
from pnp.rules.shared import Counts, changed, put
from pnp.sources import Node

RIDERS, DEAL, MOVE, COUNTER, DISCARD, DRAW, OVER = "riders", "deal", "move", "counter", "discard", "draw", "over"
PASS, STOP, KEEP = ("pass",), ("stop",), ("keep",)


class State(NamedTuple):
    """The state of a bout. Counts are by kind of move card; seats are 0 and 1."""

    phase: str
    riders: tuple[int, ...]
    """The rhino of each seat, as far as chosen."""
    hands: tuple[Counts, Counts]
    pile: Counts
    discards: Counts
    step: int
    """The first seat's place on the ladder, relative to the start position."""
    scores: tuple[int, int]
    active: int
    scored: int
    """The number of score cards that the active seat has played this turn."""
    stack: tuple[int, ...]
    """The move and its counters. They are discarded after the effect of the move, its draws included."""
    due: int
    """The number of cards that the active seat must still draw."""
    ending: bool
    """Whether these draws end the turn, instead of being the effect of a move."""
    busy: bool
    """Whether anything was played, discarded or drawn this turn."""
    idle: int
    """The number of successive turns without any."""
    turns: int
    shuffles: int
    known: tuple[Counts, Counts]
    """The number of cards of each hand that the other seat knows for certain.

    If the pile is empty, a seat knows the whole other hand."""


def _counters(traits: MoveTraits, kind: str) -> bool:
    return traits.counters == ANY or kind in traits.counters


class Rhino(Game[State]):
    """The game of one kit's data."""

    name = "rhino"
    players = 2
    endings = frozenset({"score", "idle"})
    unit = "turns"
    verbs = frozenset({"ride", "first", "deal", "draw", "play", "counter", "pass", "stop", "discard", "keep"})
    table_verbs = frozenset({"ride"})

    def __init__(
        self, rules: Rules, moves: Mapping[str, Card], traits: list[MoveTraits], rhinos: dict[str, RhinoTraits]
    ) -> None:
        self.rules = rules
        self.kinds = list(moves)
        self.deck: Counts = tuple(card.count for card in moves.values())
        self.rhino_names = list(rhinos)
        self.rhinos = list(rhinos.values())
        start = rules.positions.index(rules.start_position)
        self.low, self.high = -start, len(rules.positions) - 1 - start
        self.points = {rules.positions.index(name) - start: points for name, points in rules.score_by_position.items()}
        self.effects = [t.move.effect if t.move else None for t in traits]
        self.is_score = [bool(effect and effect.score) for effect in self.effects]
        self.places = [frozenset(self._places(t.move)) for t in traits]
        self.play_actions, self.counter_actions = self._actions("play"), self._actions("counter")
        self.deal_actions, self.draw_actions = self._actions("deal"), self._actions("draw")
        count = range(len(self.kinds))
        self.kind_of = dict(zip(self.kinds, count, strict=True))
        self.sorted = sorted(count, key=lambda k: self.kinds[k])
        """The kinds, sorted by name."""
        self.answers = [[k for k in self.sorted if _counters(traits[k], top)] for top in self.kinds]
        """The kinds that counter each kind."""
        self.empty: Counts = (0,) * len(self.kinds)
        self._moves = cache(self._legal_moves)
        self._counters = cache(self._legal_counters)
        self._discards = cache(self._legal_discards)
        self._held = cache(self._held_kinds)

    def _actions(self, verb: str) -> list[Action]:
        return [(verb, kind) for kind in self.kinds]

    def _places(self, move: Move | None) -> Iterable[int]:
        """The steps on the ladder at which a card may be played."""
        if move is None:
            return ()
        if move.positions == ANY:
            return range(self.low, self.high + 1)
        return (self.low + self.rules.positions.index(name) for name in move.positions)

    def actions(self) -> tuple[Action, ...]:
        brains = max((min(rhino.brains, rhino.top_speed) for rhino in self.rhinos), default=0)
        names = sorted(self.kinds)
        discards = chain.from_iterable(combinations_with_replacement(names, size) for size in range(1, brains + 1))
        possible = {("discard", *chosen) for chosen in discards if self._is_in_deck(chosen)}
        possible |= {("ride", name) for name in self.rhino_names} | {("first", "1"), ("first", "2")}
        possible |= {*self.play_actions, *self.counter_actions, *self.deal_actions, *self.draw_actions}
        return tuple(sorted(possible | {PASS, STOP, KEEP}))

    def _is_in_deck(self, cards: tuple[str, ...]) -> bool:
        return all(cards.count(card) <= self.deck[self.kind_of[card]] for card in cards)

    # Who acts, and how ------------------------------------------------------------------------------------

    def setup(self) -> State:
        none = (self.empty, self.empty)
        return State(
            phase=RIDERS, riders=(), hands=none, pile=self.deck, discards=self.empty, step=0, scores=(0, 0), active=0,
            scored=0, stack=(), due=0, ending=False, busy=False, idle=0, turns=0, shuffles=0, known=none,
        )  # fmt: skip

    def actor(self, state: State) -> int | None:
        phase = state[0]
        if phase in (MOVE, DISCARD):
            return state.active
        if phase == COUNTER:
            return state.active ^ (len(state.stack) & 1)
        if phase == RIDERS:
            return len(state.riders) if len(state.riders) < 2 else CHANCE
        return None if phase == OVER else CHANCE

    def legal(self, state: State) -> tuple[Action, ...]:
        phase, active = state[0], state.active
        if phase == MOVE:
            place = -state.step if active else state.step
            return self._moves(state.hands[active], place, state.scored >= self.rules.score_cards_per_turn)
        if phase == COUNTER:
            return self._counters(state.hands[active ^ (len(state.stack) & 1)], state.stack[-1])
        if phase == DISCARD:
            return self._discards(state.hands[active], self.rhinos[state.riders[active]].brains)
        if phase == RIDERS and len(state.riders) < 2:
            free = (name for k, name in enumerate(self.rhino_names) if k not in state.riders)
            return tuple(sorted(("ride", name) for name in free))
        return tuple(sorted(action for action, _ in self.chance(state)))

    def _legal_moves(self, hand: Counts, place: int, full: bool) -> tuple[Action, ...]:
        kinds = (k for k in self.sorted if hand[k] and place in self.places[k] and not (full and self.is_score[k]))
        return (*[self.play_actions[k] for k in kinds], STOP)

    def _legal_counters(self, hand: Counts, top: int) -> tuple[Action, ...]:
        return (*[self.counter_actions[k] for k in self.answers[top] if hand[k]], PASS)

    def _legal_discards(self, hand: Counts, brains: int) -> tuple[Action, ...]:
        choices: list[Action] = [()]
        for name, count in sorted(self._named(hand).items()):
            choices += [
                (*chosen, *(name,) * more)
                for chosen in choices
                for more in range(1, min(count, brains - len(chosen)) + 1)
            ]
        return (*[("discard", *chosen) for chosen in sorted(choices)[1:]], KEEP)

    def chance(self, state: State) -> Outcomes:
        phase = state[0]
        if phase == RIDERS:
            return tuple((("first", str(seat + 1)), 1) for seat in self._who_may_begin(state.riders))
        if phase not in (DEAL, DRAW):
            return ()
        actions = self.deal_actions if phase == DEAL else self.draw_actions
        return tuple([(actions[k], count) for k, count in enumerate(state.pile) if count])

    def _who_may_begin(self, riders: tuple[int, ...]) -> tuple[int, ...]:
        """The rider of the rhino that begins, or both if none rides it."""
        first = [s for s, rhino in enumerate(riders) if self.rhino_names[rhino] == self.rules.first_rhino]
        return tuple(first) or (0, 1)

    # What actions do --------------------------------------------------------------------------------------

    def apply(self, state: State, action: Action) -> State:
        verb = action[0]
        if verb == "draw":
            return self._draw(state, self.kind_of[action[1]])
        if verb == "play":
            return self._play(state, self.kind_of[action[1]])
        if verb == "pass":
            return self._resolve(state)
        if verb == "counter":
            return self._counter(state, self.kind_of[action[1]])
        if verb == "stop":
            return changed(state, phase=DISCARD)
        if verb == "deal":
            return self._deal(state, self.kind_of[action[1]])
        if verb == "ride":
            return changed(state, riders=(*state.riders, self.rhino_names.index(action[1])))
        if verb == "first":
            active = int(action[1]) - 1
            return changed(state, phase=DEAL, active=active)
        return self._discard(state, action[1:])

    def _deal(self, state: State, kind: int) -> State:
        """Deal a card to the first rider until the hand is full, then to the other."""
        hands, active = state.hands, state.active
        room = [self._limit(state, seat) - sum(hand) for seat, hand in enumerate(hands)]
        seat = active if room[active] > 0 else 1 - active
        hands = put(hands, seat, more(hands[seat], kind))
        pile = less(state.pile, kind)
        room[seat] -= 1
        full = max(room) <= 0
        return changed(state, phase=MOVE if full or not any(pile) else DEAL, hands=hands, pile=pile)

    def _limit(self, state: State, seat: int) -> int:
        return self.rhinos[state.riders[seat]].top_speed

    def _play(self, state: State, kind: int) -> State:
        active = state.active
        hands = put(state.hands, active, less(state.hands[active], kind))
        scored, known = state.scored + self.is_score[kind], shown(state, active, kind)
        return changed(state, phase=COUNTER, hands=hands, stack=(kind,), scored=scored, busy=True, known=known)

    def _counter(self, state: State, kind: int) -> State:
        seat = state.active ^ (len(state.stack) & 1)
        hands = put(state.hands, seat, less(state.hands[seat], kind))
        return changed(state, hands=hands, stack=(*state.stack, kind), known=shown(state, seat, kind))

    def _resolve(self, state: State) -> State:
        """Apply the effect of the first card if the mover played the last one, then discard the stack."""
        discards = with_stack(state)
        effect = self.effects[state.stack[0]] if len(state.stack) % 2 else None
        if effect is None:
            return changed(state, phase=MOVE, discards=discards, stack=())
        if effect.score:
            return self._score(state, discards)
        active = state.active
        place = -state.step if active else state.step
        if effect.gain is not None:
            place = min(place + effect.gain, self.high)
            return changed(state, phase=MOVE, discards=discards, stack=(), step=-place if active else place)
        due = min(effect.draw or 0, self._limit(state, active) - sum(state.hands[active]))
        return self._owe(state, due, state.pile, ending=False, step=self._reset(effect, active))

    def _score(self, state: State, discards: Counts) -> State:
        """Score the active rider's points; enough of them end the bout."""
        active = state.active
        points = state.scores[active] + self.points.get(-state.step if active else state.step, 0)
        scores = (state.scores[0], points) if active else (points, state.scores[1])
        phase = OVER if points >= self.rules.target_score else MOVE
        return changed(state, phase=phase, discards=discards, stack=(), scores=scores)

    def _reset(self, effect: Effect, active: int) -> int:
        place = self.rules.positions.index(effect.reset) + self.low if effect.reset else 0
        return -place if active else place

    def _discard(self, state: State, names: tuple[str, ...]) -> State:
        active = state.active
        hand, discards = state.hands[active], state.discards
        for name in names:
            kind = self.kind_of[name]
            hand, discards = less(hand, kind), more(discards, kind)
            state = changed(state, known=shown(state, active, kind))
        rhino = self.rhinos[state.riders[active]]
        due = min(rhino.strength, rhino.top_speed - sum(hand))
        hands = put(state.hands, active, hand)
        busy = state.busy or bool(names)
        return self._owe(state, due, state.pile, ending=True, hands=hands, discards=discards, busy=busy)

    def _draw(self, state: State, kind: int) -> State:
        active, due, pile = state.active, state.due - 1, less(state.pile, kind)
        hands = put(state.hands, active, more(state.hands[active], kind))
        if due > 0 and any(pile):  # the most frequent case, in which only one card moves
            return changed(state, hands=hands, pile=pile, due=due, busy=True)
        return self._owe(state, due, pile, ending=state.ending, hands=hands)

    def _owe(self, state: State, due: int, pile: Counts, *, ending: bool, **changes: Any) -> State:
        """Let the active rider draw `due` cards. The discards become a new pile if needed, without the stack.

        The stack is discarded when no more cards are due.
        """
        if due > 0 and not any(pile):
            discards = changes.get("discards", state.discards)
            if any(discards):
                pile = discards
                known = changes.get("hands", state.hands)
                changes |= {"discards": self.empty, "shuffles": state.shuffles + 1, "known": known}
            else:
                due = 0
        if due > 0:
            changes |= {"phase": DRAW, "due": due, "ending": ending, "busy": True}
        elif ending:
            changes |= self._next_turn(state, busy=changes.get("busy", state.busy))
        else:
            changes |= {"phase": MOVE, "due": 0, "discards": with_stack(state), "stack": ()}
        return changed(state, pile=pile, **changes)

    def _next_turn(self, state: State, *, busy: bool) -> dict[str, Any]:
        """The changes with which the other rider's turn begins."""
        idle = 0 if busy else state.idle + 1
        over = idle >= self.rules.idle_turns_to_a_draw
        return {
            "phase": OVER if over else MOVE,
            "active": 1 - state.active,
            "scored": 0,
            "due": 0,
            "busy": False,
            "idle": idle,
            "turns": state.turns + 1,
        }

    # Results --------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        if max(state.scores) >= self.rules.target_score:
            return Outcome("score", (state.active,), state.scores)
        return Outcome("idle", (), state.scores)

    def length(self, state: State) -> int:
        """The number of turns begun."""
        return state.turns + (state.phase == OVER and max(state.scores) >= self.rules.target_score)

    def view(self, state: State, seat: int) -> dict[str, Any]:
        return {
            "phase": state.phase,
            "rhinos": [self.rhino_names[k] for k in state.riders],
            "hand": self._named(state.hands[seat]),
            "cards_held": [sum(hand) for hand in state.hands],
            "known": self._named(state.known[1 - seat]),
            "pile": sum(state.pile),
            "discards": self._named(state.discards),
            "position": self.position(state, seat),
            "scores": list(state.scores),
            "active": state.active,
            "scored": state.scored,
            "stack": [self.kinds[k] for k in state.stack],
            "turns": state.turns,
        }

    def beginner(self, state: State) -> int | None:
        return None if state.phase == RIDERS else state.active ^ (state.turns & 1)

    def hand(self, state: State, seat: int) -> tuple[str, ...]:
        return self._held(state.hands[seat])

    def _held_kinds(self, hand: Counts) -> tuple[str, ...]:
        return tuple([name for name, count in zip(self.kinds, hand, strict=True) if count])

    def standings(self, state: State) -> tuple[int, ...]:
        return state.scores

    def position(self, state: State, seat: int) -> str:
        """The name of a seat's position."""
        return self.rules.positions[(-state.step if seat else state.step) - self.low]

    def resample(self, state: State, seat: int, rng: Random) -> State:
        """Shuffle the unknown cards of the other hand with the pile."""
        other = 1 - seat
        hand, known = state.hands[other], state.known[other]
        unseen = tuple([p + h - k for p, h, k in zip(state.pile, hand, known, strict=True)])
        pool = [kind for kind, count in enumerate(unseen) for _ in range(count)]
        drawn = rng.sample(pool, sum(hand) - sum(known))
        dealt = tuple([drawn.count(kind) for kind in range(len(self.kinds))])
        hand = tuple([k + d for k, d in zip(known, dealt, strict=True)])
        pile = tuple([u - d for u, d in zip(unseen, dealt, strict=True)])
        return changed(state, hands=put(state.hands, other, hand), pile=pile)

    def _named(self, counts: Counts) -> dict[str, int]:
        return {name: count for name, count in zip(self.kinds, counts, strict=True) if count}

    def show(self, state: State) -> str:
        hands = "; ".join(
            f"rider {seat + 1} ({self.position(state, seat)}, {state.scores[seat]} points) holds "
            + (", ".join(f"{count} {name}" for name, count in self._named(hand).items()) or "nothing")
            for seat, hand in enumerate(state.hands)
        )
        stack = ", ".join(self.kinds[k] for k in state.stack) or "empty"
        return f"turn {state.turns + 1}, rider {state.active + 1}, phase {state.phase}; {hands}; stack {stack}"


def more(counts: Counts, kind: int) -> Counts:
    left = list(counts)
    left[kind] += 1
    return tuple(left)


def less(counts: Counts, kind: int) -> Counts:
    total = list(counts)
    total[kind] -= 1
    return tuple(total)


def with_stack(state: State) -> Counts:
    """The discards and the cards of the stack."""
    discards = state.discards
    for kind in state.stack:
        discards = more(discards, kind)
    return discards


def shown(state: State, seat: int, kind: int) -> tuple[Counts, Counts]:
    """The known cards of both hands after a seat has shown a card, which may have been known before."""
    known = state.known
    return put(known, seat, less(known[seat], kind)) if known[seat][kind] else known


def game(rules: Node, cards: Cards, diagnostics: Diagnostics, _players: int | None = None) -> Rhino | None:
    """The engine for a kit's rules and its decks `moves` and `rhinos`; None if there are errors."""
    data = read_data(rules, cards, diagnostics)
    return Rhino(*data) if data else None
