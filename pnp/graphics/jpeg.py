"""Check JPEG files, and remove what a PDF does not need.

libjpeg skips what it cannot read and invents missing pixels, and Pillow does not report its warnings. So the order of
segments is checked here, and simplejpeg, which makes errors of these warnings, reads the pixels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.graphics.content import Parts

MAX_SEGMENTS = 5_000
"""A picture of 65,000 lines may have a segment for every 16 of them; texts and profiles need few."""
MAX_SCANS = 50
"""Programs write about ten scans of a progressive picture. Each takes a pass over all pixels, even if it is short."""

_APP0, _APP1, _APP2, _APP14, _SCAN, _INTERVAL, _END = 0xE0, 0xE1, 0xE2, 0xEE, 0xDA, 0xDD, 0xD9
_MARKER = re.compile(rb"\xff+[^\x00\xff]", re.DOTALL)
_RESTARTS = range(0xD0, 0xD8)
_TABLES = 0xC4
_FILLED = re.compile(rb"(?<=[^\xff])\x00{1,3}(?=\xff\xd9\Z)")
"""Zeros with which some cameras fill up the end. They do no harm, but libjpeg warns of them."""


class Segment(NamedTuple):
    """A segment of the file: its marker, start and end. A scan includes its data."""

    marker: int
    start: int
    end: int


def bare(data: bytes) -> Parts:
    """The parts of a JPEG without metadata, such as the place where a photo was taken.

    Further pictures in the file, as from mobile phones, are left out, too. Raises ValueError for a damaged file.
    """
    parts = [(0, 2)]
    for one in _segments(data):
        if _is_metadata(data, one):
            continue
        if one.start == parts[-1][1]:
            parts[-1] = (parts[-1][0], one.end)
        else:
            parts.append((one.start, one.end))
    return tuple(parts)


def profile(data: bytes) -> bytes | None:
    """The colour profile, which may be in several segments; None if there is none. Raises ValueError."""
    parts: dict[int, bytes] = {}
    count = 0
    for marker, start, end in _segments(data):
        if marker == _APP2 and data[start + 4 : start + 16] == b"ICC_PROFILE\0":
            count = data[start + 17]
            parts[data[start + 16]] = data[start + 18 : end]
    if not parts:
        return None
    if sorted(parts) != list(range(1, count + 1)):
        raise ValueError("a part of it is missing")
    return b"".join(parts[number] for number in sorted(parts))


def rare(data: bytes) -> str:
    """A feature of a JPEG that a PDF cannot contain; empty for most. Raises ValueError."""
    marked = False
    for marker, start, end in _segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xCC):
            if marker > 0xC2:
                return "is neither baseline nor progressive"
            return "does not declare the encoding of its four inks" if data[start + 9] == 4 and not marked else ""
        if marker == _APP0 and end - start < 16:
            return "has a broken header"
        marked = marked or marker == _APP14
    return "has no header"


def is_damaged(data: bytes) -> bool:
    """Whether libjpeg cannot read all pixels as they are encoded. Pillow drops its warnings, so guesses would print.

    Changed bits that make another valid picture cannot be found.
    """
    try:
        segments = list(_segments(data))
    except ValueError:
        return True
    if not any(segment.marker == _TABLES for segment in segments):
        return True  # libjpeg takes the tables of films for it, but not all readers of PDF do
    # What is wrong with a colour profile is no damage of pixels.
    pixels = data[:2] + b"".join(data[one.start : one.end] for one in segments if one.marker != _APP2)
    return not _is_sound(pixels) and not _is_sound(_FILLED.sub(b"", pixels))


def _is_sound(data: bytes) -> bool:
    import simplejpeg

    try:
        space = "CMYK" if simplejpeg.decode_jpeg_header(data)[2] in ("CMYK", "YCCK") else "GRAY"
        # At the smallest size libjpeg still reads all codes, but computes few pixels.
        simplejpeg.decode_jpeg(data, space, min_height=1, min_width=1, min_factor=8)
    except ValueError:
        return False
    return True


def _is_metadata(data: bytes, one: Segment) -> bool:
    return one.marker == _APP1 or (one.marker == _APP2 and data[one.start + 4 : one.start + 8] == b"MPF\0")


def _segments(data: bytes) -> Iterator[Segment]:
    """The segments of a JPEG, up to its end marker. Raises ValueError."""
    at, scans, restarts = 2, 0, 0
    for _ in range(MAX_SEGMENTS):
        match = _MARKER.match(data, at)
        if not match:
            raise ValueError("has stray bytes between its segments")
        marker, inner = match[0][-1], match.end()
        if marker == _END:
            yield Segment(marker, at, inner)
            return
        end = inner + int.from_bytes(data[inner : inner + 2], "big")
        if marker == _INTERVAL:
            restarts = int.from_bytes(data[inner + 2 : inner + 4], "big")
        elif marker == _SCAN:
            scans += 1
            end = _scan_end(data, end, restarts=bool(restarts))
        if scans > MAX_SCANS:
            raise ValueError(f"has more than {MAX_SCANS} scans")
        yield Segment(marker, at, end)
        at = end
    raise ValueError(f"has more than {MAX_SEGMENTS} segments")


def _scan_end(data: bytes, at: int, *, restarts: bool) -> int:
    """The end of a scan's pixels, in which restart markers must be in order. Raises ValueError."""
    for number, match in enumerate(_MARKER.finditer(data, at)):
        marker = match[0][-1]
        if marker not in _RESTARTS:
            return match.start()
        if not restarts or marker != _RESTARTS[number % len(_RESTARTS)]:
            raise ValueError("has damaged pixels")
    raise ValueError("ends before its pixels do")
