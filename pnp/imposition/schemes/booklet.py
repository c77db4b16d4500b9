"""The scheme for a saddle-stitched booklet: two pages on each side of a sheet, to fold and staple.

The outermost sheet has the last page and the first on its front, the second and the last but one on its back. Inner
sheets follow in the same way. In a book that is read from right to left, the two pages of each side change places. A
spread is one piece with a back, so the pin law applies to it as to cards, for both flip edges. Blank pages that fill
the last sheet are inside the cover and at the end. When the paper is folded, its thickness pushes out the pages of
inner sheets, so they are moved towards the fold. Each page is in the middle of its half of the paper, so that the
booklet needs no trimming. The places of two staples are marked on the outermost side. Copies follow one another, so
that each may be folded as it leaves the printer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.graphics import Drawing, Item, Piece, Size, Stroke, Tag, Transform
from pnp.graphics.drawing import FOLD_LINES, Use, layer, line
from pnp.imposition.schemes.grid import arrange as arrange_grid
from pnp.imposition.sheet import NoRoomError, Room, Sheet

FOLD = Stroke("#808080", 0.15, (2.0, 1.5))
TICK = 5.0
"""The length of the marks at the ends of the fold, mm."""
STAPLE, STAPLES = 12.0, (0.25, 0.75)
"""The length of a staple, in mm, and the places of their middles, as shares of the height."""

Pages = list[Piece | None]


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place one spread on each sheet of landscape paper. Raises NoRoomError if two pages do not fit side by side."""
    pages = list(pieces)
    if not pages:
        return []
    paper = room.paper if room.paper.w >= room.paper.h else room.paper.turned()
    gutter = max(0.0, (paper.w - 2 * pages[0].size.w) / 4)
    fours = in_order(filled(pages), right_to_left=room.right_to_left)
    spreads = [_spread(pages[0], number, room, gutter, *four) for number, four in enumerate(fours)]
    if not spreads[0].size.fits(paper):
        raise NoRoomError(pages[0], room)
    return sorted(arrange_grid(spreads, Room(paper, 0.0), gap), key=lambda sheet: sheet.front[0].copy)


def filled(pages: list[Piece]) -> Pages:
    """The pages with blank ones that complete the last sheet: the first inside the cover, the others at the end."""
    missing = -len(pages) % 4
    if not missing:
        return list(pages)
    return [pages[0], None, *pages[1:], *[None] * (missing - 1)]


def in_order(pages: Pages, *, right_to_left: bool = False) -> list[tuple[Piece | None, ...]]:
    """For each sheet from the outside: the left and right pages of its front, then of its back."""
    last = len(pages) - 1
    starts = range(0, len(pages) // 2, 2)
    fours: list[tuple[Piece | None, ...]]
    fours = [(pages[last - i], pages[i], pages[i + 1], pages[last - i - 1]) for i in starts]
    if right_to_left:
        # Bound at the right, the cover is the left half of its side, and leaves turn to the right.
        fours = [(four[1], four[0], four[3], four[2]) for four in fours]
    return fours


def _spread(model: Piece, number: int, room: Room, gutter: float, *four: Piece | None) -> Piece:
    """A sheet of the booklet as one piece with a back. Its pages are `gutter` mm from the fold, less their creep."""
    size = Size(2 * (model.size.w + gutter), model.size.h)
    from_fold = gutter - number * room.creep
    name = f"{model.component}-{number}"
    front = _side(size, from_fold, four[:2], name, stapled=number == 0)
    back = _side(size, from_fold, four[2:], name)
    return replace(
        model,
        id=f"{model.component}/sheet-{number + 1}",
        title=room.say("booklet_sheet", number=number + 1),
        size=size,
        front=front,
        back=replace(back, name=f"{back.name}-back"),
        landmarks=(),
        of=tuple(page for page in four if page),
    )


def _side(size: Size, from_fold: float, pair: tuple[Piece | None, ...], name: str, *, stapled: bool = False) -> Drawing:
    (left, right), fold_at = pair, size.w / 2
    items: list[Item] = []
    if left:
        items.append(Use(left.front, Transform.move(fold_at - from_fold - left.size.w, 0)))
    if right:
        items.append(Use(right.front, Transform.move(fold_at + from_fold, 0)))
    fold = [line(fold_at, 0, fold_at, TICK, FOLD), line(fold_at, size.h - TICK, fold_at, size.h, FOLD)]
    for share in STAPLES if stapled else ():
        middle = share * size.h
        fold.append(line(fold_at, middle - STAPLE / 2, fold_at, middle + STAPLE / 2, FOLD._replace(dash=())))
    return Drawing(name, size, (*items, Tag("Artifact", layer(FOLD_LINES, fold))))
