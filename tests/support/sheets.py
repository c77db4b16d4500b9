"""Pieces on sheets."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import strategies as st

from pnp import imposition
from pnp.graphics.drawing import Drawing, Piece
from pnp.graphics.geometry import Size
from pnp.imposition import Placed, Room, Sheet

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
CARD = Size(63, 88)


def piece(name: str, size: Size = CARD, copies: int = 1, *, backed: bool = True, bleed: float = 0.0, **more) -> Piece:
    front = Drawing(f"{name}-front", size, ())
    back = Drawing(f"{name}-back", size, (), bleed) if backed else None
    return Piece(name, "deck", name, size, front, back, copies=copies, **more)


def matrix(sheet: Sheet) -> list[list[str]]:
    """What lies on the front, row by row as one sees it."""
    return _matrix(sheet.front)


def _matrix(side: tuple[Placed, ...]) -> list[list[str]]:
    rows: dict[float, list[Placed]] = {}
    for placed in side:
        rows.setdefault(round(placed.rect.y, 3), []).append(placed)
    return [[p.piece.id for p in sorted(rows[y], key=lambda p: p.rect.x)] for y in sorted(rows, reverse=True)]


# The pin law -------------------------------------------------------------------------------------------------

sizes = st.builds(Size, st.floats(25, 110), st.floats(25, 110))
papers = st.builds(Size, st.floats(150, 450), st.floats(150, 450))


def through(sheet: Sheet, x: float, y: float, flip: imposition.Flip) -> tuple[float, float]:
    """Where a pin pushed through the front at (x, y) comes out on the back, as the back's page is printed.

    The sheet is turned over about its long or short edge: the mirror image along the other direction. A sheet with a
    fold is folded on it instead, whatever the flip.
    """
    w, h = sheet.paper
    if sheet.fold:
        x1, y1, x2, _ = sheet.fold
        return (2 * x1 - x, y) if x1 == x2 else (x, 2 * y1 - y)
    about_vertical = (flip == "long") == (w <= h)
    return (w - x, y) if about_vertical else (x, h - y)


def _law_of_sheets(sheets: list[Sheet], room: Room, wanted: dict[str, int]) -> None:
    found = Counter((p.piece.id, p.copy) for sheet in sheets for p in sheet.front)
    assert found == Counter({(name, copy): 1 for name, count in wanted.items() for copy in range(1, count + 1)})
    for sheet in sheets:
        assert sheet.front
        for p in sheet.front:
            expected = p.piece.size if p.turn in (0, 180) else p.piece.size.turned()
            assert (p.rect.w, p.rect.h) == pytest.approx(expected)
            assert room.printable.contains(p.rect, 1e-6)
            assert not any(p.rect.overlaps(q.rect, 1e-6) for q in sheet.front if q is not p)
