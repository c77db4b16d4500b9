"""One pass of pypdf over the file that reportlab drew: everything that the canvas has no public method for.

That is graphics states, layers and images in the resources of pages and forms, the structure tree, exact page boxes,
XMP metadata, the output intent of a print shop's file, and an identity that depends on the content. It also corrects
two things that reportlab gets wrong: the count of the outline, and the file's identity.
"""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cached_property
from html import escape
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

from pnp.graphics import Rect
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, NOTES
from pnp.graphics.gradient import GradientFill
from pnp.pdf.canvas import OVERPRINT, ContentStream, Pen
from pnp.pdf.document import Document, PrintingCondition, Spot
from pnp.pdf.frame import FinishedPdf, PdfFrame, digest
from pnp.pdf.objects import QuickObject, add, pdf_object
from pnp.pdf.tagging import StructureElement, StructureTree
from pnp.pdf.underlay import FORM

_LAYERS = (CUT_LINES, FOLD_LINES, NOTES)
"""The order in which viewers list layers; any others follow by name."""
_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation date of every file; reportlab writes the same one into files that it calls invariant."""
_TRAILER = 10_000
"""The trailer of a file, with its identity, is within this many bytes from its end."""


def finish(drawn: bytes, pen: Pen, tree: StructureTree, document: Document) -> FinishedPdf:
    """The finished file. Raises OSError if a picture cannot be read any more."""
    writer = _copied(drawn)
    pages: list[Any] = [page.indirect_reference for page in writer.pages]
    layers = _layers(writer, pen)
    finisher = _Finisher(writer, pen, layers, document)
    finisher.finish_pages(document.condition)
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
    writer.add_metadata(dict.fromkeys(("/CreationDate", "/ModDate"), f"D:{_DATE:%Y%m%d%H%M%S}+00'00'"))
    if document.condition and document.condition.is_flat:
        writer.add_metadata({"/GTS_PDFXVersion": PDFX_1A})
    writer.xmp_metadata = packet(document, finisher.digest.hexdigest())
    _fill(root["/Metadata"], {"Type": "Metadata", "Subtype": "XML"})
    frame = PdfFrame()
    writer.write(frame)
    _identify(frame)
    return FinishedPdf(frame.getvalue(), frame.holes)


def _copied(drawn: bytes) -> PdfWriter:
    """The file that reportlab drew, without the font that its pages name."""
    reader = PdfReader(io.BytesIO(drawn))
    for page in reader.pages:
        del page.indirect_reference.get_object()["/Resources"]  # type: ignore[union-attr]
    return PdfWriter(clone_from=reader, keep_initial_header=True)


def _layers(writer: PdfWriter, pen: Pen) -> dict[str, IndirectObject]:
    """The layers of the file by name, in the order in which viewers list them."""
    rank = {name: number for number, name in enumerate(_LAYERS)}
    names = sorted(pen.layers, key=lambda name: (rank.get(name, len(rank)), name))
    return {name: add(writer, pdf_object({"Type": "OCG", "Name": TextStringObject(name)})) for name in names}


class _Finisher:
    """Adds the resources that operators of pages name: forms, fonts, images and others."""

    def __init__(self, writer: PdfWriter, pen: Pen, layers: dict[str, IndirectObject], document: Document) -> None:
        self._writer, self._pen, self._layers, self._document = writer, pen, layers, document
        self.digest = hashlib.sha256()
        """Of the operators of all pages and forms."""
        self._images = pen.images.write(lambda value: add(writer, value))
        self._fonts = add(writer, pdf_object(pen.pdf_fonts.write(lambda value: add(writer, value))))
        self._forms: dict[ContentStream, IndirectObject] = {}
        self._alike: dict[bytes, IndirectObject] = {}
        """Forms by a hash of what they draw: books have a drawing many times, made again for each picture of play."""
        self._shadings: dict[GradientFill, IndirectObject] = {}

    @cached_property
    def _underlay(self) -> IndirectObject:
        """The underlay's form, copied into the file."""
        data = self._document.underlay.data if self._document.underlay else b""
        page: Any = PdfReader(io.BytesIO(data)).pages[0]
        form: Any = page["/Resources"]["/XObject"][f"/{FORM}"].clone(self._writer)
        return form if isinstance(form, IndirectObject) else form.indirect_reference

    def finish_pages(self, condition: PrintingCondition | None) -> None:
        """Complete all pages: resources, exact boxes, structure keys, and the group of translucent CMYK pages."""
        is_flat = condition is not None and condition.is_flat
        for number, (page, content) in enumerate(zip(self._writer.pages, self._pen.pages, strict=True)):
            self.digest.update(content.data().encode())
            page[NameObject("/Resources")] = pdf_object(self._resources(content))
            for box, edges in content.boxes.items():
                # reportlab keeps seven digits of these, which moves hairlines to the next pixel.
                setattr(page, box, RectangleObject(edges))
            page[NameObject("/StructParents")] = NumberObject(number)
            if not is_flat:  # PDF 1.4 has no order of tabs
                page[NameObject("/Tabs")] = NameObject("/S")
            if condition and content.is_translucent:
                page[NameObject("/Group")] = pdf_object({"S": "Transparency", "CS": "DeviceCMYK"})

    def _form(self, content: ContentStream) -> IndirectObject:
        """A form, which is added once."""
        if content not in self._forms:
            box, data = content.box or Rect(0, 0, 0, 0), content.data().encode()
            content.operators.clear()  # they are not needed again
            about = {"Type": "XObject", "Subtype": "Form", "BBox": [box.x, box.y, box.right, box.far]}
            group = {"Group": {"S": "Transparency"}} if content.is_group else {}
            entries = {**about, **group, "Resources": self._resources(content)}
            alike = hashlib.sha256(data + repr(entries).encode()).digest()
            if alike not in self._alike:
                self.digest.update(data)
                self._alike[alike] = add(self._writer, QuickObject(entries, data))
            self._forms[content] = self._alike[alike]
        return self._forms[content]

    def _resources(self, content: ContentStream) -> dict[str, Any]:
        """The resources of a page or a form."""
        return {kind: named for kind, named in self._named(content) if named}

    def _named(self, content: ContentStream) -> Iterator[tuple[str, Any]]:
        """The resources that operators name, by their kind."""
        yield "Font", self._fonts
        objects = {name: self._form(form) for form, name in content.forms.items()}
        objects |= {name: self._images[image] for image, name in content.images.items()}
        yield "XObject", objects | ({FORM: self._underlay} if content.is_underlaid else {})
        yield "ColorSpace", {spot.name: _separation(spot) for spot in content.spots}
        overprint = {OVERPRINT: {"OP": True, "op": False, "OPM": 1}} if content.spots else {}
        states = {name: {"ca": fill, "CA": stroke} for name, (fill, stroke) in sorted(content.alphas.items())}
        yield "ExtGState", states | overprint
        yield "Shading", {name: self._shading(gradient) for gradient, name in content.shadings.items()}
        yield "Properties", {name: self._layers[layer] for layer, name in content.layers.items()}

    def _shading(self, gradient: GradientFill) -> IndirectObject:
        """A gradient's shading, which is added once."""
        if gradient not in self._shadings:
            self._shadings[gradient] = add(self._writer, pdf_object(self._pen.colours.shading(gradient)))
        return self._shadings[gradient]


