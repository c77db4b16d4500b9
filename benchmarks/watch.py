"""Seconds that `pnp watch` takes to redraw a kit after a save: `python benchmarks/watch.py [-n ROUNDS]`.

A copy of each kit is watched in this process; a line is added to its cards.yaml, and the time counts from the moment
when the save is seen until the sheets are drawn. The target is 0.5 s.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from pnp.kit import paths
from pnp.studio.redraw import Watch
from tests.conftest import options_for

TARGET = 0.5
PATIENCE = 60


def redraws(kit: Path, rounds: int) -> list[float]:
    """The seconds of each redraw, the first drawing left out."""
    found = []
    with Watch(options_for(kit, "a4")).following() as watch:
        view = watch.after(0, PATIENCE)
        for _ in range(rounds):
            while not view.checked:
                view = watch.after(view.number, PATIENCE)
            with (kit / "cards.yaml").open("a", encoding="utf-8") as file:
                file.write("# another line\n")
            view = watch.after(view.number, PATIENCE)
            found.append(view.seconds)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Time redraws of a watched kit.")
    parser.add_argument("-n", dest="rounds", type=int, default=3, help="redraws of each kit (default: 3)")
    rounds = parser.parse_args().rounds
    for name in paths.game_kits():
        with tempfile.TemporaryDirectory() as place:
            kit = Path(place, f"my-{name}")
            for folder in ("card_data", "art"):
                shutil.copytree(paths.root() / folder / name, kit, dirs_exist_ok=True)
            file = kit / "kit.yaml"
            text = file.read_text("utf-8")
            file.write_text(text.replace("edition: canonical", "edition: custom"), "utf-8")
            best = min(redraws(kit, rounds))
        print(f"{name:<8} {best:5.2f} s  target {TARGET} s: {'met' if best <= TARGET else 'missed'}")


if __name__ == "__main__":
    main()
