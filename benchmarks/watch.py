"""CPU seconds that redrawing takes after a save: `python benchmarks/watch.py [-n ROUNDS] [KIT...]`.

A line is added to the cards.yaml of a copy of each game, as an editor does. Then all sheets are drawn again, as on the
page of `pnp watch`, or one card, as on the page of `pnp studio` while it is open there. The first drawing is left out.
The targets are 0.5 s and 0.1 s.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job
from pnp.studio.session import Session

SHEETS, CARD = 0.5, 0.1


def seconds(kit: Path, draw: Callable[[], object], rounds: int) -> float:
    """The CPU seconds of the quickest redraw after a save."""
    draw()
    found = []
    for _ in range(rounds):
        with (kit / "cards.yaml").open("a", encoding="utf-8") as file:
            file.write("# another line\n")
        begun = time.process_time()
        draw()
        found.append(time.process_time() - begun)
    return min(found)


def copied(name: str, place: Path) -> Path:
    """A game as a kit of the user's own."""
    kit = place / f"my-{name}"
    for folder in ("card_data", "art"):
        shutil.copytree(paths.root() / folder / name, kit, dirs_exist_ok=True)
    file = kit / "kit.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("edition: canonical", "edition: custom"), "utf-8")
    return kit


def shown(took: float, target: float) -> str:
    return f"{took:5.2f} s (target {target} s: {'met' if took <= target else 'missed'})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time redraws of a watched kit.")
    parser.add_argument("-n", dest="rounds", type=int, default=3, help="redraws of each kit (default: 3)")
    parser.add_argument("kits", nargs="*", metavar="KIT", default=paths.game_kits(), help="(default: all games)")
    chosen = parser.parse_args()
    for name in chosen.kits:
        with tempfile.TemporaryDirectory() as place:
            kit = copied(name, Path(place))
            options = job.usual_options(kit, Diagnostics())[0]
            layout = job.lay_out(options, Diagnostics())
            if layout is None:
                raise SystemExit(f"{name} cannot be drawn")
            card = next(piece.id for pieces in layout.pieces.values() for piece in pieces if piece.card)
            session = Session(options, kit)
            sheets = seconds(kit, lambda options=options: job.lay_out(options, Diagnostics()), chosen.rounds)
            one = seconds(kit, lambda session=session, card=card: session.piece(card), chosen.rounds)
        print(f"{name:<8} sheets {shown(sheets, SHEETS)}, one card {shown(one, CARD)}")


if __name__ == "__main__":
    main()