def _separation(spot: Spot) -> list[Any]:
    """The colour space of a spot colour, which is mixed from process inks where there is no such ink."""
    tint = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": spot.inks, "N": 1}
    return ["Separation", spot.name, "DeviceCMYK", tint]


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
    return alts | {alt: add(writer, QuickObject(alts[alt])) for alt, count in counts.items() if count > 1}


def _structure(writer: PdfWriter, tree: StructureTree, pages: list[Any]) -> IndirectObject:
    """The structure tree, with the elements that each page's marks belong to."""
    tree.root.prune()
    elements = list(tree.root.whole())
    whole, parts = QuickObject(), {element: QuickObject() for element in elements}
    top, places = add(writer, whole), {element: add(writer, part) for element, part in parts.items()}
    alts = _alternatives(writer, elements)
    for element, part in parts.items():
        above = places[element.parent] if element.parent else top
        about = {"S": element.role, "P": above, **_about(element)}
        if element.page >= 0:
            about["Pg"] = pages[element.page]
        if element.alt:
            about["Alt"] = alts[element.alt]
        part.value = about | _kids(element, places)
    numbers: list[Any] = []
    for page, marks in enumerate(tree.marks):
        numbers += [page, [places[element] for element in marks]]
    about = {"Type": "StructTreeRoot", "K": places[tree.root], "ParentTree": {"Nums": numbers}}
    whole.value = {**about, "ParentTreeNextKey": len(tree.marks)}
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


# XMP metadata -------------------------------------------------------------------------------------------------

# Title, author, dates, and the standard that the file conforms to.


def packet(document: Document, digest: str) -> bytes:
    """The XMP packet; `digest` is a hash in hex of everything in the file."""
    uuid = "-".join((digest[:8], digest[8:12], f"5{digest[13:16]}", f"8{digest[17:20]}", digest[20:32]))
    texts = ("title", "author", "subject", "creator", "language")
    fields = {key: escape(getattr(document, key), quote=False) for key in texts}
    return _XMP.format(**fields, date=_DATE.isoformat(), uuid=uuid, standard=_standard(document.condition)).encode()


def _standard(condition: PrintingCondition | None) -> str:
    """The element with the standard that a file conforms to."""
    if condition is None:
        return _PDF_UA
    return _PDF_X_1A if condition.is_flat else _PDF_X_4


PDFX_1A = "PDF/X-1a:2003"
"""The name of this standard in a file's information."""
_PDF_X_4 = "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"
_PDF_X_1A = f'<pdfx:GTS_PDFXVersion xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">{PDFX_1A}</pdfx:GTS_PDFXVersion>'
_PDF_UA = "<pdfuaid:part>1</pdfuaid:part>"
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
    xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
   <dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
   <xmp:CreatorTool>{creator}</xmp:CreatorTool>
   <xmp:CreateDate>{date}</xmp:CreateDate>
   <xmp:ModifyDate>{date}</xmp:ModifyDate>
   <xmp:MetadataDate>{date}</xmp:MetadataDate>
   <xmpMM:DocumentID>uuid:{uuid}</xmpMM:DocumentID>
   <xmpMM:VersionID>1</xmpMM:VersionID>
   <xmpMM:RenditionClass>default</xmpMM:RenditionClass>
   <pdf:Producer>{creator}</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
   {standard}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""
