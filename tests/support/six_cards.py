"""Duel with six cards: one exchange of one card each, and the first point wins. It is small enough to be solved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostics
from pnp.rules.folder import open_engine
from pnp.rules.game import Game

FILES = {
    "kit.yaml": "title: Six Cards\nengine: duel\ncomponents: {}\n",
    "rules.yaml": """\
hand_size: 1
win_points: 1
target: {min: 1, max: 3}
suits: [clubs, spades, hearts]
ranks: [ace, two]
""",
    "cards.yaml": """\
deck:
  ace_of_clubs: {name: Ace of Clubs, traits: {suit: clubs, rank: ace, colour: black, value: 1}}
  two_of_clubs: {name: Two of Clubs, traits: {suit: clubs, rank: two, colour: black, value: 2}}
  ace_of_spades: {name: Ace of Spades, traits: {suit: spades, rank: ace, colour: black, value: 1}}
  two_of_spades: {name: Two of Spades, traits: {suit: spades, rank: two, colour: black, value: 2}}
  ace_of_hearts: {name: Ace of Hearts, traits: {suit: hearts, rank: ace, colour: red, value: 1}}
  two_of_hearts: {name: Two of Hearts, traits: {suit: hearts, rank: two, colour: red, value: 2}}
""",
}


def kit(folder: Path) -> Path:
    """Write the kit into a folder, and return the folder."""
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def game(folder: Path) -> Game[Any]:
    """The engine of the kit, written into a folder."""
    made = open_engine(kit(folder / "six"), Diagnostics())
    assert made is not None
    return made
