"""Read PNG, JPEG, WebP and AVIF files as drawings, the right way up.

The bytes of PNG and JPEG files in sRGB are not changed. Pixels with another colour profile are converted to sRGB: a
JPEG to a JPEG of high quality, PNG, WebP and AVIF to PNG, which is not compressed, so that it has the same bytes on
every machine. Cameras record how they
were held (the Exif orientation). The picture is turned by a transform.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.confined import Limits, StoppedError, call
from pnp.diagnostics import files
from pnp.graphics import jpeg, pngfile, profiles
from pnp.graphics.content import Content, Converted, Jpeg, Kept, Parts, Stored, joined
from pnp.graphics.drawing import Drawing, Group, Picture
from pnp.graphics.geometry import MM_PER_INCH, Rect, Size, Transform

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

_AVIF = re.compile(rb"avi[fs]")
"""The brands of AVIF."""
MAX_PIXELS = 60_000_000

_DAMAGED = "the file is damaged: save it again, or copy it again"
_ORIENTATION = 0x0112
_SIDEWAYS = 5
"""From this orientation on, rows and columns are swapped."""
_OTHERS = {
    b"GIF8": "a GIF", b"II*\0": "a TIFF picture", b"MM\0*": "a TIFF picture",
    b"BM": "a BMP picture", b"<": "an SVG or HTML file", b"%PDF": "a PDF", b"8BPS": "a Photoshop file",
}  # fmt: skip
"""Other files that are sometimes named .png or .jpg, by their first bytes."""
_AGAIN: Any = {"quality": 95, "subsampling": "4:4:4"}
"""How a converted JPEG is encoded again. In the mean a channel is off by less than 3 of 255, and less in even areas. A
grainy photo of 12 million pixels needs 11 MB and not 36."""
EXPORT = "export it as JPEG or PNG; iPhones take JPEGs by Settings > Camera > Formats > Most Compatible"
KNOWN = "use SVG, PNG, JPEG, WebP or AVIF"

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
    """What is read from a picture: its pixels, Exif orientation, parts without metadata, and a JPEG's channels.

    `is_converted` if its pixels are not embedded as they are. `is_adobe_rgb` if only its Exif data declare that.
    """

    size: tuple[int, int]
    orientation: int
    parts: Parts
    channels: int | None
    is_converted: bool
    warnings: tuple[ImageProblem, ...]
    is_adobe_rgb: bool


LIMITS = Limits(40, memory=2_000_000_000)
"""For reading a picture once, to check or to convert it.

