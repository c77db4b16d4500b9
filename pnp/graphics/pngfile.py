"""Read the chunks of PNG files, and check that they contain the pixels that their header declares.

Pillow fills in missing pixels and ignores surplus ones, but a PDF may contain the compressed pixels unchanged.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

MAX_CHUNKS = 50_000
"""A large picture in the smallest usual chunks of 1 kB has 30,000."""

_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""The passes of an interlaced picture: the first pixel, across and down, and the steps between pixels."""
_AT_ONCE = 1 << 20


class Head(NamedTuple):
    """The IHDR chunk: width, height, bits per channel, colour type, and interlacing."""

    w: int
    h: int
    depth: int
    kind: int
    interlaced: bool


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The names and contents of the chunks of a PNG."""
    at = 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def packed(data: bytes) -> bytes:
    """The compressed pixels of a PNG."""
    return b"".join(part for name, part in chunks(data) if name == b"IDAT")


def head(data: bytes) -> Head:
    """The header of a PNG that Pillow has opened."""
    _, ihdr = next(chunks(data))
    depth, kind, _, _, interlaced = ihdr[8:13]
    return Head(int.from_bytes(ihdr[:4], "big"), int.from_bytes(ihdr[4:8], "big"), depth, kind, bool(interlaced))


def check(data: bytes) -> None:
    """Raise ValueError for a PNG with too few or too many pixels, or too many chunks."""
    if any(number >= MAX_CHUNKS for number, _ in enumerate(chunks(data))):
        raise ValueError(f"has more than {MAX_CHUNKS} chunks")
    expected = _length(head(data))
    size = _unpacked(packed(data), expected)
    if size != expected:
        raise ValueError(f"has {'more' if size > expected else 'fewer'} pixels than its header declares")


def _length(head: Head) -> int:
    """The number of bytes of all rows, each with its filter byte."""
    bits = head.depth * _CHANNELS[head.kind]
    sizes = [(head.w, head.h)]
    if head.interlaced:
        sizes = [(-((x - head.w) // across), -((y - head.h) // down)) for x, y, across, down in _PASSES]
    return sum(h * (1 + (w * bits + 7) // 8) for w, h in sizes if w > 0 and h > 0)


def _unpacked(packed: bytes, most: int) -> int:
    """The unpacked size of data; it stops beyond `most`. Raises zlib.error."""
    total, reader = 0, zlib.decompressobj()
    while total <= most and not reader.eof:
        part = len(reader.decompress(packed, _AT_ONCE))
        packed = reader.unconsumed_tail
        if not part and not packed:
            break
        total += part
    return total
