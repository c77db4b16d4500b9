"""A board whose squares or areas differ from the game's.

An extra square, two swapped squares, or a zone that is one column too wide change the game, and no text on the board
shows it. This check reads the squares off the finished board. They must be the engine's squares, in its order, each
next to those that the engine allows a move to, and areas must cover the engine's squares for them. Cards of a list are
laid edge to edge first.

PASS: tilt/kit.yaml: `kind: lane` -> `kind: lane`
FAIL: tilt/faces.yaml: `grid: board_cards` -> `grid: tilts`
FAIL: lists/faces.yaml: `grid: columns` -> `grid: target`
FAIL: lists/faces.yaml: `number <= rules.zone[1]` -> `number <= rules.zone[1] + 1`
FAIL: tilt/faces.yaml: `text: Horse, box` -> `text: Horse, area: zone, box`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import NamedTuple

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, Span
from pnp.graphics import Item, Path, Piece, Rect, Tag
from pnp.graphics.drawing import At, Holder, Text, Use, walk
from pnp.graphics.geometry import MM_PER_POINT
from pnp.rules.proofs import Board

TOUCH = 0.05
"""Squares touch if they are this close, in mm."""
LEAST_SIDE = 0.1
"""The share of its side that a square must have in common with another to touch it."""
REACH = 0.3
"""A line belongs to the squares on both sides within this distance, in mm."""

ROLES = ("Square", "Zone")
"""The roles of the tags of squares and areas."""


class Area(NamedTuple):
    """A drawn area: its name, its box, and where the data describes it."""

    name: str
    box: Rect
    origin: Span | None


class DrawnBoard(NamedTuple):
    """A drawn board: the boxes of its squares and areas, and where the data describes it."""

    squares: dict[str, Rect]
    areas: list[Area]
    origin: Span


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every difference between a drawn board and the engine's."""
    if context.proof is None:
        return
    known = context.proof.boards().values()
    for pieces in context.pieces.values():
        for piece in pieces:
            yield from _areas_without_squares(piece)
        for title, drawn in _boards(pieces):
            board = max(known, key=lambda b: len(drawn.squares.keys() & set(b.squares)), default=None)
            differences = _differences(drawn, board) if board else [("this game has no board", drawn.origin)]
            for message, span in differences:
                yield diagnostic(__name__, span, f"{title}: {message}")


def _areas_without_squares(piece: Piece) -> Iterator[Diagnostic]:
    """One diagnostic for every area on a piece that is no board."""
    found = {tag.role: tag for tag, _ in _tags(piece.front.items)}
    area = found.get("Zone")
    if area and area.origin and "Square" not in found:
        message = f"{piece.title}: the area {area.alt!r} is on no board, so it is not compared with the game"
        yield diagnostic(__name__, area.origin, message, "remove 'area', or draw the squares with 'grid'")


def _boards(pieces: list[Piece]) -> Iterator[tuple[str, DrawnBoard]]:
    """The boards in pieces: one per piece, or one board of all pieces if no square is on two of them."""
    boards = [(piece, drawn) for piece in pieces if (drawn := _drawn(piece.front.items))]
    ids = [id_ for _, drawn in boards for id_ in drawn.squares]
    if len(boards) > 1 and len(ids) == len(set(ids)):
        yield boards[0][0].component, _joined(boards)
    else:
        yield from ((piece.title, drawn) for piece, drawn in boards)


def _joined(boards: list[tuple[Piece, DrawnBoard]]) -> DrawnBoard:
    """Cards laid edge to edge, from the left."""
    squares: dict[str, Rect] = {}
    areas: list[Area] = []
    left = 0.0
    for piece, drawn in boards:
        squares |= {id_: box._replace(x=box.x + left) for id_, box in drawn.squares.items()}
        areas += [area._replace(box=area.box._replace(x=area.box.x + left)) for area in drawn.areas]
        left += piece.size.w
    return DrawnBoard(squares, areas, boards[0][1].origin)


