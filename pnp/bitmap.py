"""PNG and JPEG files -> drawings, the right way up, their pixels as they are.

A camera that is held on its side says so in the file, and leaves the turning to whoever shows the picture. Here that is
done by how the picture is placed, so no pixel is changed.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pnp.drawing import Drawing, Group, Picture
from pnp.geometry import MM_PER_INCH, Rect, Size, Transform

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

MAX_PIXELS = 60_000_000

_ORIENTATION = 0x0112
_SIDEWAYS = 5
"""From this orientation on, rows stand for columns."""
_APP0, _APP1, _APP2, _APP14, _SCAN = 0xE0, 0xE1, 0xE2, 0xEE, 0xDA

# What Pillow is known to raise, and what its parts may raise, when a file is broken.
_BROKEN = (
    OSError, ValueError, SyntaxError, LookupError, TypeError, ArithmeticError, EOFError, struct.error, zlib.error,
    MemoryError,
)  # fmt: skip


class Lack(NamedTuple):
    """Why there is no drawing; to be said at every place that names the picture."""

    code: str
    message: str
    hints: tuple[str, ...] = ()


def read(data: bytes, name: str) -> Drawing | Lack:
    """A PNG or JPEG as a drawing one millimetre to the pixel; whoever places it scales it.

    It is unpacked once to know that it can be, and that only when its size allows: a small file may hold a
    picture that fills the memory. So Pillow's own ways to open a file, which only warn of that, are not taken.
    """
    from PIL.JpegImagePlugin import JpegImageFile
    from PIL.PngImagePlugin import PngImageFile

    is_jpeg = data.startswith(b"\xff\xd8")
    try:
        with warnings.catch_warnings(), (JpegImageFile if is_jpeg else PngImageFile)(io.BytesIO(data)) as image:
            warnings.simplefilter("ignore")
            size = width, height = image.size
            if width * height > MAX_PIXELS:
                message = f"{name} has {width} × {height} pixels"
                return Lack("picture-too-large", message, ("600 dpi are enough",))
            image.load()
            rare = _rare_jpeg(data) if is_jpeg else _rare_png(image)
            orientation = _orientation(image)
            data = _bare(data) if is_jpeg else data
    except _BROKEN:
        return Lack("bad-picture", f"{name} is not a picture that can be read", ("use SVG, PNG or JPEG",))
    if rare:
        return Lack("bad-picture", f"{name} {rare}, which is not drawn", ("save it as a PNG of 24 or 32 bits",))
    return _upright(name, Picture(Rect(0, 0, *size), data, size), orientation)


def dpi(pixels: tuple[int, int], size: Size) -> float:
    """Pixels to the inch of a bitmap printed in a size, in the direction that has fewer."""
    return min(pixels[0] / size.w, pixels[1] / size.h) * MM_PER_INCH


def _upright(name: str, picture: Picture, orientation: int) -> Drawing:
    """The picture as it is to be seen: one of the eight ways to turn and mirror it."""
    w, h = picture.pixels
    if orientation not in range(2, 9):
        return Drawing(name, Size(w, h), (picture,))
    turn = (
        Transform(-1, 0, 0, 1, w, 0),
        Transform(-1, 0, 0, -1, w, h),
        Transform(1, 0, 0, -1, 0, h),
        Transform(0, 1, 1, 0, 0, 0),
        Transform(0, 1, -1, 0, h, 0),
        Transform(0, -1, -1, 0, h, w),
        Transform(0, -1, 1, 0, 0, w),
    )[orientation - 2]
    return Drawing(name, Size(h, w) if orientation >= _SIDEWAYS else Size(w, h), (Group((picture,), turn),))


def _orientation(image: ImageFile) -> int:
    """How the picture is to be turned; as it is, where that cannot be read."""
    try:
        found = image.getexif().get(_ORIENTATION)
    except _BROKEN:
        return 1
    return found if isinstance(found, int) else 1


def _rare_png(image: ImageFile) -> str:
    """What is rare about a PNG so that a PDF would show it otherwise; nothing about most."""
    if image.mode not in ("1", "L", "LA", "P", "RGB", "RGBA"):
        return "has 16 bits of grey"
    if image.mode != "P" and "transparency" in image.info:
        return "has a single colour that stands for none"
    return ""


def _rare_jpeg(data: bytes) -> str:
    """What is rare about a JPEG: a PDF may hold a baseline or a progressive one as it is."""
    marked = False
    for marker, start, end in _segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xCC):
            if marker > 0xC2:
                return "is neither baseline nor progressive"
            return "does not say how its four inks are written" if data[start + 9] == 4 and not marked else ""
        if marker == _APP0 and end - start < 16:
            return "has a broken head"
        marked = marked or marker == _APP14
    return "has no head"


def _bare(data: bytes) -> bytes:
    """A JPEG without what is only told of it: where a photo was taken is nobody's business who gets the PDF.

    A list of further pictures, as telephones make them, goes too; the first one is what is seen.
    """
    kept, last = [data[:2]], 2
    for marker, start, end in _segments(data):
        told = marker == _APP1 or (marker == _APP2 and data[start + 4 : start + 8] == b"MPF\0")
        kept.append(b"" if told else data[start:end])
        last = end
    return b"".join(kept) + data[last:]


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The parts of a JPEG before its pixels: the marker of each, where it begins and where it ends."""
    at = 2
    while data[at] == 0xFF:
        marker, end = data[at + 1], at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == _SCAN:
            return
        yield marker, at, end
        at = end
