"""The lines along which pieces are cut out and folded.

A black line is hard to see on a dark colour, so it is white there. On a coloured box, folds stay in sight,
so they are faint. Print shops cut and fold along lines that are not printed, so theirs are plain.

The coloured rims of round pieces.

A rim extends past the cut line. Pieces of different colours differ by what their rims look like too: the first colour's
is plain, the second's is dashed, and each later one has white gaps, as many as its number. One or two gaps would look
like a misprint, and a ring in a rim like a line to cut. Gaps end before the cut line, which is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from pnp.components.context import RenderContext
from pnp.graphics import Item, Path, Stroke
from pnp.graphics.colour import luminance
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, Segment, bleeding, layer, line, ring

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


EDGE = 0.15
"""The distance of a rim's edges from the cut line and from the picture, mm."""
GAP = 1.3
"""The width of the gaps, mm."""
DASHES, WHOLE = 12, 0.5
"""The number of gaps in a dashed rim, and how far from the cut line all gaps end, mm: beside it is one colour."""


def rim(r: float, width: float, past: float, colour: str, index: int) -> Iterator[Item]:
    """The rim of a disc of radius `r` at (r, r), `width` mm wide and `past` mm beyond the cut, for colour `index`."""
    edge, outer = r - EDGE, r + past
    yield from bleeding([ring(r, r, edge - EDGE, outer, colour)] if past else [])
    yield ring(r, r, r - width + EDGE, edge, colour)
    gaps = 0 if index == 0 else DASHES if index == 1 else index + 1
    inner, outer = r - width, r - WHOLE
    for gap in range(gaps):
        angle = 2 * pi * (gap + 0.5) / gaps - pi / 2
        x, y = cos(angle), sin(angle)
        yield line(r + x * inner, r + y * inner, r + x * outer, r + y * outer, Stroke("#ffffff", GAP))
