"""Rims of round pieces: their width, their reach past the cut and the gaps in them."""

from __future__ import annotations

from math import dist

import pytest

from pnp.components.rims import DASHES, GAP, WHOLE, rim
from pnp.graphics.drawing import Path


@pytest.mark.parametrize(("index", "count"), [(1, DASHES), (2, 3), (8, 9)])
def test_the_gaps_of_a_rim_end_before_the_cut_line(index, count):
    for past in (0, 1.5):
        gaps = [item for item in rim(10, 1.6, past, "#c8452f", index) if isinstance(item, Path)][1:]
        assert [(gap.stroke.colour, gap.stroke.width) for gap in gaps] == [("#ffffff", GAP)] * count
        ends = [dist(gap.segments[1][1], (10, 10)) for gap in gaps]
        assert ends == [pytest.approx(10 - WHOLE)] * count
