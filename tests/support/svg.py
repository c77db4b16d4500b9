"""SVG texts and the drawings they are read as."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pypdfium2
import resvg_py
from PIL import Image, ImageChops, ImageStat

from pnp import pdf
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics.drawing import Drawing, Item, Piece
from pnp.graphics.geometry import MM_PER_POINT, Rect, Size
from pnp.graphics.images import Gallery
from pnp.imposition import Placed
from pnp.text.roles import Fonts

HERE = Span("cards.yaml", 7, 3, 9)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 20">'


def loaded(
    folder: Path, content: str | bytes, name: str = "x.svg", colour: str = "#000000"
) -> Drawing | list[Diagnostic]:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    diagnostics = Diagnostics()
    drawing = Gallery([folder], diagnostics).drawing(name, HERE, colour)
    assert (drawing is None) == bool(diagnostics)
    return drawing or list(diagnostics)


def drawn(folder: Path, body: str, colour: str = "#000000") -> tuple[Item, ...]:
    found = loaded(folder, f"{HEAD}\n{body}\n</svg>", colour=colour)
    assert isinstance(found, Drawing), found
    return found.items


def claiming(width: int, height: int) -> bytes:
    """A tiny PNG whose header claims a size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b"")
    )


# Drawn as an independent reader draws it

PIXELS = 600
MEAN, PART = 1.0, 0.005
"""Most that two rasters may differ: the mean of any channel, of 255; the part of pixels off by more than 96."""


def zoom(size: Size, pixels: int) -> int:
    return max(1, -(-pixels // int(max(size))))


def through_pdf(drawings: list[Drawing], fonts: Fonts, pixels: int) -> list[Image.Image]:
    """Each drawing on a page of its own size, written by ink.pdf and rasterised by PDFium."""
    pages = []
    for drawing in drawings:
        piece = Piece(drawing.name, "art", drawing.name, drawing.size, drawing)
        placed = Placed(piece, 1, "front", Rect(0, 0, *drawing.size))
        pages.append(pdf.Page(drawing.size, (placed,), Drawing("none", drawing.size, ()), drawing.name))
    document = pypdfium2.PdfDocument(pdf.write(pdf.Document("t", "a", "s", "en", "Simplex", tuple(pages)), fonts))
    images = []
    for number, drawing in enumerate(drawings):
        # A hair less than whole pixels, because PDFium rounds up.
        scale = zoom(drawing.size, pixels) * MM_PER_POINT * (1 - 1e-6)
        images.append(document[number].render(scale=scale).to_pil().convert("RGB"))
    document.close()
    return images


def by_resvg(path: Path, size: tuple[int, int]) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_path=str(path), background="#ffffff", width=size[0], height=size[1], dpi=96)
    return Image.open(io.BytesIO(png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of the worst channel, of 255, and the part of pixels off by more than 96 in any."""
    assert one.size == other.size
    apart = ImageChops.difference(one, other)
    red, green, blue = apart.split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return max(ImageStat.Stat(apart).mean), sum(worst[97:]) / (one.width * one.height)
