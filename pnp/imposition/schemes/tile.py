"""The scheme for pieces larger than the paper: overlapping tiles to glue together. Smaller pieces go on a grid,
or in rows.

A board is divided at seams, preferably the piece's own if they leave every tile small enough. Both neighbours print the
`OVERLAP` around their seam. The later tile is cut at the seam, from one dashed mark to the other, and glued over the
earlier one up to the same marks. The art goes on for `ART` past the seam, so that no gap shows if the two do not meet
exactly. Marks, words and crosses are only on parts of tiles that are cut off or covered. Nothing is drawn along the
seam inside the board, where it would stay after gluing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.drawing import NOTES, Text, Use, each_copy, layer, line, rectangle
from pnp.graphics.geometry import EPSILON
from pnp.imposition.schemes import grid, nest
from pnp.imposition.sheet import NoRoomError, Placed, Room, Sheet
from pnp.kit.labels import Say

OVERLAP = 16.0
ART = 3.0
"""How far the art goes on past a seam, mm."""
BETWEEN = 8.0
MARKED = 13.0
"""The space between tiles in which no mark of one is on the bleed of another, mm."""
MOST = 64
"""The maximum number of tiles of a board."""
SEAM = Stroke("#000000", 0.3, (1.2, 0.9))
CASING = Stroke("#ffffff", 0.8)
CROSS = Stroke("#000000", 0.2)
FONT, TYPE = "body", 7.0
MARK = 1.5
"""How far a seam's dashed mark goes on past the board's bleed, mm."""
KEY = Size(3.8, 5.5)
"""The size of the plan of the board in a strip, mm."""


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place pieces that fit on a grid or in rows, and the tiles of the others on sheets of their own."""
    wanted = list(pieces)
    area = room.printable.size
    small = [piece for piece in wanted if piece.size.fits(area) or piece.size.turned().fits(area)]
    tiles = [tile for piece in wanted if piece not in small for tile in tiled(piece, room)]
    # Place tiles with room for their cut marks, unless that takes more sheets.
    far, near = nest.arrange(tiles, room, MARKED), nest.arrange(tiles, room, BETWEEN)
    return [*_smallest(small, room, gap), *(far if len(far) <= len(near) else near)]


def _smallest(pieces: list[Piece], room: Room, gap: float) -> list[Sheet]:
    """Place pieces of one height and several widths in rows, if that takes no more sheets than a grid for each size."""
    on_grids = grid.arrange(pieces, room, gap)
    if len({piece.size.w for piece in pieces}) < 2 or len({piece.size.h for piece in pieces}) > 1 or room.keep_outs:
        return on_grids
    in_rows = _in_rows(pieces, room, gap)
    return in_rows if in_rows and len(in_rows) <= len(on_grids) else on_grids


