"""Tracks."""

from __future__ import annotations

from pnp.checks.support.printed import tags
from pnp.graphics.drawing import Tag, Text
from tests.support.kinds import made


def test_a_track_tags_its_cells(grass):
    (piece,) = made(grass, "kind: track\ntitle: T\nsize: [63, 30]\nsteps: tilts\n")
    cells = list(tags(piece.front.items, "Cell"))
    assert [cell.alt for cell in cells] == ["0", "1", "2", "3"]
    assert [[t.text for t in cell.items if isinstance(t, Text)] for cell in cells] == [["0"], ["1"], ["2"], ["3"]]
    assert isinstance(cells[0], Tag)
