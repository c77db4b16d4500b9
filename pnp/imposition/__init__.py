"""Impose pieces on sheets: the place of each copy on the paper, and of its back on the other side.

Each module of `schemes` is one scheme: `arrange(pieces, room, gap)` places pieces on the fronts of sheets.
Everything here is in sheet coordinates: mm from the paper's lower left corner, y upwards, turns anticlockwise.

The pin law: a pin through the middle of any front comes out in the middle of that piece's own back, and up
stays up.
"""

from pnp.imposition.registry import GRIDS, REGISTRY, arrange, by_size, fill_up, fits, slots
from pnp.imposition.rests import shared
from pnp.imposition.sheet import Flip, NoRoomError, Placed, Room, Sheet, duplex, has_strips, turned_upright
from pnp.imposition.shrink import shrunk

__all__ = [
    "GRIDS",
    "REGISTRY",
    "Flip",
    "NoRoomError",
    "Placed",
    "Room",
    "Sheet",
    "arrange",
    "by_size",
    "duplex",
    "fill_up",
    "fits",
    "has_strips",
    "shared",
    "shrunk",
    "slots",
    "turned_upright",
]
