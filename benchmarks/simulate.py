"""Games a second that each engine plays at random: on one core, and how many times as many with two workers.

`python benchmarks/simulate.py [SECONDS]`. The targets are 3,000 bouts of rhino a second on one core, and 1.8 times as
many games of every engine with two workers, which needs two free cores. The best of five rounds counts: other work on
the machine only slows.
"""

from __future__ import annotations

import sys
import time
from random import Random

from pnp import rules
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.lab.blocks import PlayPlan
from pnp.lab.sampling import sample
from pnp.rules.folder import open_engine
from pnp.rules.game import Game

TARGET = {"rhino": 3000}
TARGET_OF_TWO = 1.8
ROUNDS = 5


def best_rate(game: Game, seconds: float) -> float:
    rng, best = Random(1), 0.0
    for _ in range(ROUNDS):
        start, games = time.process_time(), 0
        while time.process_time() - start < seconds / ROUNDS:
            rules.playing.play(game, rng)
            games += 1
        best = max(best, games / (time.process_time() - start))
    return best


def sampled(game: Game, games: int, workers: int) -> float:
    """Seconds on the clock for a sample."""
    start = time.perf_counter()
    sample(game, PlayPlan(games), workers)
    return time.perf_counter() - start


def gain_of_two(game: Game, rate: float, seconds: float) -> float:
    """How many times as many games two workers play as one in the same time."""
    games = int(rate * seconds)
    one, two = (min(sampled(game, games, workers) for _ in range(ROUNDS)) for workers in (1, 2))
    return one / two


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for name in paths.game_kits():
        game = open_engine(paths.data_folder() / name, Diagnostics())
        rate = best_rate(game, seconds)
        gain = gain_of_two(game, rate, seconds)
        met = rate >= TARGET.get(name, 0) and gain >= TARGET_OF_TWO
        print(f"{name:<8} {rate:>7.0f} games/s  {gain:.2f} times as many with two workers{'' if met else '  NOT met'}")


if __name__ == "__main__":
    main()
