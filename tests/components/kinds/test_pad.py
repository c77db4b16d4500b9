"""Pads: heads, rows, columns."""

from __future__ import annotations

import pytest

from pnp.checks.support.printed import tags
from pnp.graphics import Rect
from pnp.graphics.drawing import Path
from tests.support.kinds import made, texts

PAD = """
kind: pad
title: Score
size: [100, 120]
note: Write here.
rows: tilts
spans: [{columns: 1}, {title: Red, columns: 2}]
columns: [{title: Tilt, fill: numbers}, {title: Impact, width: 2}, {title: Points}]
"""


def test_columns_are_as_wide_as_they_say(grass):
    (piece,) = made(grass, PAD)
    cells = {tag.alt: tag for tag in tags(piece.front.items, "Cell")}
    assert list(cells) == ["Tilt", "Impact", "Points"]
    lines = [item for item in piece.front.items if isinstance(item, Path) and len(item.segments) == 2]
    upright = sorted({p.segments[0][1][0] for p in lines if p.segments[0][1][0] == p.segments[1][1][0]})
    assert upright == pytest.approx([7 + 86 / 4, 7 + 86 * 3 / 4])


def test_rows_can_be_in_blocks_side_by_side(grass):
    (piece,) = made(grass, PAD.replace("rows: tilts", "rows: 5") + "blocks: 2\n")
    heads = ["Red", "Tilt", "Impact", "Points"]
    assert texts(piece) == ["Score", "Write here.", *heads, "1", "2", "3", *heads, "4", "5"]
    lefts = [box.x for box in boxes_of(piece)]
    assert lefts == pytest.approx([7, 7 + (86 - 4) / 2 + 4])
    assert [box.right for box in boxes_of(piece)] == pytest.approx([7 + (86 - 4) / 2, 93])
    first, second = (box.h for box in boxes_of(piece))
    assert second < first, "the last block ends below its last row"


def test_each_part_may_have_its_own_heads_and_boxes_to_tick(grass):
    columns = PAD.replace("{title: Impact, width: 2}", "{title: First, fill: box, width: 2}")
    parts = columns.replace("rows: tilts", "rows: 4") + "total_after: 2\nheads: each\n"
    (piece,) = made(grass, parts)
    heads = ["Red", "Tilt", "First", "Points"]
    found = texts(piece)
    assert sorted(found[:2] + found[2:]) == sorted(["Score", "Write here.", *2 * heads, *2 * ["1", "2", "Total"]])
    ticks = [
        Rect.about([numbers[-2:] for _, numbers in item.segments if numbers])
        for item in piece.front.items
        if isinstance(item, Path) and not item.fill and len(item.segments) > 6
    ]
    assert len(ticks) == 4
    assert {round(box.w, 1) for box in ticks} == {3.6}
    assert len({round(box.y, 2) for box in ticks}) == 4
    (once,) = made(grass, parts.replace("heads: each", "heads: once"))
    assert texts(once).count("Red") == 1
    assert not grass.diagnostics


def boxes_of(piece):
    """The frames around blocks."""
    found = []
    for item in piece.front.items:
        if isinstance(item, Path) and item.stroke and item.stroke.width == 0.5 and not item.fill:
            points = [point[:2] for _, point in item.segments if point]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            if max(ys) > 100 - 20:
                found.append(Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return found


def test_blocks_end_with_a_total_and_number_their_rows_from_1_again(grass):
    more = PAD.replace("rows: tilts", "rows: 4\ntotal_after: 2\ntotal: Sum")
    (piece,) = made(grass, more.replace("{title: Points}", "{title: Points, total: true}"))
    assert texts(piece)[-6:] == ["1", "2", "Sum", "1", "2", "Sum"]
    paths = [item for item in piece.front.items if isinstance(item, Path)]
    frames = [item for item in paths if item.stroke and item.stroke.width == 0.5 and not item.fill]
    assert len(frames) == 1 + 1 + 2, "the heading, the head and two blocks"
    assert len([item for item in paths if item.fill]) == 1 + 2 * 2, "the head, and totals where nothing is written"
    assert not grass.diagnostics


def test_a_heading_may_have_a_sign_before_its_text(grass):
    (piece,) = made(grass, PAD.replace("title: Red, columns: 2", "title: Red, columns: 2, art: head.svg"))
    assert len(list(tags(piece.front.items, "Figure"))) == 1
    assert not grass.diagnostics
