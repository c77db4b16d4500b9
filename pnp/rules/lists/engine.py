"""The engine of JOUST!: a tournament of jousts between two knights at a time, ridden and struck with dice.

A tournament is a row of slots. Each slot pairs two knights that are not resting, or brings back a pair that had to
withdraw, or stays idle. A joust is ridden in passes: a die each for the initiative, rides by turns until the knights
are side by side, then the strikes. Almost all is chance; bystanders choose only where the group plays with wagers.
In a joust the knights are 0, who starts in column 1, and 1, who starts in the last; everywhere else they are seats.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from random import Random  # noqa: TID251 - given by the caller, to deal hidden choices again
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.kit.schema import keys_of
from pnp.kit.yaml import Node
from pnp.rules.game import CHANCE, Action, Cards, Game, Outcome, Outcomes
from pnp.rules.lists.data import Ending, Endings, Rules, read

PAIR, WAGER, INITIATIVE, RIDE, STRIKE, OVER = "pair", "wager", "initiative", "ride", "strike", "over"
IDLE, PASS = ("idle",), ("pass",)
KNIGHTS = (0, 1)

Seats = tuple[int, ...]
Two = tuple[int, int]
"""A number for each knight of a joust."""


class Verdict(NamedTuple):
    """How a joust ended: its kind, the knight that won it if one did, and the knights that now need rest."""

    kind: str
    winner: int | None
    rest: tuple[int, ...]


class Course(NamedTuple):
    """One pass at one moment."""

    leader: int
    """The knight with the initiative, once it is decided."""
    mover: int
    """The knight to roll next."""
    ridden: Two
    """Steps each knight has gone from its start."""
    advantage: int | None
    """The knight that strikes before the other; none until they meet, or where they meet in the zone."""
    rolls: tuple[int, ...]
    """One knight's roll for the initiative or the strike, while the other's is awaited."""


class State(NamedTuple):
    """A tournament at one moment."""

    tokens: tuple[int, ...]
    resting: Seats
    """The knights that miss the next joust."""
    due: Seats
    """The pair that comes back in the next slot."""
    later: Seats
    """The pair that comes back in the slot after it."""
    slots: int
    """Slots that are over, idle ones too."""
    jousts: int
    """Jousts that are over."""
    last: str
    """How the last of them ended."""
    chips: tuple[int, ...]
    wagers: tuple[Two, ...]
    """The wagers of the bystanders of this joust, in turn: the seat that will unseat the other, and a stake or 0.

    They are secret until all have made theirs."""
    pair: Seats
    """The knights of this slot's joust; none until they are found."""
    passes: int
    """Passes of this joust begun."""
    injuries: Two
    """What its knights have taken so far."""
    phase: str
    course: Course


