"""Render PDF files with PDFium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.graphics import Size
from pnp.graphics.geometry import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

PIXELS = 40_000_000
"""The maximum number of pixels of a picture."""
EXACT = 1 - 1e-6
"""Every begun pixel counts, but for what only the rounding of the PDF's numbers begins."""


def finest(paper: Size) -> int:
    """The finest resolution in which a page can be shown, in dpi."""
    return max(1, int((PIXELS / (paper.w * paper.h)) ** 0.5 * MM_PER_INCH))


def pictures(data: bytes, dpi: float) -> Iterator[Image]:
    """The pages of a PDF file as pictures in RGB."""
    import pypdfium2  # imported here because few commands render pages

    with pypdfium2.PdfDocument(data) as rendered:
        for page in rendered:
            yield page.render(scale=dpi / 72 * EXACT).to_pil().convert("RGB")
