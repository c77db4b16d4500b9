"""Small font files that unpack to far too much are errors at the line that names them."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from fontTools.fontBuilder import FontBuilder

from pnp.text import fonts
from tests.conftest import run
from tests.hostile.grammar import maps, outlines
from tests.hostile.oracle import expect_harmless
from tests.support import three_cards

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

pytestmark = pytest.mark.slow

NAMES = [".notdef", *(f"g{number}" for number in range(20))]
LETTERS = {0x41 + number: name for number, name in enumerate(NAMES[1:])}


def font(*, postscript: bool = False, explodes: bool = False) -> TTFont:
    builder = FontBuilder(1000, isTTF=not postscript)
    builder.font.recalcBBoxes = False
    builder.setupGlyphOrder(NAMES)
    builder.setupCharacterMap(LETTERS)
    (outlines.add_postscript if postscript else outlines.add_truetype)(builder, NAMES, Random(1), explodes=explodes)
    builder.setupHorizontalMetrics(dict.fromkeys(NAMES, (500, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Own"})
    builder.setupOS2()
    builder.setupPost()
    return builder.font


def saved(made: TTFont, flavor: str | None = None) -> bytes:
    stream = io.BytesIO()
    made.flavor = flavor
    made.save(stream, reorderTables=None)
    return stream.getvalue()


def endless_map() -> bytes:
    """A map of characters whose thousands of segments all have every character."""
    count = 8000
    arrays = [b"\xff\xfe" * count, b"\0\0", b"\0\0" * count, b"\0\1" * count, b"\0\0" * count]
    body = b"".join(arrays)
    body = struct.pack(">7H", 4, 14 + len(body), 0, 2 * count, 0, 0, 0) + body
    made = font()
    made["cmap"] = maps.Raw("cmap", struct.pack(">HHHHL", 0, 1, 3, 1, 12) + body)
    return saved(made)


def declaring(flavor: str) -> bytes:
    """A WOFF or WOFF2 file that declares to unpack to two gigabytes."""
    data = bytearray(saved(font(), flavor))
    data[16:20] = struct.pack(">L", 2_000_000_000)
    return bytes(data)


def squeezed_zeros(parts: int) -> bytes:
    """So many times 15 MB of zeros, as zlib compresses them. One part is compressed, and the others are copies."""
    zeros, packer = bytes(15_000_000), zlib.compressobj(9)
    first, part = (packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    checksum = parts * len(zeros) % 65521 << 16 | 1
    return first + part * (parts - 1) + b"\3\0" + struct.pack(">L", checksum)


def packed_table() -> bytes:
    """A WOFF file whose first table unpacks to much more than it declares."""
    data = bytearray(saved(font(), "woff"))
    squeezed = squeezed_zeros(100)
    data[48:60] = struct.pack(">3L", len(data), len(squeezed), len(squeezed) + 1)
    return bytes(data) + squeezed


BOMBS: dict[str, Callable[[], bytes]] = {
    "composites": lambda: saved(font(explodes=True)),
    "subroutines": lambda: saved(font(postscript=True, explodes=True)), "segments of characters": endless_map,
    "a declared size of WOFF2": lambda: declaring("woff2"), "a declared size of WOFF": lambda: declaring("woff"),
    "a table of WOFF": packed_table,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computing time of the program is in docs/limits.md. With less of it, the tests end sooner."""
    monkeypatch.setattr(fonts, "SECONDS", 0.5)


@pytest.mark.parametrize("what", BOMBS)
def test_a_font_that_unpacks_to_far_too_much_is_an_error_at_its_line(tmp_path, what):
    kit = three_cards.write(tmp_path / "mine")
    (kit / "own.ttf").write_bytes(BOMBS[what]())
    assert (kit / "own.ttf").stat().st_size < 2_000_000
    (kit / "fonts.yaml").write_text("title: {file: own.ttf}\n", "utf-8")
    result = expect_harmless(what, kit, "check", kit)
    assert result.exit_code == 1
    assert f"{kit / 'fonts.yaml'}:1:15: error[" in result.output
    assert "cannot use own.ttf: it" in result.output


def test_the_next_font_is_read_all_the_same(tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    (kit / "fonts.yaml").write_text("title: {file: own.ttf}\n", "utf-8")
    (kit / "own.ttf").write_bytes(BOMBS["subroutines"]())
    assert run("check", kit).exit_code == 1
    (kit / "own.ttf").write_bytes(saved(font()))
    assert "missing-font" not in run("check", kit).output


def test_squeezed_zeros_are_what_zlib_unpacks():
    assert zlib.decompress(squeezed_zeros(3)) == bytes(45_000_000)
