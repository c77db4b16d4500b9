"""Pages of placed drawings -> the bytes of a PDF, the same on every machine and at any time.

Each distinct drawing is written once, as a form XObject, and placed as often as it is used; those that are printed
once, to be read, stand in the page itself (see `tagging`).

Streams are left uncompressed on purpose: two builds of zlib may deflate the same bytes differently, and then
"the same bytes from the same data" would hold on one machine only. A whole kit is about a megabyte. The moment that a
file is said to be made at is always the same one, for the same reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from typing import Literal, NamedTuple

from pnp.drawing import Drawing
from pnp.fingerprint import Fingerprints
from pnp.geometry import POINTS_PER_MM, Rect, Size, Transform
from pnp.imposition import Placed
from pnp.ink import exchange, structure
from pnp.ink.exchange import Condition
from pnp.ink.file import File, Version, array, decimal, dictionary, reference, stream, string
from pnp.ink.forms import Forms
from pnp.ink.inks import Inks, Press, Screen
from pnp.ink.layers import Layers
from pnp.ink.letters import Letters
from pnp.ink.objects import resources
from pnp.ink.outline import Outline
from pnp.ink.stream import Operators, Stream
from pnp.ink.structure import Tree
from pnp.ink.tagging import Reader
from pnp.marks import bounds
from pnp.sheetwords import Say, unsaid
from pnp.text import Fonts

VERSION: Version = (1, 7)
MADE = "D:20000101000000+00'00'"
"""When all files are said to be made."""

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
    creator: str = "pnp"


def write(
    document: Document,
    fonts: Fonts,
    progress: Callable[[], None] = lambda: None,
    prints: Fingerprints | None = None,
) -> bytes:
    """The PDF file; `progress` is called once for every page. `prints` are those that the drawings have already."""
    press = _Press(fonts, document, prints or Fingerprints(fonts))
    once = _printed_once(document.pages)
    for page in document.pages:
        press.page(page, once)
        progress()
    return press.finished()


class _Press:
    """Writes pages into one file, and each drawing once."""

    def __init__(self, fonts: Fonts, document: Document, prints: Fingerprints) -> None:
        self.file = File()
        self.fonts = fonts
        self.document = document
        self.condition = document.condition
        self.say = document.say
        self.inks: Inks = Press(document.condition.limit) if document.condition else Screen()
        self.letters = Letters(self.file, fonts)
        self.layers = Layers()
        self.tree = Tree()
        self.outline = Outline()
        self.forms = Forms(self, prints)
        self.parent = self.file.reserve()
        """The number of the object that has all pages."""
        self.pages: list[int] = []

    def define(self, drawing: Drawing) -> str:
        return self.forms.define(drawing)

    def page(self, page: Page, once: Container[Drawing]) -> None:
        """One page; drawings that are printed only `once` are written into it, all others are forms."""
        drawn = Stream(self)
        self._draw(page, drawn, once)
        operators = drawn.operators()
        told = {
            "Type": "/Page",
            "Parent": reference(self.parent),
            **_boxes(page),
            "Resources": resources(self.file, self.letters, self.layers, operators),
            "Contents": reference(self.file.add(stream({}, operators.content))),
            **self._group(operators),
            "StructParents": str(len(self.pages)),
            "Tabs": "/S",
        }
        self.pages.append(self.file.add(dictionary(told)))
        self.outline.page(self.pages[-1], page.heading, page.placed)

    def _draw(self, page: Page, drawn: Stream, once: Container[Drawing]) -> None:
        self.tree.page(page.heading)
        reader = Reader(drawn, self.forms, self.tree, self.say)
        drawn.frame(Transform.scale(POINTS_PER_MM))
        drawn.frame(page.adjust)
        for placed in page.placed:
            if placed.drawing in once:
                reader.written(placed)
            else:
                reader.placed(placed)
        drawn.frame(Transform(1, 0, 0, -1, 0, page.paper.h))
        reader.items(page.furniture.items, self.tree.section)

    def _group(self, operators: Operators) -> dict[str, str]:
        is_mixed = self.condition and operators.is_translucent(self.forms.translucent)
        return exchange.MIXED_IN_INKS if is_mixed else {}

    def finished(self) -> bytes:
        """The file, with its outline, its layers, its structure and its fonts."""
        file, document = self.file, self.document
        self.letters.finish()
        kids = array(map(reference, self.pages))
        told = {"Type": "/Pages", "Kids": kids, "Count": len(self.pages)}
        file.put(self.parent, dictionary(told).encode("ascii"))
        catalogue = {
            "Type": "/Catalog",
            "Pages": reference(self.parent),
            "PageLabels": _labels(document.pages),
            "Lang": string(document.language),
            "ViewerPreferences": _preferences(document.duplex),
            **self.outline.finish(file),
            **self.layers.told(file),
            **structure.finish(self.tree, file, self.pages),
        }
        if self.condition:
            catalogue |= exchange.finish(file, self.condition, document)
        root = file.add(dictionary(catalogue))
        version = exchange.VERSION if self.condition else VERSION
        return file.written(version, root, file.add(_information(document)))


def _boxes(page: Page) -> dict[str, str]:
    """The boxes of a page in points: its paper, what is cut, and how far ink runs."""
    whole = Rect(0, 0, *page.paper)
    if page.trim:
        boxes = {"MediaBox": whole, "CropBox": whole, "BleedBox": whole, "TrimBox": page.trim}
    elif any(any(placed.bleed) for placed in page.placed):
        boxes = {"MediaBox": whole, "BleedBox": bounds(page.placed, bleed=True), "TrimBox": bounds(page.placed)}
    else:
        boxes = {"MediaBox": whole, "BleedBox": whole, "TrimBox": whole}
    corners = {name: (box.x, box.y, box.right, box.far) for name, box in boxes.items()}
    return {name: array(decimal(v * POINTS_PER_MM) for v in edges) for name, edges in corners.items()}


def _labels(pages: Iterable[Page]) -> str:
    """What viewers call each page."""
    labels = (f"{number} {dictionary({'P': string(page.label)})}" for number, page in enumerate(pages))
    return dictionary({"Nums": array(labels)})


def _preferences(duplex: Duplex) -> str:
    """What viewers set in their print dialogue: the true size, and how both sides are printed."""
    return dictionary({"PrintScaling": "/None", "Duplex": f"/{duplex}", "DisplayDocTitle": "true"})


def _information(document: Document) -> str:
    told = {
        "Title": document.title,
        "Author": document.author,
        "Subject": document.subject,
        "Creator": document.creator,
        "Producer": document.creator,
        "CreationDate": MADE,
        "ModDate": MADE,
    }
    names = {key: string(text) for key, text in told.items()}
    return dictionary({**names, "Trapped": "/False"})


def _printed_once(pages: Iterable[Page]) -> set[Drawing]:
    """The drawings for reading: those on paper that are printed only once."""
    counts = Counter(placed.drawing for page in pages for placed in page.placed if placed.piece.stock == "paper")
    return {drawing for drawing, count in counts.items() if count == 1}
