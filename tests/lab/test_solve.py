"""Small games solved by OpenSpiel."""

from __future__ import annotations

import re
import sys
from collections import Counter
from fractions import Fraction

import pytest

from pnp.lab import solve as solving
from pnp.lab.solve import SolveError, count, solve, tree

pytest.importorskip("pyspiel")


def test_a_game_with_six_cards_is_solved(six_cards):
    found = solve(six_cards)
    assert (found.positions, found.iterations) == (2715, 30)
    assert 0 <= found.exploitability < 0.002
    assert found.value == pytest.approx(0.2, abs=0.002), "four cards are black, and two are red"
    assert found.bounds[0] <= found.value <= found.bounds[1]
    assert found.bounds[0] <= 0.2 <= found.bounds[1], "a linear program over the same tree finds 0.2"
    assert found.bounds[1] - found.bounds[0] == pytest.approx(2 * found.exploitability)
    assert found.first_player == pytest.approx(0.599, abs=0.002), "the attack is an advantage"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_tree_is_solved_like_the_game_itself(six_cards, monkeypatch):
    import pyspiel
    from open_spiel.python.algorithms import expected_game_score

    from pnp.lab.spiel import spiel_game

    for limit in ("ITERATIONS", "MOST_ITERATIONS"):
        monkeypatch.setattr(solving, limit, 2)
    made = spiel_game(six_cards)
    solver = pyspiel.CFRPlusSolver(made)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    found = solve(six_cards)
    assert pyspiel.exploitability(made, average) == pytest.approx(found.exploitability)
    start = made.new_initial_state()
    assert expected_game_score.policy_value(start, [average, average])[0] == pytest.approx(found.value, abs=1e-9)


def test_what_cannot_be_solved_has_a_reason(lab, monkeypatch):
    monkeypatch.setattr(solving, "MAX_POSITIONS", 300)
    message = "more than 300 positions, too many to solve; make an edition with fewer cards and a nearer goal: pnp new "
    with pytest.raises(SolveError, match=message + "small --from my-rhino"):
        solve(lab("rhino", 20).subject.game, "my-rhino")
    with pytest.raises(SolveError, match="for 2 players are solved, and here are 4; if it can be played by 2"):
        solve(lab("soaring", 20).subject.game)
    with pytest.raises(SolveError, match="it is pure chance: no player ever has a choice"):
        solve(lab("lists", 20, players=2).subject.game)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(SolveError, match=r"pip install -e '\.\[solve\]'"):
        solve(lab("rhino", 20).subject.game)


def test_positions_are_counted_up_to_a_limit(lab, six_cards):
    assert count(six_cards, 10_000) == 2715
    assert count(lab("rhino", 20).subject.game, 300) == 301


def test_the_tree_has_a_line_for_each_position(six_cards):
    found = tree(six_cards)
    head, *lines = found.text.splitlines()
    assert head == 'EFG 2 R "duel" { "seat 1" "seat 2" }'
    assert len(lines) == found.positions == 2715
    kinds = Counter(line[0] for line in lines)
    assert kinds["t"] == len(found.began)
    assert set(found.began) == {0, 1}
    assert lines[0] == 'p "" 1 1 "" { "call black" "call red" } 0'
    assert lines[1].startswith('c "" 1 "" { "turn ace_of_clubs" 1/6 ')
    for line in lines:
        if line[0] == "c":
            assert sum(map(Fraction, re.findall(r"\d+/\d+", line))) == 1
        if line[0] == "t":
            assert sum(map(int, re.findall(r"-?\d+", line.partition("{")[2]))) == 0
    labels = {}
    for line in lines:
        if line[0] == "p":  # with the same knowledge, a seat has the same actions
            key, actions = line.split("{")
            assert labels.setdefault(key, actions) == actions
    assert len(labels) == found.decisions


def test_a_seat_that_must_act_and_cannot_is_an_error(six_cards, monkeypatch):
    from pnp.kit.plugins import PluginError

    monkeypatch.setattr(six_cards, "legal", lambda _state: ())
    with pytest.raises(PluginError, match="`legal` returned nothing in position"):
        tree(six_cards)
