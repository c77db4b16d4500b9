"""Joust by Peter Cobcroft: the bricks, neighbours and halves of the target."""

from __future__ import annotations

import pytest

from pnp.games.tilt.target import OPPOSITE

CHART = """
    a1 | a1    | b1    | a1    | a2    | a2 b1
    a2 | a1    | b1 b2 | a1    | a3    | a1 a3 b1 b2
    a3 | a2    | b2 b3 | a2    | a4    | a2 a4 b2 b3
    a4 | a5    | b3 b4 | a3    | a5    | a3 a5 b3 b4
    a5 | a5    | b4    | a4    | a5    | a4 b4
    b1 | a1 a2 | c1    | a1 a2 | b2    | a1 a2 b2 c1 c2
    b2 | a2 a3 | c2    | b1    | b3    | a2 a3 b1 b3 c1 c2 c3
    b3 | a3 a4 | c3    | b2    | b4    | a3 a4 b2 b4 c2 c3 c4
    b4 | a4 a5 | c4    | b3    | a4 a5 | a4 a5 b3 c3 c4
    c1 | b1    | d1 d2 | d1 d2 | c2    | b1 b2 c2 d1 d2
    c2 | b2    | d2 d3 | c1    | c3    | b1 b2 b3 c1 c3 d2 d3
    c3 | b3    | d3 d4 | c2    | c4    | b2 b3 b4 c2 c4 d3 d4
    c4 | b4    | d4 d5 | c3    | d4 d5 | b3 b4 c3 d4 d5
    d1 | c1    | d1    | d1    | d2    | c1 d2
    d2 | c1 c2 | d1    | d1    | d3    | c1 c2 d1 d3
    d3 | c2 c3 | d2    | d2    | d4    | c2 c3 d2 d4
    d4 | c3 c4 | d5    | d3    | d5    | c3 c4 d3 d5
    d5 | c4    | d5    | d4    | d5    | c4 d4
"""


@pytest.mark.parametrize("line", CHART.strip().splitlines())
def test_tc24_the_target_is_laid_like_bricks(game, line):
    cell, *ways, feints = (part.split() for part in line.split("|"))
    for way, cells in zip(("up", "down", "left", "right"), ways, strict=True):
        assert list(game.target.moves(cell[0], way)) == cells, way
    assert list(game.target.feints(cell[0])) == feints


def test_neighbours_are_mutual_and_steps_are_the_shortest(game):
    target = game.target
    for cell in target.cells:
        for way, back in OPPOSITE.items():
            assert all(cell in target.neighbours(other, back) for other in target.neighbours(cell, way))
        for other in target.cells:
            assert target.steps(cell, other) == target.steps(other, cell)
            assert bool(target.nearer(cell, other)) == (cell != other)
    assert target.way("b2", "a3") == "up"
    assert target.way("b2", "c3") is None
    assert target.way("b1", "a1") == "up", "an off-table move makes no neighbours"


def test_halves(game):
    halves = {side: [cell for cell in game.target.cells if game.target.half(cell) == side] for side in ("left", None)}
    assert halves == {"left": ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"], None: ["a3", "d3"]}
