"""Cutting machines: their registration marks, and where pieces may be on their sheets.

A machine finds the marks on the printed front with a sensor and cuts by a file. All lengths are mm. The marks of one
kind of machine never change without a new `version`, because printed sheets are cut later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from pnp.graphics import Item, Path, Rect, Size
from pnp.graphics.drawing import ellipse, rectangle

GAP = 2.0
"""The gap between cards that a machine cuts, if the user chose none."""
MOST_BLEED = 1.0
"""How far ink may run past a trim. It keeps ink out of the strips of the label and of the ruler."""
LEAST_SIDE = 190.0
"""The shortest side of a sheet that has room for the marks, with the ruler between them."""
STRIP = 3.4
"""The width of the strips for label and ruler inside a machine's `box`: that of a ruler, and the bleed."""
INK = "#000000"

Corner = Literal["top left", "top right", "bottom right", "bottom left"]


class RegistrationMark(NamedTuple):
    """The ink of one mark: boxes, and rings by inner and outer radius (0 and a radius: a dot).

    Lengths are from the mark's own point. Their x and y grow towards the middle of the sheet; in a mark that is not
    `mirrored`, they grow to the right and upwards. Nothing else may be printed or cut in `keep`.
    """

    keep: Rect
    boxes: tuple[Rect, ...] = ()
    rings: tuple[tuple[float, float], ...] = ()
    mirrored: bool = True


@dataclass(frozen=True)
class Machine:
    """A kind of cutting machine: its marks by corner, and how far their points are from the sides and from top and
    bottom.

    Trims keep `border` from the paper's edges, or are inside a centred `box`. A machine cuts by DXF and SVG files, or,
    with `pictures`, by SVG files and pictures that its program prints. The user may move the marks if they are
    `movable`: then their inset is also the border.
    """

    name: str
    marks: tuple[tuple[Corner, RegistrationMark], ...] = ()
    inset: tuple[float, float] = (0.0, 0.0)
    border: float = 0.0
    box: Size | None = None
    pictures: bool = False
    movable: bool = False
    by_template: bool = False
    """Whether it cuts by ready templates, which have marks and gaps of their own. Then no cut file is written."""
    template: str = ""
    """The name of the template for a sheet."""
    version: int = 1
    """The version of the marks' places and shapes, which labels and the names of cut files show."""

    def inset_by(self, inset: float) -> Machine:
        """The machine with its marks this far from the paper's edges."""
        return replace(self, inset=(inset, inset), border=inset)

    def within(self, box: Size) -> Machine:
        """The machine with another area, in the middle of the paper."""
        return replace(self, box=box)

    def frame(self, paper: Size, margin: float) -> Rect:
        """The area for everything printed: inside the printer's margin, or inside the machine's box."""
        return _centred(self.box, paper) if self.box else Rect(0, 0, *paper).inset(margin)

    def area(self, paper: Size) -> Rect:
        """The area for trims, in the middle of the sheet."""
        return _centred(self.box, paper).inset(STRIP) if self.box else Rect(0, 0, *paper).inset(self.border)

    def keep_outs(self, paper: Size) -> tuple[Rect, ...]:
        """The boxes around the marks, in sheet coordinates."""
        return tuple(place.box(place.mark.keep) for place in self._places(paper))

    def items(self, paper: Size) -> list[Item]:
        """The marks as items of a drawing as large as the paper."""
        return [item for place in self._places(paper) for item in place.items(paper)]

    def _places(self, paper: Size) -> Iterator[_MarkPlace]:
        across, down = self.inset
        for corner, mark in self.marks:
            top, left = corner.startswith("top"), corner.endswith("left")
            x, y = across if left else paper.w - across, paper.h - down if top else down
            ways = ((1 if left else -1), (-1 if top else 1)) if mark.mirrored else (1, 1)
            yield _MarkPlace(mark, x, y, *ways)


class _MarkPlace(NamedTuple):
    """A mark on a sheet: its point in sheet coordinates, and the directions of its own x and y."""

    mark: RegistrationMark
    x: float
    y: float
    right: int
    up: int

    def box(self, box: Rect) -> Rect:
        """A box of the mark in sheet coordinates."""
        x = self.x + (box.x if self.right > 0 else -box.right)
        y = self.y + (box.y if self.up > 0 else -box.far)
        return Rect(x, y, box.w, box.h)

    def items(self, paper: Size) -> Iterator[Item]:
        for box in map(self.box, self.mark.boxes):
            yield Path(rectangle(Rect(box.x, paper.h - box.far, box.w, box.h)), INK)
        for inner, outer in self.mark.rings:
            hole = ellipse(self.x, paper.h - self.y, inner, inner) if inner else ()
            yield Path((*ellipse(self.x, paper.h - self.y, outer, outer), *hole), INK, even_odd=True)


def _centred(size: Size, paper: Size) -> Rect:
    w, h = min(size.w, paper.w), min(size.h, paper.h)
    return Rect((paper.w - w) / 2, (paper.h - h) / 2, w, h)


# The marks ---------------------------------------------------------------------------------------------------

