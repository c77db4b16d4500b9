"""PNG pictures of pages, rasterised by PDFium from the PDF that would be printed."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from pnp import pdf
from pnp.graphics import Size
from pnp.graphics.geometry import MM_PER_INCH
from pnp.pdf.rendering import EXACT, pictures
from pnp.text import Fonts

if TYPE_CHECKING:
    from PIL.Image import Image

_ONE_AT_A_TIME = threading.Lock()
"""Neither PDFium nor the fonts of a PDF that is being written may be used by two threads at once."""


def pixels(paper: Size, dpi: float) -> tuple[int, int]:
    """Width and height of a page's picture."""
    return ceil(paper.w / MM_PER_INCH * dpi * EXACT), ceil(paper.h / MM_PER_INCH * dpi * EXACT)


def images(document: pdf.Document, fonts: Fonts, dpi: float) -> Iterator[Image]:
    """A document's pages as pictures in RGB."""
    with _ONE_AT_A_TIME:
        yield from pictures(pdf.write(document, fonts), dpi)


def write(page: pdf.Page, fonts: Fonts, dpi: float) -> bytes:
    """One page as a PNG file, in a resolution of at most `finest`."""
    out = io.BytesIO()
    alone = pdf.Document(page.label, "", "", "en", "Simplex", (page,))
    (image,) = images(alone, fonts, dpi)
    image.save(out, "PNG", compress_level=1, dpi=(dpi, dpi))
    return out.getvalue()
