"""What the headers of JPEG files say that a PDF cannot contain."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pnp.graphics import jpeg

ADOBE, SOF0, SOF9 = b"\xff\xee", b"\xff\xc0", b"\xff\xc9"
"""The markers of Adobe's segment, of a baseline picture and of one with another coding."""


def saved(mode: str) -> bytes:
    stream = io.BytesIO()
    Image.new(mode, (8, 8)).save(stream, "JPEG")
    return stream.getvalue()


def without(data: bytes, marker: bytes) -> bytes:
    """A file without the segment of a marker."""
    at = data.index(marker)
    return data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (saved("RGB"), ""),
        (saved("CMYK"), ""),
        (without(saved("CMYK"), ADOBE), "does not declare the encoding of its four inks"),
        (saved("L").replace(SOF0, SOF9), "is neither baseline nor progressive"),
    ],
    ids=["three colours", "four inks", "four inks without Adobe's segment", "arithmetic coding"],
)
def test_what_a_pdf_cannot_contain_is_named(data, said):
    assert jpeg.rare(data) == said
