"""PDF documents of a few pages."""

from __future__ import annotations

import io

import pypdf
from PIL import Image

from pnp import pdf
from pnp.graphics.drawing import Drawing, Landmark, Piece, Text
from pnp.graphics.geometry import Size
from pnp.imposition import Room, arrange

A5 = Size(148, 210)


def document(*pages: pdf.Page) -> pdf.Document:
    return pdf.Document("Title", "Author", "Subject", "en", "Simplex", pages)


def page(
    drawing: Drawing, stock: str = "cardstock", heading: str = "", landmarks: tuple[Landmark, ...] = ()
) -> pdf.Page:
    piece = Piece("p/1", "p", "Title", drawing.size, drawing, stock=stock, landmarks=landmarks)
    (sheet,) = arrange("grid", [piece], Room(A5, 5), 0)
    return pdf.Page(A5, sheet.front, Drawing("marks", A5, ()), "p", heading)


def words(text: str, font: str = "body") -> Drawing:
    return Drawing("d", Size(130, 60), (Text(5, 9, text, font, 9, "#000000"),))


def read(context, *pages: pdf.Page) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(pdf.write(document(*pages), context.fonts)), strict=True)


def bitmap(mode: str, kind: str = "png") -> bytes:
    data = io.BytesIO()
    image = Image.new("RGBA", (4, 4), (51, 102, 153, 255))
    image.putpixel((0, 0), (255, 0, 0, 0))
    image.convert(mode).save(data, kind)
    return data.getvalue()
