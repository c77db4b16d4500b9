"""Colour profiles (ICC) of pictures: find them, and convert pixels to sRGB with them.

Everything here runs in the confined child process, because strangers made the profiles.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.graphics import jpeg, pngfile

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BYTES = 5_000_000
"""The maximum length of a profile. Those of printing presses have two million bytes."""

_ADOBE_RGB = Path(__file__).parent / "adobe-rgb.icc"
_EXIF, _INTEROPERABILITY, _COLOUR_SPACE, _UNCALIBRATED = 0x8769, 0xA005, 0xA001, 65535
"""Tags of Exif data, and a value."""
_BROKEN = "it is damaged"
_MODES = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}
_NAMES = {"RGB": "RGB", "L": "grey", "CMYK": "CMYK"}
_SAME = 2
"""How far a channel of a colour in sRGB may be off with a profile that is sRGB but for its rounding."""
_HEADER = 10_000
"""How far the header of an AVIF is searched, in bytes."""
_SRGB_PRIMARIES, _SRGB_TRANSFERS = (1, 2), (1, 2, 6, 13, 14, 15)
"""The numbers of sRGB and of what looks nearly like it, and that for no declaration (ITU-T H.273)."""
_SRGB_GAMMA, _SRGB_PLACES = 45_455, (31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000)
"""The exponent of sRGB in a PNG, and where its white and its channels are, in parts of 100,000."""
_ROUNDED = 1_000
_STEPS = 9
"""Levels of each channel of the colours by which a profile is compared with sRGB."""


def adobe_rgb() -> bytes:
    """The profile of Adobe RGB (1998), made from its published primaries and its exponent of 563/256."""
    return _ADOBE_RGB.read_bytes()


def is_adobe_rgb(image: Image) -> bool:
    """Whether a picture declares Adobe RGB by its Exif data only, as cameras do: a colour space that is not calibrated,
    with the index of interoperability of Adobe RGB (Exif 2.21)."""
    exif = image.getexif()
    return exif.get_ifd(_EXIF).get(_COLOUR_SPACE) == _UNCALIBRATED and exif.get_ifd(_INTEROPERABILITY).get(1) == "R03"


def embedded(data: bytes, info: dict[Any, Any]) -> bytes | None:
    """The profile in a picture, given what Pillow read of it; None if there is none. Raises ValueError."""
    if data.startswith(b"\xff\xd8"):
        profile = jpeg.profile(data)
    elif data.startswith(b"\x89PNG"):
        profile = _of_png(data)
    else:
        profile = info.get("icc_profile")
    if profile == b"":
        raise ValueError(_BROKEN)
    if profile and len(profile) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES // 1_000_000} MB")
    if profile is None and (problem := _declared(data)):
        raise ValueError(problem)
    return profile


def _declared(data: bytes) -> str:
    """Why colours without an ICC profile are not sRGB, as files may declare in numbers; empty if they are."""
    if data.startswith(b"\x89PNG"):
        parts = dict(takewhile(lambda part: part[0] != b"IDAT", pngfile.chunks(data)))
        code = parts.get(b"cICP")
        if code is None and b"sRGB" not in parts:
            return _declared_by_measures(parts)
    else:
        at = data.find(b"colrnclx", 0, _HEADER) if data[4:8] == b"ftyp" else -1
        code = None if at < 0 else data[at + 9 : at + 13 : 2]
    is_srgb = not code or (code[0] in _SRGB_PRIMARIES and code[1] in _SRGB_TRANSFERS)
    return "" if is_srgb else "it is declared by numbers (CICP), and not as ICC"


def _declared_by_measures(parts: Mapping[bytes, bytes]) -> str:
    """The same of the measures of a PNG from before ICC profiles: its exponent, and where its channels are."""
    gamma, places = parts.get(b"gAMA", b""), parts.get(b"cHRM", b"")
    if len(gamma) == 4 and abs(int.from_bytes(gamma, "big") - _SRGB_GAMMA) > _ROUNDED:
        return f"it is declared as an exponent (gAMA, {int.from_bytes(gamma, 'big') / 100_000:g}), and not as ICC"
    found = struct.unpack(">8I", places) if len(places) == 32 else _SRGB_PLACES
    if any(abs(one - other) > _ROUNDED for one, other in zip(found, _SRGB_PLACES, strict=True)):
        return "it is declared by measures (cHRM), and not as ICC"
    return ""


def without(data: bytes) -> bytes:
    """A picture without the profile, if it is a PNG: Pillow refuses a file with a damaged one."""
    if not data.startswith(b"\x89PNG"):
        return data
    at = 8
    for name, part in pngfile.chunks(data):
        if name == b"iCCP":
            return data[:at] + data[at + 12 + len(part) :]
        at += 12 + len(part)
    return data


def _of_png(data: bytes) -> bytes | None:
    part = next((part for name, part in pngfile.chunks(data) if name == b"iCCP"), None)
    if part is None:
        return None
    reader = zlib.decompressobj()
    try:
        return reader.decompress(part[part.index(b"\0") + 2 :], MAX_BYTES + 1)
    except (zlib.error, ValueError):
        raise ValueError(_BROKEN) from None


def transform(profile: bytes, mode: str) -> Any:
    """The conversion from a profile to sRGB for pixels in RGB, L or CMYK; None if it changes nothing.

    Raises ValueError with the reason why a profile cannot be used.
    """
    from PIL import Image, ImageCms

    try:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        space = opened.profile.xcolor_space.strip()
        if _MODES.get(space) != mode:
            raise ValueError(
                f"it is for {_NAMES.get(_MODES.get(space, ''), space)}, and the picture is in {_NAMES[mode]}"
            )
        found = ImageCms.buildTransform(opened, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (OSError, ImageCms.PyCMSError, TypeError):
        raise ValueError(_BROKEN) from None
    ends = Image.new(mode, (2, 1))
    ends.putpixel((0, 0), (255,) * len(mode) if mode != "L" else 255)
    black, white = _pixels(found.apply(ends))[:: 1 if mode == "CMYK" else -1]
    if min(white) < 128 or max(black) >= 128:
        raise ValueError("it makes white dark or black light")
    return None if _is_same(found, mode) else found


def _is_same(found: Any, mode: str) -> bool:
    """Whether a conversion leaves colours as they are."""
    from PIL import Image

    if mode == "CMYK":
        return False
    levels = [round(255 * step / (_STEPS - 1)) for step in range(_STEPS)]
    colours = [(r, g, b) for r in levels for g in levels for b in levels]
    if mode == "L":
        colours = [(level,) * 3 for level in range(256)]
    samples = Image.new("RGB", (len(colours), 1))
    samples.putdata(colours)
    after = _pixels(found.apply(samples.convert(mode)))
    return all(
        abs(one - other) <= _SAME
        for before, now in zip(colours, after, strict=True)
        for one, other in zip(before, now, strict=True)
    )


def _pixels(image: Image) -> list[tuple[int, ...]]:
    data = image.tobytes()
    return [tuple(data[at : at + 3]) for at in range(0, len(data), 3)]


def base_mode(image: Image) -> str:
    """The mode of a picture without its alpha channel or palette: RGB, L or CMYK."""
    if image.mode in ("1", "L", "LA"):
        return "L"
    return "CMYK" if image.mode == "CMYK" else "RGB"


def converted(image: Image, profile: bytes | None) -> Image:
    """A picture in RGB or grey, with an alpha channel if it has one, converted to sRGB by its profile."""
    mode = base_mode(image)
    is_clear = "A" in image.getbands() or "transparency" in image.info
    full = image.convert(f"{mode}A") if is_clear else image.convert(mode)
    alpha = full.getchannel("A") if is_clear else None
    bare = full.convert(mode)
    change = transform(profile, mode) if profile else None
    if change:
        bare = change.apply(bare)
    bare = bare.convert("L" if mode == "L" else "RGB")
    if alpha:
        bare.putalpha(alpha)
    return bare
