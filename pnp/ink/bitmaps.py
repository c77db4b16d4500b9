"""Pixels -> the image of a PDF, its bytes as they are: what is deflated may differ between machines.

A PNG whose pixels are packed as PDF has them goes in as it was packed. Others take the room that their pixels do.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping

from pnp.ink.file import File, dictionary, reference, stream
from pnp.ink.inks import Bitmap

_OPAQUE, _CLEAR, _PACKED, _PHOTO = "bitmap-", "clear-bitmap-", "packed-bitmap-", "photo-"
_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}
_GREY, _COLOUR = 0, 2
"""Kinds of PNG whose pixels a PDF takes as they are packed, if a channel is a byte and rows follow each other."""


def define(file: File, bitmap: Bitmap) -> str:
    """The name of the image, which is written when first asked for."""
    digest = hashlib.sha256(b"%d " % bitmap.w + bitmap.pixels + (bitmap.alpha or b"")).hexdigest()[:16]
    name = (_OPAQUE if bitmap.alpha is None else _CLEAR) + digest
    if file.number(name) is None:
        more = {}
        if bitmap.alpha is not None:
            more["SMask"] = reference(file.add(_image(bitmap.w, bitmap.h, "DeviceGray", bitmap.alpha)))
        channels = len(bitmap.pixels) // (bitmap.w * bitmap.h)
        file.add(_image(bitmap.w, bitmap.h, _SPACES[channels], bitmap.pixels, more), name)
    return name


def plain(file: File, data: bytes) -> str:
    """The name of the image that a PNG or a JPEG is."""
    if data.startswith(b"\xff\xd8"):
        return _photo(file, data)
    return _packed(file, data) or define(file, _unpacked(data))


def _photo(file: File, data: bytes) -> str:
    """A JPEG as it is."""
    name = _PHOTO + hashlib.sha256(data).hexdigest()[:16]
    if file.number(name) is None:
        from PIL import Image

        with Image.open(io.BytesIO(data)) as image:
            (w, h), channels = image.size, len(image.getbands())
        # Programs that write four inks into a JPEG write them the other way round.
        turned = {"Decode": "[1 0 1 0 1 0 1 0]"} if channels == 4 else {}
        file.add(_image(w, h, _SPACES[channels], data, {"Filter": "/DCTDecode", **turned}), name)
    return name


def _packed(file: File, data: bytes) -> str | None:
    """A PNG that is opaque and of a common kind, as it is; None for any other."""
    chunks = list(_chunks(data))
    (_, head), *_ = chunks
    w, h = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    depth, kind, _, _, interlaced = head[8:13]
    if depth != 8 or kind not in (_GREY, _COLOUR) or interlaced:
        return None
    name = _PACKED + hashlib.sha256(data).hexdigest()[:16]
    if file.number(name) is None:
        channels = 1 if kind == _GREY else 3
        content = b"".join(part for chunk, part in chunks if chunk == b"IDAT")
        rows = {"Predictor": 15, "Colors": channels, "BitsPerComponent": 8, "Columns": w}
        packed = {"Filter": "/FlateDecode", "DecodeParms": dictionary(rows)}
        file.add(_image(w, h, _SPACES[channels], content, packed), name)
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


def _image(w: int, h: int, space: str, content: bytes, more: Mapping[str, str] = {}) -> bytes:
    about = {"Type": "/XObject", "Subtype": "/Image", "Width": w, "Height": h, "BitsPerComponent": 8}
    return stream({**about, "ColorSpace": f"/{space}", **more}, content)
