"""Lines to cut and to fold along."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.components.knife import CUT, FAINT, FOLD, knife_lines
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, Rect, Tag, rectangle

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
