"""Read an underlay, in the confined child process.

The result is the page's size in mm or an error, and a PDF with the page's content as one form. Only the keys that
drawing needs are copied: no annotations, no scripts, no attachments, no links to other files. Marked content is left
out, so hidden layers are shown.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import IO, Any

from pypdf import PdfReader, PdfWriter
from pypdf.errors import DependencyError, FileNotDecryptedError
from pypdf.generic import (
    ArrayObject,
    ContentStream,
    DecodedStreamObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NullObject,
    PdfObject,
    StreamObject,
)

from pnp.graphics.geometry import MM_PER_POINT
from pnp.pdf.objects import add, encoded, pdf_object
from pnp.pdf.underlay import FORM

MAX_DEPTH = 60
MAX_OPERATORS = 2_000_000
"""The most operators that drawing the page takes, those of a form as often as it is drawn."""
_MARKING = (b"BMC", b"BDC", b"EMC", b"MP", b"DP")
"""Operators of marked content, which only give meaning."""

_RESOURCES = ("/Font", "/XObject", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading")
"""Resources that draw. Their keys are any names, as are those of `_NAMED`."""
_NAMED = ("/CharProcs", "/Colorants")
_DRAWING = """
Type Subtype FormType BBox Matrix Resources Group S CS I K
Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask SMaskInData Filter DecodeParms
Columns Rows BlackIs1 EncodedByteAlign EndOfLine EndOfBlock DamagedRowsBeforeError Predictor Colors EarlyChange
ColorTransform JBIG2Globals
BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode DescendantFonts CIDSystemInfo DW W DW2 W2
CIDToGIDMap FontBBox FontMatrix CharProcs BaseEncoding Differences CMapName WMode UseCMap Registry Ordering Supplement
FontName FontFamily FontStretch FontWeight Flags ItalicAngle Ascent Descent Leading CapHeight XHeight StemV StemH
AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet Style FD CIDSet Length1 Length2 Length3
LW LC LJ ML D RI OP op OPM Font FL SM SA BM CA ca AIS TK G BC TR
ShadingType Background AntiAlias Domain Function Coords Extend BitsPerCoordinate BitsPerFlag VerticesPerRow
PatternType PaintType TilingType XStep YStep Shading ExtGState
FunctionType Range Size BitsPerSample Order Encode C0 C1 N Functions Bounds
WhitePoint BlackPoint Gamma Alternate Colorants Process MixingHints Components
"""
"""The keys of fonts, pictures, forms, patterns, shadings, functions and colour spaces that say how to draw."""
_KEYS = frozenset(f"/{key}" for key in re.findall(r"\w+", _DRAWING))


class Copier:
    """Copies what draws from one file to another; an object that is used twice is copied once."""

    def __init__(self, writer: PdfWriter) -> None:
        self._writer = writer
        self._copies: dict[tuple[int, int], IndirectObject] = {}

    def copy(self, value: Any, depth: int = 0, *, named: bool = False) -> PdfObject:
        """A copy of a value. The keys of a dictionary that is `named` are any names. Raises ValueError."""
        if depth > MAX_DEPTH:
            raise ValueError("its resources are nested too deeply")
        if isinstance(value, IndirectObject):
            return self._referenced(value, depth, named=named)
        if isinstance(value, ArrayObject):
            return ArrayObject(self.copy(item, depth + 1) for item in value)
        if isinstance(value, DictionaryObject):
            found = encoded(value) if isinstance(value, StreamObject) else DictionaryObject()
            self._fill(found, value, depth, named=named)
            return found
        return value if isinstance(value, PdfObject) else NullObject()

    def _referenced(self, reference: IndirectObject, depth: int, *, named: bool) -> PdfObject:
        key = (reference.idnum, reference.generation)
        if key not in self._copies:
            found = reference.get_object()
            if not isinstance(found, DictionaryObject):
                return self.copy(found, depth + 1, named=named)
            place = encoded(found) if isinstance(found, StreamObject) else DictionaryObject()
            self._copies[key] = add(self._writer, place)
            self._fill(place, found, depth, named=named)
        return self._copies[key]

    def _fill(self, place: DictionaryObject, found: DictionaryObject, depth: int, *, named: bool) -> None:
        for key in found:
            value = found.raw_get(key)
            if key == "/Resources":
                place[NameObject(key)] = self.resources(value, depth + 1)
            elif named or key in _KEYS:
                place[NameObject(key)] = self.copy(value, depth + 1, named=key in _NAMED and not named)

    def resources(self, value: Any, depth: int = 0) -> DictionaryObject:
        """A copy of the resources that draw."""
        found: Any = value.get_object() if isinstance(value, IndirectObject) else value
        kept = DictionaryObject()
        for key in _RESOURCES if isinstance(found, DictionaryObject) else ():
            group = found.get(key)
            group = group.get_object() if group is not None else None
            if isinstance(group, DictionaryObject):
                kept[NameObject(key)] = self.copy(group, depth + 1, named=True)
        return kept


class Counter:
    """Counts the operators that drawing takes."""

    def __init__(self) -> None:
        self._counted: dict[int, int] = {}
        self._open: set[int] = set()

    def check(self, form: StreamObject) -> None:
        """Raise ValueError if drawing a form takes too long, or never ends."""
        if self.operators(form) > MAX_OPERATORS:
            raise ValueError("it draws too much")

    def operators(self, form: StreamObject) -> int:
        """The number of operators that drawing a form takes."""
        key = id(form)
        if key in self._open:
            raise ValueError("one of its forms contains itself")
        if key not in self._counted:
            self._open.add(key)
            steps = ContentStream(form, None).operations
            inner = (self._inner(form, operands) for operands, operator in steps if operator == b"Do")
            self._counted[key] = len(steps) + sum(inner)
            self._open.remove(key)
        return self._counted[key]

    def _inner(self, form: StreamObject, operands: Any) -> int:
        placed: Any = form
        for name in ("/Resources", "/XObject", operands[0] if operands else ""):
            placed = placed.get(name) if isinstance(placed, DictionaryObject) else None
            placed = placed.get_object() if placed is not None else None
        is_form = isinstance(placed, StreamObject) and placed.get("/Subtype") == "/Form"
        return self.operators(placed) if is_form else 1


def converted(file: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """The size of a file's first page in mm, and the page as a file with one form. Raises errors of all kinds."""
    reader = PdfReader(file)
    if reader.is_encrypted:
        raise FileNotDecryptedError
    if not len(reader.pages):
        raise ValueError("it has no pages")
    page: Any = reader.pages[0]
    unit, turn = float(page.get("/UserUnit", 1)), int(page.rotation) % 360
    box = [float(edge) for edge in page.cropbox]
    matrix, size = _upright(box, turn)
    writer = PdfWriter()
    form = DecodedStreamObject()
    form.set_data(_content(page, reader))
    about = {"Type": "XObject", "Subtype": "Form", "BBox": box}
    values = pdf_object({**about, "Matrix": [number * unit for number in matrix]})
    form.update(values)  # type: ignore[call-overload]
    form[NameObject("/Resources")] = Copier(writer).resources(page.get("/Resources"))
    Counter().check(form)
    w, h = size[0] * unit, size[1] * unit
    blank = writer.add_blank_page(w, h)
    blank[NameObject("/Resources")] = pdf_object({"XObject": {FORM: add(writer, form)}})
    out = io.BytesIO()
    writer.write(out)
    return {"w": w * MM_PER_POINT, "h": h * MM_PER_POINT}, out.getvalue()


