"""One pass of pypdf over the file that reportlab drew: everything that the canvas has no public method for.

That is graphics states, layers and images in the resources of pages and forms, the structure tree, exact page boxes,
XMP metadata, the output intent of a print shop's file, and an identity that depends on the content. It also corrects
three things that reportlab gets wrong: character maps, the count of the outline, and the file's identity.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    RectangleObject,
    StreamObject,
    TextStringObject,
)

from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, NOTES
from pnp.graphics.gradient import GradientFill
from pnp.pdf.canvas import OVERPRINT, Pen, Resources
from pnp.pdf.dielines import Spot
from pnp.pdf.document import Document, PrintingCondition
from pnp.pdf.frame import FinishedPdf, PdfFrame, digest
from pnp.pdf.metadata import PDFX_1A, packet
from pnp.pdf.objects import add, pdf_object
from pnp.pdf.tags import StructureElement, StructureTree
from pnp.pdf.underlay import FORM, Underlay

_LAYERS = (CUT_LINES, FOLD_LINES, NOTES)
"""The order in which viewers list layers; any others follow by name."""
_DATE = "D:20000101000000+00'00'"
_DATES = re.compile(rb"/(?:CreationDate|ModDate) \([^)]*\)")
_CMAP = re.compile(rb"(.*?)\d+ beginbfchar\n(.*?)endbfchar\n(.*)", re.DOTALL)
_PAIR = re.compile(rb"<(..)> <([0-9A-F]+)>")
_MOST_PAIRS = 100
"""One block of a character map may have no more pairs."""
_TRAILER = 10_000
"""The trailer of a file, with its identity, is within this many bytes from its end."""
_NOTHING = "\u200b"
"""What a glyph stands for whose meaning is with another one: a space without width."""
_FORM = "/FormXob."
"""reportlab's prefix for the names of forms."""


def finish(drawn: bytes, pen: Pen, tree: StructureTree, document: Document) -> FinishedPdf:
    """The finished file. Raises OSError if a picture cannot be read any more."""
    writer = PdfWriter(clone_from=io.BytesIO(drawn), keep_initial_header=True)
    pages: list[Any] = [page.indirect_reference for page in writer.pages]
    layers = _layers(writer, pen)
    underlay = _underlay(writer, document.underlay) if any(used.is_underlaid for used in pen.pages) else None
    _Resourcer(writer, pen, layers, underlay).finish_pages(document.condition)
    _finish_fonts(writer, pen.registry.meanings)
    root: Any = writer.root_object
    if layers:
        listed = pdf_object(list(layers.values()))
        shown = {"Name": TextStringObject("Layers"), "Order": listed}
        root[NameObject("/OCProperties")] = pdf_object({"OCGs": listed, "D": shown})
    if "/Outlines" in root:
        outlines = root["/Outlines"].get_object()
        shown_entries = sum(1 + max(kid.get("/Count", 0), 0) for kid in _siblings(outlines.get("/First")))
        outlines[NameObject("/Count")] = NumberObject(shown_entries)
    root[NameObject("/MarkInfo")] = pdf_object({"Marked": True})
    root[NameObject("/StructTreeRoot")] = _structure(writer, tree, pages)
    if document.condition:
        root[NameObject("/OutputIntents")] = ArrayObject([_intent(writer, document.condition)])
    # If SOURCE_DATE_EPOCH is set, reportlab takes these dates, and the identity in the trailer, from it.
    writer.add_metadata({"/CreationDate": _DATE, "/ModDate": _DATE})
    if document.condition and document.condition.is_flat:
        writer.add_metadata({"/GTS_PDFXVersion": PDFX_1A})
    content = _DATES.sub(b"", drawn[: drawn.rindex(b"trailer")])
    writer.xmp_metadata = packet(document, hashlib.sha256(content).hexdigest())
    _fill(root["/Metadata"], {"Type": "Metadata", "Subtype": "XML"})
    frame = PdfFrame()
    writer.write(frame)
    _identify(frame)
    return FinishedPdf(frame.getvalue(), frame.holes)


def _underlay(writer: PdfWriter, underlay: Underlay | None) -> IndirectObject | None:
    """The underlay's form, copied into a file."""
    if underlay is None:
        return None
    page: Any = PdfReader(io.BytesIO(underlay.data)).pages[0]
    form: Any = page["/Resources"]["/XObject"][f"/{FORM}"].clone(writer)
    return form if isinstance(form, IndirectObject) else form.indirect_reference


def _layers(writer: PdfWriter, pen: Pen) -> dict[str, IndirectObject]:
    """The layers of the file by name, in the order in which viewers list them."""
    rank = {name: number for number, name in enumerate(_LAYERS)}
    names = sorted(pen.layers, key=lambda name: (rank.get(name, len(rank)), name))
    return {name: add(writer, pdf_object({"Type": "OCG", "Name": TextStringObject(name)})) for name in names}


