"""Play a block of games, and count what happens in them.

Each game has a seed of its own, made from the seed of the run and the number of the game. So the same games are played
in blocks of any size, in any order and by any process, and a game can be played again alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from random import Random  # noqa: TID251 - seeded here, by the caller's seed
from typing import Any, NamedTuple

from pnp.diagnostics.mistakes import reason
from pnp.kit.plugins import PluginError, failure
from pnp.lab.cards import CardCounts
from pnp.lab.search import policy, stake
from pnp.lab.tallies import PairedGame, Result, Tally
from pnp.rules import guard
from pnp.rules.game import Action, Game
from pnp.rules.playing import Policy, play

SECONDS_TO_DECIDE = 8
"""Estimated seconds that a player needs for a decision with more than one legal action."""
SECONDS_TO_ACT = 2
"""Estimated seconds for anything else: an action without an alternative, a card dealt, a die rolled."""
PARTS = range(10, 100, 10)
"""The parts of a game, in percent of its decisions, after which it is counted who leads."""
STAKES_BLOCK = 2
"""The number of games that one process plays at a time if stakes are estimated, which takes about a second for each."""


class PlayPlan(NamedTuple):
    """What is played. With two policies, they play against each other: the first has one seat, by the seed of the game,
    and the second all others."""

    games: int
    seed: int = 1
    policies: tuple[str, ...] = ("random",)
    cards: bool = False
    """Whether cards and leads are counted too, which takes time."""
    rows: bool = False
    """Whether the tally lists the games."""
    playouts: int = 0
    """If above 0, the tally lists the stake of a decision of each game, by as many games after each of its actions."""


class GameBlock(NamedTuple):
    """A part of the games of a plan: its number, its first game and its number of games."""

    number: int
    first: int
    size: int


class Failure(NamedTuple):
    """A game that failed: why, and the seed that plays it again as the only game of a run."""

    message: str
    seed: int
    game: int


def blocks(plan: PlayPlan) -> Iterator[GameBlock]:
    """The blocks of a plan, in order."""
    size = min([policy(name).block for name in plan.policies] + [STAKES_BLOCK] * bool(plan.playouts))
    for number, first in enumerate(range(0, plan.games, size)):
        yield GameBlock(number, first, min(size, plan.games - first))


def game_seed(seed: int, number: int) -> int:
    """The seed of a game by its number in the run; the first game of a run has the seed of the run."""
    if number == 0:
        return seed
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=6).digest())


def play_block(game: Game[Any], plan: PlayPlan, block: GameBlock) -> Tally | Failure:
    """Play a block; the tally of its games, or the first game that failed."""
    count = _Counts(game, plan)
    for number in range(block.first, block.first + block.size):
        seed = game_seed(plan.seed, number)
        try:
            count.play(seed)
        except PluginError as error:
            return Failure(str(error), seed, number)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a game's engine raises
            return Failure(str(failure(f"game {game.name}: {reason(error)}")), seed, number)
    return count.total()


def _leader(points: Sequence[float]) -> int | None:
    """The only seat with the most points."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


class _Counts:
    """Plays games, and adds them to a tally. It is the policy of all seats, so it sees each decision."""

    def __init__(self, game: Game[Any], plan: PlayPlan) -> None:
        self.game, self.tally = game, Tally()
        self._policies = [policy(name).policy for name in plan.policies]
        self._cards = CardCounts(game) if plan.cards else None
        self._leaders: list[int | None] = []
        self._rows, self._playouts = plan.rows, plan.playouts
        self._seat, self._forced, self._decisions = 0, 0, 0
        self._decision: tuple[Any, tuple[Action, ...]] | None = None

    def play(self, seed: int) -> None:
        """Play the game of a seed and count it. Raises PluginError, and whatever the engine raises."""
        game, tally, log = self.game, self.tally, list[Action]()
        self._seat, self._forced, self._decisions, self._decision = seed % game.players, 0, 0, None
        state = play(game, Random(seed), self._choice(seed), log)  # noqa: S311 - not for security
        outcome = game.outcome(state)
        if outcome is None:
            raise guard.stuck(game, "outcome", state)
        winners = tuple(outcome.winners)
        beginner, length = game.beginner(state), game.length(state)
        tally.results[Result(outcome.ending, winners, beginner)] += 1
        tally.lengths[length] += 1
        tally.decisions[self._decisions] += 1
        others = len(log) - self._decisions
        tally.seconds[SECONDS_TO_DECIDE * self._decisions + SECONDS_TO_ACT * others] += 1
        tally.forced += self._forced
        tally.reshuffles += getattr(state, "shuffles", 0)
        tally.challenges += len(self._policies) > 1 and self._seat in winners
        if self._rows:
            began = -1 if beginner is None or not winners else int(beginner in winners)
            tally.rows.append(PairedGame(began, length, self._decisions, int(not winners), outcome.ending))
        if self._decision:
            rng = Random(f"{seed}/playouts")  # noqa: S311 - not for security
            tally.stakes.append(stake(game, *self._decision, rng, self._playouts))
        if self._cards:
            self._cards.end(winners, log)
            self._end_leads(winners)

    def _end_leads(self, winners: tuple[int, ...]) -> None:
        """Count who led in points at the decisions of a game, if the engine reports points."""
        if self._leaders:
            led = [seat for seat in self._leaders if seat is not None]
            self.tally.leads[sum(seat != before for before, seat in pairwise(led))] += 1
            if winners:
                lost = sum(seat not in winners for seat in led)
                self.tally.behind[round(100 * lost / len(self._leaders))] += 1
            for part in PARTS:
                self._end_lead(part, self._leaders[len(self._leaders) * part // 100], winners)
        self._leaders.clear()

    def _end_lead(self, part: int, leader: int | None, winners: tuple[int, ...]) -> None:
        """Count whether the seat that led after a part of a game won in the end."""
        if leader is not None:
            self.tally.led[part] += 1
            self.tally.led_wins[part] += leader in winners
            self.tally.led_draws[part] += not winners

    def total(self) -> Tally:
        """The tally of the games played."""
        if self._cards:
            self.tally.cards = self._cards.total()
        return self.tally

    def _choice(self, seed: int) -> Policy:
        """The policy for the game of a seed. It counts decisions, and keeps one of them if stakes are estimated, each
        as likely as any other."""
        first, *rest = self._policies
        other, cards, leaders, actor = (rest or [first])[0], self._cards, self._leaders, self.game.actor
        pick = Random(f"{seed}/decision") if self._playouts else None  # noqa: S311 - not for security

        def choose(game: Game[Any], state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
            if len(legal) == 1:
                self._forced += 1
                action = legal[0]
            else:
                self._decisions += 1
                if pick and pick.random() * self._decisions < 1:
                    self._decision = state, legal
                mine = first is other or actor(state) == self._seat
                action = (first if mine else other)(game, state, legal, rng)
            if cards:
                cards.decide(state, legal, action)
                if (points := game.standings(state)) is not None:
                    leaders.append(_leader(points))
            return action

        return choose


Step = Callable[[int], None]
"""Called after each block with its number of games."""
