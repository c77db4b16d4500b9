"""Pages of placed drawings -> the bytes of a PDF, the same on every machine and at any time.

Each distinct drawing is written once, as a form XObject, and placed as often as it is used; those that are printed
once, to be read, stand in the page itself (see `tagging`). reportlab writes the file and subsets the fonts; the
drawing operators are formatted in `stream`.

Streams are left uncompressed on purpose: two builds of zlib may deflate the same bytes differently, and then
"the same bytes from the same data" would hold on one machine only. A whole kit is about a megabyte.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Container, Iterable
from typing import Any, Literal, NamedTuple

from reportlab import rl_config
from reportlab.lib.utils import TimeStamp
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from pnp.drawing import Drawing
from pnp.fingerprint import Fingerprints
from pnp.geometry import POINTS_PER_MM, Rect, Size, Transform
from pnp.imposition import Placed
from pnp.ink import exchange, structure
from pnp.ink.exchange import Condition, points
from pnp.ink.forms import Forms
from pnp.ink.inks import Inks, Press, Screen
from pnp.ink.layers import Layers
from pnp.ink.letters import Letters
from pnp.ink.objects import Resources
from pnp.ink.outline import Outline
from pnp.ink.stream import Stream
from pnp.ink.structure import Tree
from pnp.ink.tagging import Reader
from pnp.marks import bounds
from pnp.sheetwords import Say, unsaid
from pnp.text import Fonts


class _Timeless(TimeStamp):  # type: ignore[misc]
    """The same moment always. reportlab's own stamp follows SOURCE_DATE_EPOCH even in invariant files."""

    def __init__(self, invariant: object = None) -> None:  # noqa: ARG002 - reportlab's signature
        self.t = 946684800.0
        self.lt = (2000, 1, 1, 0, 0, 0, 5, 1, 0)
        self.tzname = "UTC"
        self.YMDhms = self.lt[:6]
        self.dhh = self.dmm = 0


# A document takes its stamp when it is made and mixes it into its identifier.
pdfdoc.TimeStamp = _Timeless

Duplex = Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]


class Page(NamedTuple):
    """One side of a sheet: what lies on it, the marks around it, its page label, its outline entry if it has one.

    All of it is drawn under `adjust`, which takes a printer's errors back, in sheet coordinates. A page for a print
    shop is cut at `trim`, and its ink runs to its edge.
    """

    paper: Size
    placed: tuple[Placed, ...]
    furniture: Drawing
    label: str
    heading: str = ""
    adjust: Transform = Transform()
    trim: Rect | None = None


class Document(NamedTuple):
    """What a PDF says of itself; `duplex` is the setting that viewers offer in their print dialogue. If it is made for
    a shop's printing `condition`, its colours are in inks. `say` has the words for what is told of pieces."""

    title: str
    author: str
    subject: str
    language: str
    duplex: Duplex
    pages: tuple[Page, ...]
    condition: Condition | None = None
    say: Say = unsaid


def write(
    document: Document,
    fonts: Fonts,
    progress: Callable[[], None] = lambda: None,
    prints: Fingerprints | None = None,
) -> bytes:
    """The PDF file; `progress` is called once for every page. `prints` are those that the drawings have already."""
    rl_config.useA85 = 0
    canvas = _canvas(document, fonts)
    press = _Press(canvas, fonts, document, prints or Fingerprints(fonts))
    once = _printed_once(document.pages)
    for number, page in enumerate(document.pages):
        press.page(page, number, once)
        progress()
    press.finish()
    data: bytes = canvas.getpdfdata()
    return data


def _canvas(document: Document, fonts: Fonts) -> Canvas:
    for font in fonts.all():
        pdfmetrics.registerFont(font)
    body = fonts.typeface("body")
    canvas = Canvas(
        io.BytesIO(),
        pageCompression=0,
        invariant=1,
        initialFontName=body.fontName,
        lang=document.language,
        pdfVersion=exchange.VERSION if document.condition else (1, 7),
    )
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setSubject(document.subject)
    canvas.setCreator("pnp")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", document.duplex)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.showOutline()
    return canvas


class _Press:
    """Writes pages into one canvas, and each drawing once."""

    def __init__(self, canvas: Canvas, fonts: Fonts, document: Document, prints: Fingerprints) -> None:
        self.canvas = canvas
        self.fonts = fonts
        self.condition = document.condition
        self.say = document.say
        self.inks: Inks = Press(document.condition.limit) if document.condition else Screen()
        self.letters = Letters(canvas._doc, fonts)
        self.layers = Layers()
        self.tree = Tree()
        self.outline = Outline(canvas)
        self.forms = Forms(self, prints)
        self.names: list[str] = []

    def page(self, page: Page, number: int, once: Container[Drawing]) -> None:
        """One page; drawings that are printed only `once` are written into it, all others are forms."""
        canvas = self.canvas
        canvas.setPageSize((page.paper.w * POINTS_PER_MM, page.paper.h * POINTS_PER_MM))
        self._boxes(page)
        stream = Stream(self)
        self._draw(page, stream, once)
        canvas.addPageLabel(number, None, None, page.label)
        self.outline.page(number, page.heading, page.placed)
        self.names.append(canvas._doc.thisPageName())
        canvas.showPage()
        self._dress(canvas._doc.Pages.pages[-1], stream, number)

    def _draw(self, page: Page, stream: Stream, once: Container[Drawing]) -> None:
        self.tree.page(page.heading)
        reader = Reader(stream, self.forms, self.tree, self.say)
        stream.frame(Transform.scale(POINTS_PER_MM))
        stream.frame(page.adjust)
        for placed in page.placed:
            if placed.drawing in once:
                reader.written(placed)
            else:
                reader.placed(placed)
        stream.frame(Transform(1, 0, 0, -1, 0, page.paper.h))
        reader.items(page.furniture.items, self.tree.section)

    def _dress(self, made: Any, stream: Stream, number: int) -> None:
        """Give reportlab's page what its canvas knows nothing of."""
        operators = stream.operators()
        made.stream = operators.content + b"\n"
        made.Resources = Resources(self.canvas._doc, self.layers, operators)
        made.__NoDefault__ = [*made.__NoDefault__, "StructParents", "Tabs"]
        made.StructParents, made.Tabs = number, pdfdoc.PDFName("S")
        if self.condition and operators.is_translucent(self.forms.translucent):
            exchange.mix_in_inks(made)

    def finish(self) -> None:
        """Tell the file of its outline, its layers and its structure."""
        self.outline.finish()
        self.layers.finish(self.canvas._doc)
        structure.finish(self.tree, self.canvas._doc, self.names)
        if self.condition:
            exchange.finish(self.canvas, self.condition)

    def _boxes(self, page: Page) -> None:
        if page.trim:
            exchange.boxes(self.canvas, page.trim, page.paper)
            return
        whole = Rect(0, 0, *page.paper)
        bleeds = any(any(p.bleed) for p in page.placed)
        self.canvas.setTrimBox(points(bounds(page.placed) if bleeds else whole))
        self.canvas.setBleedBox(points(bounds(page.placed, bleed=True) if bleeds else whole))

    def define(self, drawing: Drawing) -> str:
        return self.forms.define(drawing)


def _printed_once(pages: Iterable[Page]) -> set[Drawing]:
    """The drawings for reading: those on paper that are printed only once."""
    counts = Counter(placed.drawing for page in pages for placed in page.placed if placed.piece.stock == "paper")
    return {drawing for drawing, count in counts.items() if count == 1}
