"""The engine of JOUST!: a tournament of jousts between two knights at a time, ridden and struck with dice.

A tournament is a sequence of slots. Each slot pairs two knights that are not resting, or brings back a pair that had to
withdraw, or is idle. A joust consists of passes: both knights roll for the initiative, ride by turns until they are
side by side, then strike. Almost all of it is chance; only wagers of bystanders are choices. In a joust, knight 0
starts in column 1 and knight 1 in the last column; everywhere else, knights are numbered by seat.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from random import Random  # noqa: TID251 - only to name a type
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.games.lists.data import Ending, Endings, Rules, read
from pnp.kit.schema import keys_of
from pnp.rules.game import CHANCE, Action, Cards, Game, Outcome, Outcomes
from pnp.rules.shared import changed
from pnp.sources import Node

PAIR, WAGER, INITIATIVE, RIDE, STRIKE, OVER = "pair", "wager", "initiative", "ride", "strike", "over"
IDLE, PASS = ("idle",), ("pass",)
KNIGHTS = (0, 1)

Seats = tuple[int, ...]
Two = tuple[int, int]
"""A number for each knight of a joust."""


class JoustResult(NamedTuple):
    """How a joust ended: the ending, the winner if any, and the knights that must rest."""

    kind: str
    winner: int | None
    rest: tuple[int, ...]


class Course(NamedTuple):
    """The state of a pass."""

    leader: int
    """The knight with the initiative, once decided."""
    mover: int
    """The knight to roll next."""
    ridden: Two
    """The steps of each knight from its start."""
    advantage: int | None
    """The knight with the advantage, which strikes first; None until they meet, or if they meet in the zone."""
    rolls: tuple[int, ...]
    """The first knight's roll for the initiative or the strike, until the other knight rolls."""


class State(NamedTuple):
    """A tournament at one moment."""

    tokens: tuple[int, ...]
    resting: Seats
    """The knights that miss the next joust."""
    due: Seats
    """The pair that returns in the next slot."""
    later: Seats
    """The pair that returns in the slot after the next."""
    slots: int
    """The number of finished slots, including idle ones."""
    jousts: int
    """The number of finished jousts."""
    last: str
    """How the last joust ended."""
    chips: tuple[int, ...]
    wagers: tuple[Two, ...]
    """The wagers on this joust in turn: the seat that will unseat the other, and a stake or 0."""
    pair: Seats
    """The knights of this slot's joust; None until they are drawn."""
    passes: int
    """The number of passes begun in this joust."""
    injuries: Two
    """The injuries of its knights."""
    phase: str
    course: Course


