"""Write a document as a PDF file.

reportlab's canvas makes the pages, the outline and the page labels; `finish` adds the rest with pypdf. Each distinct
drawing is written once, as a form XObject, and placed as often as it is used; drawings on paper that are printed once
are written into the page, so that they can be read aloud (see `tagging`).

Streams are left uncompressed: two builds of zlib may deflate the same bytes differently, and then the same data would
give the same bytes on one machine only. A whole kit is a few megabytes.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from pnp.graphics import Drawing, Path, Piece, Rect, Transform
from pnp.graphics.drawing import Use, rectangle
from pnp.graphics.geometry import MM_PER_POINT, POINTS_PER_MM
from pnp.imposition import Placed
from pnp.imposition.marks import bounds
from pnp.pdf.canvas import Boxes, ContentStream, Pen
from pnp.pdf.colour import Colours
from pnp.pdf.document import SPOTS, Document, Page, Standard, lifted, redrawn
from pnp.pdf.finish import finish
from pnp.pdf.flatten import flattened
from pnp.pdf.frame import FinishedPdf
from pnp.pdf.pens import AT_SHOP, SMALL_TYPE, Pens
from pnp.pdf.rendering import pictures
from pnp.pdf.tagging import StructureTree, Tagger
from pnp.text import Fonts

if TYPE_CHECKING:
    from PIL.Image import Image

VERSION = (1, 7)
"""The version of PDF of files to print at home."""
PDFX_VERSIONS: dict[Standard, tuple[int, int]] = {"x4": (1, 6), "x1a": (1, 4)}
"""The versions that the standards for print shops are based on."""


def write(document: Document, fonts: Fonts, progress: Callable[[], None]) -> FinishedPdf:
    """The PDF file. `progress` is called once for every page. Raises OSError if a picture cannot be read any more."""
    is_flat = document.condition is not None and document.condition.is_flat
    if document.condition:
        document = document._replace(pages=redrawn(document.pages, lifted))
    if least := AT_SHOP if document.condition else document.least_line:
        pens = Pens(least, *((SPOTS, SMALL_TYPE) if document.condition else ()))
        document = document._replace(pages=redrawn(document.pages, pens.drawing))
    if is_flat:

        def render(pages: tuple[Page, ...], dpi: float) -> Iterator[Image]:
            plain = Document("", "", "", document.language, "Simplex", pages)
            return pictures(write(plain, fonts, lambda: None).read(), dpi) if pages else iter(())

        document = document._replace(pages=redrawn(document.pages, lambda drawing: flattened(drawing, fonts, render)))
    pen, tree = Pen(fonts, Colours(document.condition), layered=not is_flat), StructureTree()
    return finish(_pages(document, pen, tree, progress), pen, tree, document)


def _pages(document: Document, pen: Pen, tree: StructureTree, progress: Callable[[], None]) -> bytes:
    """A file with the pages, the outline and the page labels."""
    out = io.BytesIO()
    canvas = _canvas(document, out)
    outline, printed_once = PdfOutline(canvas), _printed_once(document.pages)
    for number, page in enumerate(document.pages):
        canvas.setPageSize((page.paper.w * POINTS_PER_MM, page.paper.h * POINTS_PER_MM))
        canvas.addPageLabel(number, prefix=page.label)
        outline.add_page(page.heading, page.placed)
        tree.begin_page(page.heading)
        canvas.addLiteral(_drawn(page, pen, tree, document, printed_once).data())
        canvas.showPage()
        progress()
    outline.write()
    canvas.save()
    return out.getvalue()


def _canvas(document: Document, out: io.BytesIO) -> Canvas:
    """A canvas with the document's metadata."""
    canvas = Canvas(
        out,
        pageCompression=0,
        invariant=1,
        lang=document.language,
        pdfVersion=PDFX_VERSIONS[document.condition.standard] if document.condition else VERSION,
    )
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setSubject(document.subject)
    canvas.setCreator(document.creator)
    canvas.setProducer(document.creator)
    for key, value in {"PrintScaling": "None", "Duplex": document.duplex, "DisplayDocTitle": "true"}.items():
        canvas.setViewerPreference(key, value)
    if document.right_to_left:
        canvas.setViewerPreference("Direction", "R2L")
    return canvas


