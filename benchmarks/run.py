"""Time whole commands against absolute targets: CPU seconds and peak memory.

    python benchmarks/run.py [-n ROUNDS] [--pnp PROGRAM] [NAME...]

Each command runs in a fresh process, all in turns, so that a slow moment of the machine affects all of them. The least
CPU time of the rounds counts, because other work on the machine can only add to it; that of all processes of a command
is added up. The time on the clock, the least too, shows what several cores save; the memory is that of the largest
process. NAMEs choose commands whose name contains one of them. `--pnp` measures another installation.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from decks import write_database, write_deck, write_photos

SHOPS = ("x4", "x1a")
"""The standards of files for print shops."""
KITS = ("rhino", "tilt", "soaring", "lists", "duel")


class Target(NamedTuple):
    """A command's arguments, the most CPU seconds that it may take, and the most MB of memory."""

    arguments: list[str]
    seconds: float
    megabytes: float = 120


class Measured(NamedTuple):
    """CPU seconds, seconds on the clock, and peak memory in MB of one run."""

    seconds: float
    clock: float
    megabytes: float


def measure(command: list[str]) -> Measured:
    """Run a command once. Needs `os.wait4`, so not on Windows."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed: {' '.join(command)}")
    peak = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return Measured(usage.ru_utime + usage.ru_stime, clock, peak)


def targets(place: Path) -> dict[str, Target]:
    """The commands by name; what they write goes below `place`."""
    found = {f"build {kit}": Target(["build", kit, "--output", str(place / kit)], 1.5) for kit in KITS}
    found |= {f"check {kit}": Target(["check", kit], 2) for kit in KITS}
    x4, x1a = (["--profile", "shop", "--pdfx", name, "--output", str(place / name)] for name in SHOPS)
    found["build rhino as PDF/X-4"] = Target(["build", "rhino", *x4], 2)
    found["build tilt as PDF/X-1a"] = Target(["build", "tilt", *x1a], 12, 300)
    # `build rhino` has run before: each round begins with it.
    found["build rhino, nothing changed"] = Target(["build", "rhino", "--output", str(place / "rhino")], 0.15)
    found["--help"] = Target(["--help"], 0.15)
    for count, seconds, megabytes in ((100, 1, 100), (1_000, 2, 100), (10_000, 20, 1_000)):
        deck = write_deck(place / f"deck{count}", count)
        name = f"build {count:,} distinct cards"
        found[name] = Target(["build", str(deck), "--output", f"{deck}-out", "--draft"], seconds, megabytes)
    for count, seconds, megabytes in ((2_000, 10, 250), (10_000, 50, 1_250)):
        deck = write_database(place / f"database{count}", count)
        name = f"a card database of {count:,}"
        found[f"check {name}"] = Target(["check", str(deck)], seconds, megabytes)
        built = ["build", str(deck), "--paper", "a4", "--output", f"{deck}-out"]
        found[f"build {name}"] = Target(built, seconds, megabytes)
    for count, more, seconds in ((200, "", 5), (100, ", tint: '#804020'", 5)):
        deck = write_photos(place / f"photos{count}", count, more)
        name = f"build {count} {'tinted ' if more else ''}photos"
        found[name] = Target(["build", str(deck), "--output", f"{deck}-out", "--draft"], seconds, 180)
    return found


def report(wanted: dict[str, Target], measured: dict[str, list[Measured]]) -> bool:
    """Print a line for each command; whether all targets are met."""
    width = max(map(len, wanted))
    print(f"{'':<{width}}  CPU s  target   clock     MB  target")
    met = True
    for name, target in wanted.items():
        seconds = min(run.seconds for run in measured[name])
        clock = min(run.clock for run in measured[name])
        peak = max(run.megabytes for run in measured[name])
        missed = seconds > target.seconds or peak > target.megabytes
        met = met and not missed
        numbers = f"{seconds:6.2f}  {target.seconds:6.2f}  {clock:6.2f}  {peak:5.0f}  {target.megabytes:6.0f}"
        print(f"{name:<{width}} {numbers}{'  missed' if missed else ''}")
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description="Time whole commands against absolute targets.")
    parser.add_argument("-n", dest="rounds", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument("--pnp", default=str(Path(sys.executable).with_name("pnp")), help="the program to measure")
    parser.add_argument("names", nargs="*", help="only commands whose name contains one of these")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        every = targets(Path(place))
        chosen = {k: v for k, v in every.items() if not wanted.names or any(name in k for name in wanted.names)}
        if not chosen:
            parser.error(f"no command has such a name; there are: {', '.join(every)}")
        measured: dict[str, list[Measured]] = {name: [] for name in chosen}
        for _ in range(wanted.rounds):
            for folder in (*KITS, *SHOPS):
                (Path(place) / folder / "manifest.json").unlink(missing_ok=True)
            for name, target in chosen.items():
                measured[name].append(measure([wanted.pnp, *target.arguments]))
        sys.exit(0 if report(chosen, measured) else 1)


if __name__ == "__main__":
    main()
