"""Pages of placed drawings -> the bytes of a PDF, the same on every machine and at any time.

Each distinct drawing is written once, as a form XObject, and placed as often as it is used; inside a form
everything is in the drawing's own millimetres, y downwards. reportlab writes the file's structure and subsets
the fonts; the drawing operators are formatted here, which is several times faster than through its canvas.

Streams are left uncompressed on purpose: two builds of zlib may deflate the same bytes differently, and then
"the same bytes from the same data" would hold on one machine only. A whole kit is about a megabyte.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

from reportlab import rl_config
from reportlab.lib.utils import ImageReader, TimeStamp
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from pnp.drawing import Drawing, Group, Item, Path, Picture, Segment, Stroke, Tag, Text, Use
from pnp.geometry import MM_PER_POINT, POINTS_PER_MM, Rect, Size, Transform
from pnp.imposition import Placed
from pnp.marks import bounds
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

    All of it is drawn under `adjust`, which takes a printer's errors back, in sheet coordinates.
    """

    paper: Size
    placed: tuple[Placed, ...]
    furniture: Drawing
    label: str
    heading: str = ""
    adjust: Transform = Transform()


class Document(NamedTuple):
    """What a PDF says of itself; `duplex` is the setting that viewers offer in their print dialogue."""

    title: str
    author: str
    subject: str
    language: str
    duplex: Duplex
    pages: tuple[Page, ...]


def write(document: Document, fonts: Fonts, progress: Callable[[], None] = lambda: None) -> bytes:
    """The PDF file; `progress` is called once for every page."""
    rl_config.useA85 = 0
    canvas = _canvas(document, fonts)
    press = _Press(canvas, fonts)
    for number, page in enumerate(document.pages):
        press.page(page, number)
        progress()
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
        pdfVersion=(1, 7),
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

    def __init__(self, canvas: Canvas, fonts: Fonts) -> None:
        self.canvas = canvas
        self.fonts = fonts
        self.forms: dict[Drawing, str] = {}

    def page(self, page: Page, number: int) -> None:
        canvas = self.canvas
        for placed in page.placed:
            self.define(placed.drawing)
        canvas.setPageSize((page.paper.w * POINTS_PER_MM, page.paper.h * POINTS_PER_MM))
        self._boxes(page)
        stream = _Stream(self)
        stream.out.append(_matrix(Transform.scale(POINTS_PER_MM)) + " cm")
        if page.adjust != Transform():
            stream.out.append(_matrix(page.adjust) + " cm")
        for placed in page.placed:
            stream.placed(placed)
        stream.out.append(_matrix(Transform(1, 0, 0, -1, 0, page.paper.h)) + " cm")
        stream.items(page.furniture.items)
        canvas._code.append("\n".join(stream.out))
        canvas._formsinuse.extend(stream.used)
        canvas.addPageLabel(number, None, None, page.label)
        if page.heading:
            canvas.bookmarkPage(f"page-{number}")
            canvas.addOutlineEntry(page.heading, f"page-{number}", 0)
        canvas.showPage()

    def _boxes(self, page: Page) -> None:
        whole = Rect(0, 0, *page.paper)
        bleeds = any(any(p.bleed) for p in page.placed)
        self.canvas.setTrimBox(_box(bounds(page.placed) if bleeds else whole))
        self.canvas.setBleedBox(_box(bounds(page.placed, bleed=True) if bleeds else whole))

    def define(self, drawing: Drawing) -> str:
        """The name of the form that holds a drawing, written when first asked for."""
        name = self.forms.get(drawing)
        if name is not None:
            return name
        for used in _used(drawing.items):
            self.define(used)
        name = self.forms[drawing] = f"{len(self.forms)}-{drawing.name}"
        stream = _Stream(self)
        stream.items(drawing.items)
        x, y, w, h = Rect(0, 0, *drawing.size).inset(-drawing.bleed)
        # reportlab's beginForm would pass every operator through its text codec, which only strings need.
        form = pdfdoc.PDFFormXObject(x, y, x + w, y + h)
        form.stream = "\n".join(stream.out).encode("ascii")
        form.Resources = self._resources(stream)
        self.canvas._doc.addForm(name, form)
        return name

    def _resources(self, stream: _Stream) -> Any:
        """reportlab's own form resources leave out graphics states, so forms would lose their transparency."""
        resources = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        if stream.used:
            resources.XObject = self.canvas._doc.xobjDict(stream.used)
        if stream.alphas:
            resources.ExtGState = pdfdoc.PDFDictionary(
                {_alpha_name(a): pdfdoc.PDFDictionary({"ca": a[0], "CA": a[1]}) for a in sorted(stream.alphas)}
            )
        return resources


def _used(items: Iterable[Item]) -> Iterator[Drawing]:
    for item in items:
        if isinstance(item, Use):
            yield item.drawing
        elif isinstance(item, Group | Tag):
            yield from _used(item.items)


def _box(rect: Rect) -> tuple[float, ...]:
    return tuple(round(v * POINTS_PER_MM, 5) for v in (rect.x, rect.y, rect.right, rect.far))


