"""Pages in reading order -> sheets with as many side by side as the paper holds, upright for the reader.

Pages keep margins of their own, so they may reach to the paper's edge; nothing is cut unless a reader wants to.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.drawing import Piece
from pnp.geometry import Size
from pnp.imposition import NoRoomError, Room, Sheet
from pnp.imposition.grid import arrange as arrange_grid


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:
    """The paper stands or lies, whichever holds more pages; it stands where both hold the same."""
    wanted = list(pieces)
    if not wanted:
        return []
    size = wanted[0].size
    standing, lying = room.paper, room.paper.turned()
    paper = lying if _holds(size, lying) > _holds(size, standing) else standing
    if not _holds(size, paper):
        raise NoRoomError(wanted[0], room)
    return arrange_grid(wanted, Room(paper, 0.0), gap)


def _holds(size: Size, paper: Size) -> int:
    return int((paper.w + 1e-6) // size.w) * int((paper.h + 1e-6) // size.h)
