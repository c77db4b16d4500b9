"""Two kits compared by games with the same seeds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.pipeline.balance.paired import Rows, compare
from pnp.rules.blocks import Block, Plan
from pnp.rules.sampling import sample
from pnp.rules.tallies import Row, Tally


def test_differences_are_of_games_with_the_same_number(lab):
    report = lab("rhino", 20).report
    here = [Row(1, 10, 5), Row(0, 12, 5), Row(1, 14, 5), Row(-1, 9, 5)]
    there = [Row(0, 8, 5), Row(0, 10, 5), Row(1, 12, 5), Row(1, 7, 5)]
    one = replace(report, games=4, first_player=2 / 3, draws=0.25)
    other = replace(report, games=4, first_player=0.5, draws=0)
    found = {each.number: each for each in compare("old", (one, here), (other, there)).differences}
    assert found["first_player"].difference == pytest.approx(1 / 3), "the game that is drawn here is left out"
    assert found["first_player"].answer == "cannot tell"
    assert (found["length.mean"].difference, found["length.mean"].interval) == (2, (2, 2))
    assert found["length.mean"].answer == "higher"
    assert found["decisions.mean"].answer == "the same"
    assert found["draws"].difference == 0.25
    assert set(found) == {"first_player", "length.mean", "decisions.mean", "draws", "endings.score"}


def test_a_kit_is_the_same_as_itself_in_every_game(lab):
    plan, rows = Plan(300, rows=True), Rows()
    sample(lab("rhino", 20).subject.game, plan, workers=1, store=rows)
    report = lab("rhino", 300).report
    same = {each.number: each for each in compare("rhino", (report, rows.all()), (report, rows.all())).differences}
    assert same["first_player"].answer == same["length.mean"].answer == "the same"
    assert same["draws"].answer == "cannot tell", "which is compared without pairs"


def test_games_are_in_their_order_whatever_block_comes_first():
    rows = Rows()
    rows.put(Block(1, 250, 1), Tally(rows=[Row(0, 2, 2)]))
    rows.put(Block(0, 0, 1), Tally(rows=[Row(1, 1, 1)]))
    assert rows.all() == [Row(1, 1, 1), Row(0, 2, 2)]
    assert rows.get(Block(2, 500, 1)) is None
