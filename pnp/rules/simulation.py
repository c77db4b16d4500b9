"""A game's folder and its engine -> games played: simulated by the thousand, replayed from logs, played by hand.

Simulations are split into batches of a fixed size, each with a seed of its own made from the run's seed and the
batch's number: so the result is the same on one core and on many.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import Pool
from pathlib import Path
from random import Random  # noqa: TID251 - seeded here, by the caller's seed
from statistics import median
from typing import Any, NamedTuple

from pnp import rules
from pnp.diagnostics import Faults, Span
from pnp.kit import load
from pnp.rules import Action, Game, Policy, Source

BATCH = 250
"""Games with one seed; a run's result depends on it, so it is part of what a seed means."""
MOST = 10_000_000
"""The most games of one simulation."""
PARALLEL_FROM = 2000
"""Fewer games than this are done sooner than processes are started."""

PASSIVE = frozenset({"pass", "stop", "keep", "forfeit"})


def eager(_game: Game[Any], _state: Any, legal: tuple[Action, ...], rng: Random) -> Action:
    """The policy that does something whenever it can: any action but passing, each as likely as the others."""
    active = tuple(action for action in legal if action[0] not in PASSIVE) or legal
    return active[int(rng.random() * len(active))]


POLICIES: dict[str, Policy] = {"random": rules.at_random, "eager": eager}


class Result(NamedTuple):
    """What counts of one game."""

    length: int
    ending: str
    winners: tuple[int, ...]
    reshuffles: int


Tally = Counter[Result]
"""How many games had each result."""


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


def engine(folder: Path, faults: Faults, players: int | None = None) -> Game[Any] | None:
    """The engine that plays by a folder's data, or None with faults."""
    opened = load.open_rules(folder, faults)
    if opened is None:
        return None
    name, node, cards = opened
    if name not in rules.names():
        span = node.span if name == folder.name else Span(str(folder / "kit.yaml"))
        rules.no_engine(name, span, faults)
        return None
    return rules.make(name, node, cards, faults, players)


def run(game: Game[Any], games: int, seed: int, policy: str, step: Callable[[int], None]) -> Report:
    """Play many games; see `rules.simulate`."""
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
    jobs = [(size, policy, f"{seed}/{number}") for number, size in enumerate(sizes)]
    with _waiting():
        pool = Pool(cores, _start, (game.source,))
    with pool:  # left at once on Ctrl-C, its processes ended
        yield from zip(sizes, pool.imap(_remote_batch, jobs), strict=True)


@contextmanager
def _waiting() -> Iterator[None]:
    """Let Ctrl-C wait, where the system can: what Python runs around a fork swallows it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_GAME: Any = None


def _start(source: Source) -> None:
    """Build the engine once in each process. Ctrl-C is for the process that started it."""
    global _GAME
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _GAME = rules.make(source.engine, source.rules, source.cards, Faults(), source.players)


def _remote_batch(job: tuple[int, str, str]) -> Tally:
    return _batch(_GAME, *job)


def _batch(game: Game[Any], size: int, policy: str, seed: str) -> Tally:
    rng, choose = Random(seed), POLICIES[policy]  # noqa: S311 - games are no secrets
    return Counter(_played(game, rng, choose) for _ in range(size))


def _played(game: Game[Any], rng: Random, choose: Policy) -> Result:
    state = rules.play(game, rng, choose)
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"{game.name} stopped without an outcome")
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


def read_log(text: str) -> list[tuple[int, str]]:
    """The actions of a log with their line numbers; empty lines and those that begin with # are remarks."""
    numbered = enumerate(text.splitlines(), start=1)
    return [(number, line.strip()) for number, line in numbered if line.strip() and not line.lstrip().startswith("#")]
