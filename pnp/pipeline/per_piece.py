"""Lay out files for a print shop: a page for each side of each piece, as large as its trim and bleed, without marks.

Pieces of the same size and stock, all with or all without backs, are in one file, front and back in turn. Each piece is
in it once, and the shop prints the number of copies on its label; with `--all-copies` it is in it once per copy. Pages
of a rulebook come in order, and have bleed if a cover needs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from pnp import components, pdf
from pnp.components.context import RenderContext
from pnp.graphics import Drawing, Path, Piece, Rect, Size, Stroke
from pnp.graphics.contour import outline
from pnp.graphics.drawing import CUT_LINES, RECTANGLE, layer
from pnp.graphics.geometry import Edges
from pnp.imposition import Flip, Placed, Sheet
from pnp.imposition.marks import Side
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.pages import OutputFile
from pnp.pipeline.sheets import SheetGroup, check_number

CUT_LINE = 0.25
"""The width of a cut line, mm."""


class _FileKey(NamedTuple):
    """The properties that pieces in one file have in common; `bleed` in mm."""

    sheets: str
    stock: str
    size: Size
    bleed: float
    backed: bool
    book: str = ""
    """The component, if it is a book: its pages are a file of their own."""


def groups(context: RenderContext, by_component: dict[str, list[Piece]], options: BuildOptions) -> list[SheetGroup]:
    """Put each piece on a sheet of its own, and group the sheets by file. Raises TooManyError."""
    check_number((piece, _number(piece, options)) for piece in chain.from_iterable(by_component.values()))
    by_key: dict[_FileKey, list[Sheet]] = {}
    for id_, pieces in by_component.items():
        kind = components.kind(context.kit.components[id_].kind)
        needs_bleed = kind.SCHEME != "pages" or any(piece.bleed for piece in pieces)
        bleed = context.facts.bleed if needs_bleed else 0.0
        for piece in pieces:
            size = Size(round(piece.size.w, 3), round(piece.size.h, 3))
            backed = piece.back is not None and options.backs != "none"
            book = id_ if kind.SCHEME == "pages" else ""
            group_key = _FileKey(kind.SHEETS, piece.stock, size, bleed, backed, book)
            by_key.setdefault(group_key, []).extend(_sheets(_with_cut_line(piece), group_key, options))
    return [
        SheetGroup(
            _file_name(group_key, by_key), context.say(f"sheets_{group_key.sheets}"), group_key.stock, tuple(sheets)
        )
        for group_key, sheets in by_key.items()
        if sheets
    ]


def copies(piece: Piece) -> int:
    """The number of copies of a piece. A filler, which at home fills sheets, is printed at least once."""
    return max(piece.copies, 1) if piece.filler else piece.copies


def _number(piece: Piece, options: BuildOptions) -> int:
    """The number of pages for each side of a piece."""
    return copies(piece) if options.all_copies else min(copies(piece), 1)


def _with_cut_line(piece: Piece) -> Piece:
    """A piece whose front has the die line of its shape, which the page's edges do not show."""
    if piece.shape == RECTANGLE:
        return piece
    line = Path(outline(piece.shape, Rect(0, 0, *piece.size)), stroke=Stroke("#000000", CUT_LINE))
    return replace(piece, front=replace(piece.front, items=(*piece.front.items, *layer(CUT_LINES, [line]))))


def _sheets(piece: Piece, group_key: _FileKey, options: BuildOptions) -> Iterator[Sheet]:
    """The sheets of a piece: one, or one per copy."""
    bleed = group_key.bleed
    paper = Size(piece.size.w + 2 * bleed, piece.size.h + 2 * bleed)
    spare = Edges(bleed, bleed, bleed, bleed)
    for copy in range(1, _number(piece, options) + 1):
        front = Placed(piece, copy, "front", Rect(bleed, bleed, *piece.size), 0, spare)
        back = Placed(piece, copy, "back", front.rect, 0, spare)
        yield Sheet(paper, (front,), (back,) if group_key.backed else ())


def _file_name(group_key: _FileKey, by_key: dict[_FileKey, list[Sheet]]) -> str:
    """A file's name: its contents and size, and its stock, sides and book where only these differ from another's."""
    alike = [one for one in by_key if (one.sheets, one.size) == (group_key.sheets, group_key.size)]
    name = f"{group_key.sheets} {group_key.size.w:g}x{group_key.size.h:g}"
    if len({one.stock for one in alike}) > 1:
        name += f" {group_key.stock}"
    if len({one.backed for one in alike}) > 1:
        name += " two-sided" if group_key.backed else " one-sided"
    if len({one.book for one in alike}) > 1:
        name += f" {group_key.book}"
    return name


def files(options: BuildOptions, groups: list[SheetGroup]) -> list[OutputFile]:
    """A file for each group."""
    found = []
    for group in groups:
        name = re.sub(r"[^a-z0-9.]+", "-", group.key)
        sides: tuple[Side, ...] = ("front", "back") if group.backed else ("front",)
        found.append(OutputFile(f"{options.kit.name}-shop-{name}.pdf", group.stock, sides, (group,)))
    return found


def flip(file: OutputFile) -> Flip:
    """The edge on which pages are flipped so that backs stay upright: the vertical one."""
    paper = file.groups[0].sheets[0].paper
    return "long" if paper.h >= paper.w else "short"


def pages(context: RenderContext, options: BuildOptions, file: OutputFile) -> list[pdf.Page]:
    """The pages of a file; the first piece of each component has an entry in the outline."""
    drawn: list[pdf.Page] = []
    seen: set[str] = set()
    for sheet in file.groups[0].sheets:
        for placed in (*sheet.front, *sheet.back):
            piece = placed.piece
            heading = "" if piece.component in seen else context.kit.components[piece.component].title
            seen.add(piece.component)
            empty = Drawing(f"{piece.id}-{placed.side}", sheet.paper, ())
            label = _label(context, options, placed, two_sided=file.two_sided)
            drawn.append(pdf.Page(sheet.paper, (placed,), empty, label, heading, trim=placed.rect))
    return drawn


def _label(context: RenderContext, options: BuildOptions, placed: Placed, *, two_sided: bool) -> str:
    """A page's label: its piece, the number of copies and the side."""
    key = "copy_of" if options.all_copies else "copies_of"
    which = context.say(key, title=placed.piece.title, number=placed.copy, count=copies(placed.piece))
    return which + (f", {context.say(f'side_{placed.side}')}" if two_sided else "")
