"""Small games solved by OpenSpiel."""

from __future__ import annotations

import sys

import pytest

from pnp.diagnostics import Diagnostics
from pnp.pipeline.balance import solve as solving
from pnp.pipeline.balance.solve import SolveError, solve
from pnp.pipeline.balance.variation import varied
from pnp.rules.loading import make

pytest.importorskip("pyspiel")


@pytest.fixture(scope="module")
def small(lab):
    """Duel with six cards: two exchanges of one card, and the first point wins."""
    subject = lab("duel", 20).subject
    for path, value in {"hand_size": 1, "win_points": 1, "target.max": 3}.items():
        subject = varied(subject, f"rules.{path}", value)
    source = subject.game.source
    deck = {id_: card for id_, card in source.cards["deck"].items() if card.plain_traits["value"] <= 2}
    deck = dict(sorted(deck.items())[:6])
    return make(source.engine, source.rules, {"deck": deck}, Diagnostics())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_game_with_six_cards_is_solved(small, monkeypatch):
    monkeypatch.setattr(solving, "ITERATIONS", 6)
    found = solve(small)
    assert found.positions == 2715
    assert found.exploitability < 0.03
    assert -1 <= found.value <= 1


def test_what_cannot_be_solved_has_a_reason(lab, monkeypatch):
    monkeypatch.setattr(solving, "MOST_POSITIONS", 300)
    with pytest.raises(SolveError, match="more than 300 positions, too many to solve; make an edition"):
        solve(lab("rhino", 20).subject.game)
    with pytest.raises(SolveError, match="only games for 2 players are solved; soaring is for 4"):
        solve(lab("soaring", 20).subject.game)
    monkeypatch.setitem(sys.modules, "pnp.pipeline.balance.spiel", None)
    with pytest.raises(SolveError, match=r"pip install 'pnp-kits\[solve\]'"):
        solve(lab("rhino", 20).subject.game)
