"""The input for a PDF file: its pages and its metadata.

Die lines for print shops: cut and fold lines as strokes in spot colours, on top of the art.

Plotters and die makers look for spot colours of these names (Roland VersaWorks, Summa, Mimaki, Zünd). They are printed
over the art and not knocked out of it. `pens` makes each a thin line, whatever its pen at home.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Literal, NamedTuple

from pnp.graphics import Drawing, Group, Item, Rect, Size, Tag, Transform
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, At, layer, mapped_down
from pnp.imposition import Placed
from pnp.imposition.layout import CutLayout
from pnp.kit.labels import Say, unsaid
from pnp.pdf import icc
from pnp.pdf.underlay import Underlay

Standard = Literal["x4", "x1a"]
Duplex = Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]


class Page(NamedTuple):
    """One side of a sheet: its pieces, its printer's marks, its page label, its outline entry if it has one.

    Everything is drawn under `adjust`, which corrects a printer's errors, in sheet coordinates. A page for a print
    shop is cut at `trim`, and its bleed extends to its edge. A machine cuts a front by its `layout`. If it is
    `underlaid`, the document's underlay is below everything else.
    """

    paper: Size
    placed: tuple[Placed, ...]
    printer_marks: Drawing
    label: str
    heading: str = ""
    adjust: Transform = Transform()
    trim: Rect | None = None
    layout: CutLayout | None = None
    underlaid: bool = False


def redrawn(pages: tuple[Page, ...], change: Callable[[Drawing], Drawing]) -> tuple[Page, ...]:
    """The pages with changed drawings; each is changed once, however often it is placed."""
    changed = cache(change)

    def new(page: Page) -> Page:
        placed = []
        for one in page.placed:
            back = one.piece.back
            piece = replace(one.piece, front=changed(one.piece.front), back=back and changed(back))
            placed.append(replace(one, piece=piece))
        return page._replace(placed=tuple(placed), printer_marks=changed(page.printer_marks))

    return tuple(map(new, pages))


class PrintingCondition(NamedTuple):
    """A printing condition: the maximum ink coverage in percent, and the user's ICC profile if it is not FOGRA39.

    Files conform to PDF/X-4, or to PDF/X-1a:2003, which has neither transparency nor layers.
    """

    limit: float
    profile: icc.OutputProfile | None = None
    standard: Standard = "x4"

    @property
    def is_flat(self) -> bool:
        """Whether the standard forbids transparency and layers."""
        return self.standard == "x1a"

    @property
    def declared(self) -> icc.OutputProfile:
        """The profile that files declare, and by which their colours are mixed."""
        return self.profile or icc.standard()


class Document(NamedTuple):
    """The pages of a file and its metadata; `duplex` is the setting that viewers offer in their print dialogue.

    A file for a shop's printing `condition` has its colours in CMYK. `say` has the words for descriptions of pieces.
    Lines at home are at least `least_line` mm wide; files for shops have a minimum of their own. If it is
    `right_to_left`, viewers show the first of two pages side by side at the right.
    """

    title: str
    author: str
    subject: str
    language: str
    duplex: Duplex
    pages: tuple[Page, ...]
    condition: PrintingCondition | None = None
    say: Say = unsaid
    underlay: Underlay | None = None
    least_line: float = 0.0
    creator: str = "pnp"
    right_to_left: bool = False


class Spot(NamedTuple):
    """A spot colour: its name, and the inks that show it where there is no such ink, from 0 to 1."""

    name: str
    inks: tuple[int, int, int, int]


SPOTS = {CUT_LINES: Spot("CutContour", (0, 1, 0, 0)), FOLD_LINES: Spot("Crease", (1, 0, 0, 0))}
"""The spot colour of each layer with die lines."""


def lifted(drawing: Drawing) -> Drawing:
    """The drawing with its die lines above its art, folds below cuts."""
    found: dict[str, list[Item]] = {FOLD_LINES: [], CUT_LINES: []}

    def kept(item: Item, at: At) -> tuple[Item, ...]:
        if not isinstance(item, Tag) or item.layer not in found:
            return (item,)
        found[item.layer] += item.items if at.frame == Transform() else [Group(item.items, at.frame)]
        return ()

    art = mapped_down(drawing.items, kept, At(), lambda item, at: at.inside(item))
    lines = (item for name, items in found.items() for item in layer(name, items))
    return replace(drawing, items=(*art, Tag("Artifact", tuple(lines)))) if any(found.values()) else drawing