_PAD = 1.5
"""The clear border of Silhouette's marks. silhouette-card-maker keeps corners of 6.5 clear: a square of 5, and 1.5."""
SQUARE = 5.0
"""The side of Silhouette's square, without its line: so it is in inkscape-silhouette, and in Studio."""
ARM = 6.0
"""The length of an L's arms. SPECIFICATION.md of silhouette-card-maker uses 5 to 20 by the layout, 8.04 on Letter.
Longer ones than 6 leave no room for eight cards of 63 × 88 with gaps of 2 on Letter. Studio's own length is 8.89."""
LINE = 0.9
"""The thickness of an L. Silhouette Studio allows 0.039 in = 0.991; silhouette-card-maker prints 1."""
INSET = 10.0
"""From the paper's edges to the middle of the lines. Studio's least is 0.394 in = 10.008; silhouette-card-maker prints
at 10. The user may choose more: a sheet feeder needs 15.9, by its users."""

# The lines are centred on the inset: on the sheets that silhouette-card-maker printed from Studio, with 10 and 1, the
# outer edges measure 9.44 to 9.48 at 600 dpi, and the square is 6.05 wide. mpc-autofill states the same. With marks
# that began at the inset, all cuts were 0.4 off.
_HALF = LINE / 2
_FILLED = Rect(-_HALF, -_HALF, SQUARE + LINE, SQUARE + LINE)
_ARMS = (Rect(-_HALF, -_HALF, ARM + _HALF, LINE), Rect(-_HALF, -_HALF, LINE, ARM + _HALF))
_SQUARE = RegistrationMark(_FILLED.inset(-_PAD), (_FILLED,))
_L = RegistrationMark(Rect(-_HALF, -_HALF, ARM + _HALF, ARM + _HALF).inset(-_PAD), _ARMS)

# Brother's four marks as the Rust library fcmlib measured them, registration_marks.rs: a ground of 16 × 18 that reaches
# 10 above the centre and 8 below; a dot of radius 0.99; rings of radius 2 to 3 and 4 to 5; a bar of 10 × 1, 6 above.
_RINGS = RegistrationMark(
    Rect(-8, -8, 16, 18), (Rect(-5, 6, 10, 1),), ((0.0, 0.99), (2.0, 3.0), (4.0, 5.0)), mirrored=False
)

# Plain marks of our own, for programs in which the user points at marks: crosses of 6 × 6 with a line of 0.3. A dot
# of radius 1 in the middle of the first shows which way up the sheet is.
_CROSS = RegistrationMark(Rect(-3, -3, 6, 6).inset(-_PAD), (Rect(-3, -0.15, 6, 0.3), Rect(-0.15, -3, 0.3, 6)))
_DOTTED = _CROSS._replace(rings=((0.0, 1.0),))

# silhouette-card-maker prints with a thickness of 1, and with arms as long as its templates leave room for.
_THICK = 0.5
_BLACK = Rect(-_THICK, -_THICK, SQUARE + 2 * _THICK, SQUARE + 2 * _THICK)


def template_marks(machine: Machine, name: str, arm: float) -> Machine:
    """A machine with the marks of a template of silhouette-card-maker, whose arms are this long."""
    across = Rect(-_THICK, -_THICK, arm + _THICK, 2 * _THICK)
    down = Rect(-_THICK, -_THICK, 2 * _THICK, arm + _THICK)
    square = RegistrationMark(_BLACK.inset(-_PAD), (_BLACK,))
    corner = RegistrationMark(Rect(-_THICK, -_THICK, arm + _THICK, arm + _THICK), (across, down))
    marks: tuple[tuple[Corner, RegistrationMark], ...] = (
        ("top left", square),
        ("top right", corner),
        ("bottom left", corner),
    )
    return replace(machine, marks=marks, template=name)


# The machines ------------------------------------------------------------------------------------------------

SILHOUETTE = Machine(
    "silhouette",
    (("top left", _SQUARE), ("top right", _L), ("bottom left", _L)),
    inset=(INSET, INSET),
    border=INSET,
    movable=True,
    version=2,
)
CARD_MAKER = Machine("silhouette-card-maker", inset=(INSET, INSET), by_template=True)
# The Cameo 5 Alpha reads four L's: inkscape-silhouette, pull request 380.
CAMEO_5_ALPHA = Machine(
    "cameo-5-alpha",
    (("top left", _L), ("top right", _L), ("bottom right", _L), ("bottom left", _L)),
    inset=(INSET, INSET),
    border=INSET,
    movable=True,
    version=2,
)
# The centres are 12.00 from the sides and 13.98 from top and bottom: fcmlib, as above.
SCANNCUT = Machine(
    "scanncut",
    (("top left", _RINGS), ("top right", _RINGS), ("bottom right", _RINGS), ("bottom left", _RINGS)),
    inset=(12.0, 13.98),
    border=INSET,
)
GENERIC = Machine(
    "generic",
    (("top left", _DOTTED), ("top right", _CROSS), ("bottom right", _CROSS), ("bottom left", _CROSS)),
    inset=(13.0, 13.0),
    border=INSET,
)
# Design Space prints the marks itself, and their geometry is not public. 6.75 × 9.25 in is the print-then-cut area that
# all its versions have allowed: help.cricut.com, article 360009387274, as quoted by CriProx.
CRICUT = Machine("cricut", box=Size(171.45, 234.95), pictures=True)

MACHINES = {machine.name: machine for machine in (SILHOUETTE, CARD_MAKER, CAMEO_5_ALPHA, SCANNCUT, GENERIC, CRICUT)}