To check a progressive JPEG of 60 million pixels and 27 MB took 1.3 seconds. Slow computers, and colours that are
converted, need more."""


class ReadPicture(NamedTuple):
    """A picture, or why it cannot be drawn, and what to report at each place that names it all the same."""

    drawing: Drawing | ImageProblem
    warnings: tuple[ImageProblem, ...] = ()


def read(data: bytes, name: str, path: Path | None = None, *, confined: bool = True) -> ReadPicture:
    """Read a picture as a drawing of one millimetre per pixel. With `path`, the bytes of that file are not kept.

    It is decoded once to check it, by the child process if it is `confined`.
    """
    try:
        (problem, facts), _ = call("pnp.graphics.bitmap:task", name, data, limits=LIMITS, confined=confined)
    except StoppedError as error:
        hint = "save it again in another program"
        return ReadPicture(ImageProblem("bad-picture", f"{name} cannot be read: {error}", (hint,)))
    if problem:
        code, message, hints = problem
        return ReadPicture(ImageProblem(code, message, tuple(hints)))
    width, height = size = tuple(facts[0])
    orientation, parts, channels = facts[1], tuple(map(tuple, facts[2])), facts[3]
    bare = joined(data, parts)
    is_converted, found = facts[4], facts[5]
    header = Jpeg(width, height, channels, len(bare)) if channels and not is_converted else None
    content: Content = Stored(path, data, parts, header) if path else Kept(bare)
    if is_converted:
        # Its Exif data are not in the content, which has none.
        content = Converted(content, partial(_converted, name, confined, facts[6]), f"sRGB-2 {facts[6]}")
    drawing = _upright(name, Picture(Rect(0, 0, *size), content, size), orientation)
    return ReadPicture(drawing, tuple(ImageProblem(code, message, tuple(hints)) for code, message, hints in found))


def _converted(name: str, confined: bool, is_adobe_rgb: bool, data: bytes) -> bytes:
    """The PNG or JPEG of a picture that was checked before."""
    try:
        _, (converted,) = call("pnp.graphics.bitmap:convert", is_adobe_rgb, data, limits=LIMITS, confined=confined)
    except StoppedError as error:
        raise files.ChangedError(0, f"{name} cannot be converted: {error}", name) from error
    return converted


def convert(is_adobe_rgb: Any, blobs: Sequence[bytes], _note: object) -> tuple[Any, Sequence[bytes]]:
    """A picture in sRGB: a JPEG as a JPEG, others as a PNG. `is_adobe_rgb` if it is without a profile."""
    with warnings.catch_warnings(), _opened(blobs[0]) as image:
        warnings.simplefilter("ignore")
        try:
            profile = profiles.adobe_rgb() if is_adobe_rgb else profiles.embedded(blobs[0], image.info)
            converted = profiles.converted(image, profile)
        except ValueError:  # it was reported when the picture was checked
            converted = profiles.converted(image, None)
        stream = io.BytesIO()
        if image.format == "JPEG":
            converted.save(stream, "JPEG", **_AGAIN, icc_profile=None)
        else:
            converted.save(stream, "PNG", compress_level=0, icc_profile=None)
    return None, [stream.getvalue()]


def task(name: Any, blobs: Sequence[bytes], _note: object) -> tuple[Any, Sequence[bytes]]:
    """What is wrong with a picture, and the facts about it if nothing is."""
    found = _examined(blobs[0], str(name))
    return ((found, None) if isinstance(found, ImageProblem) else (None, found)), ()


def _examined(data: bytes, name: str) -> _Facts | ImageProblem:
    """Decode a picture once to check it, but only after its size is checked, because a small file may contain a picture
    that fills the memory. Pillow's own `open` is not used because it only warns of that."""
    try:
        problem = _too_large(name, *_webp_size(data))  # libwebp takes the memory for all pixels at once
        if problem:
            return problem
        with warnings.catch_warnings(), _opened(data) as image:
            warnings.simplefilter("ignore")
            return _too_large(name, *image.size) or _decoded(image, data, name)
    except _BROKEN:
        hint = EXPORT if _is_heic(data) else KNOWN
        return ImageProblem("bad-picture", f"{name} {_described(data)}", (hint,))


def _decoded(image: ImageFile, data: bytes, name: str) -> _Facts | ImageProblem:
    is_jpeg, is_png = data.startswith(b"\xff\xd8"), data.startswith(b"\x89PNG")
    size = image.size
    parts, rare, damage = _segments_checked(data, is_jpeg=is_jpeg, is_png=is_png)
    damage = damage or _damage(image, joined(data, parts) if is_jpeg and not rare else b"")
    if damage:
        return ImageProblem("bad-picture", f"{name} {damage}", (_DAMAGED,))
    rare = _rare_png(image) if is_png else rare
    orientation = _orientation(image)
    channels = len(image.getbands()) if is_jpeg else None
    is_changed, is_adobe_rgb, found = _profile(image, data, name)
    found = (*found, *_animated(image, name))
    if rare:
        return ImageProblem("bad-picture", f"{name} {rare}, which is not drawn", ("save it as a PNG of 24 or 32 bits",))
    return _Facts(size, orientation, parts, channels, is_changed or not (is_jpeg or is_png), found, is_adobe_rgb)


def _damage(image: ImageFile, jpeg_data: bytes) -> str:
    """What is wrong with the pixels of a picture, which may be a JPEG; empty if nothing is."""
    if jpeg_data:
        return "has damaged or missing pixels" if jpeg.is_damaged(jpeg_data) else ""
    image.load()
    return ""


