"""The note for a copy shop: what to print on which paper, on how many sides, and where to cut; as a text and a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.diagnostics.grouping import by_key
from pnp.graphics import Drawing, Rect, Size, Transform
from pnp.graphics.drawing import RECTANGLE
from pnp.imposition import Sheet
from pnp.pipeline import guide
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.pages import OutputFile
from pnp.text.paragraphs import paragraphs

TYPE = 11.0
"""The type size, pt."""
BORDER, APART = 20.0, 5.0
"""The border of the page, and the distance between what is written about two files, mm."""
LEAST_WIDTH = 148.0
"""The least width of the page, mm. It is for reading, so it may be larger than the paper."""
NAME = "job-note"

Printed = Sequence[tuple[OutputFile, list[pdf.Page]]]


def text(context: RenderContext, options: BuildOptions, files: Printed) -> bytes:
    """The note as a text file."""
    blocks = ("\n".join(lines) for lines in _blocks(context, options, files))
    return ("\n\n".join(blocks) + "\n").encode()


def page(context: RenderContext, options: BuildOptions, files: Printed) -> pdf.Page:
    """The note on a page of the paper, or on a larger one if it needs that."""
    width, top = max(options.paper.size.w, LEAST_WIDTH), BORDER
    groups = []
    for name, *lines in _blocks(context, options, files):
        words, height = paragraphs(context.fonts, (f"**{name}**", *lines), width - 2 * BORDER, TYPE)
        groups.append(words._replace(transform=Transform.move(BORDER, top)))
        top += height + APART
    size = Size(width, max(options.paper.size.h, top + BORDER))
    return pdf.Page(
        size, (), Drawing(NAME, size, tuple(groups)), "1", context.say("note_title", title=context.kit.title)
    )


def _blocks(context: RenderContext, options: BuildOptions, files: Printed) -> Iterator[list[str]]:
    """The lines about all files, then those about each, which begin with its name."""
    say = context.say
    yield [
        say("note_title", title=context.kit.title),
        say("note_scale"),
        say("note_paper", paper=guide.paper_title(context, options.paper)),
        say("note_grey" if options.ink == "grey" else "note_colour"),
        say("note_check"),
        say("note_uncut"),
    ]
    for file, pages in files:
        yield [
            file.name,
            say(f"note_on_{file.stock}"),
            say("note_sheets", number=len(pages) // len(file.sides)),
            say("note_sides", sides=say(guide.sides(options, file))),
            *([say("note_fold")] if file.has_booklet else []),
            *_cuts(context, options, file),
        ]


def _cuts(context: RenderContext, options: BuildOptions, file: OutputFile) -> Iterator[str]:
    """Where to cut sheets of equal rectangles: a line for those that are upright, and one for those that are turned."""
    if options.cutter or options.paper.labels:
        return
    sheets = [sheet for group in file.groups if group.is_cut for sheet in group.sheets if _is_grid(sheet)]
    fullest = {sheet.front[0].piece.size: sheet for sheet in sorted(sheets, key=_number)}
    for sheet in fullest.values():
        for boxes in by_key((placed.rect for placed in sheet.front), lambda box: box.size).values():
            yield _cuts_of(context, boxes, sheet.paper)


def _cuts_of(context: RenderContext, boxes: Sequence[Rect], paper: Size) -> str:
    """Where to cut along the edges of equal boxes on a sheet."""
    across = (side for box in boxes for side in (box.x, box.right))
    down = (paper.h - side for box in boxes for side in (box.far, box.y))
    size = " × ".join(map(context.labels.number, boxes[0].size))
    return context.say("note_cuts", size=size, across=_listed(context, across), down=_listed(context, down))


def _number(sheet: Sheet) -> int:
    return len(sheet.front)


def _is_grid(sheet: Sheet) -> bool:
    """Whether all pieces of a sheet are equal rectangles without cut lines of their own."""
    pieces = [one.piece for one in sheet.front]
    is_plain = all(piece.shape == RECTANGLE and not piece.outlined for piece in pieces)
    return is_plain and not sheet.fold and len({piece.size for piece in pieces}) == 1


def _listed(context: RenderContext, lengths: Iterator[float]) -> str:
    return " · ".join(map(context.labels.number, sorted({round(length, 2) for length in lengths})))