class Lists(Game[State]):
    """The tournament of one kit's data, for a number of players."""

    name = "lists"
    endings = frozenset({"unseating", "default"})
    """The two endings by which the last token can be won."""
    unit = "jousts"
    verbs = frozenset({"pair", "return", "idle", "wager", "pass", "initiative", "ride", "strike"})

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.rests = players >= rules.rest_needs_players
        self.distance = rules.columns - 1
        self.hits = {int(roll): hit for roll, hit in rules.hit_table.items()}
        self.outcomes: dict[str, Ending] = {kind: getattr(rules.outcomes, kind) for kind in keys_of(Endings)}
        sides = {INITIATIVE: rules.dice.ride, RIDE: rules.dice.ride, STRIKE: rules.dice.strike}
        self._dice: dict[str, Outcomes] = {
            phase: tuple(((phase, str(roll)), 1) for roll in range(1, most + 1)) for phase, most in sides.items()
        }
        self._pairs = cache(self._pairings)
        self._moved = cache(self._move)

    # The tables -------------------------------------------------------------------------------------------

    def initiative(self, rolls: Two) -> int | None:
        """The knight that wins the initiative by these rolls; None on a tie, after which both roll again."""
        return None if rolls[0] == rolls[1] else int(rolls[1] > rolls[0])

    def steps(self, ridden: Two, roll: int) -> int:
        """The steps ridden by a roll, at most as far as the other knight."""
        return min(roll, self.distance - sum(ridden))

    def alongside(self, ridden: Two) -> bool:
        """Whether the knights have met."""
        return sum(ridden) >= self.distance

    def column(self, ridden: Two, knight: int) -> int:
        """The column of a knight, counted from the start of knight 0."""
        return self.rules.columns - ridden[1] if knight else 1 + ridden[0]

    def advantage(self, ridden: Two) -> int | None:
        """The knight that has passed the zone when they meet; None if they meet inside it."""
        return next((knight for knight in KNIGHTS if 1 + ridden[knight] > self.rules.zone[1]), None)

    def struck(self, injuries: Two, striker: int, roll: int) -> Two:
        """The injuries after one strike."""
        hit = self.hits[roll]
        own, other = injuries[striker] + hit.self_injury, injuries[1 - striker] + hit.injury
        return (other, own) if striker else (own, other)

    def unable(self, injury: int) -> bool:
        """Whether a knight with this many injuries cannot continue."""
        return injury >= self.rules.injury_limit

    def verdict(self, unseated: tuple[bool, bool], injuries: Two) -> JoustResult | None:
        """How a joust ends after the strikes of a pass; None if another pass follows."""
        unable = self.unable(injuries[0]), self.unable(injuries[1])
        what, beaten = ("unseated", unseated) if True in unseated else ("unable", unable)
        if True not in beaten:
            return None
        kind = f"both_{what}" if all(beaten) else f"one_{what}"
        tired = {"unseated": unseated, "unable": unable}
        rest = tuple(knight for knight in KNIGHTS if any(tired[why][knight] for why in self.outcomes[kind].rest))
        return JoustResult(kind, None if all(beaten) else beaten.index(False), rest)

    def fit(self, resting: Seats) -> Seats:
        """The knights that can be paired for the next joust."""
        return tuple(seat for seat in range(self.players) if seat not in resting)

    def winnings(self, kind: str, winner: int | None, wager: Two) -> int:
        """The gain or loss of a wager, at even money; 0 unless exactly one knight was unseated."""
        backed, stake = wager
        if kind != "one_unseated":
            return 0
        return stake if backed == winner else -stake

    def actions(self) -> tuple[Action, ...]:
        seats = [str(seat + 1) for seat in range(self.players)]
        possible = {action for outcomes in self._dice.values() for action, _ in outcomes}
        possible |= {("pair", *pair) for pair in combinations(seats, 2)}
        possible |= {("return", *pair) for pair in permutations(seats, 2)} | {IDLE}
        if self.rules.wager_chips:
            stakes = range(1, self.rules.wager_chips + 1)
            possible |= {("wager", seat, str(stake)) for seat in seats for stake in stakes} | {PASS}
        return tuple(sorted(possible))

    # Who acts, and how ------------------------------------------------------------------------------------

    def setup(self) -> State:
        chips = (self.rules.wager_chips,) * self.players
        return State((0,) * self.players, (), (), (), 0, 0, "", chips, (), (), 0, (0, 0), PAIR, _START)

    def actor(self, state: State) -> int | None:
        phase = state.phase
        if phase == WAGER:
            return self._bystanders(state)[len(state.wagers)]
        return None if phase == OVER else CHANCE

    def legal(self, state: State) -> tuple[Action, ...]:
        if state.phase == OVER:
            return ()
        if state.phase == WAGER:
            return self._legal_wagers(state, self._bystanders(state)[len(state.wagers)])
        return tuple(sorted(action for action, _ in self.chance(state)))

    def _legal_wagers(self, state: State, bystander: int) -> tuple[Action, ...]:
        """A stake is at most the number of chips with which each player began."""
        stakes = range(1, min(state.chips[bystander], self.rules.wager_chips) + 1)
        wagers = (("wager", str(seat + 1), str(stake)) for seat in state.pair for stake in stakes)
        return tuple(sorted((*wagers, PASS)))

    def _bystanders(self, state: State) -> Seats:
        """The seats that may wager on this joust, in turn: all others that have chips."""
        return tuple(seat for seat, chips in enumerate(state.chips) if chips and seat not in state.pair)

    def chance(self, state: State) -> Outcomes:
        return self._dice.get(state.phase) or self._pairs(state.resting, state.due)

    def _pairings(self, resting: Seats, due: Seats) -> Outcomes:
        """The possible pairs of the next slot: the returning pair, else any two fit knights, else none."""
        pairs = [due] if due else list(combinations(self.fit(resting), 2))
        verb = "return" if due else "pair"
        actions = [(verb, *(str(seat + 1) for seat in pair)) for pair in pairs] or [IDLE]
        return tuple((action, 1) for action in actions)

    # What actions do --------------------------------------------------------------------------------------

    def apply(self, state: State, action: Action) -> State:
        verb = action[0]
        if verb == STRIKE:
            return self._strike(state, int(action[1]))
        if verb in self._dice:
            return State(*state[:-2], *self._moved(state.course, action))
        if verb in ("wager", "pass"):
            return self._wager(state, _staked(action))
        return self._idle(state) if verb == "idle" else self._begin(state, action)

    def _idle(self, state: State) -> State:
        """Pass an idle slot, after which all knights have rested."""
        return changed(state, resting=(), due=state.later, later=(), slots=state.slots + 1)

    def _begin(self, state: State, action: Action) -> State:
        pair = tuple(int(word) - 1 for word in action[1:])
        after = changed(state, phase=INITIATIVE, pair=pair, passes=1)
        return changed(after, phase=WAGER) if self._bystanders(after) else after

    def _wager(self, state: State, wager: Two) -> State:
        wagers = (*state.wagers, wager)
        done = len(wagers) == len(self._bystanders(state))
        return changed(state, phase=INITIATIVE if done else WAGER, wagers=wagers)

    def _move(self, course: Course, action: Action) -> tuple[str, Course]:
        """The phase and the pass after a roll before the strikes, memoised."""
        roll = int(action[1])
        return self._take(course, roll) if action[0] == INITIATIVE else self._ride(course, roll)

    def _take(self, course: Course, roll: int) -> tuple[str, Course]:
        if not course.rolls:
            return INITIATIVE, changed(course, mover=1, rolls=(roll,))
        leader = self.initiative((course.rolls[0], roll))
        if leader is None:
            return INITIATIVE, _START
        return RIDE, changed(course, leader=leader, mover=leader, rolls=())

    def _ride(self, course: Course, roll: int) -> tuple[str, Course]:
        """Move a knight. When the two are side by side, the one with the advantage strikes first."""
        ridden, steps = course.ridden, self.steps(course.ridden, roll)
        ridden = (ridden[0], ridden[1] + steps) if course.mover else (ridden[0] + steps, ridden[1])
        if not self.alongside(ridden):
            return RIDE, changed(course, mover=1 - course.mover, ridden=ridden)
        advantage = self.advantage(ridden)
        first = course.leader if advantage is None else advantage
        return STRIKE, changed(course, mover=first, ridden=ridden, advantage=advantage)

    def _strike(self, state: State, roll: int) -> State:
        """Apply a strike. With the advantage it takes effect at once and may prevent the reply; else both do
        together."""
        course, injuries = state.course, state.injuries
        striker, ahead, unseats = course.mover, course.advantage is not None, self.hits[roll].unseats
        other, before = 1 - striker, course.rolls
        if before and not ahead:
            injuries = self.struck(injuries, other, before[0])
        if before or ahead:
            injuries = self.struck(injuries, striker, roll)
        if not before and not (ahead and unseats):
            waiting = Course(course.leader, other, course.ridden, course.advantage, (roll,))
            return State(*state[:-3], injuries, STRIKE, waiting)
        answered = bool(before) and self.hits[before[0]].unseats
        return self._judged(state, (unseats, answered) if striker else (answered, unseats), injuries)

    def _judged(self, state: State, unseated: tuple[bool, bool], injuries: Two) -> State:
        verdict = self.verdict(unseated, injuries)
        if verdict is None:
            return State(*state[:-4], state.passes + 1, injuries, INITIATIVE, _START)
        return self._end(state, verdict)

    def _end(self, state: State, verdict: JoustResult) -> State:
        """End a joust: pay tokens and wagers, and prepare the next slot."""
        ending, pair = self.outcomes[verdict.kind], state.pair
        winner = None if verdict.winner is None else pair[verdict.winner]
        tokens = tuple([held + ending.tokens * (seat == winner) for seat, held in enumerate(state.tokens)])
        return State(
            tokens=tokens,
            resting=tuple([pair[knight] for knight in verdict.rest]) if self.rests else (),
            due=state.later,
            later=pair if ending.returns and self.rests else (),
            slots=state.slots + 1,
            jousts=state.jousts + 1,
            last=verdict.kind,
            chips=self._paid(state, verdict.kind, winner),
            wagers=(),
            pair=(),
            passes=0,
            injuries=(0, 0),
            phase=OVER if max(tokens) >= self.rules.target else PAIR,
            course=_START,
        )

    def _paid(self, state: State, kind: str, winner: int | None) -> tuple[int, ...]:
        """The chips of all seats after the wagers on this joust."""
        if not state.wagers:
            return state.chips
        wagers = dict(zip(self._bystanders(state), state.wagers, strict=True))
        return tuple(
            held + (self.winnings(kind, winner, wagers[seat]) if seat in wagers else 0)
            for seat, held in enumerate(state.chips)
        )

    # Results --------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        winner = state.tokens.index(max(state.tokens))
        return Outcome("unseating" if state.last == "one_unseated" else "default", (winner,), state.tokens)

    def length(self, state: State) -> int:
        return state.jousts

    def view(self, state: State, seat: int) -> dict[str, Any]:
        """All information is open."""
        return {
            "seat": seat,
            "phase": state.phase,
            "tokens": list(state.tokens),
            "resting": list(state.resting),
            "returning": [list(state.due), list(state.later)],
            "slots": state.slots,
            "jousts": state.jousts,
            "last": state.last,
            "chips": list(state.chips),
            "wagers": [list(wager) for wager in state.wagers],
            "joust": self._joust(state) if state.pair else {},
        }

    def _joust(self, state: State) -> dict[str, Any]:
        pair, course, advantage = state.pair, state.course, state.course.advantage
        return {
            "pair": list(pair),
            "pass": state.passes,
            "injuries": list(state.injuries),
            "columns": [self.column(course.ridden, knight) for knight in KNIGHTS],
            "initiative": pair[course.leader] if state.phase in (RIDE, STRIKE) else None,
            "advantage": None if advantage is None else pair[advantage],
            "to_roll": pair[course.mover],
            "rolls": list(course.rolls),
        }

    def hand(self, _state: State, _seat: int) -> tuple[str, ...]:
        return ()

    def standings(self, state: State) -> tuple[int, ...]:
        return state.tokens

    def resample(self, state: State, _seat: int, _rng: Random) -> State:
        """The same state, because nothing is hidden."""
        return state

    def show(self, state: State) -> str:
        knights = ", ".join(
            f"knight {seat + 1} has {held} {'victory' if held == 1 else 'victories'}"
            f"{' and rests' if seat in state.resting else ''}"
            for seat, held in enumerate(state.tokens)
        )
        line = f"slot {state.slots + (state.phase != OVER)}, phase {state.phase}; {knights}"
        for pair, when in ((state.due, "in the next slot"), (state.later, "in the slot after the next")):
            line += f"; knights {pair[0] + 1} and {pair[1] + 1} return {when}" if pair else ""
        return f"{line}\n{self._riders(state)}" if state.pair else line

    def _riders(self, state: State) -> str:
        course, decided = state.course, state.phase in (RIDE, STRIKE)
        riders = ", ".join(
            f"knight {state.pair[knight] + 1} in column {self.column(course.ridden, knight)}"
            f" with injuries {state.injuries[knight]}"
            + (" and the initiative" if decided and course.leader == knight else "")
            for knight in KNIGHTS
        )
        rolled = f" after a {course.rolls[0]}" if course.rolls else ""
        return f"pass {state.passes}: {riders}; next to roll is knight {state.pair[course.mover] + 1}{rolled}"


_START = Course(0, 0, (0, 0), None, ())


def _staked(action: Action) -> Two:
    """A wager as a seat and a stake, which is 0 if a bystander passes."""
    return (0, 0) if action == PASS else (int(action[1]) - 1, int(action[2]))


def game(rules: Node, cards: Cards, diagnostics: Diagnostics, players: int | None = None) -> Lists | None:
    """Make the engine for a kit's rules and a number of players; None if there are errors. The game has no cards."""
    before = len(diagnostics)
    typed = read(rules, players, diagnostics)
    for card in (card for deck in cards.values() for card in deck.values()):
        if card.traits is not None:
            what = f"{card.name!r} has traits, but this game plays no cards"
            diagnostics.error(card.traits.key_span, "unplayed-traits", what, "use 'words' or 'asides' instead")
    if typed is None or len(diagnostics) != before:
        return None
    return Lists(typed, typed.players.usual if players is None else players)
