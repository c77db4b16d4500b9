"""PDFs as other programs make them, good and bad, written object by object so that a test says exactly what is there.

Python's values stand for a PDF's: a dict or list for itself, `/word` for a name, other text for a string, `Stream` for
a stream. What is to be one object however often it is used is made once with `File.add`.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, NamedTuple

from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NullObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

MM = 72 / 25.4
A4 = (210.0, 297.0)
A5 = (148.0, 210.0)
SQUARE = b"1 0 0 1 k 50 50 100 100 re f"


class Stream(NamedTuple):
    """The entries of a stream, and its bytes."""

    entries: dict[str, Any]
    data: bytes


class File:
    """A PDF that is being made."""

    def __init__(self) -> None:
        self.writer = PdfWriter()

    def add(self, value: Any) -> IndirectObject:
        return self.writer._add_object(self.made(value))

    def page(
        self, size: tuple[float, float] = A4, content: bytes = SQUARE, resources: Any = None, **entries: Any
    ) -> DictionaryObject:
        """A page of a size in mm; more entries by their names in the file."""
        page = self.writer.add_blank_page(size[0] * MM, size[1] * MM)
        page[NameObject("/Contents")] = self.add(Stream({}, content))
        page[NameObject("/Resources")] = self.made(resources or {})
        for key, value in entries.items():
            page[NameObject(f"/{key}")] = self.made(value)
        return page

    def root(self, **entries: Any) -> None:
        for key, value in entries.items():
            self.writer._root_object[NameObject(f"/{key}")] = self.made(value)

    def made(self, value: Any) -> PdfObject:
        match value:
            case PdfObject():
                return value
            case Stream():
                stream = DecodedStreamObject()
                stream.set_data(value.data)
                stream.update(self.made(value.entries))
                return self.writer._add_object(stream)
            case dict():
                return DictionaryObject({NameObject(f"/{k.lstrip('/')}"): self.made(v) for k, v in value.items()})
            case list() | tuple():
                return ArrayObject([self.made(inner) for inner in value])
            case None:
                return NullObject()
            case bool():
                return BooleanObject(value)
            case int():
                return NumberObject(value)
            case float():
                return FloatObject(value)
            case str() if value.startswith("/"):
                return NameObject(value)
        return TextStringObject(value)

    def data(self) -> bytes:
        out = io.BytesIO()
        self.writer.write(out)
        return out.getvalue()


def box(x: float, y: float, w: float, h: float) -> list[float]:
    """A box's corners in points, from mm."""
    return [value * MM for value in (x, y, x + w, y + h)]


def asking(file: File, duplex: str = "Simplex", scaling: str = "None") -> File:
    """The file with its viewer preferences set."""
    file.root(ViewerPreferences={"PrintScaling": f"/{scaling}", "Duplex": f"/{duplex}"})
    return file


def sheets(*sizes: tuple[float, float], duplex: str = "Simplex") -> File:
    """Pages of these sizes in mm, in order."""
    file = asking(File(), duplex)
    for size in sizes:
        file.page(size)
    return file


def font(file: File, name: str = "Helvetica", *, embedded: bool = False) -> IndirectObject:
    font: dict[str, Any] = {"Type": "/Font", "Subtype": "/TrueType", "BaseFont": f"/{name}"}
    if embedded:
        shapes = Stream({}, b"shapes")
        font["FontDescriptor"] = {"Type": "/FontDescriptor", "FontName": f"/{name}", "FontFile2": shapes}
    return file.add(font)


def picture(file: File, w: int, h: int, space: Any = "/DeviceGray", **entries: Any) -> IndirectObject:
    inks = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4}.get(str(space), 1)
    message = {"Type": "/XObject", "Subtype": "/Image", "Width": w, "Height": h, "BitsPerComponent": 8}
    return file.add(Stream({**message, "ColorSpace": space, **entries}, bytes(w * h * inks)))


def form(file: File, content: bytes, resources: Any = None, **entries: Any) -> IndirectObject:
    message = {"Type": "/XObject", "Subtype": "/Form", "BBox": [-5000, -5000, 5000, 5000], "Resources": resources or {}}
    return file.add(Stream({**message, **entries}, content))


def press_card(
    content: bytes = SQUARE, resources: Any = None, *, intent: bool = True, bleed: float | None = 3.0, trim: bool = True
) -> File:
    """A poker card as a print shop wants it, or nearly: a page 6 mm larger than the card, `bleed` in mm."""
    file = asking(File())
    boxes = {"TrimBox": box(3, 3, 63.5, 88.9)} if trim else {}
    if bleed is not None:
        boxes["BleedBox"] = box(3 - bleed, 3 - bleed, 63.5 + 2 * bleed, 88.9 + 2 * bleed)
    file.page((69.5, 94.9), content, resources and resources(file), **boxes)
    if intent:
        file.root(OutputIntents=[{"S": "/GTS_PDFX", "OutputConditionIdentifier": "FOGRA39"}])
    return file


def saved(file: File | bytes, path: Path) -> Path:
    path.write_bytes(file if isinstance(file, bytes) else file.data())
    return path
