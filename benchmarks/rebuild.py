"""Times `pnp build rhino` again: where nothing changed, and where one card did, against a build with an empty cache.

    python benchmarks/rebuild.py [-n ROUNDS]

All are whole commands in fresh processes that take turns. Nothing may change to cost at most 1.5 times what
`python -c "import click"` costs; one card, at most half a cold build. A build that keeps nothing at all is timed as
well. The kit is a copy that says `edition: custom`; in each round it gets a picture of a card that it never had, is
built, gets a count of a card that it never had, is built, gets a name of a card that it never had, and is built again.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from run import HERE, Command, child, cold

SAME, PART = 1.5, 0.5
CARD, RIDDEN = "stampede", "Tootsie"
Step = Callable[[int], None]


def changes(kit: Path) -> dict[str, Step]:
    """Ways to change a card of a kit, a little otherwise in each round."""
    for folder in ("card_data", "art"):
        shutil.copytree(HERE.parent / folder / "rhino", kit, dirs_exist_ok=True)
    file, cards, picture = kit / "kit.yaml", kit / "cards.yaml", kit / f"{CARD}.svg"
    file.write_text(file.read_text("utf-8").replace("edition: canonical", "edition: custom"), "utf-8")
    data = cards.read_text("utf-8")
    drawing = (HERE.parent / "art" / "rhino" / picture.name).read_text("utf-8")
    count = re.compile(rf"(?ms)^(  {CARD}:.*?count: )(\d+)")

    def picture_changed(number: int) -> None:
        picture.write_text(drawing.replace("</svg>", f'<circle cx="20" cy="20" r="{number + 1}"/></svg>'), "utf-8")

    # Each change stays while the others are made: every step is one change.
    now = {"count": 0, "name": 0}

    def cards_changed(key: str) -> Step:
        def change(number: int) -> None:
            now[key] = number + 1
            other = count.sub(lambda m: f"{m[1]}{int(m[2]) + now['count']}", data, count=1)
            cards.write_text(other.replace(f"name: {RIDDEN}", f"name: {RIDDEN}{'i' * now['name']}"), "utf-8")

        return change

    return {
        "another picture": picture_changed,
        "another count": cards_changed("count"),
        "another name": cards_changed("name"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Time builds of what was built before.")
    parser.add_argument("-n", dest="rounds", type=int, default=11, help="rounds, after one to warm up (default: 11)")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as place:
        kit = Path(place, "stable")
        steps = changes(kit)
        bare = cold(place)
        empty = Path(place, "empty")
        warm = {**bare, "PNP_CACHE": str(Path(place, "cache"))}
        build: Command = ([sys.executable, "-m", "pnp", "build", str(kit), "--output", f"{kit}-out"], HERE.parent)
        click: Command = ([sys.executable, "-c", "import click"], HERE.parent)
        found: dict[str, list[float]] = {}
        for number in range(rounds + 1):
            for name, step in steps.items():
                step(number)
                found.setdefault(name, []).append(child(build, warm)[0])
            found.setdefault("nothing changed", []).append(child(build, warm)[0])
            shutil.rmtree(empty, ignore_errors=True)
            found.setdefault("cold", []).append(child(build, {**bare, "PNP_CACHE": str(empty)})[0])
            found.setdefault("nothing kept", []).append(child(build, bare)[0])
            found.setdefault("import click", []).append(child(click, warm)[0])
    report({name: times[1:] for name, times in found.items()}, list(steps), rounds)


def report(found: dict[str, list[float]], steps: list[str], rounds: int) -> None:
    """Medians; a ratio is the median of those of the rounds, because a machine's pace changes between them."""
    print(f"{f'median of {rounds}':<18}{'ms':>7}")
    for name, times in found.items():
        print(f"{name:<18}{statistics.median(times):>7.0f}")
    ratios = [("nothing changed", "import click", SAME, "import click")]
    ratios += [(name, "cold", PART, "a cold build") for name in steps]
    print()
    for name, base, most, of in ratios:
        ratio = statistics.median(one / other for one, other in zip(found[name], found[base], strict=True))
        print(f"{name}: {ratio:.2f} of {of}, at most {most}: {'met' if ratio <= most else 'NOT met'}")


if __name__ == "__main__":
    main()