def _upright(box: list[float], turn: int) -> tuple[tuple[float, ...], tuple[float, float]]:
    """The matrix that puts a box, turned clockwise, at the origin; and the size that is seen, in units."""
    left, bottom, right, top = box
    w, h = right - left, top - bottom
    ways = {
        0: (1, 0, 0, 1, -left, -bottom),
        90: (0, -1, 1, 0, -bottom, right),
        180: (-1, 0, 0, -1, right, top),
        270: (0, 1, -1, 0, top, -left),
    }
    return ways[turn], ((h, w) if turn in (90, 270) else (w, h))


def _content(page: Any, reader: PdfReader) -> bytes:
    """The page's operators without marked content."""
    content = ContentStream(page.get_contents(), reader)
    content.operations = [step for step in content.operations if step[1] not in _MARKING]
    return content.get_data()


def task(_data: object, blobs: Sequence[bytes], _note: object) -> tuple[dict[str, Any], Sequence[bytes]]:
    """The size of a PDF's first page and the page as a PDF, or an error."""
    try:
        about, data = converted(io.BytesIO(blobs[0]))
    except (DependencyError, FileNotDecryptedError):
        return {"error": "it is encrypted; save a copy without a password"}, ()
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - damaged files make the library raise errors of any kind
        reason = " ".join("".join(c if c.isprintable() else " " for c in str(error)[:200]).split())
        return {"error": f"it cannot be read as PDF: {reason or 'its structure is damaged'}"}, ()
    return about, [data]
