"""Bitmaps in PDF files."""

from __future__ import annotations

import pytest

from pnp.graphics.drawing import Drawing, Picture
from pnp.graphics.geometry import Rect, Size
from tests.support.writing import bitmap, page, read


@pytest.mark.parametrize(
    ("mode", "kind", "space", "filters"),
    [
        ("RGB", "png", "/DeviceRGB", "/FlateDecode"),
        ("L", "png", "/DeviceGray", "/FlateDecode"),
        ("RGBA", "png", "/DeviceRGB", None),
        ("P", "png", "/DeviceRGB", None),
        ("RGB", "jpeg", "/DeviceRGB", "/DCTDecode"),
        ("CMYK", "jpeg", "/DeviceCMYK", "/DCTDecode"),
    ],
)
def test_bitmaps_are_stored_as_they_are_where_a_pdf_can_have_them(context, mode, kind, space, filters):
    shown = Drawing("shown", Size(60, 60), (Picture(Rect(0, 0, 9, 9), bitmap(mode, kind), (4, 4)),))
    (form,) = read(context, page(shown)).pages[0]["/Resources"]["/XObject"].values()
    (image,) = form["/Resources"]["/XObject"].values()
    assert (image["/ColorSpace"], image.get("/Filter")) == (space, filters)
    assert ("/SMask" in image) == (mode in ("RGBA", "P"))
