"""Engines by name, built from the data of `card_data/`, and recorded plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from pnp import rules
from pnp.diagnostics import Diagnostics
from pnp.kit import paths, schema
from pnp.kit.model import Card
from pnp.sources.yaml import read

PLAYS = Path(__file__).parents[1] / "games" / "plays"
Maker = Callable[..., Any]


def make(name: str, folder: Path | None = None, diagnostics: Diagnostics | None = None, **options: Any) -> Any:
    """The engine of that name with its own data, or with those of a folder."""
    diagnostics = Diagnostics() if diagnostics is None else diagnostics
    folder = folder or paths.data_folder() / name
    node = read(folder / "cards.yaml", diagnostics)
    cards = schema.build(dict[schema.Name, dict[schema.Id, Card]], node, diagnostics) or {}
    rules_node = read(folder / "rules.yaml", diagnostics)
    if not options:
        return rules.loading.make(name, rules_node, cards, diagnostics)
    from importlib import import_module

    return import_module(f"pnp.games.{name}.engine").game(rules_node, cards, diagnostics, **options)


@pytest.fixture(scope="session")
def engine() -> Maker:
    """Engines, each built once."""
    made: dict[Any, Any] = {}

    def get(name: str, **options: Any) -> Any:
        key = (name, *sorted(options.items()))
        if key not in made:
            diagnostics = Diagnostics()
            made[key] = make(name, None, diagnostics, **options)
            assert made[key] is not None, list(diagnostics)
        return made[key]

    return get


def seats(name: str) -> dict[str, int]:
    """For how many players a play was recorded, where its first line says so."""
    first = (PLAYS / f"{name}.txt").read_text("utf-8").splitlines()[0]
    return {"players": int(first.rpartition(":")[2])} if first.startswith("# players:") else {}


def recorded(name: str) -> list[str]:
    """The actions of a recorded play; lines that begin with # are remarks."""
    lines = (PLAYS / f"{name}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def replayed(game: Any, log: Iterable[str]) -> Any:
    """The state that a log of actions leads to."""
    state = game.setup()
    for text in log:
        state = rules.step(game, state, text)
    return state
