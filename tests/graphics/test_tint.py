"""Pictures in shades of one colour."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pnp.graphics import tint
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Path, Picture, rectangle
from pnp.graphics.geometry import Rect, Size
from pnp.graphics.inksaver import bitmaps

BOX = Rect(0, 0, 10, 10)


@pytest.mark.parametrize(
    ("colour", "shade"), [("#000000", "#204060"), ("#ffffff", "#ffffff"), ("#808080", "#90a0b0"), ("#ff0000", None)]
)
def test_a_shade_is_between_the_tint_and_white(colour, shade):
    found = tint.shade("#204060", colour)
    assert found == shade or (shade is None and "#204060" < found < "#ffffff")


def png(mode: str, colour: tuple[int, ...]) -> bytes:
    stream = io.BytesIO()
    Image.new(mode, (4, 4), colour).save(stream, "PNG")
    return stream.getvalue()


def test_bitmaps_are_tinted_once_and_keep_their_alpha():
    opaque, soft = png("RGB", (0, 0, 0)), png("RGBA", (0, 0, 0, 100))
    drawing = Drawing(
        "d",
        Size(10, 10),
        (Picture(BOX, Kept(opaque), (4, 4)), Picture(BOX, Kept(soft), (4, 4)), Path(rectangle(BOX), "#000000")),
    )
    tints = tint.Tints()
    first, second, path = tints.drawing(drawing, "#204060").items
    assert path.fill == "#204060"
    assert Image.open(io.BytesIO(first.content.read())).convert("RGB").getpixel((0, 0)) == (0x20, 0x40, 0x60)
    assert Image.open(io.BytesIO(second.content.read())).getpixel((0, 0)) == (0x20, 0x40, 0x60, 100)
    assert tints.drawing(drawing, "#204060") is tints.drawing(drawing, "#204060")
    assert tints.drawing(drawing, "#ff0000").items[2].fill == "#ff0000"


def test_a_tinted_photo_has_a_byte_for_each_pixel():
    stream = io.BytesIO()
    Image.effect_noise((200, 100), 60).convert("RGB").save(stream, "JPEG")
    assert 20_000 < len(bitmaps.tinted("#204060", Kept(stream.getvalue())).read()) < 23_000
