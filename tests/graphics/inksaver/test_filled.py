"""The edges of a shape: which way they look, and how thick it is."""

from __future__ import annotations

import pytest

from pnp.graphics.drawing import Segment, rectangle
from pnp.graphics.geometry import Rect
from pnp.graphics.inksaver.filled import FilledShape


def _ring(x: float, size: float, *, back: bool = False) -> tuple[Segment, ...]:
    """A square at (x, 0) with sides of a size, clockwise or back."""
    corners = [(x, 0.0), (x + size, 0.0), (x + size, size), (x, size)]
    first, *rest = corners[::-1] if back else corners
    return (("m", first), *(("l", corner) for corner in rest), ("h", ()))


def _bound(segments: tuple[Segment, ...]) -> set[tuple[float, float]]:
    return {edge.beside(1.0) for edge in FilledShape(segments).edges}


def test_neighbours_in_one_path_that_run_in_opposite_directions_are_both_filled():
    shape = FilledShape((*_ring(0, 10), *_ring(20, 10, back=True)))
    assert shape.area == pytest.approx(200)
    assert _bound(_ring(20, 10)) <= {edge.beside(1.0) for edge in shape.edges}


def test_the_edges_of_a_hole_look_into_it():
    hole = (("m", (3.0, 3.0)), ("l", (3.0, 7.0)), ("l", (7.0, 7.0)), ("l", (7.0, 3.0)), ("h", ()))
    shape = FilledShape((*_ring(0, 10), *hole))
    assert shape.area == pytest.approx(84)
    assert {(4, 5), (5, 6), (6, 5), (5, 4)} <= {edge.beside(1.0) for edge in shape.edges}
    along = (("m", (3.0, 3.0)), ("l", (7.0, 3.0)), ("l", (7.0, 7.0)), ("l", (3.0, 7.0)), ("h", ()))
    assert FilledShape((*_ring(0, 10), *along), even_odd=True).area == pytest.approx(84)


def test_the_edges_of_a_shape_look_outwards_whichever_way_it_runs():
    box = rectangle(Rect(0, 0, 10, 10))
    back = (("m", (0, 0)), ("l", (0, 10)), ("l", (10, 10)), ("l", (10, 0)), ("h", ()))
    for outline in (box, back):
        shape = FilledShape(outline)
        assert sorted(edge.beside(1.0) for edge in shape.edges) == [(-1, 5), (5, -1), (5, 11), (11, 5)]
        assert shape.area == 100


def test_thickness_tells_a_line_from_a_field():
    assert FilledShape(rectangle(Rect(0, 0, 100, 0.5))).thickness == pytest.approx(0.5, rel=0.01)
    assert FilledShape(rectangle(Rect(0, 0, 10, 10))).thickness == pytest.approx(5)
    assert FilledShape((("m", (1.0, 1.0)),)).thickness == 0
