"""Times a build whose cards are printed once, ten and a hundred times: time should grow with designs, not with copies.

    python benchmarks/copies.py [-n ROUNDS]

The rhino kit is copied and every count of its move cards multiplied; it says `edition: custom`, so that it may differ.
What is left to grow is the work for each sheet of paper.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from run import HERE, cold, in_turns

TIMES = (1, 10, 100)


def multiplied(kit: Path, by: int) -> None:
    """A copy of the rhino kit with that many times the cards."""
    for folder in ("card_data", "art"):
        shutil.copytree(HERE.parent / folder / "rhino", kit, dirs_exist_ok=True)
    cards, file = kit / "cards.yaml", kit / "kit.yaml"
    cards.write_text(re.sub(r"count: (\d+)", lambda m: f"count: {min(int(m[1]) * by, 999)}", cards.read_text("utf-8")))
    file.write_text(file.read_text("utf-8").replace("edition: canonical", "edition: custom"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Time builds of one, ten and a hundred times the cards.")
    parser.add_argument("-n", dest="rounds", type=int, default=7, help="rounds, after one to warm up (default: 7)")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as place:
        commands = {}
        for by in TIMES:
            kit = Path(place, str(by), "stable")
            multiplied(kit, by)
            build = [sys.executable, "-m", "pnp", "build", str(kit), "--only", "moves", "--output", f"{kit}-out"]
            commands[f"{by} times"] = (build, HERE.parent)
        measured = in_turns(commands, rounds, cold(place))
    once, _ = measured[f"{TIMES[0]} times"]
    print(f"{f'median of {rounds}':<14}{'ms':>7}{'to once':>10}{'peak MB':>9}")
    for name, (elapsed, peak) in measured.items():
        print(f"{name:<14}{elapsed:>7.0f}{elapsed / once:>10.2f}{peak or float('nan'):>9.0f}")


if __name__ == "__main__":
    main()
