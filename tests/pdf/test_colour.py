"""Inks of print shops: black alone, the limit, bitmaps."""

from __future__ import annotations

import io
from itertools import product

import pypdf
import pypdfium2
import pytest
from PIL import Image

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Picture, Piece, rectangle
from pnp.graphics.drawing import Path as Shape
from pnp.graphics.geometry import Edges, Rect, Size
from pnp.imposition import Placed
from pnp.kit import load
from pnp.pdf import PrintingCondition, icc
from pnp.pdf.colour import mixed, separated
from tests.conftest import RHINO, SMALL
from tests.support.presses import with_less_ink
from tests.support.shop import all_streams, files, made, mixes

# Inks ------------------------------------------------------------------------------------------------------------


def test_black_is_black_ink_alone(small_shop):
    for path in files(small_shop):
        assert (0, 0, 0, 1) in mixes(path) or "pieces-15x15" in path.name


@pytest.mark.parametrize("limit", [160, 300])
def test_no_place_gets_more_ink_than_the_limit(limit, small_shop, tmp_path):
    build = small_shop if limit == 300 else made(tmp_path, kit=SMALL, ink_limit=limit)
    found = max(sum(mix) * 100 for path in files(build) for mix in mixes(path))
    assert 150 < found <= limit + 1e-6


@pytest.mark.parametrize("limit", [150, 240, 300])
def test_mixes_keep_the_limit_and_greys_are_black(limit):
    for channels in product((0, 26, 64, 128, 191, 255), repeat=3):
        mix = mixed(f"#{bytes(channels).hex()}", icc.standard(), limit)
        assert mix.total <= limit + 1e-6
        assert all(0 <= share <= 1 and share == round(share, 3) for share in mix)
        if len(set(channels)) == 1:
            assert mix[:3] == (0, 0, 0)
    assert mixed("#ffffff", icc.standard(), limit) == (0, 0, 0, 0)
    assert mixed("#000000", icc.standard(), limit) == (0, 0, 0, 1)
    darker = [mixed(f"#{bytes((grey,) * 3).hex()}", icc.standard(), limit).black for grey in range(256)]
    assert darker == sorted(darker, reverse=True)


KNOWN = {
    "#f39200": (0, 50, 100, 0), "#f9b233": (0, 35, 85, 0), "#e6332a": (0, 90, 85, 0), "#2fac66": (75, 0, 75, 0),
    "#1d71b8": (85, 50, 0, 0), "#951b81": (50, 100, 0, 0), "#9d9d9c": (0, 0, 0, 50), "#575756": (0, 0, 0, 80),
}  # fmt: skip


@pytest.mark.parametrize("colour", KNOWN)
def test_mixes_come_near_to_those_that_profiles_give(colour):
    """Black may take the place of some of the others."""
    mix = mixed(colour, icc.standard(), 300)
    known = [share / 100 for share in KNOWN[colour]]
    assert sum(abs(own - other) for own, other in zip(mix, known, strict=True)) < 0.3


@pytest.mark.parametrize("kit", ["rhino", "rhino-night", "tilt", "soaring", "lists", "duel"])
def test_the_type_of_every_kit_is_printed_in_black_only(kit):
    """Type in four inks is blurred wherever the inks are not exactly over one another."""
    opened = load.open_kit(RHINO.parent / kit, Diagnostics())
    ink = opened.palette["ink"]
    assert mixed(ink, icc.standard(), 300) == (0, 0, 0, 1)


def test_files_for_another_press_have_other_inks(context, tmp_path):
    """The other press wants four fifths of each ink."""
    (tmp_path / "other.icc").write_bytes(with_less_ink(icc.standard().data, 0.8))
    conditions = PrintingCondition(300), PrintingCondition(300, icc.read(tmp_path / "other.icc"))
    inks = [inks_of(pictured(context, "RGB", condition)) for condition in conditions]
    for standard, other in zip(*inks, strict=True):
        assert max(standard) > 0.7
        for share, less in zip(standard, other, strict=True):
            assert less == pytest.approx(0.8 * share, abs=0.03)


