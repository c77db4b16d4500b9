"""Check JPEG files, and remove what a PDF does not need.

libjpeg skips what it cannot read and invents missing pixels, and Pillow does not report its warnings. So the order of
segments is checked here, and that the scans contain exactly what the headers declare, without computing pixels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.graphics import huffman
from pnp.graphics.content import Parts
from pnp.graphics.huffman import BLOCK, Automaton, Codes, Nonzero, SpectralBand

_SEQUENTIAL, _PROGRESSIVE = (0xC0, 0xC1), 0xC2
_TABLES, _SCAN_SEGMENT, _INTERVAL_SEGMENT = 0xC4, 0xDA, 0xDD
_AC = 0x10
"""Added to the number of a table for AC coefficients. A DC coefficient is a block's average."""
_RESTART = re.compile(rb"\xff+[\xd0-\xd7]")
_STUFFED = re.compile(rb"\xff+\x00")


class Segment(NamedTuple):
    """A segment of the file: its marker, start and end. A scan includes its data."""

    marker: int
    start: int
    end: int


class _Channel(NamedTuple):
    """A channel of the picture: its blocks in a group of all channels, and in a scan without others."""

    number: int
    grouped: int
    alone: int


class _Frame(NamedTuple):
    """The channels of the picture, and the number of groups of blocks of all of them."""

    channels: tuple[_Channel, ...]
    groups: int
    progressive: bool


class _Scan(NamedTuple):
    """The header of a scan: channels with the numbers of their tables, coefficients, and which bits of them."""

    channels: tuple[tuple[_Channel, int, int], ...]
    band: SpectralBand
    high: int
    low: int

    @property
    def refines(self) -> bool:
        return self.high > 0


def check(data: bytes, segments: Sequence[Segment]) -> None:
    """Read all scans of a baseline or progressive JPEG. Raises ValueError for wrong data, also in a header."""
    try:
        _ScanReader(data, segments).read()
    except (IndexError, KeyError) as error:  # a segment is too short, or names what the file does not have
        raise ValueError("has a broken header") from error


class _ScanReader:
    """Reads the segments in their order."""

    def __init__(self, data: bytes, segments: Sequence[Segment]) -> None:
        self._data, self._segments = data, segments
        self._tables: dict[int, Codes] = {}
        self._interval = 0
        self._bits: dict[tuple[int, int], int] = {}
        """The lowest bit so far of each coefficient of each channel."""
        self._noted: dict[int, Nonzero] = {}
        """The coefficients that are not zero, of channels that a later scan refines."""

    def read(self) -> None:
        frame = None
        for segment in self._segments:
            body = self._body(segment)
            if segment.marker in (*_SEQUENTIAL, _PROGRESSIVE):
                frame = _frame(body, progressive=segment.marker == _PROGRESSIVE)
            elif segment.marker == _TABLES:
                self._tables |= _tables(body)
            elif segment.marker == _INTERVAL_SEGMENT:
                self._interval = int.from_bytes(body[2:4], "big")
            elif segment.marker == _SCAN_SEGMENT:
                if not frame:
                    raise ValueError("has a scan before its header")
                self._scan(frame, _scan(frame, body), body[int.from_bytes(body[:2], "big") :])
        if not frame or any((channel.number, 0) not in self._bits for channel in frame.channels):
            raise ValueError("has a channel without pixels")

    def _body(self, segment: Segment) -> bytes:
        """A segment without its marker."""
        return self._data[segment.start : segment.end].lstrip(b"\xff")[1:]

    def _scan(self, frame: _Frame, scan: _Scan, data: bytes) -> None:
        self._follow(scan)
        channel, _, others = scan.channels[0]
        blocks, groups = 1, channel.alone
        if len(scan.channels) > 1:
            blocks, groups = sum(channel.grouped for channel, *_ in scan.channels), frame.groups
        intervals = self._intervals(data, groups)
        if scan.refines and not scan.band.last:
            for part, group in intervals:
                huffman.check_bits(part, len(group) * blocks)
        elif scan.refines:
            codes, noted = huffman.refining(self._tables[_AC + others]), self._noted[channel.number]
            for part, group in intervals:
                huffman.refine(part, codes, group, scan.band, noted, notes=scan.low > 0)
        else:
            noted_now = self._noted_for(channel) if scan.band.first else None
            roots = self._roots(frame, scan, notes=noted_now is not None)
            for part, group in intervals:
                huffman.walk(part, roots, range(group.start * blocks, group.stop * blocks), scan.band, noted_now)

    def _follow(self, scan: _Scan) -> None:
        """Check that the bits of each coefficient come in order: first the higher ones, and then one in each scan."""
        for channel, *_ in scan.channels:
            if scan.band.first and (channel.number, 0) not in self._bits:
                raise ValueError("has scans in a wrong order")
            for place in range(scan.band.first, scan.band.last + 1):
                if scan.high != self._bits.get((channel.number, place), 0):
                    raise ValueError("has scans in a wrong order")
                self._bits[channel.number, place] = scan.low

    def _intervals(self, data: bytes, groups: int) -> list[tuple[bytes, range]]:
        """The data between restart markers, and the groups of blocks that they must contain."""
        parts = _RESTART.split(data)
        size = self._interval or groups
        starts = range(0, groups, size)
        if len(parts) == len(starts) + 1 and not parts[-1]:
            parts.pop()  # a marker behind the last block does no harm
        if len(parts) != len(starts):
            raise ValueError("has a wrong number of restart markers")
        return [
            (_unstuffed(part), range(start, min(start + size, groups)))
            for part, start in zip(parts, starts, strict=True)
        ]

    def _roots(self, frame: _Frame, scan: _Scan, *, notes: bool) -> list[list[object]]:
        """The state of an automaton at the beginning of each block of a group."""
        automata: dict[tuple[int, int], Automaton] = {}
        roots = []
        for channel, averages, others in scan.channels:
            if (averages, others) not in automata:
                dc = None if scan.band.first else self._tables[averages]
                ac = self._tables[_AC + others] if scan.band.last else None
                automata[averages, others] = Automaton(dc, ac, runs=frame.progressive, notes=notes)
            roots += [automata[averages, others].root] * (channel.grouped if len(scan.channels) > 1 else 1)
        return roots

    def _noted_for(self, channel: _Channel) -> Nonzero | None:
        """Where to note a channel's coefficients; None if no scan refines them, which saves time."""
        if channel.number not in self._noted:
            bodies = [self._body(segment) for segment in self._segments if segment.marker == _SCAN_SEGMENT]
            if not any(body[2] == 1 and body[3] == channel.number and body[5] and body[7] >> 4 for body in bodies):
                return None
            self._noted[channel.number] = [0] * channel.alone
        return self._noted[channel.number]


