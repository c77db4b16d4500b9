"""Games a second that each engine plays at random on one core: `python benchmarks/simulate.py [SECONDS]`.

The target is 3,000 bouts of rhino a second. The best of five rounds counts: other work on the machine only slows.
"""

from __future__ import annotations

import sys
import time
from random import Random

from pnp import rules
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.rules.folder import open_engine

TARGET = {"rhino": 3000}


def best_rate(name: str, seconds: float) -> float:
    game = open_engine(paths.data_folder() / name, Diagnostics())
    rng, best = Random(1), 0.0
    for _ in range(5):
        start, games = time.process_time(), 0
        while time.process_time() - start < seconds / 5:
            rules.playing.play(game, rng)
            games += 1
        best = max(best, games / (time.process_time() - start))
    return best


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for name in paths.game_kits():
        rate = best_rate(name, seconds)
        target = TARGET.get(name)
        said = f"  target {target}: {'met' if rate >= target else 'NOT met'}" if target else ""
        print(f"{name:<8} {rate:>7.0f} games/s{said}")


if __name__ == "__main__":
    main()
