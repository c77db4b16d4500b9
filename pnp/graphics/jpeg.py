"""JPEG files as bytes: whether their parts are whole, whether a PDF may hold one as it is, and what to leave out.

libjpeg skips what it cannot read and makes up what is missing, and Pillow passes none of its warnings on, so the order
of the parts and the end of the pixels are checked here.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_SEGMENTS = 5_000
"""A picture of 65,000 lines may have a segment for each 16 of them; text and profiles need few."""
MAX_SCANS = 50
"""Programs write ten of a progressive picture. Each is a pass over all pixels, however short it is."""

_APP0, _APP1, _APP2, _APP14, _SCAN, _INTERVAL, _END = 0xE0, 0xE1, 0xE2, 0xEE, 0xDA, 0xDD, 0xD9
_MARKER = re.compile(rb"\xff+[^\x00\xff]", re.DOTALL)
_NO_PIXELS = b"\x55\xaa" * 16
_RESTARTS = range(0xD0, 0xD8)


class DamagedError(ValueError):
    """The file is no JPEG from its beginning to its end; the message says what is wrong."""


class _Segment(NamedTuple):
    """A part of the file, its marker first; the pixels of a scan belong to it."""

    marker: int
    start: int
    end: int


def bare(data: bytes) -> bytes:
    """A JPEG with its pixels and what they need: where a photo was taken is nobody's business who gets the PDF.

    A list of further pictures, as telephones make them, goes too, and so do these; the first one is what is seen.
    Raises DamagedError.
    """
    return b"".join([data[:2], *(data[one.start : one.end] for one in _segments(data) if not _is_told(data, one))])


def rare(data: bytes) -> str:
    """What is rare about a JPEG: a PDF may hold a baseline or a progressive one as it is. Raises DamagedError."""
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


def is_short(data: bytes) -> bool:
    """Whether a JPEG has fewer pixels than its head says: then bytes put behind them are taken for pixels, and seen.

    Raises DamagedError and what Pillow raises.
    """
    longer = bytearray(data)
    for end in reversed([one.end for one in _segments(data) if one.marker == _SCAN]):
        longer[end:end] = _NO_PIXELS
    return _small(bytes(longer)) != _small(data)


def _small(data: bytes) -> Image:
    """The picture an eighth as large, for which all of its bytes are read."""
    from PIL.JpegImagePlugin import JpegImageFile

    with JpegImageFile(io.BytesIO(data)) as image:
        image.draft(image.mode, (1, 1))
        image.load()
        return image.copy()


def _is_told(data: bytes, one: _Segment) -> bool:
    return one.marker == _APP1 or (one.marker == _APP2 and data[one.start + 4 : one.start + 8] == b"MPF\0")


def _segments(data: bytes) -> Iterator[_Segment]:
    """All parts of a JPEG to its end, but not what is behind that. Raises DamagedError."""
    at, scans, restarts = 2, 0, 0
    for _ in range(MAX_SEGMENTS):
        found = _MARKER.match(data, at)
        if not found:
            raise DamagedError("has bytes between its parts that belong to none of them")
        marker, inner = found[0][-1], found.end()
        if marker == _END:
            yield _Segment(marker, at, inner)
            return
        end = inner + int.from_bytes(data[inner : inner + 2], "big")
        if marker == _INTERVAL:
            restarts = int.from_bytes(data[inner + 2 : inner + 4], "big")
        elif marker == _SCAN:
            scans += 1
            end = _scan_end(data, end, restarts=bool(restarts))
        if scans > MAX_SCANS:
            raise DamagedError(f"has more than {MAX_SCANS} scans")
        yield _Segment(marker, at, end)
        at = end
    raise DamagedError(f"has more than {MAX_SEGMENTS} parts")


def _scan_end(data: bytes, at: int, *, restarts: bool) -> int:
    """Where the pixels of a scan end. Markers in them stand in their order. Raises DamagedError."""
    for number, found in enumerate(_MARKER.finditer(data, at)):
        marker = found[0][-1]
        if marker not in _RESTARTS:
            return found.start()
        if not restarts or marker != _RESTARTS[number % len(_RESTARTS)]:
            raise DamagedError("has damaged pixels")
    raise DamagedError("ends before its pixels do")
