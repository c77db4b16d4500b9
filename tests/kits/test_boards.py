"""Pieces of the shipped kits: how many, their size; words and numbers of boards and of pictures of play.

Pictures of faces show cards nearly as large as they are, but boards and books so small that a wrong digit is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.graphics import Drawing, Path, Rect
from pnp.graphics.drawing import Tag, Use, every, walk
from pnp.kit import paths
from tests.support.drawn import compare
from tests.support.dump import numbers
from tests.support.printed import ready

PARTS = ("Square", "Cell", "Leader", "TR")
CARDS = ("deck", "booklet", "foldie")


@pytest.mark.slow
@pytest.mark.parametrize("kit", paths.game_kits())
def test_boards_and_pictures_of_play_print_what_was_reviewed(kit, update_golden):
    lines: list[str] = []
    shown: set[Drawing] = set()
    context = ready(kit)
    for id_, pieces in context.pieces.items():
        kind = context.render.kit.components[id_].kind
        if kind in CARDS:
            sizes = sorted({f"{numbers(*piece.size)} mm" for piece in pieces})
            backs = len({piece.back for piece in pieces if piece.back})
            lines.append(f"{id_}: {sum(piece.copies for piece in pieces)} of {', '.join(sizes)}, {backs} backs")
        for piece in pieces:
            if kind not in CARDS:
                lines += [
                    f"{piece.copies} {piece.id} of {numbers(*piece.size)} mm: {words(piece.front)}",
                    *parts(piece.front),
                ]
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
