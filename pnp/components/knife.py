"""The lines along which pieces are cut out and folded.

A black line is hard to see on a dark colour, so it is white there. On a coloured box, folds stay in sight,
so they are faint. Print shops cut and fold along lines that are not printed, so theirs are plain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.components.context import RenderContext
from pnp.graphics import Item, Path, Stroke
from pnp.graphics.colour import luminance
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, Segment, layer, line

CUT = Stroke("#000000", 0.25)
FOLD = Stroke("#000000", 0.25, (2.0, 1.2))
CREASE = Stroke("#000000", 0.3, (0.4, 0.8))
"""A fold that opens and closes again."""
DARK = 0.179
"""The luminance below which white has more contrast with a colour than black."""
FAINT = 0.4
"""The opacity of folds on a colour."""

Fold = tuple[float, float, float, float]
"""The ends of a fold, x1, y1, x2, y2, in mm."""


def knife_lines(
    context: RenderContext,
    outlines: Iterable[tuple[Segment, ...]],
    folds: Iterable[Fold] = (),
    over: str | None = None,
    *,
    bare: Iterable[tuple[Segment, ...]] = (),
    creases: Iterable[Fold] = (),
) -> Iterator[Item]:
    """Lines to cut and to fold along, drawn over the colour `over`.

    `bare` are parts of an outline that are not over it, and black. Creases are dotted, and drawn as on white.
    """
    cut, fold = CUT, FOLD
    if over and not context.for_shop:
        dark = luminance(over) < DARK
        fold = FOLD._replace(colour="#ffffff" if dark else FOLD.colour, alpha=FAINT)
        cut = CUT._replace(colour="#ffffff") if dark else CUT
    cuts = [*((outline, cut) for outline in outlines), *((outline, CUT) for outline in bare)]
    yield from layer(CUT_LINES, [Path(outline, stroke=stroke) for outline, stroke in cuts])
    yield from layer(FOLD_LINES, [*(line(*end, fold) for end in folds), *(line(*end, CREASE) for end in creases)])
