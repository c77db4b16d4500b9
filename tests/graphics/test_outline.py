"""Outlines from fontTools as segments."""

from __future__ import annotations

from pnp.graphics.outline import OutlinePen


def test_quadratic_curves_become_cubic_ones_and_the_closing_line_is_left_out():
    pen = OutlinePen()
    pen.moveTo((0, 0))
    pen.lineTo((3, 0))
    pen.qCurveTo((3, 3), (0, 3))
    pen.lineTo((0, 0))
    pen.closePath()
    assert pen.out == [("m", (0, 0)), ("l", (3, 0)), ("c", (3, 2, 2, 3, 0, 3)), ("h", ())]


def test_a_subpath_without_length_is_a_line_that_viewers_draw_as_a_dot():
    pen = OutlinePen()
    pen.moveTo((1, 2))
    pen.closePath()
    assert pen.out == [("m", (1, 2)), ("l", (1, 2)), ("h", ())]
