"""PNG files: their chunks, their header, and whether they contain the pixels that it declares."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from pnp.graphics import pngfile


def png(mode: str, size: tuple[int, int] = (5, 3)) -> bytes:
    data = io.BytesIO()
    Image.new(mode, size).save(data, "PNG")
    return data.getvalue()


def with_pixels(data: bytes, rows: bytes) -> bytes:
    """The same header with other pixels."""
    packed = zlib.compress(rows)
    return data[:33] + struct.pack(">I", len(packed)) + b"IDAT" + packed + bytes(4)


@pytest.mark.parametrize(
    ("mode", "depth", "kind"), [("1", 1, 0), ("L", 8, 0), ("RGB", 8, 2), ("P", 8, 3), ("LA", 8, 4), ("RGBA", 8, 6)]
)
def test_the_header_is_read_and_pillows_own_files_are_whole(mode, depth, kind):
    data = png(mode)
    found = pngfile.head(data)
    assert (found.w, found.h, found.kind, found.interlaced) == (5, 3, kind, False)
    assert found.depth == depth or mode == "P"
    pngfile.check(data)


def test_chunks_have_names_and_contents():
    names = [name for name, _ in pngfile.chunks(png("L"))]
    assert (names[0], names[-1]) == (b"IHDR", b"IEND")
    assert b"IDAT" in names


@pytest.mark.parametrize(("rows", "words"), [(3 * 6 - 1, "fewer"), (3 * 6 + 1, "more"), (0, "fewer")])
def test_too_few_and_too_many_pixels_are_damage(rows, words):
    with pytest.raises(ValueError, match=f"^has {words} pixels than its header declares$"):
        pngfile.check(with_pixels(png("L"), bytes(rows)))
    pngfile.check(with_pixels(png("L"), bytes(3 * 6)))


def test_too_many_chunks_are_damage(monkeypatch):
    monkeypatch.setattr(pngfile, "MAX_CHUNKS", 2)
    with pytest.raises(ValueError, match=r"^has more than 2 chunks$"):
        pngfile.check(png("L"))