def inks_of(data: bytes) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The inks of the red paint, and of the same red in the picture."""
    drawn = list(all_streams(data))
    (paint,) = {
        tuple(map(float, operands)) for _, operations in drawn for operands, operator in operations
        if operator == b"k" and max(map(float, operands[:3])) > 0
    }  # fmt: skip
    (image,) = (held for held, _ in drawn if held.get("/Subtype") == "/Image")
    return paint, tuple(byte / 255 for byte in image.get_data()[4:8])


def test_a_picture_has_the_inks_of_the_paint_beside_it(context):
    for limit in (150, 300):
        paint, picture = inks_of(pictured(context, "RGB", PrintingCondition(limit)))
        assert sum(paint) <= limit / 100
        assert paint == pytest.approx(picture, abs=0.002)


# Bitmaps ---------------------------------------------------------------------------------------------------------


def pictured(context: RenderContext, mode: str, condition: PrintingCondition = PrintingCondition(300)) -> bytes:  # noqa: B008
    image = Image.new(mode, (6, 4), (180, 30, 40, 128)[: len(mode)])
    image.putpixel((0, 0), (255, 255, 255, 255)[: len(mode)])
    stream = io.BytesIO()
    image.save(stream, "PNG")
    size = Size(30, 20)
    items = (
        Shape(rectangle(Rect(0, 0, 5, 5)), fill="#000000"),
        Shape(rectangle(Rect(0, 6, 5, 5)), fill="#b41e28"),
        Picture(Rect(5, 5, 20, 10), Kept(stream.getvalue()), (6, 4)),
    )
    piece = Piece("a/b", "a", "B", size, Drawing("b", size, items))
    rect = Rect(3, 3, *size)
    placed = Placed(piece, 1, "front", rect, 0, Edges(3, 3, 3, 3))
    whole = Size(36, 26)
    page = pdf.Page(whole, (placed,), Drawing("none", whole, ()), "B", trim=rect)
    return pdf.write(pdf.Document("T", "A", "S", "en", "Simplex", (page,), condition), context.fonts)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_bitmaps_are_in_inks_and_only_clear_ones_are_clear(context, mode):
    data = pictured(context, mode)
    assert data == pictured(context, mode)
    assert b"/DeviceRGB" not in data
    (image,) = (held for held, _ in all_streams(data) if held.get("/Subtype") == "/Image")
    assert image["/ColorSpace"] == "/DeviceCMYK"
    assert "/Filter" not in image
    pixels = image.get_data()
    assert pixels[:4] == b"\0\0\0\0"
    assert pixels[5] > 180 > pixels[4]
    assert ("/SMask" in image) == (mode == "RGBA")
    (page,) = pypdf.PdfReader(io.BytesIO(data)).pages
    assert (page.get("/Group") == {"/S": "/Transparency", "/CS": "/DeviceCMYK"}) == (mode == "RGBA")
    seen = pypdfium2.PdfDocument(data)[0].render(scale=2).to_pil().convert("RGB")
    red, green, blue = seen.getpixel((seen.width // 2, seen.height // 2))
    assert red > max(green, blue) + 50


def test_bitmaps_keep_the_limit():
    stream = io.BytesIO()
    image = Image.new("RGB", (16, 16))
    image.putdata([(16 * x, 8 * y, (x * y) % 40) for x in range(16) for y in range(16)])
    image.save(stream, "PNG")
    bitmap = separated(stream.getvalue(), icc.standard(), 200)
    totals = [sum(bitmap.pixels[at : at + 4]) / 2.55 for at in range(0, len(bitmap.pixels), 4)]
    assert len(totals) == 256
    assert 150 < max(totals) <= 200


def test_grey_pictures_are_black_ink_and_photos_have_deep_shadows():
    """In colour, shadows that are deeper than black ink alone stay apart."""
    stream = io.BytesIO()
    levels = Image.frombytes("L", (256, 1), bytes(range(256)))
    levels.save(stream, "PNG")
    grey = separated(stream.getvalue(), icc.standard(), 300).pixels
    assert not any(grey[at] for at in range(len(grey)) if at % 4 != 3)
    assert list(grey[3::4]) == sorted(grey[3::4], reverse=True)
    assert (grey[3], grey[-1]) == (255, 0)
    dark = Image.frombytes("RGB", (128, 1), bytes(byte for at in range(1, 129) for byte in (at // 2, at // 3, at // 4)))
    stream = io.BytesIO()
    dark.save(stream, "PNG")
    inks = separated(stream.getvalue(), icc.standard(), 300).pixels
    totals = [sum(inks[at : at + 4]) for at in range(0, len(inks), 4)]
    assert totals[0] > 2.5 * 255
    assert len(set(totals)) > 30
