"""Write placed drawings as PDF files and PNG pictures.

reportlab's canvas makes the pages; one pass of pypdf then adds what the canvas has no method for. Nothing here knows
of YAML, kits or games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pnp.pdf.document import Document, Duplex, Page, PrintingCondition, Standard

if TYPE_CHECKING:
    from pnp.pdf.frame import FinishedPdf
    from pnp.text import Fonts

__all__ = ["Document", "Duplex", "Page", "PrintingCondition", "Standard", "streamed", "write"]


def write(document: Document, fonts: Fonts, progress: Callable[[], None] = lambda: None) -> bytes:
    """The bytes of a PDF file, the same on every machine; `progress` is called once for every page.

    Raises OSError if a picture cannot be read any more.
    """
    return streamed(document, fonts, progress).read()


def streamed(document: Document, fonts: Fonts, progress: Callable[[], None] = lambda: None) -> FinishedPdf:
    """Like `write`, for a file that may be too large for the memory: its photos are read when its bytes are."""
    from pnp.pdf import writer  # reportlab and pypdf are slow to import

    return writer.write(document, fonts, progress)
