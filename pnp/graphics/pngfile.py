"""PNG files as bytes: their chunks, and whether they hold the pixels that their head promises.

Pillow fills up what is missing and stops where it has enough, but a PDF may get the packed pixels as they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

MAX_CHUNKS = 50_000
"""A large picture in the smallest usual parts of 1 kB has 30,000."""

_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""Where the pixels of each pass of an interlaced picture begin, across and down, and how far apart they are."""
_AT_ONCE = 1 << 20


class DamagedError(ValueError):
    """The pixels of the file are not those that its head promises; the message says what is wrong."""


class Head(NamedTuple):
    """The IHDR chunk: pixels, bits of a channel, kind of colours, whether rows come in passes."""

    w: int
    h: int
    depth: int
    kind: int
    interlaced: bool


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG with their names."""
    at = 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def head(data: bytes) -> Head:
    """The head of a PNG that Pillow has opened."""
    _, found = next(chunks(data))
    depth, kind, _, _, interlaced = found[8:13]
    return Head(int.from_bytes(found[:4], "big"), int.from_bytes(found[4:8], "big"), depth, kind, bool(interlaced))


def check(data: bytes) -> None:
    """Raise DamagedError for a PNG that has fewer or more pixels than it should, or too many chunks."""
    parts = []
    for number, (name, part) in enumerate(chunks(data)):
        if number >= MAX_CHUNKS:
            raise DamagedError(f"has more than {MAX_CHUNKS} chunks")
        if name == b"IDAT":
            parts.append(part)
    wanted = _length(head(data))
    found = _unpacked(b"".join(parts), wanted)
    if found != wanted:
        raise DamagedError(f"has {'more' if found > wanted else 'fewer'} pixels than its head says")


def _length(head: Head) -> int:
    """How many bytes the rows are, each with the one that says how it is packed."""
    bits = head.depth * _CHANNELS[head.kind]
    sizes = [(head.w, head.h)]
    if head.interlaced:
        sizes = [(-((x - head.w) // across), -((y - head.h) // down)) for x, y, across, down in _PASSES]
    return sum(h * (1 + (w * bits + 7) // 8) for w, h in sizes if w > 0 and h > 0)


def _unpacked(packed: bytes, most: int) -> int:
    """How many bytes some data are unpacked; no further than one beyond `most`. Raises zlib.error."""
    found, reader = 0, zlib.decompressobj()
    while found <= most and not reader.eof:
        part = len(reader.decompress(packed, _AT_ONCE))
        packed = reader.unconsumed_tail
        if not part and not packed:
            break
        found += part
    return found