def _drawn(items: tuple[Item, ...]) -> DrawnBoard | None:
    tags = list(_tags(items))
    squares = {tag.alt: box for tag, box in tags if tag.role == "Square"}
    origin = next((tag.origin for tag, _ in tags if tag.role == "Square" and tag.origin), None)
    areas = [Area(tag.alt, box, tag.origin) for tag, box in tags if tag.role == "Zone"]
    return DrawnBoard(squares, areas, origin) if origin else None


def _tags(items: Iterable[Item]) -> Iterator[tuple[Tag, Rect]]:
    """Squares and areas with their boxes; a square is as large as its first outline."""
    for item, at in walk(items, enter=_may_have_tags):
        if isinstance(item, Tag) and item.role in ROLES:
            points = list(_points(item.items[:1] if item.role == "Square" else item.items, at))
            if points:
                yield item, Rect.about(points)


def _may_have_tags(item: Holder) -> bool:
    """Whether squares or areas may be inside an item: most drawings have none, and are used hundreds of times."""
    return not isinstance(item, Use) or any(next(item.drawing.tags(role), None) for role in ROLES)


def _points(items: Iterable[Item], outer: At) -> Iterator[tuple[float, float]]:
    for item, (frame, *_) in walk(items, outer):
        if isinstance(item, Path):
            for _, numbers in item.segments:
                yield from starmap(frame.apply, zip(numbers[::2], numbers[1::2], strict=True))
        elif isinstance(item, Text):
            yield frame.apply(item.x, item.y)
            yield frame.apply(item.x + 1.0, item.y - item.size * MM_PER_POINT / 2)


def _differences(drawn: DrawnBoard, board: Board) -> Iterator[tuple[str, Span]]:
    """Messages, and where what is wrong is written."""
    yield from ((message, drawn.origin) for message in _wrong_squares(drawn, board))
    if drawn.squares.keys() == set(board.squares):
        yield from _areas(drawn, board)


def _wrong_squares(drawn: DrawnBoard, board: Board) -> Iterator[str]:
    missing = [id_ for id_ in board.squares if id_ not in drawn.squares]
    extra = [id_ for id_ in drawn.squares if id_ not in board.squares]
    if missing or extra:
        yield f"the square {', '.join(missing)} is missing" if missing else f"the game has no square {', '.join(extra)}"
        return
    read = sorted(drawn.squares, key=lambda id_: (round(drawn.squares[id_].y, 1), drawn.squares[id_].x))
    if read != list(board.squares):
        yield f"its squares are in the order {', '.join(read)}; in play it is {', '.join(board.squares)}"
        return
    for id_, square in ((id_, drawn.squares[id_]) for id_ in board.squares):
        touching = {other for other, box in drawn.squares.items() if other != id_ and _touch(square, box)}
        if touching != board.neighbours[id_]:
            yield f"{id_} touches {_listed(touching)}; in play it touches {_listed(board.neighbours[id_])}"


def _areas(drawn: DrawnBoard, board: Board) -> Iterator[tuple[str, Span]]:
    for name in sorted(board.areas.keys() | {area.name for area in drawn.areas}):
        areas = [area for area in drawn.areas if area.name == name]
        boxes = [box.inset(-REACH) if min(box.w, box.h) < 2 * REACH else box for _, box, _ in areas]
        covered = {id_ for id_, square in drawn.squares.items() if any(square.overlaps(b, TOUCH) for b in boxes)}
        wanted = board.areas.get(name, frozenset())
        if covered != wanted:
            span = next((area.origin for area in areas if area.origin), drawn.origin)
            yield f"its {name} is at {_listed(covered)}; in play it is at {_listed(wanted)}", span


def _touch(a: Rect, b: Rect) -> bool:
    """Whether two squares share a part of a side, not only a corner."""
    across = min(a.right, b.right) - max(a.x, b.x)
    down = min(a.far, b.far) - max(a.y, b.y)
    beside = abs(across) <= TOUCH and down > LEAST_SIDE * min(a.h, b.h)
    above = abs(down) <= TOUCH and across > LEAST_SIDE * min(a.w, b.w)
    return beside or above


def _listed(ids: Iterable[str]) -> str:
    return ", ".join(sorted(ids)) or "nothing"
