"""What a print shop's programs read of a file: where to cut, which printing condition it is made for, what it keeps to.

A file for a shop is built as ISO 15930-7, PDF/X-4, has it, but for one thing: it names its printing condition by the
registry's name and does not hold the condition's ICC profile, so the shop puts in its own.
"""

from __future__ import annotations

import hashlib
from html import escape
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfdoc

from pnp.geometry import POINTS_PER_MM, Rect

VERSION = (1, 6)
"""The version of PDF that PDF/X-4 is made of."""
STANDARD = "PDF/X-4"


class Condition(NamedTuple):
    """How a file is to be printed: the condition's name in a registry, the registry, and how people call it. `limit` is
    the most ink that any place gets, in percent."""

    limit: float
    name: str = "FOGRA39"
    registry: str = "http://www.color.org"
    said: str = "Offset on coated paper to ISO 12647-2:2004/Amd 1, paper type 1 or 2 (FOGRA39)"


def boxes(canvas: Any, trim: Rect, whole: tuple[float, float]) -> None:
    """Set the boxes of a page, `whole` mm wide and high, that is cut at `trim` after ink has run to its edge."""
    edge = points(Rect(0, 0, *whole))
    canvas.setPageSize(edge[2:])
    canvas.setTrimBox(points(trim))
    canvas.setBleedBox(edge)
    canvas.setCropBox(edge)


def points(rect: Rect) -> tuple[float, ...]:
    """A rectangle in mm as the corners of a box in points."""
    return tuple(round(v * POINTS_PER_MM, 5) for v in (rect.x, rect.y, rect.right, rect.far))


def mix_in_inks(page: Any) -> None:
    """Have what is translucent on a page mixed in inks, as all colours are."""
    page.__NoDefault__ = [*page.__NoDefault__, "Group"]
    page.Group = pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName("DeviceCMYK")})


def finish(canvas: Any, condition: Condition) -> None:
    """Tell the file's catalogue what it is made for and what it keeps to; mark the file as this one and no other."""
    document = canvas._doc
    catalog = document.Catalog
    digest = _digest(document)
    document.updateSignature(digest)
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = pdfdoc.PDFArray([_intent(condition)])
    about = {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")}
    catalog.Metadata = pdfdoc.PDFStream(pdfdoc.PDFDictionary(about), _metadata(document.info, digest.hex()))


def _intent(condition: Condition) -> Any:
    told = {
        "OutputCondition": condition.said,
        "OutputConditionIdentifier": condition.name,
        "RegistryName": condition.registry,
        "Info": condition.said,
    }
    names = {"Type": pdfdoc.PDFName("OutputIntent"), "S": pdfdoc.PDFName("GTS_PDFX")}
    return pdfdoc.PDFDictionary({**names, **{key: pdfdoc.PDFString(text) for key, text in told.items()}})


def _digest(document: Any) -> bytes:
    """A digest of all that is drawn."""
    found = hashlib.sha256()
    for held in document.idToObject.values():
        for part in (getattr(held, "stream", None), getattr(held, "content", None)):
            if isinstance(part, bytes):
                found.update(part)
    return found.digest()


def _metadata(info: Any, digest: str) -> bytes:
    """The metadata packet: what the information dictionary tells, and which standard the file is built as."""
    uuid = "-".join((digest[:8], digest[8:12], f"5{digest[13:16]}", f"8{digest[17:20]}", digest[20:32]))
    return _XMP.format(
        title=escape(info.title, quote=False),
        author=escape(info.author, quote=False),
        subject=escape(info.subject, quote=False),
        creator=escape(info.creator, quote=False),
        producer=escape(info.producer, quote=False),
        date="2000-01-01T00:00:00+00:00",
        uuid=uuid,
        standard=STANDARD,
    ).encode()


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
   <xmp:CreatorTool>{creator}</xmp:CreatorTool>
   <xmp:CreateDate>{date}</xmp:CreateDate>
   <xmp:ModifyDate>{date}</xmp:ModifyDate>
   <xmp:MetadataDate>{date}</xmp:MetadataDate>
   <xmpMM:DocumentID>uuid:{uuid}</xmpMM:DocumentID>
   <xmpMM:VersionID>1</xmpMM:VersionID>
   <xmpMM:RenditionClass>default</xmpMM:RenditionClass>
   <pdf:Producer>{producer}</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
   <pdfxid:GTS_PDFXVersion>{standard}</pdfxid:GTS_PDFXVersion>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""
