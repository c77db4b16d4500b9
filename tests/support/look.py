"""A kit -> small contact sheets of all that it prints; two pictures -> where one looks other than the other.

Rasterisers differ in how they smooth edges, and pictures kept are of few colours. So a pixel only counts as other if no
neighbour of it has nearly its colour, and a picture only if such pixels lie thick somewhere: a few are noise.
"""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from pnp import pdf
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Piece
from pnp.kit import paths
from pnp.pdf import png
from pnp.pipeline import job, preview
from tests.conftest import options_for

DPI, FINER = 60, 3
"""Sheets are drawn so many times finer and made smaller by us: what rasterisers make of thin lines is their own."""
COLOURS, ROUNDS = 256, 3
"""How many colours a kept picture has, and how often they are moved nearer to those that they stand for."""
MOST_BYTES = 60_000
PIECES = 6
"""As many pieces are on one sheet at most, so that none is a large file."""
BOOK_PAGES = 6
"""Of a rulebook the first pages are kept: the others have nothing that these have not."""

NEAR = 28
"""Channels that differ by no more, of 255, are the same colour."""
BLUR = 1.0
"""How much pictures are blurred before they are compared, in pixels."""
TILE = 8
THICK, FEW = 0.08, 2
"""The share of a tile's pixels that must be other for the tile to be, and how many such tiles are noise."""
SEEN = (214, 0, 108)


class Sheet(NamedTuple):
    """A contact sheet by the name that its picture is kept by."""

    name: str
    picture: Image.Image


class Difference(NamedTuple):
    """Where two pictures of one size differ: how many tiles, and a mask of their pixels."""

    tiles: int
    mask: Image.Image


def sheets(kit: Path, finer: int = FINER) -> Iterator[Sheet]:
    """All distinct faces of a kit: its cards, the pages of its book, and its boards, standees and the rest."""
    diagnostics = Diagnostics()
    laid = job.lay_out(options_for(kit), diagnostics)
    assert laid is not None, list(diagnostics)
    parts: dict[str, list[Piece]] = {}
    for piece in laid.all_pieces:
        parts.setdefault(_part(laid.plan.context.kit.components[piece.component].kind, piece), []).append(piece)
    for part, pieces in parts.items():
        shown = pieces[:BOOK_PAGES] if part == "book" else pieces
        for at in range(0, len(shown), PIECES):
            number = f"-{at // PIECES + 1}" if len(shown) > PIECES else ""
            page = preview.contact_sheet(laid.plan.context, shown[at : at + PIECES])
            alone = pdf.Document(page.label, "", "", "en", "Simplex", (page,))
            (picture,) = png.images(alone, laid.plan.context.fonts, DPI * finer)
            yield Sheet(f"{kit.name}-{part}{number}", picture.convert("RGB").reduce(finer))


def _part(kind: str, piece: Piece) -> str:
    """Where a piece is shown: cards among those of their deck, pages in the book, and all others together."""
    return piece.component if kind == "deck" else "book" if kind == "booklet" else "boards"


def kept(picture: Image.Image) -> bytes:
    """The picture as a small PNG file."""
    out = io.BytesIO()
    picture.quantize(COLOURS, kmeans=ROUNDS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def difference(golden: Image.Image, now: Image.Image) -> Difference:
    """Where pictures differ by more than smoothing; they must be of one size."""
    golden, now = (picture.filter(ImageFilter.GaussianBlur(BLUR)) for picture in (golden, now))
    other = ImageChops.lighter(_lonely(golden, now), _lonely(now, golden)).point(lambda v: 255 if v > NEAR else 0)
    share = other.reduce(TILE).point(lambda v: 255 if v > 255 * THICK else 0)
    tiles = share.histogram()[255]
    return Difference(tiles, share.resize(other.size, Image.Resampling.NEAREST, _area(other.size)))


def _area(size: tuple[int, int]) -> tuple[float, float, float, float]:
    """The part of the tiles' picture that lies over one of this size, whose last tiles are cut."""
    return (0, 0, size[0] / TILE, size[1] / TILE)


def _lonely(one: Image.Image, two: Image.Image) -> Image.Image:
    """For each pixel of one how far it is from the nearest colour among its own and the eight around it in two."""
    least: Image.Image | None = None
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            apart = _channels(ImageChops.difference(one, ImageChops.offset(two, dx, dy)))
            least = apart if least is None else ImageChops.darker(least, apart)
    assert least is not None
    return least


def _channels(picture: Image.Image) -> Image.Image:
    red, green, blue = picture.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def compared(golden: Image.Image, now: Image.Image) -> tuple[str, Image.Image]:
    """What differs, in words that are empty if nothing does, and the picture as it is now with that marked."""
    if golden.size != now.size:
        return f"{now.width} × {now.height} pixels, and were {golden.width} × {golden.height}", now
    found = difference(golden, now)
    pale = Image.blend(now, Image.new("RGB", now.size, "white"), 0.6)
    pale.paste(Image.blend(now, Image.new("RGB", now.size, SEEN), 0.5), mask=found.mask)
    return (f"{found.tiles} places of {TILE} × {TILE} pixels differ" if found.tiles > FEW else ""), pale


def report(file: Path, diagnostics: Iterable[tuple[str, str, Image.Image | None, Image.Image, Image.Image]]) -> Path:
    """A page that shows each picture as it was, as it is, and what differs, side by side."""
    parts = ["<!doctype html><meta charset='utf-8'><title>What looks other</title>"]
    parts.append("<style>body{font:14px sans-serif}td{vertical-align:top}img{max-width:32vw}</style>")
    for name, message, golden, now, marked in diagnostics:
        parts.append(
            f"<h2>{html.escape(name)}: {html.escape(message)}</h2><table><tr><th>golden<th>now<th>difference<tr>"
        )
        parts.extend(f"<td>{_inline(picture)}" for picture in (golden, now, marked))
        parts.append("</table>")
    file.write_text("\n".join(parts), "utf-8")
    return file


def _inline(picture: Image.Image | None) -> str:
    if picture is None:
        return "not kept yet"
    data = base64.b64encode(kept(picture)).decode("ascii")
    return f"<a href='data:image/png;base64,{data}'><img src='data:image/png;base64,{data}'></a>"


KITS = sorted(path.parent for path in (paths.data_folder()).glob("*/kit.yaml"))
