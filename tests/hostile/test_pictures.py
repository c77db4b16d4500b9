"""Pictures from strangers: each is drawn right, or an error with its place, soon and in little memory."""

from __future__ import annotations

import io
import struct
import time
import tracemalloc
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageFilter

from pnp.graphics import bitmap, pngfile
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.drawing import Drawing

SOON = 5.0
NOISE = Image.effect_noise((200, 150), 60).convert("RGB")
SMOOTH = Image.effect_noise((400, 300), 80).filter(ImageFilter.GaussianBlur(8)).convert("RGB")


def saved(image: Image.Image, form: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


JPEG, PROGRESSIVE, PNG = saved(NOISE, "JPEG"), saved(NOISE, "JPEG", progressive=True), saved(NOISE, "PNG")
PIXELS = JPEG.index(b"\xff\xda") + 14
SIZE = JPEG.index(b"\xff\xc0") + 5


def put(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    w: int, h: int, rows: bytes, depth: int = 8, kind: int = 2, more: bytes = b"", *, interlaced: bool = False
) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, depth, kind, 0, 0, interlaced))
    return b"\x89PNG\r\n\x1a\n" + head + more + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


ROWS = (b"\0" + b"\7" * 15) * 5
NUMBERS = (b"\0" + b"\7" * 5) * 5
SCAN = PROGRESSIVE[PROGRESSIVE.rindex(b"\xff\xda") : -2]