class _Resourcer:
    """Adds the resources that operators of pages and forms name."""

    def __init__(
        self, writer: PdfWriter, pen: Pen, layers: dict[str, IndirectObject], underlay: IndirectObject | None
    ) -> None:
        self._writer, self._pen, self._layers, self._underlay = writer, pen, layers, underlay
        self._images = pen.images.write(lambda value: add(writer, value))
        self._done: set[str] = set()
        self._shadings: dict[str, IndirectObject] = {}

    def finish_pages(self, condition: PrintingCondition | None) -> None:
        """Complete all pages: resources, exact boxes, structure keys, and the group of translucent CMYK pages."""
        is_flat = condition is not None and condition.is_flat
        for number, (page, used) in enumerate(zip(self._writer.pages, self._pen.pages, strict=True)):
            self._add(page["/Resources"], used)
            for box, edges in used.boxes.items():
                # reportlab keeps seven digits of these, which moves hairlines to the next pixel.
                setattr(page, box, RectangleObject(edges))
            page[NameObject("/StructParents")] = NumberObject(number)
            if not is_flat:  # PDF 1.4 has no order of tabs
                page[NameObject("/Tabs")] = NameObject("/S")
            if condition and used.is_translucent:
                page[NameObject("/Group")] = pdf_object({"S": "Transparency", "CS": "DeviceCMYK"})

    def _add(self, resources: Any, used: Resources) -> None:
        """The resources of a page or a form, and those of the forms in it."""
        resources.update(pdf_object({kind: named for kind, named in self._named(used) if named}))
        objects = resources.setdefault(NameObject("/XObject"), DictionaryObject())
        for key, form in list(objects.items()):
            self._add_form(key.removeprefix(_FORM), form)
        objects.update({NameObject(f"/{name}"): self._images[name] for name in used.images})
        if used.is_underlaid and self._underlay:
            objects[NameObject(f"/{FORM}")] = self._underlay
        if not objects:
            del resources["/XObject"]

    def _add_form(self, name: str, form: Any) -> None:
        if name not in self._done:
            self._done.add(name)
            self._add(form["/Resources"], self._pen.forms[name])
            if self._pen.forms[name].is_group:
                form.get_object()[NameObject("/Group")] = pdf_object({"S": "Transparency"})

    def _named(self, used: Resources) -> Iterator[tuple[str, dict[str, Any]]]:
        """The resources that are not objects of their own, by their kind."""
        yield "ColorSpace", {spot.name: _separation(spot) for spot in used.spots}
        overprint = {OVERPRINT: {"OP": True, "op": False, "OPM": 1}} if used.spots else {}
        states = {name: {"ca": fill, "CA": stroke} for name, (fill, stroke) in sorted(used.alphas.items())}
        yield "ExtGState", states | overprint
        yield "Shading", {name: self._shading(name, gradient) for name, gradient in used.shadings.items()}
        yield "Properties", {key: self._layers[name] for key, name in used.layers.items()}

    def _shading(self, name: str, gradient: GradientFill) -> IndirectObject:
        """A gradient's shading, which is added once."""
        if name not in self._shadings:
            self._shadings[name] = add(self._writer, pdf_object(self._pen.colours.shading(gradient)))
        return self._shadings[name]


def _separation(spot: Spot) -> list[Any]:
    """The colour space of a spot colour, which is mixed from process inks where there is no such ink."""
    tint = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": spot.inks, "N": 1}
    return ["Separation", spot.name, "DeviceCMYK", tint]


def _finish_fonts(writer: PdfWriter, meanings: Mapping[str, Mapping[str, str]]) -> None:
    pages: Any = writer.pages
    fonts = {id(font): font for page in pages for font in page["/Resources"]["/Font"].values()}
    for font in fonts.values():
        _correct_map(font["/ToUnicode"], meanings.get(font["/BaseFont"].partition("+")[2], {}))


def _correct_map(stream: Any, meanings: Mapping[str, str]) -> None:
    """Write a font's character map again.

    reportlab maps unused codes to U+0000, which PDF/UA forbids, writes characters beyond U+FFFF in a form that no
    program reads, and puts more than a hundred pairs into one block. Private characters get their meanings.
    """
    match = _CMAP.fullmatch(stream.get_data())
    if match is None:
        raise ValueError("reportlab wrote a character map of an unknown form")
    head, pairs, tail = match.groups()
    used = [(code, chr(int(value, 16))) for code, value in _PAIR.findall(pairs) if int(value, 16)]
    said = [(code, meanings.get(sign, sign) or _NOTHING) for code, sign in used]
    lines = [b"<%s> <%s>" % (code, words.encode("utf-16-be").hex().upper().encode()) for code, words in said]
    blocks = [lines[at : at + _MOST_PAIRS] for at in range(0, len(lines), _MOST_PAIRS)]
    body = b"".join(b"%d beginbfchar\n%s\nendbfchar\n" % (len(block), b"\n".join(block)) for block in blocks)
    stream.set_data(head + body + tail)


