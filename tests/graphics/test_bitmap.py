"""Bitmaps -> drawings, and which bitmaps are refused."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics import picture_files
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Picture, every
from pnp.graphics.geometry import Rect, Size
from pnp.graphics.images import Gallery
from tests.support.svg import HERE, claiming, loaded


def bitmap(kind: str, size: tuple[int, int], mode: str = "RGB") -> bytes:
    stream = io.BytesIO()
    Image.new(mode, size, 1).save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "kind", "mode"),
    [("a.png", "PNG", "RGB"), ("a.png", "PNG", "RGBA"), ("a.png", "PNG", "P"), ("a.PNG", "PNG", "L")]
    + [("a.jpg", "JPEG", "RGB"), ("a.jpeg", "JPEG", "L"), ("a.jpg", "JPEG", "CMYK")],
)
def test_a_bitmap_is_a_drawing_of_a_millimetre_to_the_pixel(tmp_path, name, kind, mode):
    data = bitmap(kind, (7, 5), mode)
    drawing = loaded(tmp_path, data, name)
    assert isinstance(drawing, Drawing)
    assert drawing.size == Size(7, 5)
    assert drawing.items == (Picture(Rect(0, 0, 7, 5), Kept(data), (7, 5)),)


@pytest.mark.parametrize("kind", ["WEBP", "AVIF"])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_webp_and_avif_are_the_same_pixels_as_a_png(tmp_path, kind, mode):
    image = Image.new(mode, (40, 30), (200, 60, 40, 120)[: len(mode)])
    options: dict[str, Any] = {"lossless": True} if kind == "WEBP" else {"quality": 100, "subsampling": "4:4:4"}
    exif = Image.Exif()
    exif[0x0112] = 6
    image.save(tmp_path / f"x.{kind.lower()}", exif=exif, **options)
    diagnostics = Diagnostics()
    drawing = Gallery([tmp_path], diagnostics).drawing("x", HERE)
    assert drawing
    assert list(diagnostics) == []
    assert drawing.size == Size(30, 40)
    (picture,) = [item for item in every(drawing.items) if isinstance(item, Picture)]
    data = picture.content.read()
    with Image.open(io.BytesIO(data)) as read:
        assert (read.format, read.mode, read.size) == ("PNG", mode, (40, 30))
        assert read.getpixel((20, 15)) == pytest.approx((200, 60, 40, 120)[: len(mode)], abs=3)


@pytest.mark.parametrize("kind", ["WEBP", "AVIF", "PNG"])
def test_of_an_animated_picture_the_first_frame_is_printed_with_a_warning(tmp_path, kind):
    first, second = (Image.new("RGB", (9, 9), colour) for colour in ((200, 60, 40), (0, 0, 255)))
    name = f"x.{kind.lower()}"
    first.save(tmp_path / name, save_all=True, append_images=[second], duration=100)
    diagnostics = Diagnostics()
    drawing = Gallery([tmp_path], diagnostics).drawing(name, HERE)
    assert drawing
    hints = ("save the frame that is to be printed as a picture of its own",)
    message = f"{name} is animated; its first frame is printed"
    assert list(diagnostics) == [Diagnostic(HERE, "warning", "first-frame", message, hints)]
    (picture,) = [item for item in every(drawing.items) if isinstance(item, Picture)]
    with Image.open(io.BytesIO(picture.content.read())) as read:
        assert read.convert("RGB").getpixel((4, 4)) == pytest.approx((200, 60, 40), abs=12)


@pytest.mark.parametrize("kind", ["WEBP", "AVIF"])
def test_a_webp_or_avif_file_that_breaks_off_or_is_too_large_is_an_error(tmp_path, kind):
    stream = io.BytesIO()
    Image.effect_noise((60, 60), 90).convert("RGB").save(stream, kind)
    data, name = stream.getvalue(), f"x.{kind.lower()}"
    for cut in (20, 40, len(data) // 2, len(data) - 9):
        (diagnostic,) = loaded(tmp_path, data[:cut], name)
        assert diagnostic.code == "bad-picture"


@pytest.mark.parametrize(
    "head",
    [
        b"VP8X\x0a\0\0\0\0\0\0\0" + (9_999).to_bytes(3, "little") * 2,
        b"VP8L\x0a\0\0\0\x2f" + (9_999 | 9_999 << 14).to_bytes(4, "little"),
        b"VP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a" + (10_000).to_bytes(2, "little") * 2,
    ],
    ids=["VP8X", "VP8L", "VP8"],
)
def test_a_webp_file_of_too_many_pixels_is_an_error_before_it_is_opened(tmp_path, head):
    (diagnostic,) = loaded(tmp_path, b"RIFF\x60\0\0\0WEBP" + head + bytes(80), "a.webp")
    assert (diagnostic.code, diagnostic.message) == ("picture-too-large", "a.webp has 10000 × 10000 pixels")


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "IMG_0001.heic", "IMG_0001.HEIC"])
@pytest.mark.parametrize("brands", [b"heic\0\0\0\0mif1heic", b"mif1\0\0\0\0mif1heic", b"heix\0\0\0\0mif1heix"])
def test_a_heic_picture_is_an_error_with_what_to_do(tmp_path, name, brands):
    (diagnostic,) = loaded(tmp_path, b"\0\0\0\x18ftyp" + brands + bytes(40), name)
    assert diagnostic.message == f"{name} is a HEIC picture, as phones take them, and those are not read"
    assert "export it as JPEG or PNG" in diagnostic.hints[0]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.png", b""), ("a.png", b"no picture"), ("a.jpg", b"\xff\xd8\xff"), ("a.png", b"\x89PNG\r\n\x1a\n"),
        ("a.yaml", b"a: 1"), ("a.png", claiming(0, 5)),
    ],
)  # fmt: skip
def test_what_is_no_bitmap_is_an_error_where_it_is_named(tmp_path, name, data):
    (diagnostic,) = loaded(tmp_path, data, name)
    assert diagnostic == Diagnostic(
        HERE, "error", "bad-picture", f"{name} is not a picture that can be read", ("use SVG, PNG, JPEG, WebP or AVIF",)
    )


@pytest.mark.parametrize(
    ("mode", "options", "what"),
    [
        ("I;16", {}, "has 16 bits of grey"),
        ("L", {"transparency": 1}, "has a single colour that stands for none"),
        ("RGB", {"transparency": (1, 0, 0)}, "has a single colour that stands for none"),
    ],
)
def test_a_bitmap_that_a_pdf_would_show_otherwise_is_an_error(tmp_path, mode, options, what):
    stream = io.BytesIO()
    Image.new(mode, (7, 5), 1).save(stream, "PNG", **options)
    (diagnostic,) = loaded(tmp_path, stream.getvalue(), "a.png")
    assert (diagnostic.code, diagnostic.message) == ("bad-picture", f"a.png {what}, which is not drawn")


def test_a_jpeg_that_a_pdf_cannot_hold_is_an_error(tmp_path):
    data = bitmap("JPEG", (7, 5))
    head = data.index(b"\xff\xe0")
    short = data[: head + 2] + b"\0\7" + data[head + 4 : head + 9] + data[head + 18 :]
    (diagnostic,) = loaded(tmp_path, short, "a.jpg")
    assert diagnostic.code == "bad-picture"


@pytest.mark.slow
@settings(max_examples=150)
@given(
    st.sampled_from([("PNG", "P"), ("PNG", "RGBA"), ("PNG", "1"), ("JPEG", "L"), ("JPEG", "CMYK")]),
    st.lists(st.tuples(st.integers(0, 200), st.binary(max_size=3), st.integers(0, 3)), min_size=1, max_size=4),
)
def test_no_bitmap_raises(tmp_path_factory, kind, edits):
    data = bitmap(kind[0], (7, 5), kind[1])
    for at, new, over in edits:
        data = data[:at] + new + data[at + over :]
    loaded(tmp_path_factory.getbasetemp(), data, "a.png")


@pytest.mark.parametrize(("width", "height"), [(7746, 7746), (10_000, 10_000), (50_000, 50_000)])
def test_a_picture_of_too_many_pixels_is_an_error_and_never_unpacked(tmp_path, width, height):
    (diagnostic,) = loaded(tmp_path, claiming(width, height), "a.png")
    assert diagnostic == Diagnostic(
        HERE, "error", "picture-too-large", f"a.png has {width} × {height} pixels", ("600 dpi are enough",)
    )


def test_a_bitmap_file_that_is_too_large_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(picture_files, "MAX_BITMAP_BYTES", 1000)
    (diagnostic,) = loaded(tmp_path, b"x" * 1001, "a.png")
    assert (diagnostic.code, diagnostic.message) == ("file-too-large", "a.png is larger than 1 kB")
