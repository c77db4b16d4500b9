"""Impose pieces on sheets by a scheme of the folder `schemes` or of another distribution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from pnp.diagnostics.grouping import by_key
from pnp.graphics import Piece, Rect, Size
from pnp.graphics.drawing import each_copy
from pnp.graphics.geometry import EPSILON, Cells, Edges
from pnp.imposition import schemes as schemes_folder
from pnp.imposition.sheet import NoRoomError, Placed, Room, Sheet, has_strips, strips_are_level
from pnp.kit import plugins

REGISTRY = plugins.Registry(schemes_folder.__name__, schemes_folder.__path__, plugins.SCHEMES, {"": ("arrange",)})


GRIDS = ("grid", "gutterfold", "template", "labels")
"""The schemes that place pieces in numbered slots."""


def schemes() -> tuple[str, ...]:
    """The names of all schemes."""
    return REGISTRY.names


def arrange(scheme: str, pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """The fronts of as many sheets as the pieces need, each piece with as much bleed as its neighbours leave.

    Raises NoRoomError, and PluginError for a scheme of another distribution that cannot be imported or fails.
    """
    module = REGISTRY.module(scheme)

    def arranged() -> list[Sheet]:
        return [_with_bleeds(sheet, room) for sheet in module.arrange(pieces, room, gap)]

    return REGISTRY.ask(scheme, "arrange", arranged, passing=(NoRoomError,))


def fill_up(
    begun: Sequence[Sheet], pieces: Iterable[Piece], room: Room, gap: float, *, over_fillers: bool = False
) -> list[Sheet]:
    """The fronts of sheets with these pieces nested on them, then of as many more as are needed. Raises NoRoomError.

    With `over_fillers` pieces may take the slots of copies that only fill up a sheet, except the first of each filler.
    """
    bare = tuple(_without_fillers(sheet) for sheet in begun) if over_fillers else tuple(begun)
    filled = REGISTRY.module("nest").arrange(pieces, room, gap, bare)
    if over_fillers:
        apart = 2 * room.most_bleed if room.machine else 0.0
        filled[: len(bare)] = (_with_fillers(sheet, old, apart) for sheet, old in zip(filled, begun, strict=False))
    return [_with_bleeds(sheet, room) for sheet in filled]


def fills_up(placed: Placed) -> bool:
    return placed.piece.filler and placed.copy > max(placed.piece.copies, 1)


def _without_fillers(sheet: Sheet) -> Sheet:
    return replace(sheet, front=tuple(placed for placed in sheet.front if not fills_up(placed)))


def _with_fillers(sheet: Sheet, earlier: Sheet, apart: float) -> Sheet:
    """A sheet with those fillers of its earlier state whose slots are still free, and `apart` mm from other pieces."""
    fillers = [placed for placed in earlier.front if fills_up(placed)]
    nested = sheet.front[len(earlier.front) - len(fillers) :]
    free = [one for one in fillers if not any(one.rect.inset(-apart).overlaps(other.rect) for other in nested)]
    renumbered = (replace(one, copy=number.copy) for one, number in zip(free, fillers, strict=False))
    return replace(sheet, front=(*sheet.front, *renumbered))


def slots(scheme: str, size: Size, room: Room, gap: float) -> int:
    """The number of slots on a sheet of a scheme with a grid, skipped ones too; 0 for other schemes."""
    return int(REGISTRY.module(scheme).count(size, room, gap)) if scheme in GRIDS else 0


def fits(scheme: str, size: Size, room: Room, gap: float) -> bool:
    """Whether a piece of a size has room on a sheet of its own, for schemes with one piece in each place."""
    module = REGISTRY.module(scheme)
    return bool(module.count(size, room, gap) if scheme in GRIDS else module.fits(size, room))


def _with_bleeds(sheet: Sheet, room: Room) -> Sheet:
    spaced = list(_with_spare((*sheet.front, *sheet.back), sheet.paper, room))
    fronts = len(sheet.front)
    return replace(sheet, front=tuple(spaced[:fronts]), back=tuple(spaced[fronts:]))


def by_size(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Group pieces by trim size, in the order of the sizes' first pieces."""
    return list(by_key(pieces, lambda piece: piece.size).values())


def placed_by_size(pieces: Iterable[Piece], room: Room, places: Callable[[Size], list[Rect]]) -> list[Sheet]:
    """Sheets of pieces by trim size, in the places for each. Raises NoRoomError for a size that has none."""
    sheets: list[Sheet] = []
    for group in by_size(pieces):
        slots = places(group[0].size)
        if not slots:
            raise NoRoomError(group[0], room)
        sheets.extend(Sheet(room.paper, placed) for placed in fronts(group, slots, room))
    return sheets


