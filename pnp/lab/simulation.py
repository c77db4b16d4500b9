"""Simulate thousands of games and count how they end: the quick look, on the code of `pnp balance`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from pnp.lab.blocks import PlayPlan
from pnp.lab.policies import policy as find_policy
from pnp.lab.sampling import sample, whole
from pnp.lab.tallies import Tally
from pnp.rules.game import Game

MOST = 10_000_000
"""The maximum number of games of a simulation."""


class SimulationReport(NamedTuple):
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
) -> SimulationReport:
    """Play many games; the same seed plays the same ones. `policy` is how all seats choose: a name in `POLICIES`.

    `step` is called after each block with its number of games. Raises ValueError for other policies and for fewer
    than one game, and FailedGameError. Large samples are played by several processes.
    """
    if not 1 <= games <= MOST:
        raise ValueError(f"games: {games} is not in the range 1<=x<={MOST}.")
    find_policy(policy)
    return _report(game, games, policy, seed, whole(sample(game, PlayPlan(games, seed, (policy,)), step=step)))


def _report(game: Game[Any], games: int, policy: str, seed: int, tally: Tally) -> SimulationReport:
    lengths = sorted(tally.lengths.elements())
    endings = Counter[str]()
    for result, count in tally.results.items():
        endings[result.ending] += count
    return SimulationReport(
        game=game.name,
        games=games,
        policy=policy,
        seed=seed,
        unit=game.unit,
        mean=round(sum(lengths) / len(lengths), 3),
        median=float(median(lengths)),
        p95=lengths[max(0, -(-len(lengths) * 95 // 100) - 1)],
        longest=lengths[-1],
        wins=tuple(tally.wins(seat) for seat in range(game.players)),
        draws=sum(count for result, count in tally.results.items() if not result.winners),
        endings=dict(sorted(endings.items())),
        reshuffles=tally.reshuffles,
    )
