"""Embed bitmap files in a PDF with their bytes unchanged: deflating again may give other bytes on another machine.

reportlab deflates images again and has no CMYK image with an alpha channel, so these are pypdf's. A PNG whose pixels
are packed as PDF packs them is taken as it is; the pixels of others are written unpacked.

A file may have hundreds of pictures, so their bytes are not kept: what is embedded unchanged is read from the kit when
the PDF is written. All others are converted once and kept in a `Scratch`.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from pypdf.generic import ByteStringObject, DictionaryObject, IndirectObject, NameObject, PdfObject, StreamObject

from pnp.graphics import pngfile
from pnp.graphics.content import Content, Converted, Jpeg
from pnp.pdf.colour import Bitmap, Colours, opened
from pnp.pdf.frame import Filling, Image, Scratch
from pnp.pdf.objects import pdf_object

_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}
_GREY, _COLOUR, _INDEXED = 0, 2, 3
"""Kinds of PNG whose pixels a PDF takes as they are packed, if a channel is a byte and rows are not interlaced."""


class _PackedPixels(NamedTuple):
    """The packed pixels of a picture, a part of its bytes, which are read from its file each time."""

    content: Content
    part: Callable[[bytes], bytes]
    length: int

    def read(self) -> bytes:
        return self.part(self.content.read())


class Images:
    """The images of one file, by the names that operators have for them."""

    def __init__(self, colours: Colours) -> None:
        self._colours = colours
        self._scratch = Scratch()
        self._made: dict[str, tuple[StreamObject, StreamObject | None]] = {}

    def name(self, content: Content) -> str:
        """The name of the image that a PNG or JPEG file is, which is made when first needed. Raises OSError."""
        name = f"image-{content.digest[:16]}"
        if name not in self._made:
            self._made[name] = self._image(content)
        return name

    def _image(self, content: Content) -> tuple[StreamObject, StreamObject | None]:
        if content.jpeg and not self._colours.is_in_inks:
            return _photo(_whole(content, content.jpeg), content.jpeg), None
        data = content.read()
        cmyk = self._colours.separated(data)
        if cmyk:
            return self._inks(cmyk)
        return self._jpeg(content, data) or self._packed(content, data) or self._unpacked(data)

    def _inks(self, bitmap: Bitmap) -> tuple[StreamObject, StreamObject | None]:
        """A bitmap in CMYK; deflated in a flat file, whose rasterised pictures depend on PDFium's version anyway."""
        if not self._colours.is_flat:
            return self._pixels(bitmap)
        kept = self._scratch.keep(zlib.compress(bitmap.pixels))
        return _image(bitmap.w, bitmap.h, 4, kept, Filter="FlateDecode"), None

    def _jpeg(self, content: Content, data: bytes) -> tuple[StreamObject, None] | None:
        """A JPEG whose header is unknown, as it is; None for any other file."""
        if not data.startswith(b"\xff\xd8"):
            return None
        from PIL import Image  # for pictures only

        with Image.open(io.BytesIO(data)) as opened:
            header = Jpeg(*opened.size, len(opened.getbands()), len(data))
        again = isinstance(content, Converted)
        return _photo(self._scratch.keep(data) if again else _whole(content, header), header), None

    def _packed(self, content: Content, data: bytes) -> tuple[StreamObject, None] | None:
        """An opaque PNG of a common kind as it is packed; None for any other file."""
        chunks = list(pngfile.chunks(data))
        w, h, depth, kind, interlaced = pngfile.head(data)
        is_clear = any(name == b"tRNS" for name, _ in chunks)
        if depth != 8 or kind not in (_GREY, _COLOUR, _INDEXED) or interlaced or is_clear:
            return None
        channels = 3 if kind == _COLOUR else 1
        pixels = pngfile.packed(data)
        again = isinstance(content, Converted)
        filling = self._scratch.keep(pixels) if again else _PackedPixels(content, pngfile.packed, len(pixels))
        rows = {"Predictor": 15, "Colors": channels, "BitsPerComponent": 8, "Columns": w}
        palette = b"".join(part for name, part in chunks if name == b"PLTE")
        indexed = {"ColorSpace": ["Indexed", "DeviceRGB", len(palette) // 3 - 1, ByteStringObject(palette)]}
        about = {"Filter": "FlateDecode", "DecodeParms": rows, **(indexed if kind == _INDEXED else {})}
        return _image(w, h, channels, filling, **about), None

    def _unpacked(self, data: bytes) -> tuple[StreamObject, StreamObject | None]:
        image, alpha = opened(data)
        return self._pixels(Bitmap(*image.size, image.tobytes(), alpha))

    def _pixels(self, bitmap: Bitmap) -> tuple[StreamObject, StreamObject | None]:
        w, h, pixels, alpha = bitmap
        image = _image(w, h, len(pixels) // (w * h), self._scratch.keep(pixels))
        return image, None if alpha is None else _image(w, h, 1, self._scratch.keep(alpha))

    def is_translucent(self, name: str) -> bool:
        """Whether an image has an alpha channel."""
        return self._made[name][1] is not None

    def write(self, add: Callable[[PdfObject], IndirectObject]) -> dict[str, IndirectObject]:
        """Add all images to a file; references to them by name."""
        for image, alpha in self._made.values():
            if alpha is not None:
                image[NameObject("/SMask")] = add(alpha)
        return {name: add(image) for name, (image, _) in self._made.items()}


def _image(w: int, h: int, channels: int, filling: Filling, **more: Any) -> StreamObject:
    image = Image(filling)
    about = {"Type": "XObject", "Subtype": "Image", "Width": w, "Height": h, "BitsPerComponent": 8}
    values = pdf_object({**about, "ColorSpace": _SPACES[channels]} | more)
    assert isinstance(values, DictionaryObject)  # noqa: S101 - for the type checker
    image.update(values)
    return image


def _whole(content: Content, jpeg: Jpeg) -> Filling:
    """All bytes of a JPEG."""
    return _PackedPixels(content, bytes, jpeg.length)


def _photo(filling: Filling, jpeg: Jpeg) -> StreamObject:
    """A JPEG as it is."""
    # Programs that write CMYK into a JPEG write it inverted.
    inverted = {"Decode": (1, 0) * 4} if jpeg.channels == 4 else {}
    return _image(jpeg.w, jpeg.h, jpeg.channels, filling, Filter="DCTDecode", **inverted)
