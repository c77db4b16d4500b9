"""JOUST!: what data are refused."""

from __future__ import annotations

from random import Random

import pytest

from pnp import rules
from pnp.diagnostics import Diagnostics
from tests.conftest import edit
from tests.support.engines import make
from tests.support.lists import WEST


def faults_of(kit, file: str, **options) -> list[tuple[str, str]]:
    """The diagnostics of a file of the kit, each with the words it points at."""
    diagnostics = Diagnostics()
    make("lists", kit, diagnostics, **options)
    lines = (kit / file).read_text("utf-8").splitlines()
    assert all((f.severity, f.span.file) == ("error", str(kit / file)) for f in diagnostics)
    return [(f.code, lines[f.span.line - 1][f.span.column - 1 :]) for f in diagnostics]


def test_too_few_players_are_refused(kit):
    assert make("lists", kit, players=1) is None
    ((code, there),) = faults_of(kit, "rules.yaml", players=1)
    assert code == "too-few-players"
    assert there.startswith("2, recommended")


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("target: 10", "target: 1", lambda game: max(game.outcome(rules.playing.play(game, Random(1))).points) == 1),
        ("injury_limit: 6", "injury_limit: 4", lambda game: game.unable(4) and not game.unable(3)),
        ("rest_needs_players: 3", "rest_needs_players: 5", lambda game: not game.rests),
        ("usual: 4", "usual: 7", lambda game: game.players == 7),
        ("zone: [6, 8]", "zone: [7, 7]", lambda game: game.advantage((7, 5)) == WEST),
        ("location: head, injury: 4", "location: head, injury: 5", lambda game: game.struck((0, 0), 0, 11) == (0, 5)),
        (
            "one_unable: {tokens: 1, rest: [unable]}",
            "one_unable: {tokens: 1, rest: []}",
            lambda game: game.verdict((False, False), (0, 6)) == ("one_unable", WEST, ()),
        ),
    ],
)
def test_numbers_come_from_the_data(kit, old, new, check):
    edit(kit, "rules.yaml", old, new)
    assert check(make("lists", kit))
