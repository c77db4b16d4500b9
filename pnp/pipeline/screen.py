"""Books to read on a screen: single pages in reading order, right way up, without marks.

The pages are the drawings that are imposed to be folded, so a second file of them costs little. They keep their colours
whatever the ink of the print, because they are not printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp import components, pdf
from pnp.components.context import RenderContext
from pnp.graphics import Piece, Rect
from pnp.imposition import Placed, Room
from pnp.imposition.booklet_marks import booklet_marks
from pnp.pipeline.option_table import named
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.pages import OutputFile

SCREEN = "screen"
"""In place of the stock, for files that are not printed."""


def books(
    context: RenderContext, options: BuildOptions, drawn: Mapping[str, Sequence[Piece]]
) -> list[tuple[OutputFile, list[pdf.Page]]]:
    """A file for each book among the drawn components; none if only a part of the set is printed."""
    if any(getattr(options, name) != default for name, default in _partial()):
        return []
    found = {id_: list(pages) for id_, pages in drawn.items() if pages and _is_book(context, id_)}
    return [
        (_file(context, options, id_, several=len(found) > 1), _pages(context, options, id_, pages))
        for id_, pages in found.items()
    ]


def _partial() -> Iterator[tuple[str, object]]:
    """The options that print part of a set, with their defaults."""
    return ((name, BuildOptions._field_defaults[name]) for name in named(partial=True))


def _is_book(context: RenderContext, id_: str) -> bool:
    return bool(components.kind(context.kit.components[id_].kind).SCHEME == "pages")


def _file(context: RenderContext, options: BuildOptions, id_: str, *, several: bool) -> OutputFile:
    key = components.kind(context.kit.components[id_].kind).SHEETS
    book = f"{key}-{id_}" if several else key
    return OutputFile(f"{options.kit.name}-{book}-{SCREEN}.pdf", SCREEN, (), ())


def _pages(context: RenderContext, options: BuildOptions, id_: str, pages: list[Piece]) -> list[pdf.Page]:
    """The pages of a book, each as large as its trim; the first has the book's entry in the outline."""
    made = []
    for number, page in enumerate(pages, start=1):
        whole, label = Rect(0, 0, *page.size), str(number)
        room = Room(page.size, 0.0, context.say)
        printer_marks = booklet_marks(f"{id_}-{SCREEN}-{number}", room, context.fonts, draft=options.draft)
        heading = context.kit.components[id_].title if number == 1 else ""
        made.append(pdf.Page(page.size, (Placed(page, 1, "front", whole),), printer_marks, label, heading))
    return made
