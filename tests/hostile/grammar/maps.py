"""Tables of fonts that map characters to glyphs, in every format, and tables of kerning and of any bytes."""

from __future__ import annotations

import struct
from collections.abc import Callable
from random import Random

from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0
from fontTools.ttLib.tables.DefaultTable import DefaultTable


class Raw(DefaultTable):  # type: ignore[misc]
    """A table of these bytes, whatever they are."""

    def __init__(self, tag: str, data: bytes) -> None:
        super().__init__(tag)
        self.data = data

    def compile(self, _font: TTFont) -> bytes:
        return self.data


def add_kerning(font: TTFont, pairs: list[tuple[str, str, int]]) -> None:
    """The old table of kerning."""
    table = font["kern"] = newTable("kern")
    part = KernTable_format_0()
    part.coverage, part.format, part.apple, part.tupleIndex = 1, 0, False, None
    part.kernTable = {(left, right): by for left, right, by in pairs}
    table.version, table.kernTables = 0, [part]


def replace(font: TTFont, letters: dict[int, str], chance: Random) -> None:
    """Another map of characters, of one to three parts in different formats; their numbers may be wrong."""
    numbers = {code: font.getGlyphID(name) for code, name in letters.items()}
    if chance.random() < 0.1:
        numbers |= {0x41: 0xFFF0, 0x10FFFF: 1, 0xD800: 2}
    parts = [(platform, encoding, made(numbers, chance)) for platform, encoding, made in _picked(chance)]
    head = struct.pack(">HH", 0, len(parts))
    at = len(head) + 8 * len(parts)
    body = b""
    for platform, encoding, part in parts:
        wrong = chance.choice((0, 1, 0x7FFFFFFF)) if chance.random() < 0.03 else at + len(body)
        head += struct.pack(">HHL", platform, encoding, wrong)
        body += part
    font["cmap"] = Raw("cmap", head + body)


def _picked(chance: Random) -> list[tuple[int, int, Callable[[dict[int, int], Random], bytes]]]:
    ways = [
        (1, 0, _bytes), (3, 1, _segments), (0, 3, _trimmed), (3, 10, _groups), (0, 5, _variants), (3, 0, _segments),
        (3, 1, _trimmed),
    ]  # fmt: skip
    return sorted(chance.sample(ways, chance.choice((1, 2, 3))), key=lambda way: way[:2])


def _bytes(numbers: dict[int, int], _chance: Random) -> bytes:
    """Format 0: a byte for each of 256 characters."""
    return struct.pack(">HHH", 0, 262, 0) + bytes(numbers.get(code, 0) & 0xFF for code in range(256))


def _segments(numbers: dict[int, int], chance: Random) -> bytes:
    """Format 4: segments of characters, of one each; rarely one of all characters, or in the wrong order."""
    codes = sorted(code for code in numbers if code < 0xFFFF)
    spans = [(code, code, (numbers[code] - code) & 0xFFFF) for code in codes]
    if chance.random() < 0.15:
        spans = chance.choice(([(0, 0xFFFE, 1)], spans[::-1], [(9, 3, 0)], [(0x41, 0x60, 0)] * 3))
    spans.append((0xFFFF, 0xFFFF, 1))
    ends, starts, deltas = zip(*((end, start, delta) for start, end, delta in spans), strict=True)
    count = len(spans)
    offsets = [chance.choice((0, 2, 0xFFFE)) if chance.random() < 0.03 else 0 for _ in spans]
    size = f">{count}H"
    arrays = struct.pack(size, *ends) + b"\0\0" + b"".join(struct.pack(size, *one) for one in (starts, deltas, offsets))
    length = 14 + len(arrays) if chance.random() < 0.95 else chance.choice((0, 8, 0xFFFF))
    return struct.pack(">7H", 4, length, 0, 2 * count, 0, 0, 0) + arrays


def _trimmed(numbers: dict[int, int], chance: Random) -> bytes:
    """Format 6: the glyphs of characters that follow one another."""
    glyphs = [numbers.get(code, 0) & 0xFFFF for code in range(0x20, 0x7F)]
    count = len(glyphs) if chance.random() < 0.95 else 0xFFFF
    return struct.pack(">5H", 6, 10 + 2 * len(glyphs), 0, 0x20, count) + struct.pack(f">{len(glyphs)}H", *glyphs)


def _groups(numbers: dict[int, int], chance: Random) -> bytes:
    """Format 12: groups of characters; rarely one of a million, or one that ends before it begins."""
    groups = [(code, code, number) for code, number in sorted(numbers.items())]
    if chance.random() < 0.1:
        groups = chance.choice(([(0, 0xFFFF, 0)], [(0x41, 0x10FFFF, 1)], [(9, 3, 1)], groups[::-1], groups * 2))
    body = b"".join(struct.pack(">3L", *group) for group in groups)
    count = len(groups) if chance.random() < 0.95 else chance.choice((0, len(groups) + 1))
    return struct.pack(">HHLLL", 12, 0, 16 + len(body), 0, count) + body


def _variants(_numbers: dict[int, int], chance: Random) -> bytes:
    """Format 14: variants of characters by a selector."""
    record = b"\x00\xfe\x0f" + struct.pack(">LL", 0, chance.choice((21, 21, 0, 9999)))
    body = struct.pack(">L", 1) + b"\x01\xf9\x8f" + struct.pack(">H", 1)
    return struct.pack(">HLL", 14, 10 + len(record) + len(body), 1) + record + body
