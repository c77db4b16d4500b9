"""Pixels -> the image of a PDF, its bytes as they are: what is deflated may differ between machines.

A PNG whose pixels are packed as PDF has them goes in as it was packed. Others take the room that their pixels do.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from typing import Any

from reportlab.pdfbase import pdfdoc

from pnp.ink.inks import Bitmap

_OPAQUE, _CLEAR, _PACKED = "bitmap-", "clear-bitmap-", "packed-bitmap-"
_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}
_GREY, _COLOUR = 0, 2
"""Kinds of PNG whose pixels a PDF takes as they are packed, if a channel is a byte and rows follow each other."""


def define(document: Any, bitmap: Bitmap) -> str:
    """The name of the image, which is written when first asked for."""
    digest = hashlib.sha256(b"%d " % bitmap.w + bitmap.pixels + (bitmap.alpha or b"")).hexdigest()[:16]
    name = (_OPAQUE if bitmap.alpha is None else _CLEAR) + digest
    key = document.getXObjectName(name)
    if key not in document.idToObject:
        image = _image(bitmap, _SPACES[len(bitmap.pixels) // (bitmap.w * bitmap.h)], bitmap.pixels)
        if bitmap.alpha is not None:
            image.dictionary["SMask"] = document.Reference(_image(bitmap, "DeviceGray", bitmap.alpha), f"{key}.alpha")
        document.Reference(image, key)
    return name


def plain(document: Any, data: bytes) -> str | None:
    """The name of the image that a PNG is; None for a JPEG."""
    if data.startswith(b"\xff\xd8"):
        return None
    return _packed(document, data) or define(document, _unpacked(data))


def _packed(document: Any, data: bytes) -> str | None:
    """A PNG that is opaque and of a common kind, as it is; None for any other."""
    chunks = list(_chunks(data))
    (_, head), *_ = chunks
    w, h = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    depth, kind, _, _, interlaced = head[8:13]
    if depth != 8 or kind not in (_GREY, _COLOUR) or interlaced:
        return None
    name = _PACKED + hashlib.sha256(data).hexdigest()[:16]
    key = document.getXObjectName(name)
    if key not in document.idToObject:
        channels = 1 if kind == _GREY else 3
        content = b"".join(part for chunk, part in chunks if chunk == b"IDAT")
        image = _image(Bitmap(w, h, b"", None), _SPACES[channels], content)
        rows = {"Predictor": 15, "Colors": channels, "BitsPerComponent": 8, "Columns": w}
        image.dictionary["Filter"] = pdfdoc.PDFName("FlateDecode")
        image.dictionary["DecodeParms"] = pdfdoc.PDFDictionary(rows)
        document.Reference(image, key)
    return name


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG by their names."""
    at = 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def _unpacked(data: bytes) -> Bitmap:
    """A PNG's pixels in red, green and blue, or in grey."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        opaque = "A" not in image.getbands() and "transparency" not in image.info
        bare = "L" if image.mode in ("1", "L", "LA") else "RGB"
        full = image.convert(bare if opaque else f"{bare}A")
    return Bitmap(*full.size, full.convert(bare).tobytes(), None if opaque else full.getchannel("A").tobytes())


def is_translucent(name: str) -> bool:
    """Whether that is the name of an image that shines through."""
    return name.startswith(_CLEAR)


def _image(bitmap: Bitmap, space: str, content: bytes) -> Any:
    about = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Image"),
        "Width": bitmap.w,
        "Height": bitmap.h,
        "BitsPerComponent": 8,
        "ColorSpace": pdfdoc.PDFName(space),
    }
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(about), content + b"\n")
