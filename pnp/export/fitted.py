"""Faces of pieces as the pictures of products: exactly as large, with the trim in the middle and art to the edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from PIL import Image

from pnp.export import parts, pictures
from pnp.export.printed import PrintedSet, Side, backed, encoded
from pnp.export.products import DPI, Fit
from pnp.graphics import Drawing, Piece, Rect
from pnp.graphics.geometry import MM_PER_INCH

BLEED = 3.175
"""How far art extends past the trim, mm; beyond that its edge is repeated."""
STAND = 8.0
"""How high the shop's stand reaches on a standee, mm; an estimate."""

Faces = Mapping[tuple[Piece, Side], bytes]
"""The pictures of the sides of pieces, as PNG files."""


def faces(printed: PrintedSet, pieces: list[Piece], fit: Fit, *, disc: bool = False) -> Faces:
    """The pictures of all sides; a drawing that pieces share is made once. A disc is extended from its rim."""
    wanted = list(_once(pieces))
    made: dict[int, bytes] = {}
    for (piece, side), image in zip(wanted, printed.faces(wanted, DPI * fit.scale, BLEED), strict=True):
        drawing = _drawing(piece, side)
        made[id(drawing)] = encoded(_fitted(image, drawing, side, fit, disc=disc), DPI)
    return {(piece, side): made[id(_drawing(piece, side))] for piece in pieces for side in backed(piece)}


def standees(printed: PrintedSet, pieces: list[Piece], spec: Any, fit: Fit) -> Faces:
    """Both sides of folded standees."""
    dpi = DPI * fit.scale
    found: dict[tuple[Piece, Side], bytes] = {}
    for piece, strip in zip(pieces, printed.faces([(piece, "front") for piece in pieces], dpi, 0.0), strict=True):
        lower, upper = parts.panels(piece, spec)
        sides: tuple[tuple[Side, Rect, int], ...] = (("front", lower, 0), ("back", upper, 180))
        for side, part, turn in sides:
            image = _standing(pictures.cropped(strip, part, dpi).rotate(turn), fit)
            found[piece, side] = encoded(image, DPI)
    return found


def die(printed: PrintedSet, piece: Piece, fit: Fit) -> dict[int, bytes]:
    """The faces of a die that is a cube, by their numbers."""
    dpi = DPI * fit.scale
    (net,) = printed.faces([(piece, "front")], dpi, 0.0)
    images = {number: pictures.cropped(net, face, dpi) for number, face in parts.faces(piece).items()}
    return {number: encoded(pictures.on_white(image, fit.product.picture), DPI) for number, image in images.items()}


def _drawing(piece: Piece, side: Side) -> Drawing:
    return piece.front if side == "front" or piece.back is None else piece.back


def _once(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Side]]:
    """The sides of pieces, each drawing once."""
    seen = set()
    for piece in pieces:
        for side in backed(piece):
            drawing = id(_drawing(piece, side))
            if drawing not in seen:
                seen.add(drawing)
                yield piece, side


def _fitted(image: Image.Image, drawing: Drawing, side: Side, fit: Fit, *, disc: bool) -> Image.Image:
    """A face with bleed as the picture of a product: up to where its art reaches, then extended, or on white."""
    reach = -parts.LINE if disc else drawing.bleed
    border = round((BLEED - reach) / MM_PER_INCH * DPI * fit.scale)
    image = image.crop((border, border, image.width - border, image.height - border))
    size = fit.product.picture
    if disc:
        return pictures.extended_round(image, size)
    fill = pictures.extended if drawing.bleed else pictures.on_white
    if not fit.turned:
        return fill(image, size)
    return fill(image, size[::-1]).rotate(90 if side == "front" else -90, expand=True)


def _standing(image: Image.Image, fit: Fit) -> Image.Image:
    """A side of a standee on white, above what the shop's stand covers."""
    width, height = fit.product.picture
    out = Image.new("RGB", (width, height), "white")
    foot = (height + fit.product.cut[1]) // 2 - round(STAND / MM_PER_INCH * DPI)
    out.paste(image, ((width - image.width) // 2, foot - image.height))
    return out
