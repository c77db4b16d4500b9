"""Simulate thousands of games and count how they end.

A simulation is split into batches of a fixed size. The seed of a batch is made from the seed of the run and the number
of the batch, so the result is the same on one core and on many.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random  # noqa: TID251 - seeded here, by the caller's seed
from statistics import median
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.rules import guard
from pnp.rules.game import Action, Game, Source
from pnp.rules.loading import make
from pnp.rules.playing import Policy, at_random, play

BATCH = 250
"""Games per seed. Changing it changes the results of all seeds."""
MOST = 10_000_000
"""The maximum number of games of a simulation."""
PARALLEL_FROM = 2000
"""The minimum number of games for which starting processes saves time."""

PASSIVE = frozenset({"pass", "stop", "keep", "forfeit"})


def eager(_game: Game[Any], _state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that takes a random legal action other than passing, if there is one."""
    active = tuple(action for action in legal if action[0] not in PASSIVE) or legal
    return active[int(rng.random() * len(active))]


POLICIES: dict[str, Policy] = {"random": at_random, "eager": eager}


class Result(NamedTuple):
    """The result of a game."""

    length: int
    ending: str
    winners: tuple[int, ...]
    reshuffles: int


Tally = Counter[Result]
"""The number of games by result."""


class Report(NamedTuple):
    """A simulation's result. Lengths are in the game's own unit; wins are by seat, from the first to act."""

    game: str
    games: int
    policy: str
    seed: int
    unit: str
    mean: float
    median: float
    p95: int
    longest: int
    wins: tuple[int, ...]
    draws: int
    endings: dict[str, int]
    reshuffles: int


def simulate(
    game: Game[Any],
    games: int = 1000,
    seed: int = 1,
    policy: str = "random",
    step: Callable[[int], None] = lambda _games: None,
) -> Report:
    """Play many games; the same seed plays the same ones. `policy` is how all seats choose: `random` or `eager`.

    `step` is called after each batch with its number of games. Raises ValueError for other policies and for fewer
    than one game. From PARALLEL_FROM games on, several processes play.
    """
    if not 1 <= games <= MOST:
        raise ValueError(f"games: {games} is not in the range 1<=x<={MOST}.")
    if policy not in POLICIES:
        raise ValueError(f"policy: {policy!r} is not one of {', '.join(map(repr, POLICIES))}.")
    total: Tally = Counter()
    for size, tally in _tallies(game, games, policy, seed):
        total += tally
        step(size)
    return _report(game, games, policy, seed, total)


def _tallies(game: Game[Any], games: int, policy: str, seed: int) -> Iterator[tuple[int, Tally]]:
    sizes = [BATCH] * (games // BATCH) + ([games % BATCH] if games % BATCH else [])
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if games < PARALLEL_FROM or cores == 1 or game.source is None:
        for number, size in enumerate(sizes):
            yield size, _batch(game, size, policy, f"{seed}/{number}")
        return
    from multiprocessing import Pool  # imported here because it is slow and rarely needed

    jobs = [(size, policy, f"{seed}/{number}") for number, size in enumerate(sizes)]
    with ExitStack() as stack:  # Ctrl-C ends the pool's processes
        with _waiting():
            pool = stack.enter_context(Pool(cores, _start, (game.source,)))
        yield from zip(sizes, pool.imap(_remote_batch, jobs), strict=True)


@contextmanager
def _waiting() -> Iterator[None]:
    """Delay Ctrl-C: Python's fork hooks would swallow it, and a pool that is half made would leave its processes.

    The handler is replaced, because blocking the signal would not keep it from other threads.
    """
    if threading.current_thread() is not threading.main_thread():  # the others get no signals
        yield
        return
    heard: list[bool] = []
    before = signal.signal(signal.SIGINT, lambda _signal, _frame: heard.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


_GAME: Any = None


def _start(source: Source) -> None:
    """Make the engine once per process, and leave Ctrl-C to the parent process."""
    global _GAME
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _GAME = make(source.engine, source.rules, source.cards, Diagnostics(), source.players, source.own)


def _remote_batch(job: tuple[int, str, str]) -> Tally:
    return _batch(_GAME, *job)


def _batch(game: Game[Any], size: int, policy: str, seed: str) -> Tally:
    rng, choose = Random(seed), POLICIES[policy]  # noqa: S311 - not for security
    return Counter(_played(game, rng, choose) for _ in range(size))


def _played(game: Game[Any], rng: Random, choose: Policy) -> Result:
    state = play(game, rng, choose)
    outcome = game.outcome(state)
    if outcome is None:
        raise guard.stuck(game, "outcome", state)
    return Result(game.length(state), outcome.ending, outcome.winners, getattr(state, "shuffles", 0))


def _report(game: Game[Any], games: int, policy: str, seed: int, tally: Tally) -> Report:
    results = list(tally.elements())
    lengths = sorted(result.length for result in results)
    wins = Counter(seat for result in results for seat in result.winners)
    return Report(
        game=game.name,
        games=games,
        policy=policy,
        seed=seed,
        unit=game.unit,
        mean=round(sum(lengths) / len(lengths), 3),
        median=float(median(lengths)),
        p95=lengths[max(0, -(-len(lengths) * 95 // 100) - 1)],
        longest=lengths[-1],
        wins=tuple(wins[seat] for seat in range(game.players)),
        draws=sum(not result.winners for result in results),
        endings=dict(sorted(Counter(result.ending for result in results).items())),
        reshuffles=sum(result.reshuffles for result in results),
    )