def _frame(body: bytes, *, progressive: bool) -> _Frame:
    height, width = int.from_bytes(body[3:5], "big"), int.from_bytes(body[5:7], "big")
    channels = [(body[at], body[at + 1] >> 4, body[at + 1] & 15) for at in range(8, 8 + 3 * body[7], 3)]
    if not channels or any(not 1 <= factor <= 4 for _, *factors in channels for factor in factors):
        raise ValueError("has a broken header")
    across, down = max(across for _, across, _ in channels), max(down for *_, down in channels)
    return _Frame(
        tuple(
            _Channel(number, x * y, _ceiling(_ceiling(width * x, across), 8) * _ceiling(_ceiling(height * y, down), 8))
            for number, x, y in channels
        ),
        _ceiling(width, 8 * across) * _ceiling(height, 8 * down),
        progressive,
    )


def _scan(frame: _Frame, body: bytes) -> _Scan:
    """The header of a scan. Raises ValueError for one that libjpeg warns of."""
    known = {channel.number: channel for channel in frame.channels}
    end = 3 + 2 * body[2]
    channels = tuple((known[body[at]], body[at + 1] >> 4, body[at + 1] & 15) for at in range(3, end, 2))
    band, high, low = SpectralBand(body[end], body[end + 1]), body[end + 2] >> 4, body[end + 2] & 15
    if not frame.progressive:
        is_right = (band, high, low) == (SpectralBand(0, BLOCK - 1), 0, 0)
    elif band.first:
        is_right = len(channels) == 1 and band.first <= band.last < BLOCK
    else:
        is_right = not band.last
    if not channels or not is_right or (high and low != high - 1):
        raise ValueError("has a broken scan header")
    return _Scan(channels, band, high, low)


def _tables(body: bytes) -> dict[int, Codes]:
    """The Huffman tables of a segment, by their numbers."""
    tables: dict[int, Codes] = {}
    at = 2
    while at < len(body):
        counts = body[at + 1 : at + 17]
        end = at + 17 + sum(counts)
        if end > len(body):
            raise ValueError("has a broken table")
        tables[body[at]] = huffman.canonical(counts, body[at + 17 : end])
        at = end
    return tables


def _unstuffed(part: bytes) -> bytes:
    """Data without the zeros that keep a byte of 255 from being a marker."""
    return _STUFFED.sub(b"\xff", part) if b"\xff\xff" in part else part.replace(b"\xff\0", b"\xff")


def _ceiling(number: int, divisor: int) -> int:
    return -(-number // divisor)


MAX_SEGMENTS = 5_000
"""A picture of 65,000 lines may have a segment for every 16 of them; texts and profiles need few."""
MAX_SCANS = 50
"""Programs write about ten scans of a progressive picture. Each takes a pass over all pixels, even if it is short."""

_APP0, _APP1, _APP2, _APP14, _SCAN, _INTERVAL, _END = 0xE0, 0xE1, 0xE2, 0xEE, 0xDA, 0xDD, 0xD9
_MARKER = re.compile(rb"\xff+[^\x00\xff]", re.DOTALL)
_RESTARTS = range(0xD0, 0xD8)


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
    """Whether the pixels of a baseline or progressive JPEG are not encoded as its headers declare.

    Changed bits that make another valid picture cannot be found.
    """
    try:
        check(data, tuple(_segments(data)))
    except ValueError:
        return True
    return False


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
