"""The marks of a sheet that a machine cuts: its registration marks, a label, a ruler, a flip mark.

Registration marks are on fronts only: they would shine through, and the machine cuts with the front up. The other marks
are in two strips that no machine scans: the label is along the right side and the ruler along the bottom, both outside
the marks, and far from their corners. A sheet has no cut marks.
"""

from __future__ import annotations

from pnp.graphics import Drawing, Group, Item, Rect, Tag, Transform
from pnp.graphics.drawing import NOTES, Text, layer
from pnp.imposition import Room
from pnp.imposition.marks import (
    FLIP_MARK,
    INK,
    LABEL_FONT,
    Side,
    draft_mark,
    fitted_label,
    half_disc,
    ruler,
    short_words,
)
from pnp.imposition.registration import Machine
from pnp.imposition.sheet import EDGE
from pnp.text import Fonts

FROM_CORNERS = 25.0
"""From the paper's side to the flip mark, mm: past every mark, and before the ruler."""
LABEL_ENDS = 30.0
"""From the ends of the frame to the label, mm."""
DESCENT = 0.6
"""The room below the label's baseline, mm."""


def machine_marks(
    name: str,
    room: Room,
    machine: Machine,
    label: str,
    fonts: Fonts,
    *,
    side: Side = "front",
    flips: bool | None = None,
    draft: bool = False,
) -> Drawing:
    """The marks of one side of a sheet; DRAFT across a draft.

    `flips` says whether the line on which the sheet is flipped is upright; None if it is printed on one side only.
    """
    paper = room.paper
    frame = machine.frame(paper, room.margin)
    registration = machine.items(paper) if side == "front" else []
    across = [draft_mark(paper, fonts, room.say("draft"))] if draft else []
    notes = [*ruler(paper.w, frame.far, EDGE, fonts, short_words), _label(label, frame, paper.h, fonts)]
    if flips is not None:
        notes += _flip_mark(room, frame, side, vertical=flips)
    return Drawing(name, paper, (Tag("Artifact", (*layer(NOTES, across), *registration, *layer(NOTES, notes))),))


def _label(text: str, frame: Rect, height: float, fonts: Fonts) -> Group:
    """The label, to be read from the right, as on a book's spine."""
    text, size = fitted_label(text, frame.h - 2 * LABEL_ENDS, fonts)
    start = (height - fonts.width(text, LABEL_FONT, size)) / 2
    written = Text(start, frame.right - DESCENT, text, LABEL_FONT, size, INK)
    return Group((written,), Transform(0, -1, 1, 0, 0, height))


def _flip_mark(room: Room, frame: Rect, side: Side, *, vertical: bool) -> list[Item]:
    """The flip mark at the bottom of the front, and behind it on the back."""
    x, y = max(FROM_CORNERS, frame.x + 2 * FLIP_MARK), frame.far - FLIP_MARK
    if side == "back":
        x, y = (room.paper.w - x, y) if vertical else (x, room.paper.h - y)
    return half_disc(x, y, side, vertical=vertical)