def _siblings(entry: Any) -> Iterator[Any]:
    """An entry of the outline and those after it on its level."""
    while entry is not None:
        entry = entry.get_object()
        yield entry
        entry = entry.get("/Next")


def _alternatives(writer: PdfWriter, elements: list[StructureElement]) -> dict[str, PdfObject]:
    """The text alternatives of elements. One that several elements share is in the file once."""
    counts = Counter(element.alt for element in elements if element.alt)
    alts: dict[str, PdfObject] = {alt: TextStringObject(alt) for alt in counts}
    return alts | {alt: add(writer, alts[alt]) for alt, count in counts.items() if count > 1}


def _structure(writer: PdfWriter, tree: StructureTree, pages: list[Any]) -> IndirectObject:
    """The structure tree, with the elements that each page's marks belong to."""
    tree.root.prune()
    elements = list(tree.root.whole())
    top = add(writer, DictionaryObject())
    places = {element: add(writer, DictionaryObject()) for element in elements}
    alts = _alternatives(writer, elements)
    for element, place in places.items():
        above = places[element.parent] if element.parent else top
        about = {"S": element.role, "P": above, **_about(element)}
        if element.page >= 0:
            about["Pg"] = pages[element.page]
        if element.alt:
            about["Alt"] = alts[element.alt]
        _fill(place, about | _kids(element, places))
    numbers: list[Any] = []
    for page, marks in enumerate(tree.marks):
        numbers += [page, [places[element] for element in marks]]
    about = {"Type": "StructTreeRoot", "K": places[tree.root], "ParentTree": {"Nums": numbers}}
    _fill(top, {**about, "ParentTreeNextKey": len(tree.marks)})
    return top


def _kids(element: StructureElement, places: dict[StructureElement, IndirectObject]) -> dict[str, Any]:
    kids = [kid if isinstance(kid, int) else places[kid] for kid in element.kids]
    return {"K": kids if len(kids) > 1 else kids[0]} if kids else {}


def _about(element: StructureElement) -> dict[str, Any]:
    """An element's title and attributes."""
    about: dict[str, Any] = {"T": TextStringObject(element.title)} if element.title else {}
    if element.role == "TH":
        about["A"] = {"O": "Table", "Scope": "Column"}
    if element.box:
        x, y, w, h = element.box
        about["A"] = {"O": "Layout", "BBox": [round(v, 2) for v in (x, y, x + w, y + h)]}
    return about


def _fill(place: PdfObject, values: dict[str, Any]) -> None:
    current, added = place.get_object(), pdf_object(values)
    assert isinstance(current, DictionaryObject)  # noqa: S101 - for the type checker
    assert isinstance(added, DictionaryObject)  # noqa: S101
    current.update(added)


_FOGRA39 = {
    "OutputConditionIdentifier": "FOGRA39",
    "OutputCondition": "Offset on coated paper to ISO 12647-2:2004/Amd 1, paper type 1 or 2 (FOGRA39)",
    "RegistryName": "http://www.color.org",
}
"""The printing condition by its name in the registry of the ICC."""


def _intent(writer: PdfWriter, condition: PrintingCondition) -> PdfObject:
    """The output intent of PDF/X: the printing condition and its ICC profile. A user's own is in no registry."""
    profile = condition.declared
    texts = dict(_FOGRA39)
    if condition.profile:
        texts = dict.fromkeys(("OutputConditionIdentifier", "OutputCondition"), profile.description)
    stream = StreamObject()
    stream.set_data(profile.data)
    stream[NameObject("/N")] = NumberObject(4)
    about = {"Type": "OutputIntent", "S": "GTS_PDFX", "DestOutputProfile": add(writer, stream)}
    texts["Info"] = texts["OutputCondition"]
    return pdf_object({**about, **{key: TextStringObject(text) for key, text in texts.items()}})


def _identify(frame: PdfFrame) -> None:
    """Give a file an identity of its own: reportlab gives the same one to all files of one title.

    It is changed in place, because the file of a large deck is larger than all else in memory.
    """
    start = max(0, frame.getbuffer().nbytes - _TRAILER)
    frame.seek(start)
    trailer = frame.read()
    at = trailer.rindex(b"/ID [")
    end = trailer.index(b"]", at)
    identity = digest(frame.getbuffer()[: start + at], frame.holes)[:32].encode()
    frame.seek(start + at)
    frame.write(b"/ID [ <%s> <%s> " % (identity, identity) + trailer[end:])
    frame.truncate()
