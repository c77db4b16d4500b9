"""What a machine cuts of a sheet: contours to cut and lines to score, in sheet coordinates.

A card is cut along its trim with round corners or along its shape, a piece with its own cut lines along these. Inner
contours come before those around them, so that nothing is loose when it is cut.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from pnp.graphics import Drawing, Item, Path, Rect, Size, Tag
from pnp.graphics.contour import Contour, contours, joined, outline, rounded_rectangle
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, RECTANGLE, At, Changed, walk
from pnp.imposition.registration import MACHINES, Machine
from pnp.imposition.sheet import Placed

DIGITS = 6
"""The length of a layout's id."""


class CutLayout(NamedTuple):
    """The contours that a machine cuts of one sheet, and the lines that it scores."""

    machine: Machine
    paper: Size
    cuts: tuple[Contour, ...]
    scores: tuple[Contour, ...] = ()

    @property
    def id(self) -> str:
        """An id of the geometry. Sheets with the same id are cut with the same file."""
        lines = [f"{self.machine.name} {self.paper.w:.2f} {self.paper.h:.2f}"]
        if self.machine.inset != MACHINES[self.machine.name].inset:
            lines.append(f"inset {self.machine.inset[0]:.2f}")
        for name, drawn in (("cut", self.cuts), ("score", self.scores)):
            for contour in drawn:
                lines += [name, *(f"{_plain(v.x)} {_plain(v.y)} {_plain(v.bulge)}" for v in contour.vertices)]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]

    @property
    def name(self) -> str:
        """The id and the version of the marks, as on labels and in names of files; or the name of a ready template."""
        if self.machine.template:
            return self.machine.template
        return f"{self.id}-v{self.machine.version}"


def _plain(number: float) -> str:
    """A number to a hundredth, without a minus at zero."""
    return f"{round(number, 2) + 0.0:.2f}"


def layout(machine: Machine, paper: Size, front: Iterable[Placed]) -> CutLayout:
    """The layout of a sheet's front."""
    placed = sorted(front, key=lambda one: (-round(one.rect.far, 2), round(one.rect.x, 2)))
    cuts = [contour for one in placed for contour in _cuts(one)]
    scores = [contour for one in placed for contour in _lines(one, FOLD_LINES)]
    return CutLayout(machine, paper, tuple(cuts), tuple(scores))


def _cuts(placed: Placed) -> list[Contour]:
    """The contours of one piece, the smallest first."""
    piece = placed.piece
    own = joined(_lines(placed, CUT_LINES)) if piece.outlined else []
    if piece.shape != RECTANGLE:
        own = contours(outline(piece.shape, Rect(0, 0, *piece.size)), placed.transform())
    by_area = sorted(own, key=lambda contour: contour.bounds.w * contour.bounds.h)
    return by_area or [rounded_rectangle(placed.rect, piece.radius)]


def _lines(placed: Placed, name: str) -> list[Contour]:
    """The lines in a layer of a piece's front."""
    outer = walk(placed.piece.front.items, At(placed.transform()), lambda item: not _is_layer(item, name))
    layers = (walk((layer,), at) for layer, at in outer if _is_layer(layer, name))
    paths = (found for layer in layers for found in layer)
    return [contour for path, at in paths if isinstance(path, Path) for contour in contours(path.segments, at.frame)]


def _is_layer(item: Item, name: str) -> bool:
    return isinstance(item, Tag) and item.layer == name


def without_cut_lines(drawing: Drawing) -> Drawing:
    """The drawing without the lines of its own that a machine cuts; the same one if it has none."""
    return Changed(lambda item: () if _is_layer(item, CUT_LINES) else (item,)).drawing(drawing)
