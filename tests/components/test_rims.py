"""Rims of round pieces: their width, their reach past the cut and the gaps in them."""

from __future__ import annotations

from math import dist

import pytest

from pnp.components.rims import DASHES, EDGE, GAP, WHOLE, rim
from pnp.graphics.drawing import Path, Tag


@pytest.mark.parametrize(("index", "gaps"), [(0, 0), (2, 3), (3, 4)])
def test_rims_of_different_colours_differ_in_their_gaps(index, gaps):
    ring, *cuts = rim(10, 1.6, 0, "#c8452f", index)
    assert (ring.stroke.colour, ring.stroke.width) == ("#c8452f", pytest.approx(1.6 - 2 * EDGE))
    assert [(cut.stroke.colour, cut.stroke.width) for cut in cuts] == [("#ffffff", GAP)] * gaps
    middles = {tuple(round(n, 3) for n in cut.segments[0][1]) for cut in cuts}
    assert len(middles) == gaps


@pytest.mark.parametrize(("index", "count"), [(1, DASHES), (2, 3), (8, 9)])
def test_the_gaps_of_a_rim_end_before_the_cut_line(index, count):
    for past in (0, 1.5):
        gaps = [item for item in rim(10, 1.6, past, "#c8452f", index) if isinstance(item, Path)][1:]
        assert [(gap.stroke.colour, gap.stroke.width) for gap in gaps] == [("#ffffff", GAP)] * count
        ends = [dist(gap.segments[1][1], (10, 10)) for gap in gaps]
        assert ends == [pytest.approx(10 - WHOLE)] * count


def test_a_rim_extends_past_the_cut():
    bleed, *_ = rim(10, 1.6, 1.5, "#c8452f", 3)
    assert isinstance(bleed, Tag)
    (outer,) = bleed.items
    assert isinstance(outer, Path)
    assert outer.segments[0][1][0] - 10 + outer.stroke.width / 2 == pytest.approx(11.5)
