"""Lines to cut and to fold along."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import pytest

from pnp.components.knife import CUT, DASHES, FAINT, FOLD, GAP, WHOLE, knife_lines, rim
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, Path, Rect, Tag, rectangle

SQUARE, FOLDED = rectangle(Rect(0, 0, 20, 20)), (0.0, 10.0, 20.0, 10.0)


WHITE = CUT._replace(colour="#ffffff")


def strokes(context, over: str | None):
    """The strokes of each layer."""
    items = list(knife_lines(context, [SQUARE], [FOLDED], over))
    return {tag.alt: [path.stroke for path in tag.items] for tag in items if isinstance(tag, Tag)}


@pytest.mark.parametrize(
    ("over", "cut", "fold"),
    [
        (None, CUT, FOLD),
        ("#e8b04a", CUT, FOLD._replace(alpha=FAINT)),
        ("#b83a26", WHITE, FOLD._replace(colour="#ffffff", alpha=FAINT)),
        ("#000000", WHITE, FOLD._replace(colour="#ffffff", alpha=FAINT)),
    ],
)
def test_cuts_are_white_on_dark_colours_and_folds_are_faint_on_all(context, over, cut, fold):
    assert strokes(context, over) == {CUT_LINES: [cut], FOLD_LINES: [fold]}


def test_print_shops_get_lines_only(context):
    assert strokes(replace(context, for_shop=True), "#000000") == {CUT_LINES: [CUT], FOLD_LINES: [FOLD]}


@pytest.mark.parametrize(("index", "count"), [(1, DASHES), (2, 3), (8, 9)])
def test_the_gaps_of_a_rim_end_before_the_cut_line(index, count):
    for past in (0, 1.5):
        gaps = [item for item in rim(10, 1.6, past, "#c8452f", index) if isinstance(item, Path)][1:]
        assert [(gap.stroke.colour, gap.stroke.width) for gap in gaps] == [("#ffffff", GAP)] * count
        ends = [dist(gap.segments[1][1], (10, 10)) for gap in gaps]
        assert ends == [pytest.approx(10 - WHOLE)] * count