BAD: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    "half a JPEG": (JPEG[: len(JPEG) // 2], "ends before its pixels do"),
    "half a progressive JPEG": (PROGRESSIVE[: len(PROGRESSIVE) // 2], "ends before its pixels do"),
    "a JPEG without its end": (JPEG[:-2], "ends before its pixels do"),
    "a JPEG that ends early": (put(JPEG, PIXELS + 500, b"\xff\xd9"), "has damaged or missing pixels"),
    "a JPEG that says it is larger": (put(JPEG, SIZE, b"\5\xdc\7\xd0"), "has damaged or missing pixels"),
    "a JPEG with a restart out of place": (put(JPEG, PIXELS + 500, b"\xff\xd0"), "has damaged pixels"),
    "a JPEG of 60000 pixels": (put(JPEG, SIZE, b"\xea\x60\xea\x60"), "has 60000 × 60000 pixels"),
    "a JPEG of no pixels": (put(JPEG, SIZE, bytes(4)), "is not a picture that can be read"),
    "a JPEG of many scans": (PROGRESSIVE[:-2] + SCAN * 500 + b"\xff\xd9", "has more than 50 scans"),
    "a JPEG of many parts": (JPEG[:2] + b"\xff\xfe\0\2" * 100_000 + JPEG[2:], "has more than 5000 segments"),
    "a JPEG with nothing between": (JPEG[:20] + bytes(9) + JPEG[20:], "has stray bytes between its segments"),
    "the head of a JPEG": (b"\xff\xd8\xff", "is not a picture that can be read"),
    "half a PNG": (PNG[: len(PNG) // 2], "has fewer pixels than its header declares"),
    "a PNG of 60000 pixels": (png(60000, 60000, b""), "has 60000 × 60000 pixels"),
    "a PNG with too few rows": (png(5, 5, ROWS[:-20]), "has fewer pixels than its header declares"),
    "a PNG with too many rows": (
        lambda: png(5, 5, ROWS + bytes(50_000_000)),
        "has more pixels than its header declares",
    ),
    "a PNG with a wrong sum": (put(PNG, 60, bytes([PNG[60] ^ 1])), "is not a picture that can be read"),
    "a PNG packed in no way": (png(5, 5, b"\x09" + ROWS[1:]), "is not a picture that can be read"),
    "a PNG without pixels": (PNG[:33] + chunk(b"IEND", b""), "has fewer pixels than its header declares"),
    "a palette with too many": (png(5, 5, NUMBERS, kind=3, more=chunk(b"PLTE", bytes(900))), "is not a picture"),
    "bombs in zTXt": (
        lambda: png(5, 5, ROWS, more=chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(900_000))) * 2000),
        "is not a picture that can be read",
    ),
    "a PNG of many chunks": (lambda: png(5, 5, ROWS, more=chunk(b"abCd", b"") * 100_000), "has more than 50000 chunks"),
    "16 bits of grey": (png(5, 5, (b"\0" + b"\1" * 10) * 5, 16, 0), "has 16 bits of grey"),
    "a GIF": (saved(NOISE, "GIF"), "is a GIF, whatever its name"),
    "a TIFF": (saved(NOISE, "TIFF"), "is a TIFF picture, whatever its name"),
    "an SVG": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is an SVG or HTML file, whatever its name"),
    "nothing": (b"", "is not a picture that can be read"),
}
"""What is wrong with a picture: its bytes, or what makes them if they take long, and the message."""


def bad(what: str) -> bytes:
    data = BAD[what][0]
    return data if isinstance(data, bytes) else data()


@pytest.mark.parametrize("what", BAD)
def test_what_is_damaged_or_too_much_is_refused(what):
    data, message = bad(what), BAD[what][1]
    begun = time.process_time()
    found = bitmap.read(data, "x.png").drawing
    assert isinstance(found, ImageProblem)
    assert message in found.message
    assert found.hints
    assert time.process_time() - begun < SOON


def test_little_memory_is_taken_for_what_is_refused():
    pictures = [bad(what) for what in BAD]
    tracemalloc.start()
    try:
        for data in pictures:
            bitmap.read(data, "x.png")
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


GOOD = {
    "baseline": JPEG, "progressive": PROGRESSIVE, "optimised": saved(NOISE, "JPEG", optimize=True),
    "restarts": saved(NOISE, "JPEG", restart_marker_rows=1), "CMYK": saved(NOISE.convert("CMYK"), "JPEG"),
    "grey": saved(NOISE.convert("L"), "JPEG"), "more behind it": JPEG + JPEG, "PNG": PNG,
    "palette": saved(NOISE.convert("P"), "PNG"),
    "too few colours": png(200, 150, (b"\0" + b"\7" * 200) * 150, kind=3, more=chunk(b"PLTE", bytes(6))),
    "two colours": saved(NOISE.convert("1"), "PNG"), "transparent": saved(NOISE.convert("RGBA"), "PNG"),
    "animated": saved(NOISE, "PNG", save_all=True, append_images=[NOISE.rotate(180)]),
    "16 bits": png(200, 150, (b"\0" + b"\1\2" * 600) * 150, 16),
}  # fmt: skip


@pytest.mark.parametrize("what", GOOD)
def test_whole_pictures_are_drawn(what):
    found = bitmap.read(GOOD[what], "x").drawing
    assert isinstance(found, Drawing), found
    assert tuple(found.size) == (200, 150)


@pytest.mark.parametrize(("w", "h"), [(1, 1), (3, 2), (5, 9), (17, 33)])
@pytest.mark.parametrize(("depth", "kind", "bits"), [(1, 0, 1), (8, 2, 24), (8, 6, 32), (4, 0, 4)])
def test_interlaced_pictures_are_as_long_as_their_passes(w, h, depth, kind, bits):
    rows = b"".join(
        b"\0" * (1 + (len(range(x, w, across)) * bits + 7) // 8) * len(range(y, h, down))
        for x, y, across, down in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                                   (0, 1, 1, 2))
        if x < w and y < h
    )  # fmt: skip
    assert isinstance(bitmap.read(png(w, h, rows, depth, kind, interlaced=True), "x").drawing, Drawing)
    with pytest.raises(ValueError, match="has fewer pixels than its header declares"):
        pngfile.check(png(w, h, rows[:-1], depth, kind, interlaced=True))


@pytest.mark.parametrize("form", ["JPEG", "PNG"])
def test_damage_anywhere_is_drawn_or_refused(form):
    chance, whole = Random(1), saved(SMOOTH.resize((64, 48)), form)
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 2, 20))):
            data[chance.randrange(2, len(data))] = chance.randrange(256)
        begun = time.process_time()
        assert isinstance(
            bitmap.read(bytes(data[: chance.choice((None, chance.randrange(len(data))))]), "x").drawing,
            Drawing | ImageProblem,
        )
        assert time.process_time() - begun < SOON
