"""Embed bitmap files in a PDF with their bytes unchanged: deflating again may give other bytes on another machine.

reportlab deflates images again and has no CMYK image with an alpha channel, so these are pypdf's. A PNG whose pixels
are packed as PDF packs them is taken as it is; the pixels of others are written unpacked.
"""

from __future__ import annotations

import hashlib
import io
import zlib
from collections.abc import Callable
from typing import Any

from PIL import Image
from pypdf.generic import ByteStringObject, DictionaryObject, IndirectObject, NameObject, PdfObject, StreamObject

from pnp.graphics import pngfile
from pnp.pdf.colour import Colours
from pnp.pdf.objects import pdf_object
from pnp.pdf.separation import Bitmap, opened

_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}
_GREY, _COLOUR, _INDEXED = 0, 2, 3
"""Kinds of PNG whose pixels a PDF takes as they are packed, if a channel is a byte and rows are not interlaced."""


class Images:
    """The images of one file, by the names that operators have for them."""

    def __init__(self, colours: Colours) -> None:
        self._colours = colours
        self._made: dict[str, tuple[StreamObject, StreamObject | None]] = {}

    def name(self, data: bytes) -> str:
        """The name of the image that a PNG or JPEG file is, which is made when first needed."""
        name = f"image-{hashlib.sha256(data).hexdigest()[:16]}"
        if name not in self._made:
            cmyk = self._colours.separated(data)
            self._made[name] = self._inks(cmyk) if cmyk else _photo(data) or _packed(data) or _unpacked(data)
        return name

    def _inks(self, bitmap: Bitmap) -> tuple[StreamObject, StreamObject | None]:
        """A bitmap in CMYK; deflated in a flat file, whose rasterised pictures depend on PDFium's version anyway."""
        if not self._colours.is_flat:
            return _pixels(bitmap)
        return _image(bitmap.w, bitmap.h, 4, zlib.compress(bitmap.pixels), Filter="FlateDecode"), None

    def is_translucent(self, name: str) -> bool:
        """Whether an image has an alpha channel."""
        return self._made[name][1] is not None

    def write(self, add: Callable[[PdfObject], IndirectObject]) -> dict[str, IndirectObject]:
        """Add all images to a file; references to them by name."""
        for image, alpha in self._made.values():
            if alpha is not None:
                image[NameObject("/SMask")] = add(alpha)
        return {name: add(image) for name, (image, _) in self._made.items()}


def _image(w: int, h: int, channels: int, data: bytes, **more: Any) -> StreamObject:
    image = StreamObject()
    image.set_data(data)
    about = {"Type": "XObject", "Subtype": "Image", "Width": w, "Height": h, "BitsPerComponent": 8}
    values = pdf_object({**about, "ColorSpace": _SPACES[channels]} | more)
    assert isinstance(values, DictionaryObject)  # noqa: S101 - for the type checker
    image.update(values)
    return image


def _pixels(bitmap: Bitmap) -> tuple[StreamObject, StreamObject | None]:
    w, h, pixels, alpha = bitmap
    return _image(w, h, len(pixels) // (w * h), pixels), None if alpha is None else _image(w, h, 1, alpha)


def _unpacked(data: bytes) -> tuple[StreamObject, StreamObject | None]:
    image, alpha = opened(data)
    return _pixels(Bitmap(*image.size, image.tobytes(), alpha))


def _photo(data: bytes) -> tuple[StreamObject, None] | None:
    """A JPEG as it is; None for any other file."""
    if not data.startswith(b"\xff\xd8"):
        return None
    with Image.open(io.BytesIO(data)) as opened:
        (w, h), channels = opened.size, len(opened.getbands())
    # Programs that write CMYK into a JPEG write it inverted.
    inverted = {"Decode": (1, 0) * 4} if channels == 4 else {}
    return _image(w, h, channels, data, Filter="DCTDecode", **inverted), None


def _packed(data: bytes) -> tuple[StreamObject, None] | None:
    """An opaque PNG of a common kind as it is packed; None for any other file."""
    chunks = list(pngfile.chunks(data))
    w, h, depth, kind, interlaced = pngfile.head(data)
    if depth != 8 or kind not in (_GREY, _COLOUR, _INDEXED) or interlaced or any(name == b"tRNS" for name, _ in chunks):
        return None
    channels = 3 if kind == _COLOUR else 1
    content = b"".join(part for name, part in chunks if name == b"IDAT")
    rows = {"Predictor": 15, "Colors": channels, "BitsPerComponent": 8, "Columns": w}
    palette = b"".join(part for name, part in chunks if name == b"PLTE")
    indexed = {"ColorSpace": ["Indexed", "DeviceRGB", len(palette) // 3 - 1, ByteStringObject(palette)]}
    about = {"Filter": "FlateDecode", "DecodeParms": rows, **(indexed if kind == _INDEXED else {})}
    return _image(w, h, channels, content, **about), None
