"""Bitmaps in PDF files."""

from __future__ import annotations

import io
import random
import tracemalloc
from pathlib import Path

import pytest
from PIL import Image

from pnp import pdf
from pnp.diagnostics.files import ChangedError
from pnp.graphics import pngfile
from pnp.graphics.bitmap import read as bitmap_file
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Picture, Use
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.pdf.frame import Scratch
from tests.support.writing import bitmap, document, page, read


@pytest.mark.parametrize(
    ("mode", "kind", "space", "filters"),
    [
        ("RGB", "png", "/DeviceRGB", "/FlateDecode"), ("L", "png", "/DeviceGray", "/FlateDecode"),
        ("RGBA", "png", "/DeviceRGB", None), ("P", "png", "/DeviceRGB", None),
        ("RGB", "jpeg", "/DeviceRGB", "/DCTDecode"), ("CMYK", "jpeg", "/DeviceCMYK", "/DCTDecode"),
    ],
)  # fmt: skip
def test_bitmaps_are_stored_as_they_are_where_a_pdf_can_have_them(context, mode, kind, space, filters):
    shown = Drawing("shown", Size(60, 60), (Picture(Rect(0, 0, 9, 9), Kept(bitmap(mode, kind)), (4, 4)),))
    (form,) = read(context, page(shown)).pages[0]["/Resources"]["/XObject"].values()
    (image,) = form["/Resources"]["/XObject"].values()
    assert (image["/ColorSpace"], image.get("/Filter")) == (space, filters)
    assert ("/SMask" in image) == (mode in ("RGBA", "P"))


def test_an_opaque_palette_stays_one(context):
    stream = io.BytesIO()
    paletted = Image.new("P", (4, 4), 200)
    paletted.putpalette([0, 0, 0] * 200 + [51, 102, 153] * 56)
    paletted.save(stream, "PNG")
    shown = Drawing("shown", Size(60, 60), (Picture(Rect(0, 0, 9, 9), Kept(stream.getvalue()), (4, 4)),))
    (form,) = read(context, page(shown)).pages[0]["/Resources"]["/XObject"].values()
    (image,) = form["/Resources"]["/XObject"].values()
    assert list(image["/ColorSpace"])[:2] == ["/Indexed", "/DeviceRGB"]
    assert image.decode_as_image().convert("RGB").getpixel((0, 0)) == (51, 102, 153)


def photo(number: int) -> bytes:
    """A JPEG of about 600 kB."""
    pixels = random.Random(number).randbytes(800 * 800 * 3)
    stream = io.BytesIO()
    Image.frombytes("RGB", (800, 800), pixels).save(stream, "JPEG", quality=88)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["jpeg", "png"])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_what_is_embedded_unchanged_is_not_copied(context, tmp_path, monkeypatch, mode, kind):
    data, path = bitmap(mode, kind), tmp_path / "a"
    monkeypatch.setattr(Scratch, "keep", None)
    written = pdf.streamed(document(page(placed(data, path))), context.fonts)
    whole = written.read()
    pixels = data if kind == "jpeg" else pngfile.packed(data)
    assert (whole.count(pixels), written.frame.count(pixels)) == (1, 0)
    path.write_bytes(bitmap("CMYK", "jpeg"))
    with pytest.raises(ChangedError):
        written.read()


def test_photos_of_files_are_not_in_memory(context, tmp_path):
    photos = [photo(number) for number in range(6)]
    made = document(*(page(placed(data, tmp_path / f"{number}.jpg")) for number, data in enumerate(photos)))
    pdf.write(document(page(Drawing("p", Size(60, 60), ()))), context.fonts)  # imports
    tracemalloc.start()
    written = pdf.streamed(made, context.fonts)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3 * len(photos[0])
    whole = written.read()
    assert all(whole.count(data) == 1 for data in photos)


def placed(data: bytes, path: Path) -> Drawing:
    """A drawing with the photo in a new file."""
    path.write_bytes(data)
    read = bitmap_file(data, path.name, path).drawing
    return Drawing("p", Size(60, 60), (Use(read, Transform.scale(60 / 800)),))
