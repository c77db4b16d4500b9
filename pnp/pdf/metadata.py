"""The XMP metadata of a file: title, author, dates, and the standard that it conforms to."""

from __future__ import annotations

from html import escape

from pnp.pdf.document import Document, PrintingCondition

_DATE = "2000-01-01T00:00:00+00:00"
"""The creation date of every file; reportlab writes the same one into files that it calls invariant."""


def packet(document: Document, digest: str) -> bytes:
    """The XMP packet; `digest` is a hash in hex of everything in the file."""
    uuid = "-".join((digest[:8], digest[8:12], f"5{digest[13:16]}", f"8{digest[17:20]}", digest[20:32]))
    texts = ("title", "author", "subject", "creator", "language")
    fields = {key: escape(getattr(document, key), quote=False) for key in texts}
    return _XMP.format(**fields, date=_DATE, uuid=uuid, standard=_standard(document.condition)).encode()


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
