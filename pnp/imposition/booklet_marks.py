"""The marks of a sheet of a booklet: none, unless it is a draft.

A folded booklet is not trimmed, so labels and marks would stay on its pages, which have numbers and the title. Its
pages are not cut to size, so it needs no ruler; a sheet flipped on the wrong edge has its pages upside down, so it
needs no flip mark.
"""

from __future__ import annotations

from pnp.graphics import Drawing, Tag
from pnp.graphics.drawing import NOTES, layer
from pnp.imposition import Room
from pnp.imposition.marks import draft_mark
from pnp.text import Fonts


def booklet_marks(name: str, room: Room, fonts: Fonts, *, draft: bool = False) -> Drawing:
    """The marks of one side of a sheet of landscape paper; DRAFT across a draft."""
    across = [draft_mark(room.paper, fonts, room.say("draft"))] if draft else []
    return Drawing(name, room.paper, (Tag("Artifact", (*layer(NOTES, across),)),))
