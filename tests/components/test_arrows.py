"""Arrows and rings that show moves on boards."""

from __future__ import annotations

from pnp.components.arrows import ARROW, ARROW_HEAD, BROKEN, BROKEN_RING, OPEN, SHARE, arrow, ring
from pnp.graphics import Path


def test_a_whole_arrow_is_solid_and_a_broken_one_has_dashes_and_an_open_head():
    for broken, dash, fill, outline in ((False, (), "#ff0000", None), (True, BROKEN, "#ffffff", OPEN)):
        line, head = (i for i in arrow((0, 0), (10, 0), "#ff0000", 0.0, broken) if isinstance(i, Path))
        assert line.stroke
        assert (line.stroke.colour, line.stroke.width, line.stroke.dash) == ("#ff0000", ARROW, dash)
        assert head.fill == fill
        assert (head.stroke and head.stroke.width) == outline
        points = [numbers for _, numbers in head.segments if numbers]
        assert (min(x for x, *_ in points), max(x for x, *_ in points)) == (10 - ARROW_HEAD, 10)


def test_the_head_of_a_short_arrow_leaves_room_for_its_line():
    _, head = (i for i in arrow((0, 0), (3, 0), "#ff0000", 0.0, broken=False) if isinstance(i, Path))
    assert min(numbers[0] for _, numbers in head.segments if numbers) == 3 - SHARE * 3


def test_what_is_below_a_ring_is_as_broken():
    for broken, dash in ((False, ()), (True, BROKEN_RING)):
        below, above = (i.stroke for i in ring((5, 5), 3.0, "#0000ff", 1.0, broken) if isinstance(i, Path))
        assert below
        assert above
        assert (below.colour, above.colour) == ("#ffffff", "#0000ff")
        assert below.dash == above.dash == dash
    assert len(list(ring((5, 5), 3.0, "#0000ff", 0.0, broken=False))) == 1, "no white below it"
