"""PNG and JPEG files -> drawings, the right way up, their pixels as they are.

A camera that is held on its side says so in the file, and leaves the turning to whoever shows the picture. Here that is
done by how the picture is placed, so no pixel is changed.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from typing import TYPE_CHECKING, NamedTuple

from pnp.graphics import jpeg, pngfile
from pnp.graphics.drawing import Drawing, Group, Picture
from pnp.graphics.geometry import MM_PER_INCH, Rect, Size, Transform

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

MAX_PIXELS = 60_000_000

_DAMAGED = "the file is damaged: save it again, or copy it again"
_ORIENTATION = 0x0112
_SIDEWAYS = 5
"""From this orientation on, rows stand for columns."""
_OTHERS = {
    b"GIF8": "a GIF", b"RIFF": "a WebP picture", b"II*\0": "a TIFF picture", b"MM\0*": "a TIFF picture",
    b"BM": "a BMP picture", b"<": "an SVG or HTML file", b"%PDF": "a PDF", b"8BPS": "a Photoshop file",
}  # fmt: skip
"""What is sometimes called .png or .jpg, by how it begins."""

# What Pillow is known to raise, and what its parts may raise, when a file is broken.
_BROKEN = (
    OSError, ValueError, SyntaxError, LookupError, TypeError, ArithmeticError, EOFError, struct.error, zlib.error,
    MemoryError,
)  # fmt: skip


class ImageProblem(NamedTuple):
    """Why there is no drawing; to be said at every place that names the picture."""

    code: str
    message: str
    hints: tuple[str, ...] = ()


def read(data: bytes, name: str) -> Drawing | ImageProblem:
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
                return ImageProblem("picture-too-large", message, ("600 dpi are enough",))
            if is_jpeg:
                data, rare = jpeg.bare(data), jpeg.rare(data)
            else:
                pngfile.check(data)
            image.load()
            if is_jpeg and jpeg.is_short(data):
                return ImageProblem("bad-picture", f"{name} has fewer pixels than its head says", (_DAMAGED,))
            rare = rare if is_jpeg else _rare_png(image)
            orientation = _orientation(image)
    except (jpeg.DamagedError, pngfile.DamagedError) as error:
        return ImageProblem("bad-picture", f"{name} {error}", (_DAMAGED,))
    except _BROKEN:
        return ImageProblem("bad-picture", f"{name} {_described(data)}", ("use SVG, PNG or JPEG",))
    if rare:
        return ImageProblem("bad-picture", f"{name} {rare}, which is not drawn", ("save it as a PNG of 24 or 32 bits",))
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


def _described(data: bytes) -> str:
    """What a file is that cannot be read, by how it begins."""
    kind = next((kind for beginning, kind in _OTHERS.items() if data.startswith(beginning)), "")
    return f"is {kind}, whatever its name" if kind else "is not a picture that can be read"


def _rare_png(image: ImageFile) -> str:
    """What is rare about a PNG so that a PDF would show it otherwise; nothing about most."""
    if image.mode not in ("1", "L", "LA", "P", "RGB", "RGBA"):
        return "has 16 bits of grey"
    if image.mode != "P" and "transparency" in image.info:
        return "has a single colour that stands for none"
    return ""
