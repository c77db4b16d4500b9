"""What a print shop's programs read of a file: where to cut, which printing condition it is made for, what it keeps to.

A file for a shop is built as ISO 15930-7, PDF/X-4, has it, but for one thing: it names its printing condition by the
registry's name and does not hold the condition's ICC profile, so the shop puts in its own.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pnp.ink.file import File, array, dictionary, reference, stream, string

VERSION = (1, 6)
"""The version of PDF that PDF/X-4 is made of."""
STANDARD = "PDF/X-4"


class About(Protocol):
    """What a file says of itself."""

    @property
    def title(self) -> str: ...

    @property
    def author(self) -> str: ...

    @property
    def subject(self) -> str: ...

    @property
    def creator(self) -> str: ...


class Condition(NamedTuple):
    """How a file is to be printed: the condition's name in a registry, the registry, and how people call it. `limit` is
    the most ink that any place gets, in percent."""

    limit: float
    name: str = "FOGRA39"
    registry: str = "http://www.color.org"
    said: str = "Offset on coated paper to ISO 12647-2:2004/Amd 1, paper type 1 or 2 (FOGRA39)"


MIXED_IN_INKS = {"Group": "<</S/Transparency/CS/DeviceCMYK>>"}
"""What a page is to tell so that what is translucent on it is mixed in inks, as all colours are."""


def finish(file: File, condition: Condition, about: About) -> dict[str, str]:
    """What a file's catalogue is to tell of what it is made for and of what it keeps to."""
    metadata = stream({"Type": "/Metadata", "Subtype": "/XML"}, _metadata(about, file.digest().hex()))
    return {"OutputIntents": array([_intent(condition)]), "Metadata": reference(file.add(metadata))}


def _intent(condition: Condition) -> str:
    told = {
        "OutputCondition": condition.said,
        "OutputConditionIdentifier": condition.name,
        "RegistryName": condition.registry,
        "Info": condition.said,
    }
    names = {"Type": "/OutputIntent", "S": "/GTS_PDFX"}
    return dictionary({**names, **{key: string(text) for key, text in told.items()}})


def _metadata(about: About, digest: str) -> bytes:
    """The metadata packet: what the information dictionary tells, and which standard the file is built as. `digest` is
    of all that the file holds."""
    from html import escape

    uuid = "-".join((digest[:8], digest[8:12], f"5{digest[13:16]}", f"8{digest[17:20]}", digest[20:32]))
    return _XMP.format(
        title=escape(about.title, quote=False),
        author=escape(about.author, quote=False),
        subject=escape(about.subject, quote=False),
        creator=escape(about.creator, quote=False),
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
   <pdf:Producer>{creator}</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
   <pdfxid:GTS_PDFXVersion>{standard}</pdfxid:GTS_PDFXVersion>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""
