"""SVG -> drawings: shapes, groups, transforms, paint and clips."""

import pytest

from pnp.graphics.drawing import ellipse
from tests.support.drawn import case_test
from tests.support.svg_lines import lines_of_svg

test_is_drawn_as_reviewed = case_test("svg/shapes", lines_of_svg)


def test_a_circle_is_nowhere_further_from_round_than_a_thousandth():
    (_, (x0, y0)), *curves, _ = ellipse(0, 0, 10, 10)
    for _, (x1, y1, x2, y2, x3, y3) in curves:
        for t in (0.1, 0.25, 0.5, 0.75, 0.9):
            u = 1 - t
            x = u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3
            y = u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3
            assert (x * x + y * y) ** 0.5 == pytest.approx(10, rel=1e-3)
        x0, y0 = x3, y3
