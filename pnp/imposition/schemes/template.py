"""The scheme for cards that a ready template of silhouette-card-maker cuts; see `pnp.imposition.templates`."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.graphics import Piece, Size
from pnp.imposition import templates
from pnp.imposition.registry import by_size, fronts
from pnp.imposition.sheet import NoRoomError, Room, Sheet


def arrange(pieces: Iterable[Piece], room: Room, gap: float) -> list[Sheet]:  # noqa: ARG001 the template has its own
    """Place pieces in the cells of their template, which sets the gap too. Raises NoRoomError without a template."""
    sheets: list[Sheet] = []
    for group in by_size(pieces):
        size = group[0].size
        template = templates.find(room.paper, size)
        if template is None:
            raise NoRoomError(group[0], room)
        is_turned = size != template.card and (size.w > size.h) != (template.card.w > template.card.h)
        places = template.slots(size.turned() if is_turned else size)
        sheets.extend(Sheet(template.paper, placed) for placed in fronts(group, places, room))
    return sheets


def count(size: Size, room: Room, gap: float) -> int:  # noqa: ARG001 as above
    """The number of slots on a sheet."""
    template = templates.find(room.paper, size)
    return template.rows * template.columns if template else 0