def _drawn(
    page: Page, pen: Pen, tree: StructureTree, document: Document, printed_once: Container[Drawing]
) -> ContentStream:
    """The operators of a page."""
    content = pen.begin_page(_boxes(page))
    at = Transform.scale(POINTS_PER_MM).over(page.adjust)
    with pen.inside(at):
        if page.underlaid and document.underlay:
            size, paper = document.underlay.size, page.paper
            centred = Transform.move((paper.w - size.w) / 2, (paper.h - size.h) / 2)
            # Pieces hide it, also where their paper is bare: it may be a page with other pictures in their places.
            bare = [Path(rectangle(placed.bleed.around(placed.rect)), "#ffffff") for placed in page.placed]
            pen.underlay(centred.over(Transform.scale(MM_PER_POINT)), bare)
        tagger = Tagger(pen, tree, document.say, at)
        for placed in page.placed:
            if placed.drawing in printed_once:
                tagger.written(placed)
            else:
                tagger.placed(placed)
    upright = at.over(Transform(1, 0, 0, -1, 0, page.paper.h))
    with pen.inside(upright):
        Tagger(pen, tree, document.say, upright).items(page.printer_marks.items, tree.section)
    return content


def _boxes(page: Page) -> Boxes:
    """The boxes of a page in pt: its paper, where it is cut, and how far its ink runs."""
    whole = Rect(0, 0, *page.paper)
    if page.trim:
        boxes = {"mediabox": whole, "cropbox": whole, "bleedbox": whole, "trimbox": page.trim}
    elif any(any(placed.bleed) for placed in page.placed):
        boxes = {"mediabox": whole, "bleedbox": bounds(page.placed, bleed=True), "trimbox": bounds(page.placed)}
    else:
        boxes = {"mediabox": whole, "bleedbox": whole, "trimbox": whole}
    corners = {name: (box.x, box.y, box.right, box.far) for name, box in boxes.items()}
    return {name: tuple(round(v * POINTS_PER_MM, 5) for v in edges) for name, edges in corners.items()}


def _printed_once(pages: Iterable[Page]) -> set[Drawing]:
    """The drawings on the stock `paper` that are placed once: pages to read."""
    counts = Counter(placed.drawing for page in pages for placed in page.placed if placed.piece.stock == "paper")
    return {drawing for drawing, count in counts.items() if count == 1}


# Outline ------------------------------------------------------------------------------------------------------

# Viewers show the headings of groups and books beside the pages. A group of sheets has an entry, and below it are the
# headings of its books, in reading order wherever their pages are.

DEEPEST = 2
"""The lowest level of headings that the outline has."""


class _Entry(NamedTuple):
    order: tuple[int, ...]
    """Its place in reading order."""
    level: int
    title: str
    key: str
    """The bookmark that it leads to."""


class PdfOutline:
    """The outline of one file, which grows page by page."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._entries: list[_Entry] = []
        self._sections = 0
        self._components: dict[str, int] = {}

    def add_page(self, heading: str, placed: tuple[Placed, ...]) -> None:
        """Bookmark the canvas's page: its group's heading, if it begins one, and the headings of the pieces on it."""
        if heading:
            self._sections += 1
            self._add((self._sections,), 0, heading, fit="Fit")
        for one in placed:
            for piece, at in _parts(one):
                self._add_piece(piece, at)

    def write(self) -> None:
        """Write the entries, none more than one level below the one before it; those of chapters are closed."""
        level = -1
        for entry in sorted(self._entries, key=lambda entry: entry.order):
            level = min(entry.level, level + 1)
            self._canvas.addOutlineEntry(entry.title, entry.key, level, closed=level > 0)
        if self._entries:
            self._canvas.showOutline()

    def _add_piece(self, piece: Piece, at: Transform) -> None:
        first = self._components.setdefault(piece.component, len(self._components))
        numbers = (int(run) for run in re.findall(r"\d+", piece.id))
        order = (self._sections, first, *numbers)
        for index, mark in enumerate(piece.landmarks):
            if mark.level <= DEEPEST:
                left, top = (round(v * POINTS_PER_MM, 2) for v in at.apply(0, mark.down))
                self._add((*order, index), mark.level, mark.words, fit="XYZ", left=left, top=top, zoom=0)

    def _add(self, order: tuple[int, ...], level: int, title: str, **place: Any) -> None:
        key = f"entry-{len(self._entries)}"
        self._canvas.bookmarkPage(key, **place)
        self._entries.append(_Entry(order, level, title, key))


def _parts(placed: Placed) -> Iterator[tuple[Piece, Transform]]:
    """The pieces that a placed one shows: itself, or the pages that it is made of."""
    at, pages = placed.transform(), {page.front: page for page in placed.piece.of}
    if placed.drawing is placed.piece.front and placed.piece.landmarks:
        yield placed.piece, at
    for item in placed.drawing.items if pages else ():
        if isinstance(item, Use) and item.drawing in pages:
            yield pages[item.drawing], at.over(item.transform)
