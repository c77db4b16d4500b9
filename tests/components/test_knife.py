"""Lines to cut and to fold along."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.components.knife import AROUND, CUT, FAINT, FOLD, knife_lines
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, Path, Rect, Tag, rectangle

SQUARE, FOLDED = rectangle(Rect(0, 0, 20, 20)), (0.0, 10.0, 20.0, 10.0)


def strokes(context, over: str | None):
    """The strokes below the layers, then those of each layer."""
    items = list(knife_lines(context, [SQUARE], [FOLDED], over))
    below = [item.stroke for item in items if isinstance(item, Path)]
    return below, {tag.alt: [path.stroke for path in tag.items] for tag in items if isinstance(tag, Tag)}


@pytest.mark.parametrize(
    ("over", "around", "fold"),
    [
        (None, [], FOLD),
        ("#c8452f", [], FOLD._replace(alpha=FAINT)),
        ("#7b2d3b", [AROUND], FOLD._replace(colour="#ffffff", alpha=FAINT)),
        ("#000000", [AROUND], FOLD._replace(colour="#ffffff", alpha=FAINT)),
    ],
)
def test_cuts_have_white_beside_them_on_dark_colours_and_folds_are_faint_on_all(context, over, around, fold):
    below, layers = strokes(context, over)
    assert [(stroke.colour, stroke.width) for stroke in below] == [("#ffffff", width) for width in around]
    assert layers == {CUT_LINES: [CUT], FOLD_LINES: [fold]}


def test_print_shops_get_lines_only(context):
    assert strokes(replace(context, for_shop=True), "#000000") == ([], {CUT_LINES: [CUT], FOLD_LINES: [FOLD]})
