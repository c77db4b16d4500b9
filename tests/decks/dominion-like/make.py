"""Write a game of kingdoms, in sets, as one CSV file: `python make.py FOLDER [CARDS]`, the same cards each time.

Names and texts are made up. `sample.csv` has the first twelve cards.
"""

from __future__ import annotations

import csv
import io
import random
import sys
from pathlib import Path

SAMPLE = 12
SETS = ("base", "harbour", "alchemy")
TYPES = ("action", "action", "action", "reaction", "treasure", "victory")
FIRST = ("Old", "Royal", "Hidden", "Copper", "Stone", "Windy", "Far", "Great", "Lost", "Green")
SECOND = ("Market", "Mill", "Bridge", "Chapel", "Forge", "Garden", "Harbour", "Tower", "Guild", "Orchard")
TEXTS = (
    "+1 Card. +1 Action.",
    "+2 Actions.",
    "Trash a card, and gain one that costs up to 2 more.",
    "“Halt!” +3 Cards.",
)
COLUMNS = ("Set", "Name", "Copies", "Type", "Cost", "Text", "Points", "Notes")


def cards(number: int = 800) -> list[dict[str, str]]:
    """The rows in order, the sets in turns."""
    chance = random.Random(8)
    return [_card(position, chance) for position in range(number)]


def _card(position: int, chance: random.Random) -> dict[str, str]:
    type_ = chance.choice(TYPES)
    name = f"{FIRST[position % 10]} {SECOND[position // 10 % 10]}"
    worth = type_ in ("treasure", "victory")
    values = (
        SETS[position % len(SETS)],
        name if position < 100 else f"{name} {position // 100 + 1}",
        str(chance.choice((1, 1, 1, 2))),
        type_,
        str(chance.randint(0, 8)),
        "" if worth else "\n".join(chance.sample(TEXTS, 2)),
        str(chance.randint(1, 6)) if worth else "",
        "draw again" if chance.random() < 0.1 else "",
    )
    return dict(zip(COLUMNS, values, strict=True))


def as_csv(found: list[dict[str, str]]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return stream.getvalue()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    made = cards(int(sys.argv[2]) if len(sys.argv) > 2 else 800)
    (folder / "cards.csv").write_text(as_csv(made), "utf-8", newline="")
