"""Write a deck like those of Netrunner's card databases: `python make.py FOLDER [CARDS]`, the same cards each time.

Names and texts are made up. `sample.json` has the first twelve cards.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

SAMPLE = 12
FACTIONS = ("anarch", "criminal", "shaper", "neutral")
TYPES = ("program", "event", "hardware", "resource")
KINDS = ("Icebreaker - Killer", "Icebreaker - Fracter", "Virus", "Run", "Console", "Connection - Seedy", "")
FIRST = ("Quiet", "Hollow", "Brass", "Second", "Paper", "Cold", "Lucky", "Borrowed", "Static", "Velvet")
SECOND = ("Signal", "Lantern", "Courier", "Ledger", "Orchid", "Harbor", "Mirror", "Sparrow", "Engine", "Alibi")
ORDERS = ("Gain 2 :credit:.", "Draw 1 card.", "Break 1 **barrier** subroutine.", "Make a run on *any* server.")
WHENS = ("When you install this,", "At the start of your turn,", "The first time each turn you run,", ":click::")


def cards(number: int = 2000) -> list[dict[str, Any]]:
    """The cards in order."""
    chance = random.Random(20)
    return [_card(position, chance) for position in range(1, number + 1)]


def _card(position: int, chance: random.Random) -> dict[str, Any]:
    type_ = chance.choice(TYPES)
    names = f"{chance.choice(FIRST)} {chance.choice(SECOND)}"
    orders = [f"{chance.choice(WHENS)} {chance.choice(ORDERS).lower()}" for _ in range(chance.randint(1, 3))]
    lists = chance.random() < 0.2
    text = "Choose one:\n" + "\n".join(f"- {chance.choice(ORDERS)}" for _ in range(2)) if lists else "\n".join(orders)
    return {
        "code": f"{position:05}",
        "title": names if chance.random() < 0.9 else f"“{names}”",
        "text": text,
        "type_code": type_,
        "faction": chance.choice(FACTIONS),
        "cost": chance.randint(0, 9) if type_ != "event" or chance.random() < 0.8 else None,
        "strength": chance.randint(0, 7) if type_ == "program" else None,
        "uniqueness": chance.random() < 0.3,
        "keywords": chance.choice(KINDS) or None,
        "flavor": "“Nothing to see.”" if chance.random() < 0.4 else None,
        "quantity": chance.randint(1, 3),
        "position": position,
        "packs": [{"code": "core", "quantity": 3}],
        "legal": ["standard", "startup"] if chance.random() < 0.5 else [],
    }


def as_json(found: list[dict[str, Any]]) -> str:
    return json.dumps({"cards": found}, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    made = cards(int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
    (folder / "cards.json").write_text(as_json(made), "utf-8")
