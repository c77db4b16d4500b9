"""The marks of a sheet of a booklet: only a label in the gutter of its inner side.

A folded booklet is not trimmed, so marks at the edges of its sheets would stay on its pages. Its pages are not cut to
size, so it needs no ruler; a sheet flipped on the wrong edge has its pages upside down, so it needs no flip mark.
"""

from __future__ import annotations

from pnp.graphics import Drawing, Group, Tag, Transform
from pnp.graphics.drawing import NOTES, Text, layer
from pnp.imposition import Room
from pnp.imposition.marks import EDGE, LABEL_FONT, LABEL_SIZE, Side, draft_mark
from pnp.text import Fonts

FROM_FOLD = 1.6
"""The distance of the label's baseline from the fold, mm."""
PALE = "#6b6b6b"
"""The colour of the label, which stays in the finished booklet."""


def booklet_marks(
    name: str, room: Room, label: str, fonts: Fonts, *, side: Side = "front", draft: bool = False
) -> Drawing:
    """The marks of one side of a sheet of landscape paper; DRAFT across a draft."""
    across = [draft_mark(room.paper, fonts, room.say("draft"))] if draft else []
    notes = [_label(label, room, fonts)] if side == "back" else []
    return Drawing(name, room.paper, (Tag("Artifact", (*layer(NOTES, across), *layer(NOTES, notes))),))


def _label(text: str, room: Room, fonts: Fonts) -> Group:
    """The label along the fold, at its foot, to be read from the right, as on a book's spine."""
    paper, size = room.paper, LABEL_SIZE
    while fonts.width(text, LABEL_FONT, size) > paper.h - 2 * (room.margin + EDGE) and size > 4:
        size -= 0.25
    written = Text(room.margin + EDGE, paper.w / 2 - FROM_FOLD, text, LABEL_FONT, size, PALE)
    return Group((written,), Transform(0, -1, 1, 0, 0, paper.h))