class _Stream:
    """The operators of one form or page. Paint that is already set is not set again."""

    def __init__(self, press: _Press) -> None:
        self.press = press
        self.out: list[str] = []
        self.used: list[str] = []
        self.alphas: set[tuple[float, float]] = set()
        self.state: dict[str, str] = {}
        self.drawn: dict[type, Callable[[Any], None]] = {
            Path: self.path,
            Text: self.text,
            Picture: self.picture,
            Group: self.group,
            Use: self.use,
            Tag: self.tag,
        }

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            self.drawn[type(item)](item)

    def set(self, key: str, operator: str) -> None:
        if self.state.get(key) != operator:
            self.state[key] = operator
            self.out.append(operator)

    def path(self, path: Path) -> None:
        if path.fill and path.stroke and path.stroke.alpha < 1:
            # In one go, PDF lets the stroke replace the fill below it; in SVG the fill shines through.
            self.path(path._replace(stroke=None))
            path = path._replace(fill=None)
        if path.fill:
            self.set("fill", _rgb(path.fill) + " rg")
        if path.stroke:
            self.stroke(path.stroke)
        self.alpha(path.alpha if path.fill else 1.0, path.stroke.alpha if path.stroke else 1.0)
        painted = "B" if path.fill and path.stroke else "f" if path.fill else "S" if path.stroke else "n"
        if path.fill and path.even_odd:
            painted += "*"
        self.out.append(_outline(path.segments) + " " + painted)

    def stroke(self, stroke: Stroke) -> None:
        self.set("stroke", _rgb(stroke.colour) + " RG")
        self.set("width", _n(stroke.width) + " w")
        self.set("cap", f"{stroke.cap} J")
        self.set("join", f"{stroke.join} j")
        self.set("dash", f"[{' '.join(map(_n, stroke.dash))}] 0 d")
        if stroke.join == 0:
            self.set("miter", _n(stroke.miter) + " M")

    def alpha(self, fill: float, stroke: float) -> None:
        pair = (round(fill, 3), round(stroke, 3))
        if pair == (1.0, 1.0) and "alpha" not in self.state:
            return
        self.alphas.add(pair)
        self.set("alpha", f"/{_alpha_name(pair)} gs")

    def text(self, text: Text) -> None:
        canvas = self.press.canvas
        font = self.press.fonts.typeface(text.font)
        self.set("fill", _rgb(text.colour) + " rg")
        self.alpha(text.alpha, 1.0)
        size = _n(text.size * MM_PER_POINT)
        self.out.append(f"BT 1 0 0 -1 {_n(text.x)} {_n(text.y)} Tm")
        for subset, data in font.splitString(text.text, canvas._doc):
            self.out.append(f"{font.getSubsetInternalName(subset, canvas._doc)} {size} Tf ({canvas._escape(data)}) Tj")
        self.out.append("ET")

    def picture(self, picture: Picture) -> None:
        """Bitmaps stand upright in a frame whose y grows downwards, so each is flipped back."""
        x, y, w, h = picture.box
        canvas = self.press.canvas
        before = len(canvas._code)
        image = ImageReader(io.BytesIO(picture.data))
        canvas.drawImage(image, 0, 0, 1, 1, mask="auto")
        drawn = canvas._code[before:]
        del canvas._code[before:]
        self.used.append(canvas._formsinuse.pop())
        self.out.extend(["q", _matrix(Transform(w, 0, 0, -h, x, y + h)) + " cm", *drawn, "Q"])

    def group(self, group: Group) -> None:
        self.out.append("q")
        if group.transform != Transform():
            self.out.append(_matrix(group.transform) + " cm")
        if group.clip:
            self.out.append(_outline(group.clip) + (" W* n" if group.clip_even_odd else " W n"))
        before = dict(self.state)
        self.items(group.items)
        self.state = before
        self.out.append("Q")

    def use(self, use: Use) -> None:
        self.form(use.drawing, use.transform, "")

    def tag(self, tag: Tag) -> None:
        self.items(tag.items)

    def placed(self, placed: Placed) -> None:
        """A piece on a page, cut off where its bleed ends so that it never runs into its neighbour."""
        clip = ""
        if placed.piece.bleed:
            x, y, w, h = placed.bleed.around(placed.rect)
            clip = f"{_n(x)} {_n(y)} {_n(w)} {_n(h)} re W n"
        self.form(placed.drawing, placed.transform(), clip)

    def form(self, drawing: Drawing, transform: Transform, clip: str) -> None:
        canvas = self.press.canvas
        name = self.press.define(drawing)
        parts = ["q", clip, _matrix(transform) + " cm", f"/{canvas._doc.getXObjectName(name)} Do", "Q"]
        self.out.append(" ".join(part for part in parts if part))
        self.used.append(name)


def _alpha_name(pair: tuple[float, float]) -> str:
    return f"A{round(pair[0] * 1000)}.{round(pair[1] * 1000)}"


_COLOURS: dict[str, str] = {}


def _rgb(colour: str) -> str:
    found = _COLOURS.get(colour)
    if found is None:
        parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        found = _COLOURS[colour] = " ".join(_n(part) for part in parts)
    return found


def _n(value: float) -> str:
    """A number to the micrometre, without an exponent and without needless zeros."""
    return f"{round(value, 3) + 0.0:.7g}"


def _matrix(transform: Transform) -> str:
    """Six decimals: the scale from mm to pt must not add up to a visible error across a sheet."""
    return " ".join(f"{round(v, 6) + 0.0:.9g}" for v in transform)


# Six significant digits: a micrometre on the largest sheet, and right for drawings of any scale.
_FORMS = {"m": "%.6g %.6g m", "l": "%.6g %.6g l", "c": "%.6g %.6g %.6g %.6g %.6g %.6g c", "h": "h"}


def _outline(segments: tuple[Segment, ...]) -> str:
    text = " ".join([_FORMS[operator] % numbers for operator, numbers in segments])
    if "e" in text:  # PDF knows no exponents; they only come with numbers that are nearly nothing
        rounded = ((operator, tuple(round(v, 3) + 0.0 for v in numbers)) for operator, numbers in segments)
        text = " ".join([_FORMS[operator] % numbers for operator, numbers in rounded])
    return text
