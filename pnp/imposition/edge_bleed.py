"""Make the bleed of faces that have none, from the art at their edges.

The strip along each edge is mirrored there, or a thin one is stretched. Both are drawn with the items of the face, so
that they are as sharp as it is; words are left out. A face that has bleed stays as it is, and so does what has a cut
line of its own or is no rectangle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Tag, Transform
from pnp.graphics.compositing import Outline
from pnp.graphics.drawing import FROM_EDGE, RECTANGLE, Changed, Picture, Text, Use, mapped_down, rectangle

From = Literal["mirror", "stretch"]
LAP = 0.05
"""How far a strip reaches below the face, mm: viewers would show a seam between edges that only meet."""
STRETCHED = 0.2
"""The width of the strip that is stretched, mm: that of a thin frame, so that it is continued."""


class EdgeBleed:
    """Makes bleed of a width in mm, once for each drawing."""

    def __init__(self, way: From, bleed: float) -> None:
        self._bleed, self._strip = bleed, bleed + LAP if way == "mirror" else STRETCHED
        self._drawings: dict[Drawing, Drawing] = {}
        self._bare = Changed(_bare)

    def piece(self, piece: Piece) -> Piece:
        """A piece whose sides have bleed; the same one if it needs none."""
        if piece.outlined or piece.shape != RECTANGLE:
            return piece
        front, back = self._side(piece.front), self._side(piece.back) if piece.back else None
        return piece if (front, back) == (piece.front, piece.back) else replace(piece, front=front, back=back)

    def _side(self, drawing: Drawing) -> Drawing:
        if drawing.bleed or not self._bleed:
            return drawing
        if drawing not in self._drawings:
            bands = Tag("Artifact", (Tag("Bleed", tuple(self._bands(drawing)), FROM_EDGE),))
            self._drawings[drawing] = replace(drawing, items=(bands, *drawing.items), bleed=self._bleed)
        return self._drawings[drawing]

    def _bands(self, drawing: Drawing) -> Iterator[Item]:
        """The items along the edges, mirrored at the sides and the corners outside of the trim."""
        (w, h), wide, grown = drawing.size, self._bleed + LAP, (self._bleed + LAP) / self._strip
        inner = Rect(0, 0, w, h).inset(self._strip)
        items = mapped_down(drawing.items, lambda item, at: self._kept(item, at, inner), Transform(), _inside)
        edge = Drawing(f"{drawing.name}-edge", drawing.size, items)
        # Beside the middle, each point is as far outside of the trim as it was inside, times `grown`.
        across, down = (
            ((-grown, LAP, -self._bleed, wide), (1.0, 0.0, 0.0, side), (-grown, far + grown * side, far, wide))
            for side, far in ((w, w - LAP), (h, h - LAP))
        )
        for a, e, x, width in across:
            for d, f, y, height in down:
                if (a, d) != (1.0, 1.0):
                    clip = rectangle(Rect(x, y, width, height))
                    yield Group((Use(edge, Transform(a, 0, 0, d, e, f)),), clip=clip)

    def _kept(self, item: Item, frame: Transform, inner: Rect) -> tuple[Item, ...]:
        """An item without its words, if some of it may be along the edges."""
        if not isinstance(item, Group | Tag | Text) and inner.contains(_box(item, frame)):
            return ()
        return (item._replace(drawing=self._bare.drawing(item.drawing)),) if isinstance(item, Use) else _bare(item)


def _bare(item: Item) -> tuple[Item, ...]:
    """An item without words and meaning, which are in the face already."""
    if isinstance(item, Text):
        return ()
    return item.items if isinstance(item, Tag) else (item,)


def _inside(item: Item, frame: Transform) -> Transform | None:
    return frame.over(item.transform) if isinstance(item, Group) else frame


def _box(item: Item, frame: Transform) -> Rect:
    """The box around an item that has no others in it."""
    if isinstance(item, Use):
        reach = max(item.drawing.bleed, item.drawing.overhang)
        return frame.over(item.transform).box(Rect(0, 0, *item.drawing.size).inset(-reach))
    if isinstance(item, Path):
        width = item.stroke.width if item.stroke else 0.0
        return frame.box(Outline(item.segments).bounds.inset(-width))
    assert isinstance(item, Picture)  # noqa: S101 - for mypy
    return frame.box(item.box)
