"""The engine of Joust (Cobcroft): tilts of secret card choices, moving aims, and blows when the horses meet.

A match begins with a random First Player. In each tilt, both players place their aims. In each turn, both secretly
choose an aim, a horse and a knight card; then the cards are resolved, the First Player's first. Only decisions are
actions: an aim card with a single possible square moves by itself. When the horses meet, both blows are struck and the
tilt ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from random import Random  # noqa: TID251 - given by the caller, to deal hidden cards again
from typing import Any

from pnp.diagnostics import Diagnostics
from pnp.games.tilt.data import Tables, tables
from pnp.games.tilt.state import (
    AIM,
    CHOOSE,
    DECKS,
    ENTER,
    FIRST,
    LEAN,
    NO_CARD,
    OVER,
    PARRY,
    PLACE,
    PULL,
    PUSH,
    SHIELD,
    SIDES,
    State,
)
from pnp.games.tilt.strike import POINTS, VOID, Arms, Knight, Strike, advance, verdict
from pnp.games.tilt.target import ANY, OPPOSITE, Cells
from pnp.rules.game import CHANCE, Action, Cards, Game, Outcome, Outcomes
from pnp.rules.shared import Counts, added, changed, put
from pnp.sources import Node

_NUMBERS = range(len(DECKS))


class Tilt(Game[State]):
    """The game of one kit's data."""

    name = "tilt"
    players = 2
    endings = frozenset({"points", "level", "unhorsed", "both_unhorsed", "disqualified", "both_disqualified"})
    unit = "turns"
    verbs = frozenset({FIRST, PLACE, CHOOSE, AIM, SHIELD, LEAN, PARRY, PUSH, ENTER, PULL})
    table_verbs = verbs - {CHOOSE}

    def __init__(self, data: Tables) -> None:
        rules = self.rules = data.rules
        self.target, self.arms = data.target, Arms(data)
        self.aims, self.horses, self.knights = data.aims, data.horses, data.knights
        self.shields, self.places, self.full = data.shields, data.places, data.counts
        self.squares = sum(rules.board_cards)
        self.starts = (1 - rules.start_offset, self.squares + rules.start_offset)
        self.start_cells: Cells = tuple(cell for cell, traits in data.locations.items() if traits.start)
        self.locking = frozenset(card for card, traits in self.knights.items() if traits.locks_aim)
        self.bars = {
            card: frozenset(other for other, traits in self.knights.items() if card in traits.forbids)
            for card in self.knights
        }
        self.kinds = tuple({card: k for k, card in enumerate(deck)} for deck in (self.aims, self.horses, self.knights))
        self._cards = cache(self._held)
        self._left = cache(self._without)
        self._choices = cache(self._legal_choices)
        self._action: Callable[..., Action] = cache(lambda *cards: (CHOOSE, *cards))

    def actions(self) -> tuple[Action, ...]:
        decks = [(*self._named(deck, counts), NO_CARD) for deck, counts in enumerate(self.full)]
        possible = set(self._legal_choices(*decks))
        possible |= {(verb, cell) for verb in (AIM, PUSH, ENTER, PULL) for cell in self.target.cells}
        possible |= {(PLACE, cell) for cell in self.start_cells} | {(FIRST, "1"), (FIRST, "2")}
        possible |= {(SHIELD, place) for place in self.shields} | {(LEAN, side) for side in SIDES}
        return tuple(sorted(possible | {(PARRY, way) for way in OPPOSITE}))

    # Who acts, and how ------------------------------------------------------------------------------------

    def setup(self) -> State:
        return State(
            phase=FIRST, tilt=1, opener=0, first=0, seat=0, knights=(self.knight(), self.knight()), way="",
            points=(0, 0), turns=0, strikes=(), ending="", winners=(),
        )  # fmt: skip

    def knight(self, aim: str = "", **changes: Any) -> Knight:
        """A knight at the start of a tilt, with some changes."""
        fresh = Knight(aim, self.rules.speed.start, 0, self.rules.first_shield, "", frozenset(), self.full, ())
        return changed(fresh, **changes) if changes else fresh

    def actor(self, state: State) -> int | None:
        phase = state[0]
        if phase == FIRST:
            return CHANCE
        if phase == PULL:
            return 1 - state.seat
        return None if phase == OVER else state.seat

    def legal(self, state: State) -> tuple[Action, ...]:
        phase = state[0]
        if phase == CHOOSE:
            return self._choices(*map(self._cards, _NUMBERS, state.knights[state.seat].hands))
        if phase == OVER:
            return ()
        return tuple([(phase, word) for word in sorted(self.options(state))])

    def options(self, state: State) -> Cells:
        """The options of a decision of one word: squares, directions, sides, places or seats."""
        phase, knight = state[0], state.knights[state.seat]
        if phase in (PLACE, FIRST):
            return self.start_cells if phase == PLACE else ("1", "2")
        if phase == AIM:
            return self.aims_of(knight)
        if phase in (SHIELD, LEAN):
            return tuple(self.shields) if phase == SHIELD else SIDES
        other = state.knights[1 - state.seat]
        if phase == PULL:
            return self.target.nearer(knight.aim, other.aim)
        if phase == PARRY:
            return tuple(OPPOSITE)
        way = state.way
        return self.target.moves(other.aim, way) if phase == PUSH else self.target.moves(knight.aim, OPPOSITE[way])

    def _legal_choices(self, *held: Cells) -> tuple[Action, ...]:
        return tuple([self._action(*cards) for cards in product(*held)])

    def _held(self, deck: int, hand: Counts) -> Cells:
        """The cards in a hand, sorted, each once; a placeholder if it is empty."""
        return tuple(sorted(card for card, kind in self.kinds[deck].items() if hand[kind])) or (NO_CARD,)

    def _without(self, deck: int, hand: Counts, card: str) -> Counts:
        return hand if card == NO_CARD else added(hand, self.kinds[deck][card], -1)

    def allows(self, state: State, action: Action) -> bool:
        phase = state[0]
        if phase == OVER or not action or action[0] != phase:
            return False
        if phase != CHOOSE:
            return len(action) == 2 and action[1] in self.options(state)
        hands = state.knights[state.seat].hands
        return len(action) == 4 and all(card in self._cards(d, hands[d]) for d, card in enumerate(action[1:]))

    def chance(self, state: State) -> Outcomes:
        return tuple((action, 1) for action in self.legal(state)) if state.phase == FIRST else ()

    # What actions do --------------------------------------------------------------------------------------

    def apply(self, state: State, action: Action) -> State:
        verb, word = action[0], action[1]
        if verb == CHOOSE:
            return self._choose(state, action[1:])
        if verb == AIM:
            return self._aimed(state, state.seat, word)
        if verb == PARRY:
            return self._send(state, state.seat, word)
        if verb == PUSH:
            return self._sent(state, word)
        if verb in (ENTER, PULL):
            return self._resolved(self._at(state, state.seat, word), state.seat)
        if verb == PLACE:
            return self._place(state, word)
        if verb in (SHIELD, LEAN):
            knight = state.knights[state.seat]
            knight = changed(knight, shield=word) if verb == SHIELD else changed(knight, lean=word)
            return self._resolved(changed(state, knights=put(state.knights, state.seat, knight)), state.seat)
        seat = int(word) - 1
        return changed(state, phase=PLACE, opener=seat, first=seat, seat=seat)

    def _place(self, state: State, cell: str) -> State:
        seat = state.seat
        knights = put(state.knights, seat, changed(state.knights[seat], aim=cell))
        if seat == state.first:
            return changed(state, knights=knights, seat=1 - seat)
        return changed(state, phase=CHOOSE, knights=knights, seat=state.first, turns=state.turns + 1)

    def _choose(self, state: State, chosen: tuple[str, ...]) -> State:
        """Choose cards, which are revealed when both seats have chosen."""
        seat, knight = state.seat, state.knights[state.seat]
        left = tuple(map(self._left, _NUMBERS, knight.hands, chosen))
        state = changed(
            state, knights=put(state.knights, seat, changed(knight, hands=left, chosen=chosen)), seat=1 - seat
        )
        return state if seat == state.first else self._resolve_aim(state, state.first)

    def aims_of(self, knight: Knight) -> Cells:
        """The squares to which a knight's aim card may move the aim; a locked aim, or one without a card, stays."""
        card = self.aims.get(knight.chosen[0])
        if card is None or knight.standing & self.locking:
            return (knight.aim,)
        if card.way == ANY:
            return self.target.feints(knight.aim) or (knight.aim,)
        return self.target.moves(knight.aim, card.way)

    def _resolve_aim(self, state: State, seat: int) -> State:
        options = self.aims_of(state.knights[seat])
        if len(options) > 1:
            return changed(state, phase=AIM, seat=seat)
        return self._aimed(state, seat, options[0])

    def _aimed(self, state: State, seat: int, cell: str) -> State:
        state = self._at(state, seat, cell)
        return self._resolve_aim(state, 1 - seat) if seat == state.first else self._ride(state)

    def _at(self, state: State, seat: int, cell: str) -> State:
        knight = state.knights[seat]
        if knight.aim == cell:
            return state
        return changed(state, knights=put(state.knights, seat, changed(knight, aim=cell)))

    def paced(self, speed: int, card: str) -> int:
        """The speed of a horse after a horse card or, without one, after natural acceleration."""
        traits, pace = self.horses.get(card), self.rules.speed
        if traits is None or traits.slower is None:
            return min(pace.max, speed + ((traits and traits.faster) or pace.natural_acceleration))
        return max(traits.slower.least, speed - traits.slower.by) if speed else 0

    def square(self, state: State, seat: int) -> int:
        """The square of a knight on the lists, counted from the first seat's end."""
        moved = state.knights[seat].moved
        return self.starts[1] - moved if seat else self.starts[0] + moved

    def range(self, state: State) -> int:
        """The distance of the knights in squares."""
        return self.square(state, 1) - self.square(state, 0)

    def _ride(self, state: State) -> State:
        """Change the speeds and move the horses; then strike if they meet, or else resolve the knight cards."""
        gap, first = self.range(state), state.first
        speeds = [self.paced(knight.speed, knight.chosen[1]) for knight in state.knights]
        ridden = advance(speeds[first], speeds[1 - first], gap)
        steps = ridden if first == 0 else (ridden[1], ridden[0])
        one, other = state.knights
        state = changed(
            state,
            knights=(
                changed(one, speed=speeds[0], moved=one.moved + steps[0]),
                changed(other, speed=speeds[1], moved=other.moved + steps[1]),
            ),
        )
        return self._strike(state, steps) if sum(steps) == gap else self._resolve_knight(state, first)

    # The knight cards -------------------------------------------------------------------------------------

    def _resolve_knight(self, state: State, seat: int) -> State:
        """Resolve a knight card, which may need a decision or be blocked by a card in play."""
        knight = state.knights[seat]
        card = knight.chosen[2]
        traits = self.knights.get(card)
        if traits is None or knight.standing & self.bars[card]:
            return self._resolved(state, seat)
        if traits.lasts or traits.cancels:
            standing = knight.standing.difference(traits.cancels) | ({card} if traits.lasts else set())
            state = changed(state, knights=put(state.knights, seat, changed(knight, standing=standing)))
        if traits.lean:
            return changed(state, phase=LEAN, seat=seat)
        if traits.moves_shield:
            return changed(state, phase=SHIELD, seat=seat)
        if traits.parry and self.parries(card, self.range(state)):
            return self._begin_parry(state, seat)
        return self._resolved(state, seat)

    def parries(self, card: str, gap: int) -> bool:
        """Whether a parry works at a range."""
        parry = self.knights[card].parry
        return parry is not None and parry.least <= gap <= parry.most

    def _resolved(self, state: State, seat: int) -> State:
        """Go on after a seat's knight card: to the other seat's card, or to the next turn."""
        if seat == state.first:
            return self._resolve_knight(state, 1 - seat)
        one, other = state.knights
        return changed(state,
            phase=CHOOSE, first=seat, seat=seat, way="", turns=state.turns + 1,
            knights=(changed(one, chosen=()), changed(other, chosen=())),
        )  # fmt: skip

    def _begin_parry(self, state: State, seat: int) -> State:
        """Begin a parry, which differs for an aim on the same square, on a neighbouring one, or further away."""
        own, other = state.knights[seat].aim, state.knights[1 - seat].aim
        if own == other:
            return changed(state, phase=PARRY, seat=seat)
        way = self.target.way(own, other)
        if way:
            return self._send(state, seat, way)
        options = () if self.locked(state, seat) else self.target.nearer(own, other)
        if len(options) > 1:
            return changed(state, phase=PULL, seat=seat)
        return self._resolved(self._at(state, seat, options[0]) if options else state, seat)

    def _send(self, state: State, seat: int, way: str) -> State:
        """Move the other aim in a direction; of two squares, the parrying seat chooses one."""
        options = self.target.moves(state.knights[1 - seat].aim, way)
        state = changed(state, phase=PUSH, seat=seat, way=way)
        return state if len(options) > 1 else self._sent(state, options[0])

    def _sent(self, state: State, cell: str) -> State:
        """Move the other aim; one's own follows to its square, or moves the opposite way if it was there, too."""
        seat, was = state.seat, state.knights[1 - state.seat].aim
        own = state.knights[seat].aim
        state = self._at(state, 1 - seat, cell)
        if self.locked(state, seat):
            return self._resolved(state, seat)
        options = self.target.moves(own, OPPOSITE[state.way]) if own == was else (was,)
        if len(options) > 1:
            return changed(state, phase=ENTER)
        return self._resolved(self._at(state, seat, options[0]), seat)

    # Strikes and results ----------------------------------------------------------------------

    def _strike(self, state: State, steps: tuple[int, int]) -> State:
        """Strike both blows at once; then the match ends or the next tilt begins."""
        one, other = state.knights
        blows = (self.arms.blow(one, other), self.arms.blow(other, one))
        result, met = verdict(blows), self.square(state, 0)
        halts = (min(self.squares, met + one.speed - steps[0]), max(1, met - other.speed + steps[1]))
        points = (state.points[0] + result.points[0], state.points[1] + result.points[1])
        speeds, ridden = (one.speed, other.speed), (one.moved, other.moved)
        strikes = (*state.strikes, Strike(blows, result, met, halts, speeds, ridden))
        state = changed(state, points=points, strikes=strikes, way="")
        if result.kind not in (POINTS, VOID):
            return changed(state, phase=OVER, ending=result.kind, winners=result.winners)
        level, left = points[0] == points[1], self.rules.tilts - state.tilt
        if left > 0 or (level and left + self.rules.extra_tilts_when_level > 0):
            return self._next_tilt(state)
        winners = () if level else (0 if points[0] > points[1] else 1,)
        return changed(state, phase=OVER, ending="level" if level else "points", winners=winners)

    def _next_tilt(self, state: State) -> State:
        seat = 1 - state.opener
        return changed(
            state,
            phase=PLACE,
            tilt=state.tilt + 1,
            opener=seat,
            first=seat,
            seat=seat,
            knights=(self.knight(), self.knight()),
        )

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.ending, state.winners, state.points) if state.phase == OVER else None

    def length(self, state: State) -> int:
        return state.turns

    def view(self, state: State, seat: int) -> dict[str, Any]:
        own = state.knights[seat]
        return {
            "phase": state.phase,
            "tilt": state.tilt,
            "turns": state.turns,
            "first": state.first,
            "actor": self.actor(state),
            "points": list(state.points),
            "range": self.range(state),
            "way": state.way,
            "knights": [self._seen(state, other) for other in (0, 1)],
            "hand": {deck: self._named(k, own.hands[k]) for k, deck in enumerate(DECKS)},
            "chosen": list(own.chosen),
            "strikes": [_plain(strike) for strike in state.strikes],
        }

    def _seen(self, state: State, seat: int) -> dict[str, Any]:
        """The open information about a knight, without chosen cards that are not revealed."""
        knight, shown = state.knights[seat], _shown(state)
        played = {}
        for k, deck in enumerate(DECKS):
            hand = self._held_or_hidden(knight, k, shown)
            played[deck] = self._named(k, tuple([f - h for f, h in zip(self.full[k], hand, strict=True)]))
        return {
            "aim": knight.aim,
            "speed": knight.speed,
            "moved": knight.moved,
            "square": self.square(state, seat),
            "shield": knight.shield,
            "lean": knight.lean,
            "standing": sorted(knight.standing),
            "locked": self.locked(state, seat),
            "committed": bool(knight.chosen),
            "shown": list(knight.chosen[:shown]),
            "played": played,
        }

    def _held_or_hidden(self, knight: Knight, deck: int, shown: int) -> Counts:
        """The cards of a deck in a knight's hand, including a chosen card that is not revealed."""
        hidden = knight.chosen[deck] if knight.chosen and deck >= shown else NO_CARD
        return knight.hands[deck] if hidden == NO_CARD else added(knight.hands[deck], self.kinds[deck][hidden], 1)

    def beginner(self, state: State) -> int | None:
        """The First Player of the first tilt; it changes with each tilt."""
        return None if state.phase == FIRST else state.opener ^ (state.tilt - 1 & 1)

    def hand(self, state: State, seat: int) -> tuple[str, ...]:
        held = map(self._cards, _NUMBERS, state.knights[seat].hands)
        return tuple([card for cards in held for card in cards if card != NO_CARD])

    def standings(self, state: State) -> tuple[int, ...]:
        return state.points

    def resample(self, state: State, seat: int, rng: Random) -> State:
        """Choose the other seat's cards that are not revealed again, from the same hand."""
        other = 1 - seat
        knight, shown = state.knights[other], _shown(state)
        hands, chosen = list(knight.hands), list(knight.chosen)
        for deck in range(shown, len(chosen)):
            held = self._held_or_hidden(knight, deck, shown)
            cards = [card for card, count in zip(self.kinds[deck], held, strict=True) for _ in range(count)]
            if cards:
                chosen[deck] = rng.choice(cards)
                hands[deck] = self._without(deck, held, chosen[deck])
        again = changed(knight, hands=tuple(hands), chosen=tuple(chosen))
        return changed(state, knights=put(state.knights, other, again))

    def _named(self, deck: int, counts: Counts) -> dict[str, int]:
        return {card: count for card, count in zip(self.kinds[deck], counts, strict=True) if count}

    def show(self, state: State) -> str:
        lines = [
            f"tilt {state.tilt}, turn {state.turns}, phase {state.phase}, rider {state.first + 1} first, rider "
            f"{state.seat + 1} deciding; range {self.range(state)}; points {state.points[0]}:{state.points[1]}"
        ]
        for seat, knight in enumerate(state.knights):
            cards = " ".join(f"{c}×{n}" for k in range(3) for c, n in self._named(k, knight.hands[k]).items())
            lines.append(
                f"rider {seat + 1}: aim {knight.aim or 'not placed'}, speed {knight.speed}, square "
                f"{self.square(state, seat)}, shield {knight.shield}, standing "
                f"{', '.join(sorted(knight.standing)) or 'nothing'}{' ' + knight.lean if knight.lean else ''}; "
                f"chosen {' '.join(knight.chosen) or 'nothing'}; holds {cards or 'nothing'}"
            )
        return "\n".join(lines)

    def locked(self, state: State, seat: int) -> bool:
        """Whether a card locks the seat's aim."""
        return bool(state.knights[seat].standing & self.locking)


def _shown(state: State) -> int:
    """The number of chosen cards that are revealed: first the aim cards; no knight cards if the horses met."""
    if state.phase in (FIRST, PLACE, CHOOSE):
        return 0
    return {AIM: 1, OVER: 2}.get(state.phase, len(DECKS))


def _plain(strike: Strike) -> Mapping[str, Any]:
    blows = [
        {
            **blow._asdict(),
            "net": blow.net,
            "adds": [addend._asdict() for addend in blow.adds],
            "resists": [addend._asdict() for addend in blow.resists],
        }
        for blow in strike.blows
    ]
    return {
        "blows": blows,
        "verdict": strike.verdict.kind,
        "met": strike.met,
        "halts": list(strike.halts),
        "speeds": list(strike.speeds),
        "ridden": list(strike.ridden),
    }


def game(rules: Node, cards: Cards, diagnostics: Diagnostics, _players: int | None = None) -> Tilt | None:
    """The engine for a kit's rules and its decks; None if there are errors."""
    data = tables(rules, cards, diagnostics)
    return Tilt(data) if data else None