def _animated(image: ImageFile, name: str) -> Iterator[ImageProblem]:
    if getattr(image, "n_frames", 1) > 1:
        hints = ("save the frame that is to be printed as a picture of its own",)
        yield ImageProblem("first-frame", f"{name} is animated; its first frame is printed", hints)


def _too_large(name: str, width: int, height: int) -> ImageProblem | None:
    if width * height <= MAX_PIXELS:
        return None
    return ImageProblem("picture-too-large", f"{name} has {width} × {height} pixels", ("600 dpi are enough",))


def _profile(image: ImageFile, data: bytes, name: str) -> tuple[bool, bool, tuple[ImageProblem, ...]]:
    """Whether a picture is converted by its colour profile; whether that is Adobe RGB by its Exif data only; and the
    warning about a profile that cannot be used."""
    mode = profiles.base_mode(image)
    try:
        profile = profiles.embedded(data, image.info)
        if profile is None and mode == "RGB" and _is_adobe_rgb(image):
            return True, True, ()
        return bool(profile and profiles.transform(profile, mode)), False, ()
    except ValueError as error:
        printed = "its colours are printed as inks" if mode == "CMYK" else "its colours are read as sRGB"
        message = f"the colour profile of {name} cannot be used: {error}; {printed}"
        return False, False, (ImageProblem("bad-profile", message, ("save the picture again in sRGB",)),)


def _is_adobe_rgb(image: ImageFile) -> bool:
    try:
        return profiles.is_adobe_rgb(image)
    except _BROKEN:
        return False


def _opened(data: bytes) -> ImageFile:
    """A picture file, opened by its first bytes and not by its name."""
    from PIL.AvifImagePlugin import AvifImageFile
    from PIL.JpegImagePlugin import JpegImageFile
    from PIL.PngImagePlugin import PngImageFile
    from PIL.WebPImagePlugin import WebPImageFile

    if data.startswith(b"\xff\xd8"):
        return JpegImageFile(io.BytesIO(data))
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return WebPImageFile(io.BytesIO(data))
    if data[4:8] == b"ftyp" and _AVIF.search(data[8:64]):
        return AvifImageFile(io.BytesIO(data))
    return PngImageFile(io.BytesIO(profiles.without(data)))


def _webp_size(data: bytes) -> tuple[int, int]:
    """The pixels of a WebP file by its header; nothing for other files."""
    kind = data[12:16] if data.startswith(b"RIFF") and data[8:12] == b"WEBP" and len(data) >= 30 else b""
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return 0, 0


def _segments_checked(data: bytes, *, is_jpeg: bool, is_png: bool) -> tuple[Parts, str, str]:
    """The parts without a JPEG's metadata; a feature of a JPEG that is not drawn; and the damage found before decoding.

    The last two may be empty.
    """
    whole = ((0, len(data)),)
    try:
        if is_jpeg:
            return jpeg.bare(data), jpeg.rare(data), ""
        if is_png:
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


def _is_heic(data: bytes) -> bool:
    """Whether a file is a picture of the HEIF family by its brands, but not AVIF, which is read."""
    brands = data[8:64] if data[4:8] == b"ftyp" else b""
    return bool(re.search(rb"hei[cxms]|hev[cxms]|mif1|msf1", brands)) and not _AVIF.search(brands)


def _described(data: bytes) -> str:
    """What an unreadable file is, by its first bytes."""
    if _is_heic(data):
        return "is a HEIC picture, as phones take them, and those are not read"
    kind = next((kind for beginning, kind in _OTHERS.items() if data.startswith(beginning)), "")
    return f"is {kind}, whatever its name" if kind else "is not a picture that can be read"


def _rare_png(image: ImageFile) -> str:
    """A feature of a PNG that would look different in a PDF; empty for most."""
    if image.mode not in ("1", "L", "LA", "P", "RGB", "RGBA"):
        return "has 16 bits of grey"
    if image.mode != "P" and "transparency" in image.info:
        return "has a single colour that stands for none"
    return ""
