"""Boards and pictures of play of the shipped kits: their words and numbers, and where the parts of boards are.

Pictures of faces show cards nearly as large as they are, but boards and books so small that a wrong digit is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import Drawing, Path, Rect
from pnp.graphics.drawing import Tag, Use, every, walk
from pnp.kit import paths
from pnp.pipeline.context import open_context
from tests.conftest import drawn_context
from tests.support.drawn import compare
from tests.support.dump import numbers

PARTS = ("Square", "Cell", "Leader", "TR")
CARDS = ("deck", "booklet", "foldie")


@pytest.mark.slow
@pytest.mark.parametrize("kit", paths.game_kits())
def test_boards_and_pictures_of_play_print_what_was_reviewed(kit, update_golden):
    context = open_context(paths.data_folder() / kit, Diagnostics())
    lines: list[str] = []
    shown: set[Drawing] = set()
    for id_, pieces in drawn_context(context).pieces.items():
        kind = context.kit.components[id_].kind
        for piece in pieces:
            if kind not in CARDS:
                lines += [f"{piece.id} {numbers(*piece.size)}: {words(piece.front)}", *parts(piece.front)]
            for item in every(piece.front.items):
                if isinstance(item, Use) and item.drawing.name.startswith("play-") and item.drawing not in shown:
                    shown.add(item.drawing)
                    lines.append(f"{item.drawing.name}: {words(item.drawing)}")
    compare(f"kits/{kit}", lines, update=update_golden)


def words(drawing: Drawing) -> str:
    return " ".join(text.text for text in drawing.texts())


def parts(drawing: Drawing) -> Iterator[str]:
    """The tagged parts of a board: their boxes, or the corners of lines, and their words."""
    for item, at in walk(drawing.items):
        if isinstance(item, Tag) and item.role in PARTS:
            points = [
                inner.frame.apply(*point[-2:])
                for path, inner in walk(item.items, at)
                if isinstance(path, Path)
                for _, point in path.segments
                if point
            ]
            if points:
                place = " ".join(numbers(*point) for point in points[:-5]) if item.role == "Leader" else box(points)
                yield f"  {item.role} {item.alt}, {place}: {words(Drawing('part', drawing.size, item.items))}"


def box(points: list[tuple[float, float]]) -> str:
    return numbers(*Rect.about(points))