def _in_rows(pieces: list[Piece], room: Room, gap: float) -> list[Sheet]:
    """Pieces of one height in rows in their order, so that a board in parts can be read on the sheet; none if a piece
    is too wide."""
    area, height = room.printable, pieces[0].size.h
    most = int((area.h + gap + EPSILON) // (height + gap))
    rows: list[list[tuple[Piece, int]]] = []
    for piece, copy in each_copy(pieces):
        if not rows or _width(rows[-1], gap) + gap + piece.size.w > area.w + EPSILON:
            rows.append([])
        rows[-1].append((piece, copy))
    widest = max(_width(row, gap) for row in rows)
    if widest > area.w + EPSILON or not most:
        return []
    left = area.x + (area.w - widest) / 2
    top = area.far - (area.h - min(most, len(rows)) * (height + gap) + gap) / 2
    return [
        Sheet(room.paper, tuple(_placed(rows[first : first + most], left, top, gap)))
        for first in range(0, len(rows), most)
    ]


def _width(row: list[tuple[Piece, int]], gap: float) -> float:
    return sum(piece.size.w + gap for piece, _ in row) - gap


def _placed(rows: list[list[tuple[Piece, int]]], left: float, top: float, gap: float) -> Iterator[Placed]:
    """The pieces of a sheet: rows from the top, each from the left."""
    for depth, row in enumerate(rows, 1):
        x = left
        for piece, copy in row:
            y = top - depth * piece.size.h - (depth - 1) * gap
            yield Placed(piece, copy, "front", Rect(x, y, *piece.size), 0)
            x += piece.size.w + gap


def number(piece: Piece, room: Room) -> int:
    """The number of tiles of a piece; 1 if it fits the paper."""
    area = room.printable.size
    if piece.size.fits(area) or piece.size.turned().fits(area):
        return 1
    columns, rows = _cuts(piece, room)
    return (len(columns) - 1) * (len(rows) - 1)


def tiled(piece: Piece, room: Room) -> list[Piece]:
    """The tiles of one piece, rows from the top, named A1, A2, … B1."""
    columns, rows = _cuts(piece, room)
    grid_ = (len(rows) - 1, len(columns) - 1)
    return [
        _tile(piece, _Tile(row, column, across, down, (piece.size.w, piece.size.h), grid_), room.say)
        for row, down in enumerate(pairwise(rows))
        for column, across in enumerate(pairwise(columns))
    ]


def _cuts(piece: Piece, room: Room) -> tuple[list[float], list[float]]:
    """The seams in x and in y, including the piece's edges, that make the fewest tiles."""
    area = room.printable.size
    choices = []
    for most in (area, area.turned()):
        if min(most) <= 2 * OVERLAP:
            continue
        xs, ys = _seams(piece.size.w, most.w, piece.seams), _seams(piece.size.h, most.h, ())
        choices.append(((len(xs) - 1) * (len(ys) - 1), xs, ys))
    if not choices or min(choices)[0] > MOST:
        raise NoRoomError(piece, room)
    _, xs, ys = min(choices)
    return xs, ys


def _seams(length: float, most: float, liked: tuple[float, ...]) -> list[float]:
    """Divide a length so that no part with its overlaps is longer than `most`."""
    if length <= most + EPSILON:
        return [0.0, length]
    parts = ceil((length - OVERLAP) / (most - OVERLAP) - EPSILON)
    step = (length - OVERLAP) / parts
    even = [0.0, *(i * step + OVERLAP / 2 for i in range(1, parts)), length]
    near = [min((s for s in liked), key=lambda s: (abs(s - e), -s), default=e) for e in even[1:-1]]
    chosen = [0.0, *near, length]
    return chosen if _fit(chosen, most) else even


def _fit(seams: list[float], most: float) -> bool:
    half = OVERLAP / 2
    spans = pairwise(seams)
    reach = [(a - half * (a > 0), b + half * (b < seams[-1])) for a, b in spans]
    return all(b - a <= most + EPSILON for a, b in reach) and all(b - a > OVERLAP for a, b in pairwise(seams))


class _Tile(NamedTuple):
    """One tile: its row and column, its seams in x and y on the board, the board's size, its rows and columns."""

    row: int
    column: int
    across: tuple[float, float]
    down: tuple[float, float]
    board: tuple[float, float]
    grid: tuple[int, int]

    @property
    def name(self) -> str:
        return name(self.row, self.column)

    @property
    def box(self) -> Rect:
        """The part of the board that the tile prints."""
        half = OVERLAP / 2
        (left, right), (top, far) = self.across, self.down
        x, y = max(0.0, left - half), max(0.0, top - half)
        return Rect(x, y, min(self.board[0], right + half) - x, min(self.board[1], far + half) - y)


def name(row: int, column: int) -> str:
    """A tile's name: a letter for its row, a number for its column."""
    return f"{chr(ord('A') + row)}{column + 1}"


def _tile(piece: Piece, tile: _Tile, say: Say) -> Piece:
    box = tile.box
    size = Size(box.w, box.h)
    help_ = Tag("Artifact", layer(NOTES, _help(tile, say, piece.front.bleed)))
    window, whole = _window(piece.front, piece.size, box, OVERLAP / 2 - ART), piece.front
    front = Drawing(f"{whole.name}-{tile.name}", size, (window, help_), whole.bleed, overhang=whole.overhang)
    back = None
    if piece.back:
        # On the back, left and right are swapped.
        behind = Rect(piece.size.w - box.right, box.y, box.w, box.h)
        name_ = f"{piece.back.name}-{tile.name}"
        back = Drawing(name_, size, (_window(piece.back, piece.size, behind),), piece.back.bleed)
    return replace(
        piece,
        id=f"{piece.id}-{tile.name}",
        title=f"{piece.title}, {tile.name}",
        size=size,
        front=front,
        back=back,
        of=(piece,),
    )


def _window(drawing: Drawing, whole: Size, box: Rect, white: float = 0.0) -> Group:
    """A part of a drawing, moved to the origin, with the bleed at the drawing's own edges.

    At seams it leaves out a band of the width `white`, mm.
    """
    bleed = max(drawing.bleed, drawing.overhang)
    left = bleed if box.x <= EPSILON else -white
    top = bleed if box.y <= EPSILON else -white
    right = bleed if box.right >= whole.w - EPSILON else -white
    far = bleed if box.far >= whole.h - EPSILON else -white
    clip = rectangle(Rect(-left, -top, box.w + left + right, box.h + top + far))
    return Group((Use(drawing, Transform.move(-box.x, -box.y)),), clip=clip)


def _help(tile: _Tile, say: Say, bleed: float) -> Iterator[Item]:
    """Dashed marks, crosses and words, all outside the seams. The marks are on the board's `bleed`."""
    (left, right), (top, far), box = tile.across, tile.down, tile.box
    is_first, is_last = (left <= 0, top <= 0), (right >= tile.board[0], far >= tile.board[1])
    if not is_first[0]:
        words = say("tile_over", tile=tile.name, other=name(tile.row, tile.column - 1))
        ends = _ends(box.h, bleed, is_last[1], is_first[1])
        yield from _strip(Transform(0, -1, 1, 0, 0, box.h), box.h, words, ends)
    if not is_last[0]:
        words = say("tile_under", tile=tile.name, other=name(tile.row, tile.column + 1))
        ends = _ends(box.h, bleed, is_first[1], is_last[1])
        yield from _strip(Transform(0, 1, -1, 0, box.w, 0), box.h, words, ends)
    if not is_first[1]:
        words = say("tile_over", tile=tile.name, other=name(tile.row - 1, tile.column))
        yield from _strip(Transform(), box.w, words, _ends(box.w, bleed, is_first[0], is_last[0]))
    if not is_last[1]:
        words = say("tile_under", tile=tile.name, other=name(tile.row + 1, tile.column))
        ends = _ends(box.w, bleed, is_last[0], is_first[0])
        yield from _strip(Transform(-1, 0, 0, -1, box.w, box.h), box.w, words, ends)
    yield from _key(tile)


def _ends(length: float, bleed: float, is_first: bool, is_last: bool) -> tuple[tuple[float, float], ...]:
    """Where the dashed marks of a seam of this length are: outside the board, or in the white band of another seam."""
    white = OVERLAP / 2 - ART
    return (
        (0.0, -bleed - MARK) if is_first else (white, 0.0),
        (length, length + bleed + MARK) if is_last else (length - white, length),
    )


def _key(tile: _Tile) -> Iterator[Item]:
    """A small upright plan of the board with this tile in black, at the end of a strip."""
    (left, right), (top, _), box = tile.across, tile.down, tile.box
    rows, columns = tile.grid
    if left > 0 or right < tile.board[0]:
        room = Rect(0.6 if left > 0 else box.w - KEY.w - 0.6, 1.0, *KEY)
    else:
        room = Rect(1.0, 0.6 if top > 0 else box.h - KEY.w - 0.6, KEY.h, KEY.w)
    width, height = room.w / columns, room.h / rows
    for row in range(rows):
        for column in range(columns):
            cell = Rect(room.x + column * width, room.y + row * height, width, height)
            mine = (row, column) == (tile.row, tile.column)
            yield Path(rectangle(cell), "#000000" if mine else "#ffffff", CROSS)


def _strip(at: Transform, length: float, words: str, ends: Iterable[tuple[float, float]]) -> Iterator[Item]:
    """The edge of a tile outside a seam: words, a cross at each end, and a dashed mark at both ends of the seam."""
    deep = OVERLAP / 2
    white = deep - ART
    seam = [line(a, deep, b, deep, stroke) for a, b in ends for stroke in (CASING, SEAM)]
    crosses: list[Item] = []
    for x in (length * 0.1, length * 0.9):
        crosses.append(line(x, 0.4, x, white - 0.4, CROSS))
        crosses.append(line(x - 1.6, white - 1.6, x + 1.6, white - 1.6, CROSS))
    text = Text(length * 0.14, white - 1.5, words, FONT, TYPE, "#000000")
    yield Group((*crosses, text, *seam), at)
