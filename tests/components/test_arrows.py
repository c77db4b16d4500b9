"""Arrows and rings that show moves on boards."""

from __future__ import annotations

from pnp.components.arrows import (
    ARROW,
    ARROW_HEAD,
    BROKEN,
    BROKEN_RING,
    LABEL,
    LIGHT,
    LIGHT_HALO,
    OPEN,
    SHARE,
    arrow,
    loop,
    moves,
    ring,
)
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


def test_moves_leave_codes_free_and_end_before_rings():
    square, pens = {"a": (0.0, 0.0), "b": (10.0, 0.0)}, [("#ff0000", False), ("#0000ff", True)]
    pairs = [(square["a"], square["b"]), (square["b"], square["b"])]
    lines = [i for i in moves(pairs, pens, bare=False, shaded=False) if isinstance(i, Path) and i.stroke]
    assert lines[0].segments[0] == ("m", (LABEL[0], 0.0))
    assert [i.stroke.colour for i in lines if i.stroke] == ["#ff0000", "#0000ff"]
    heads = [i for i in moves(pairs[:1], pens, bare=False, shaded=False) if isinstance(i, Path) and i.fill]
    assert max(numbers[0] for _, numbers in heads[0].segments if numbers) == 10 - LABEL[0]
    dots = [i for i in moves(pairs, pens, bare=True, shaded=False) if isinstance(i, Path) and len(i.segments) > 4]
    assert [i.fill for i in dots] == ["#ff0000", "#0000ff", None], "two dots, and a loop at the second"
    lines = [i.stroke.width for i in moves(pairs, pens, bare=True, shaded=False) if isinstance(i, Path) and i.stroke]
    assert lines[0] == LIGHT, "lighter than with codes"


def heights(items: list[Path]) -> tuple[float, float]:
    ys = [numbers[-1] for item in items for _, numbers in item.segments if numbers]
    return min(ys), max(ys)


def test_a_loop_leads_back_to_its_dot_on_the_side_where_no_arrow_arrives():
    dot, line, head = (i for i in loop((5, 5), "#ff0000", -1) if isinstance(i, Path))
    assert (dot.fill, head.fill, line.fill) == ("#ff0000", "#ff0000", None)
    assert heights([line])[1] < 5, "above the dot"
    tip = head.segments[0][1]
    assert abs(tip[0] - 5) + abs(tip[1] - 5) < 2.5, "its head is at the dot"
    pens = [("#ff0000", False)]
    for start, above in (((0.0, 15.0), True), ((0.0, -15.0), False), ((15.0, 5.0), True)):
        pairs = [(start, (5.0, 5.0)), ((5.0, 5.0), (5.0, 5.0))]
        items = [i for i in moves(pairs, pens, bare=True, shaded=False) if isinstance(i, Path) and not i.fill]
        low, high = heights([item for item in items if len(item.segments) > 4])
        assert (high < 5) is above
        assert (low > 5) is not above


def test_over_a_picture_all_light_arrows_lie_on_white_that_is_wider():
    pairs = [((5.0, 5.0), (20.0, 5.0)), ((20.0, 5.0), (35.0, 5.0)), ((50.0, 5.0), (50.0, 5.0))]
    plain = list(moves(pairs, [("#b03a2e", False)], bare=True, shaded=False))
    items = list(moves(pairs, [("#b03a2e", False)], bare=True, shaded=True))
    below, above = items[: len(plain)], items[len(plain) :]
    assert above == plain
    assert [item.segments for item in below] == [item.segments for item in plain]
    for white, item in zip(below, plain, strict=True):
        assert white.stroke.colour == "#ffffff"
        assert white.fill in (None, "#ffffff")
        assert white.stroke.width == (item.stroke.width if item.stroke else 0) + LIGHT_HALO
