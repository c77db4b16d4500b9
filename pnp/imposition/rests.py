"""Save sheets: put what is on sheets that are not full where other such sheets have room for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from pnp.graphics import Piece
from pnp.imposition.registry import fill_up, fills_up
from pnp.imposition.sheet import Placed, Room, Sheet

GAP = 8.0
"""The space between pieces of different sizes, mm: cut marks and the bleed of each have room in it."""


def shared(grids: Iterable[tuple[str, Sequence[Sheet]]], room: Room) -> dict[int, Sheet | None]:
    """What becomes of the last sheet of each size of grids, given with their stock, by the sheet's identity.

    Sheets of one stock share pieces if both sides are printed on all or on none. See `joined`.
    """
    alike: dict[tuple[str, bool], list[Sheet]] = {}
    for stock, sheets in grids:
        for sheet in _last_of_each_size(sheets):
            alike.setdefault((stock, any(piece.back for piece in sheet.pieces)), []).append(sheet)
    found: dict[int, Sheet | None] = {}
    for rests in alike.values():
        found |= zip(map(id, rests), joined(rests, room), strict=True)
    return found


def _last_of_each_size(sheets: Iterable[Sheet]) -> list[Sheet]:
    """The last sheet of each size, without those that copies of a filler fill up."""
    last = {sheet.front[0].piece.size: sheet for sheet in sheets}
    return [sheet for sheet in last.values() if not any(map(fills_up, sheet.front))]


def joined(sheets: Sequence[Sheet], room: Room) -> list[Sheet | None]:
    """Sheets that are not full with the pieces of those that become empty; None in place of each empty one.

    The sheets with the smallest pieces in all are emptied first, and each only as a whole. What stays keeps its place.
    """
    kept = dict(enumerate(sheets))
    for at in sorted(kept, key=lambda at: _area(sheets[at])):
        others = {n: sheet for n, sheet in kept.items() if n != at}
        filled = _filled([*others.values()], kept[at], room) if others else []
        if len(filled) == len(others) > 0:
            kept = dict(zip(others, filled, strict=True))
    return [kept.get(at) for at in range(len(sheets))]


def _area(sheet: Sheet) -> float:
    return sum(placed.rect.w * placed.rect.h for placed in sheet.front)


def _filled(hosts: list[Sheet], guest: Sheet, room: Room) -> list[Sheet]:
    """Sheets with the pieces of another one on them, and as many further ones as these need."""
    parts: list[Piece] = []
    copies: dict[int, list[Placed]] = {}
    for _, several in groupby(guest.front, lambda placed: id(placed.piece)):
        mine = list(several)
        parts.append(replace(mine[0].piece, copies=len(mine)))
        copies[id(parts[-1])] = mine

    def again(placed: Placed) -> Placed:
        """A copy with its own number, which the one that was placed stands for."""
        if id(placed.piece) not in copies:
            return placed
        original = copies[id(placed.piece)][placed.copy - 1]
        return replace(placed, piece=original.piece, copy=original.copy)

    return [replace(sheet, front=tuple(map(again, sheet.front))) for sheet in fill_up(hosts, parts, room, GAP)]
