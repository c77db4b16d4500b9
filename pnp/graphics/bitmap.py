"""Read PNG and JPEG files as drawings, the right way up, without changing their pixels.

Cameras record how they were held (the Exif orientation). The picture is turned by a transform.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.confined import Limits, StoppedError, call
from pnp.graphics import jpeg, pngfile
from pnp.graphics.content import Jpeg, Kept, Parts, Stored, joined
from pnp.graphics.drawing import Drawing, Group, Picture
from pnp.graphics.geometry import MM_PER_INCH, Rect, Size, Transform

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

MAX_PIXELS = 60_000_000

_DAMAGED = "the file is damaged: save it again, or copy it again"
_ORIENTATION = 0x0112
_SIDEWAYS = 5
"""From this orientation on, rows and columns are swapped."""
_OTHERS = {
    b"GIF8": "a GIF", b"RIFF": "a WebP picture", b"II*\0": "a TIFF picture", b"MM\0*": "a TIFF picture",
    b"BM": "a BMP picture", b"<": "an SVG or HTML file", b"%PDF": "a PDF", b"8BPS": "a Photoshop file",
}  # fmt: skip
"""Other files that are sometimes named .png or .jpg, by their first bytes."""

# Exceptions that Pillow raises for broken files.
_BROKEN = (
    OSError, ValueError, SyntaxError, LookupError, TypeError, ArithmeticError, EOFError, struct.error, zlib.error,
    MemoryError,
)  # fmt: skip


class ImageProblem(NamedTuple):
    """Why a picture cannot be drawn, to be reported at every place that names it."""

    code: str
    message: str
    hints: tuple[str, ...] = ()


class _Facts(NamedTuple):
    """What is read from a picture: its pixels, Exif orientation, parts without metadata, and a JPEG's channels."""

    size: tuple[int, int]
    orientation: int
    parts: Parts
    channels: int | None


LIMITS = Limits(40)
"""For decoding a picture once, to check it. A progressive JPEG of 60 million pixels and 10 MB took 8 seconds, of which
its codes took most; it may have 30 MB."""


def read(data: bytes, name: str, path: Path | None = None, *, confined: bool = True) -> Drawing | ImageProblem:
    """Read a PNG or JPEG as a drawing of one millimetre per pixel. With `path`, the bytes of that file are not kept.

    It is decoded once to check it, by the child process if it is `confined`.
    """
    try:
        (problem, facts), _ = call("pnp.graphics.bitmap:task", name, data, limits=LIMITS, confined=confined)
    except StoppedError as error:
        return ImageProblem("bad-picture", f"{name} cannot be read: {error}", ("save it again in another program",))
    if problem:
        code, message, hints = problem
        return ImageProblem(code, message, tuple(hints))
    width, height = size = tuple(facts[0])
    orientation, parts, channels = facts[1], tuple(map(tuple, facts[2])), facts[3]
    bare = joined(data, parts)
    header = Jpeg(width, height, channels, len(bare)) if channels else None
    content = Stored(path, data, parts, header) if path else Kept(bare)
    return _upright(name, Picture(Rect(0, 0, *size), content, size), orientation)


def task(name: Any, blobs: Sequence[bytes], _note: object) -> tuple[Any, Sequence[bytes]]:
    """What is wrong with a picture, and the facts about it if nothing is."""
    found = _examined(blobs[0], str(name))
    return ((found, None) if isinstance(found, ImageProblem) else (None, found)), ()


def _examined(data: bytes, name: str) -> _Facts | ImageProblem:
    """Decode a picture once to check it, but only after its size is checked, because a small file may contain a picture
    that fills the memory. Pillow's own `open` is not used because it only warns of that."""
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
            parts, rare, damage = _segments_checked(data, is_jpeg=is_jpeg)
            bare = joined(data, parts)
            if not damage:
                image.load()
                is_damaged = is_jpeg and not rare and jpeg.is_damaged(bare)
                damage = "has damaged or missing pixels" if is_damaged else ""
            if damage:
                return ImageProblem("bad-picture", f"{name} {damage}", (_DAMAGED,))
            rare = rare if is_jpeg else _rare_png(image)
            orientation = _orientation(image)
            channels = len(image.getbands()) if is_jpeg else None
    except _BROKEN:
        return ImageProblem("bad-picture", f"{name} {_described(data)}", ("use SVG, PNG or JPEG",))
    if rare:
        return ImageProblem("bad-picture", f"{name} {rare}, which is not drawn", ("save it as a PNG of 24 or 32 bits",))
    return _Facts(size, orientation, parts, channels)


def _segments_checked(data: bytes, *, is_jpeg: bool) -> tuple[Parts, str, str]:
    """The parts without a JPEG's metadata; a feature of a JPEG that is not drawn; and the damage found before decoding.

    The last two may be empty.
    """
    whole = ((0, len(data)),)
    try:
        if is_jpeg:
            return jpeg.bare(data), jpeg.rare(data), ""
        pngfile.check(data)
    except ValueError as error:
        return whole, "", str(error)
    return whole, "", ""


def dpi(pixels: tuple[int, int], size: Size) -> float:
    """The resolution in pixels per inch of a bitmap printed at a size, in the direction with fewer."""
    return min(pixels[0] / size.w, pixels[1] / size.h) * MM_PER_INCH


def _upright(name: str, picture: Picture, orientation: int) -> Drawing:
    """The picture turned and mirrored by its Exif orientation, 1 to 8."""
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
    """The Exif orientation; 1, for none, if it cannot be read."""
    try:
        orientation = image.getexif().get(_ORIENTATION)
    except _BROKEN:
        return 1
    return orientation if isinstance(orientation, int) else 1


def _described(data: bytes) -> str:
    """What an unreadable file is, by its first bytes."""
    kind = next((kind for beginning, kind in _OTHERS.items() if data.startswith(beginning)), "")
    return f"is {kind}, whatever its name" if kind else "is not a picture that can be read"


def _rare_png(image: ImageFile) -> str:
    """A feature of a PNG that would look different in a PDF; empty for most."""
    if image.mode not in ("1", "L", "LA", "P", "RGB", "RGBA"):
        return "has 16 bits of grey"
    if image.mode != "P" and "transparency" in image.info:
        return "has a single colour that stands for none"
    return ""
