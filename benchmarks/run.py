"""Times `pnp build rhino --paper a4` against a hand-written minimum for the same kit, side by side in one run, and
`pnp build all` beside them.

    python benchmarks/run.py [-n ROUNDS]

Both run as whole commands in fresh processes of this interpreter, in turns, so that a slow moment of the machine
strikes both; both have their bytecode cached, as an installed program has, but nothing is kept of earlier builds.
First of all the kit is built, and `prose.py` takes the floor's text out of it; then it compares the words on the pages
of both, so that neither is timed for less than it should do.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET_RATIO, TARGET_MB = 1.5, 150

Command = tuple[list[str], Path]
Measured = dict[str, tuple[float, float]]


def child(command: Command, environment: dict[str, str]) -> tuple[float, float]:
    """Milliseconds and peak megabytes (0 where the system cannot tell) of one run of a command in a folder."""
    arguments, folder = command
    start = time.perf_counter()
    process = subprocess.Popen(arguments, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    if hasattr(os, "wait4"):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        peak = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    else:
        process.wait()
        peak = 0.0
    elapsed = time.perf_counter() - start
    if process.returncode:
        sys.exit(f"failed: {' '.join(arguments)}")
    return elapsed * 1000, peak


def cold(place: str) -> dict[str, str]:
    """The environment of commands whose bytecode is kept in a folder, and nothing else."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**environment, "PYTHONPYCACHEPREFIX": str(Path(place, "bytecode")), "PNP_CACHE": ""}


def in_turns(commands: dict[str, Command], rounds: int, environment: dict[str, str]) -> Measured:
    """Each command's median time and highest peak, over rounds in which each runs once; the first is not counted."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(rounds + 1):
        for name, command in commands.items():
            found[name].append(child(command, environment))
    return {
        name: (statistics.median(elapsed for elapsed, _ in times[1:]), max(peak for _, peak in times[1:]))
        for name, times in found.items()
    }


def report(measured: Measured, rounds: int) -> None:
    floor, _ = measured["floor"]
    print(f"\n{f'median of {rounds}':<18}{'ms':>7}{'to floor':>10}{'peak MB':>9}")
    for name, (elapsed, peak) in measured.items():
        print(f"{name:<18}{elapsed:>7.0f}{elapsed / floor:>10.2f}{peak or float('nan'):>9.0f}")
    elapsed, peak = measured["pnp build rhino"]
    ratio = elapsed / floor
    print(f"\ntime at most {TARGET_RATIO} of the floor: {'met' if ratio <= TARGET_RATIO else 'NOT met'} ({ratio:.2f})")
    if peak:
        print(f"peak memory at most {TARGET_MB} MB: {'met' if peak <= TARGET_MB else 'NOT met'} ({peak:.0f})")
    else:
        print("peak memory: this system does not tell")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time pnp against a hand-written minimum for the same kit.")
    parser.add_argument("-n", dest="rounds", type=int, default=15, help="rounds, after one to warm up (default: 15)")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as place:
        kit, floor, text = Path(place, "kit"), Path(place, "floor"), Path(place, "prose.txt")
        environment = cold(place)
        python = [sys.executable, "-m"]
        build = [*python, "pnp", "build"]
        commands = {
            "pnp build rhino": ([*build, "rhino", "--paper", "a4", "--output", str(kit)], HERE.parent),
            "pnp build all": ([*build, "all", "--paper", "a4", "--output", str(Path(place, "all"))], HERE.parent),
            "floor": ([*python, "floor_rhino", str(text), "--output", str(floor)], HERE),
            "pnp --help": ([*python, "pnp", "--help"], HERE.parent),
        }
        child(commands["pnp build rhino"], environment)
        with text.open("wb") as stream:
            subprocess.run([*python, "prose", str(kit)], cwd=HERE, stdout=stream, check=True)
        child(commands["floor"], environment)
        subprocess.run([*python, "prose", str(kit), str(floor)], cwd=HERE, check=True)
        report(in_turns(commands, rounds, environment), rounds)


if __name__ == "__main__":
    main()
