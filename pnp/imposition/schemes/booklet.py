"""The scheme for a saddle-stitched booklet: two pages on each side of a sheet, to fold and staple.

The outermost sheet has the last page and the first on its front, the second and the last but one on its back. Inner
sheets follow in the same way. A spread is one piece with a back, so the pin law applies to it as to cards, for both
flip edges. Blank pages that fill the last sheet are inside the cover and at the end. When the paper is folded, its
thickness pushes out the pages of inner sheets, so they are moved towards the fold. The places of two staples are marked
on the outermost side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.graphics import Drawing, Item, Piece, Size, Stroke, Tag, Transform
from pnp.graphics.drawing import FOLD_LINES, Use, layer, line
from pnp.imposition.schemes.grid import arrange as arrange_grid
from pnp.imposition.sheet import STRIP, NoRoomError, Room, Sheet, strips_are_level
from pnp.kit.labels import Say

CREEP = 0.1
"""The thickness of paper of 80 to 100 g/m², mm: how far each sheet pushes out the next one inside it."""
FOLD = Stroke("#808080", 0.15, (2.0, 1.5))
TICK, SHORT_TICK = 5.0, 2.0
"""The length of the marks at the ends of the fold, mm, and the least one."""
CLEAR = 0.8
"""The distance of these marks from the label and the ruler, mm."""
STAPLE, STAPLES = 12.0, (0.25, 0.75)
"""The length of a staple, in mm, and the places of their middles, as shares of the height."""

Pages = list[Piece | None]


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place one spread on each sheet of landscape paper. Raises NoRoomError if two pages do not fit side by side."""
    pages = list(pieces)
    if not pages:
        return []
    paper = room.paper if room.paper.w >= room.paper.h else room.paper.turned()
    fours = in_order(filled(pages))
    spreads = [_spread(pages[0], number, room.say, (0.0, TICK), *four) for number, four in enumerate(fours)]
    if not spreads[0].size.fits(paper):
        raise NoRoomError(pages[0], room)
    sheets = arrange_grid(spreads, Room(paper, 0.0), gap)
    ticks = _ticks(sheets[0], room)
    spreads = [_spread(pages[0], number, room.say, ticks, *four) for number, four in enumerate(fours)]
    return arrange_grid(spreads, Room(paper, 0.0), gap)


def filled(pages: list[Piece]) -> Pages:
    """The pages with blank ones that complete the last sheet: the first inside the cover, the others at the end."""
    missing = -len(pages) % 4
    if not missing:
        return list(pages)
    return [pages[0], None, *pages[1:], *[None] * (missing - 1)]


def in_order(pages: Pages) -> list[tuple[Piece | None, ...]]:
    """For each sheet from the outside: the left and right pages of its front, then of its back."""
    last = len(pages) - 1
    return [(pages[last - i], pages[i], pages[i + 1], pages[last - i - 1]) for i in range(0, len(pages) // 2, 2)]


def _ticks(sheet: Sheet, room: Room) -> tuple[float, float]:
    """Where the marks at the ends of the fold begin and end, mm from a spread's upper and lower edge.

    If the fold runs across the strips of label and ruler, they are before these or past them.
    """
    paper, level = sheet.paper, strips_are_level((one.rect for one in sheet.front), sheet.paper)
    across = [one.rect for one in sheet.front if (one.turn % 180 == 0) == level]
    ends = [end for r in across for end in ((r.y, paper.h - r.far) if level else (r.x, paper.w - r.right))]
    nearest = min(ends, default=paper.h)
    before, past = room.margin - CLEAR - nearest, room.margin + STRIP + CLEAR - nearest
    if past <= 0 or before >= TICK:
        return 0.0, TICK
    return (0.0, before) if before >= SHORT_TICK else (past, past + TICK)


def _spread(model: Piece, number: int, say: Say, ticks: tuple[float, float], *four: Piece | None) -> Piece:
    """A sheet of the booklet as one piece with a back."""
    size = Size(2 * model.size.w, model.size.h)
    shift = number * CREEP
    name = f"{model.component}-{number}"
    front = _side(size, ticks, shift, four[:2], name, stapled=number == 0)
    back = _side(size, ticks, shift, four[2:], name)
    return replace(
        model,
        id=f"{model.component}/sheet-{number + 1}",
        title=say("booklet_sheet", number=number + 1),
        size=size,
        front=front,
        back=replace(back, name=f"{back.name}-back"),
        landmarks=(),
        of=tuple(page for page in four if page),
    )


def _side(
    size: Size,
    ticks: tuple[float, float],
    shift: float,
    pair: tuple[Piece | None, ...],
    name: str,
    *,
    stapled: bool = False,
) -> Drawing:
    (left, right), width, (begin, end) = pair, size.w / 2, ticks
    items: list[Item] = []
    if left:
        items.append(Use(left.front, Transform.move(shift, 0)))
    if right:
        items.append(Use(right.front, Transform.move(width - shift, 0)))
    fold = [line(width, begin, width, end, FOLD), line(width, size.h - end, width, size.h - begin, FOLD)]
    for share in STAPLES if stapled else ():
        middle = share * size.h
        fold.append(line(width, middle - STAPLE / 2, width, middle + STAPLE / 2, FOLD._replace(dash=())))
    return Drawing(name, size, (*items, Tag("Artifact", layer(FOLD_LINES, fold))))