class Lists(Game[State]):
    """The tournament of one kit's data, for a number of players."""

    name = "lists"
    endings = frozenset({"unseating", "default"})
    """By which of the two ways to win a joust the last token was won."""
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
        """The knight whose roll gives it the initiative; none on a tie, when both roll again."""
        return None if rolls[0] == rolls[1] else int(rolls[1] > rolls[0])

    def steps(self, ridden: Two, roll: int) -> int:
        """How much of a roll is ridden: all of it, or as far as the other knight."""
        return min(roll, self.distance - sum(ridden))

    def alongside(self, ridden: Two) -> bool:
        """Whether the knights have met, so that no knight rides on."""
        return sum(ridden) >= self.distance

    def column(self, ridden: Two, knight: int) -> int:
        """The column a knight is in, on the board: counted from the start of knight 0."""
        return self.rules.columns - ridden[1] if knight else 1 + ridden[0]

    def advantage(self, ridden: Two) -> int | None:
        """The knight that has left the zone behind it, where they meet; none where they meet inside."""
        return next((knight for knight in KNIGHTS if 1 + ridden[knight] > self.rules.zone[1]), None)

    def struck(self, injuries: Two, striker: int, roll: int) -> Two:
        """The injuries after one strike."""
        hit = self.hits[roll]
        own, other = injuries[striker] + hit.self_injury, injuries[1 - striker] + hit.injury
        return (other, own) if striker else (own, other)

    def unable(self, injury: int) -> bool:
        """Whether a knight so injured cannot go on."""
        return injury >= self.rules.injury_limit

    def verdict(self, unseated: tuple[bool, bool], injuries: Two) -> Verdict | None:
        """How a joust ends after the strikes of a pass; None when another pass follows."""
        unable = self.unable(injuries[0]), self.unable(injuries[1])
        what, beaten = ("unseated", unseated) if True in unseated else ("unable", unable)
        if True not in beaten:
            return None
        kind = f"both_{what}" if all(beaten) else f"one_{what}"
        tired = {"unseated": unseated, "unable": unable}
        rest = tuple(knight for knight in KNIGHTS if any(tired[why][knight] for why in self.outcomes[kind].rest))
        return Verdict(kind, None if all(beaten) else beaten.index(False), rest)

    def fit(self, resting: Seats) -> Seats:
        """The knights that can be paired for the next joust."""
        return tuple(seat for seat in range(self.players) if seat not in resting)

    def winnings(self, kind: str, winner: int | None, wager: Two) -> int:
        """What a wager brings its owner, at even money; nothing either way unless one alone was unseated."""
        backed, stake = wager
        if kind != "one_unseated":
            return 0
        return stake if backed == winner else -stake

    def actions(self) -> tuple[Action, ...]:
        seats = [str(seat + 1) for seat in range(self.players)]
        found = {action for outcomes in self._dice.values() for action, _ in outcomes}
        found |= {("pair", *pair) for pair in combinations(seats, 2)}
        found |= {("return", *pair) for pair in permutations(seats, 2)} | {IDLE}
        if self.rules.wager_chips:
            stakes = range(1, self.rules.wager_chips + 1)
            found |= {("wager", seat, str(stake)) for seat in seats for stake in stakes} | {PASS}
        return tuple(sorted(found))

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
        """A stake is at most the chips that each player began with, however many were won since."""
        stakes = range(1, min(state.chips[bystander], self.rules.wager_chips) + 1)
        wagers = (("wager", str(seat + 1), str(stake)) for seat in state.pair for stake in stakes)
        return tuple(sorted((*wagers, PASS)))

    def _bystanders(self, state: State) -> Seats:
        """The seats that may wager on this joust, in turn: all with chips that do not ride in it."""
        return tuple(seat for seat, chips in enumerate(state.chips) if chips and seat not in state.pair)

    def chance(self, state: State) -> Outcomes:
        return self._dice.get(state.phase) or self._pairs(state.resting, state.due)

    def _pairings(self, resting: Seats, due: Seats) -> Outcomes:
        """What may fill the next slot: the pair that is due, else any two that are fit, else nothing."""
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
        """No two knights can joust: the slot passes, and all knights have rested."""
        return state._replace(resting=(), due=state.later, later=(), slots=state.slots + 1)

    def _begin(self, state: State, action: Action) -> State:
        pair = tuple(int(word) - 1 for word in action[1:])
        after = state._replace(phase=INITIATIVE, pair=pair, passes=1)
        return after._replace(phase=WAGER) if self._bystanders(after) else after

    def _wager(self, state: State, wager: Two) -> State:
        wagers = (*state.wagers, wager)
        done = len(wagers) == len(self._bystanders(state))
        return state._replace(phase=INITIATIVE if done else WAGER, wagers=wagers)

    def _move(self, course: Course, action: Action) -> tuple[str, Course]:
        """The phase and the pass after a roll before the strikes, cached since they are the same in every joust."""
        roll = int(action[1])
        return self._take(course, roll) if action[0] == INITIATIVE else self._ride(course, roll)

    def _take(self, course: Course, roll: int) -> tuple[str, Course]:
        if not course.rolls:
            return INITIATIVE, course._replace(mover=1, rolls=(roll,))
        leader = self.initiative((course.rolls[0], roll))
        if leader is None:
            return INITIATIVE, _START
        return RIDE, course._replace(leader=leader, mover=leader, rolls=())

    def _ride(self, course: Course, roll: int) -> tuple[str, Course]:
        """One knight rides; when the two are side by side, the one with the advantage rolls the first strike."""
        ridden, steps = course.ridden, self.steps(course.ridden, roll)
        ridden = (ridden[0], ridden[1] + steps) if course.mover else (ridden[0] + steps, ridden[1])
        if not self.alongside(ridden):
            return RIDE, course._replace(mover=1 - course.mover, ridden=ridden)
        advantage = self.advantage(ridden)
        first = course.leader if advantage is None else advantage
        return STRIKE, course._replace(mover=first, ridden=ridden, advantage=advantage)

    def _strike(self, state: State, roll: int) -> State:
        """With the advantage a strike counts at once, and may spare the reply; else both count together."""
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
        verdict = self.verdict((unseats, answered) if striker else (answered, unseats), injuries)
        if verdict is None:
            return State(*state[:-4], state.passes + 1, injuries, INITIATIVE, _START)
        return self._end(state, verdict)

    def _end(self, state: State, verdict: Verdict) -> State:
        """The joust is over: tokens and wagers are paid, and the next slot is prepared."""
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
        """Everybody's chips after the wagers on this joust."""
        if not state.wagers:
            return state.chips
        wagers = dict(zip(self._bystanders(state), state.wagers, strict=True))
        return tuple(
            held + (self.winnings(kind, winner, wagers[seat]) if seat in wagers else 0)
            for seat, held in enumerate(state.chips)
        )

    # What it came to --------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        winner = state.tokens.index(max(state.tokens))
        return Outcome("unseating" if state.last == "one_unseated" else "default", (winner,), state.tokens)

    def length(self, state: State) -> int:
        return state.jousts

    def view(self, state: State, seat: int) -> dict[str, Any]:
        """Everything is open, except for the wagers of other bystanders until all have made theirs."""
        secret = state.phase == WAGER
        asked = zip(self._bystanders(state), state.wagers, strict=False)
        wagers = [list(wager) if not secret or seat == other else [] for other, wager in asked]
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
            "wagers": wagers,
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

    def resample(self, state: State, seat: int, rng: Random) -> State:
        """Choose the wagers of the other bystanders again, as long as they are secret."""
        if state.phase != WAGER:
            return state
        made = list(state.wagers)
        for number, other in enumerate(self._bystanders(state)[: len(made)]):
            if other != seat:
                made[number] = _staked(rng.choice(self._legal_wagers(state, other)))
        return state._replace(wagers=tuple(made))

    def show(self, state: State) -> str:
        knights = ", ".join(
            f"knight {seat + 1} has {held} tokens{' and rests' if seat in state.resting else ''}"
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
    """A wager as it is kept: a seat and a stake; no stake where a bystander passes."""
    return (0, 0) if action == PASS else (int(action[1]) - 1, int(action[2]))


def game(rules: Node, cards: Cards, diagnostics: Diagnostics, players: int | None = None) -> Lists | None:
    """The engine for a kit's rules and that many players; None with faults where it cannot play. It plays no cards."""
    before = len(diagnostics)
    typed = read(rules, players, diagnostics)
    for card in (card for deck in cards.values() for card in deck.values()):
        if card.traits is not None:
            what = f"{card.name!r} has traits, but no card is played in this game"
            diagnostics.error(card.traits.key_span, "unplayed-traits", what, "say it in 'words' or 'asides'")
    if typed is None or len(diagnostics) != before:
        return None
    return Lists(typed, typed.players.usual if players is None else players)
