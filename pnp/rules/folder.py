"""Make a kit's engine from its folder, without reading files that only drawing needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostics
from pnp.kit import load
from pnp.rules.game import Game
from pnp.rules.loading import open_game


def open_engine(folder: Path, diagnostics: Diagnostics, players: int | None = None) -> Game[Any] | None:
    """The engine for the data in a folder; None if there are errors."""
    opened = load.open_rules(folder, diagnostics)
    if opened is None:
        return None
    name, span, rules, cards = opened
    return open_game(name, span, rules, cards, diagnostics, players)