def fronts(pieces: list[Piece], slots: list[Rect], room: Room) -> Iterator[tuple[Placed, ...]]:
    """The fronts of each sheet with these slots; copies of a filler take the slots left over.

    A slot that is not as wide and as high as a piece is for one that is turned by 90°.

    The slots that the room skips stay empty. See `_filled` for where fillers are. With `room.piled`, the pieces follow
    one another from sheet to sheet in a slot, and then in the next slot.
    """
    wanted = each_copy(pieces)
    places = [place for number, place in enumerate(slots, start=1) if number not in room.skipped]
    filler = next((piece for piece in pieces if piece.filler), None)
    if filler:
        wanted = _filled(wanted, filler, len(places), piled=room.piled)
    number = -(-len(wanted) // len(places))
    for sheet in range(number):
        first = sheet * len(places)
        mine = wanted[sheet::number] if room.piled else wanted[first : first + len(places)]
        yield tuple(
            Placed(piece, copy, "front", place, 0 if place.size == piece.size else 90)
            for (piece, copy), place in zip(mine, places, strict=False)
        )


def _filled(wanted: list[tuple[Piece, int]], filler: Piece, a_sheet: int, *, piled: bool) -> list[tuple[Piece, int]]:
    """The copies to print, with as many of a filler as the last sheet of `a_sheet` slots has left.

    If there are enough, some complete the sheet on which the pieces with the filler's own back end: a hidden card
    beside another back would show an edge of it after a cut that slips. The others are at the end. Piles have no
    such sheet.
    """
    spare = -len(wanted) % a_sheet
    extra = [(filler, filler.copies + 1 + number) for number in range(spare)]
    alike = [index for index, (piece, _) in enumerate(wanted, start=1) if piece.back is filler.back]
    end = max(alike, default=len(wanted))
    missing = -end % a_sheet
    if piled or not filler.back or missing > spare:
        return wanted + extra
    return wanted[:end] + extra[:missing] + wanted[end:] + extra[missing:]


_NO_GAPS = (inf,) * 4


def _with_spare(front: tuple[Placed, ...], paper: Size, room: Room) -> Iterator[Placed]:
    """Set the room for bleed on each side: all of it without a neighbour, else half of the gap to the neighbour.

    Bleed ends before the strips of the label and the ruler. Those of a machine's marks are outside its area. An empty
    label is a neighbour too, because it may be used later.
    """
    beside, above = _strips_of(front, paper, room)
    empty = [cell for cell in room.cells if not any(cell.overlaps(placed.rect) for placed in front)]
    boxes = [*(placed.rect for placed in front), *empty]
    cells = Cells(((box, box) for box in boxes), max((2 * p.piece.bleed for p in front), default=0.0))
    for placed in front:
        reach = min(placed.piece.bleed, room.most_bleed)
        if reach <= 0:
            yield placed
            continue
        gaps = [_gap(placed.rect, box) for box in cells.near(placed.rect) if box is not placed.rect]
        nearest = map(min, zip(*gaps, _NO_GAPS, strict=True))
        x, y, right, top = placed.rect.x, placed.rect.y, placed.rect.right, placed.rect.far
        free = (x - beside, y - above, paper.w - right - beside, paper.h - top - above)
        spare = (max(0.0, min(reach, gap / 2, left)) for gap, left in zip(nearest, free, strict=True))
        yield replace(placed, spare=Edges(*spare))


def _strips_of(front: tuple[Placed, ...], paper: Size, room: Room) -> tuple[float, float]:
    """The widths of the strips of the label and the ruler beside the pieces, and above and below them."""
    taken = room.cells or [placed.rect for placed in front]
    strip = room.margin + room.strip if room.machine is None and has_strips(taken, room) else 0.0
    return (0.0, strip) if strips_are_level(taken, paper) else (strip, 0.0)


def _gap(a: Rect, b: Rect) -> tuple[float, float, float, float]:
    """The distance from a to b to the left, below, to the right, above; infinite in other directions."""
    beside = a.y < b.far - EPSILON and b.y < a.far - EPSILON
    above = a.x < b.right - EPSILON and b.x < a.right - EPSILON
    left, below = _distance(b.right, a.x, along=beside), _distance(b.far, a.y, along=above)
    return left, below, _distance(a.right, b.x, along=beside), _distance(a.far, b.y, along=above)


def _distance(end: float, start: float, *, along: bool) -> float:
    return start - end if along and end <= start + EPSILON else inf
