"""Pictures with all faces of a deck in rows and columns, for digital tables."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from PIL import Image

from pnp.export.printed import PrintedDeck, PrintedSet
from pnp.graphics import Piece
from pnp.graphics.geometry import MM_PER_INCH

COLUMNS, ROWS = 10, 7
"""The largest grid that Tabletop Simulator takes."""
MOST = COLUMNS * ROWS - 1
"""The most cards on a sheet: the last cell is what others see of a card in a hand."""
WIDEST = 4096
"""The longest side of a sheet, in px."""


class FaceSheet(NamedTuple):
    """The faces of some cards of a deck: the picture, its grid, the cards from the top left, and their backs.

    `backs` is a picture of the same grid if the cards have different backs, otherwise of one back.
    """

    cards: tuple[Piece, ...]
    columns: int
    rows: int
    faces: Image.Image
    backs: Image.Image
    unique_backs: bool


def grid(cells: int, least: int = 2) -> tuple[int, int]:
    """The columns and rows of the smallest grid with this many cells, at least `least` of each."""
    choices = [(c, max(least, ceil(cells / c))) for c in range(least, COLUMNS + 1)]
    fitting = [(c, r) for c, r in choices if r <= ROWS]
    return min(fitting, key=lambda size: (size[0] * size[1], abs(size[0] - size[1]), -size[0]))


def sheets(printed: PrintedSet, deck: PrintedDeck) -> Iterator[FaceSheet]:
    """The sheets of a deck, with the back in the last cell of each; at most `WIDEST` px wide and high."""
    unique = len({id(card.back) for card in deck.cards}) > 1
    for first in range(0, len(deck.cards), MOST):
        cards = deck.cards[first : first + MOST]
        columns, rows = grid(len(cards) + 1)
        dpi = _finest(printed, deck, columns, rows)
        fronts = list(printed.faces([(card, "front") for card in cards], dpi, 0.0))
        backs = _backs(printed, cards if unique else cards[:1], fronts[0], dpi)
        faces = _filled(fronts, columns, rows)
        _put(faces, columns * rows - 1, columns, backs[0])
        yield FaceSheet(cards, columns, rows, faces, _filled(backs, columns, rows) if unique else backs[0], unique)


def contact_sheets(printed: PrintedSet, deck: PrintedDeck, *, share_backs: bool = False) -> Iterator[FaceSheet]:
    """The sheets of a deck with nothing but its faces: no cell to spare, and every back in its card's cell.

    With `share_backs`, a back that all cards of the deck have is one picture.
    """
    unique = not share_backs or len({id(card.back) for card in deck.cards}) > 1
    for first in range(0, len(deck.cards), COLUMNS * ROWS):
        cards = deck.cards[first : first + COLUMNS * ROWS]
        columns, rows = grid(len(cards), 1)
        dpi = _finest(printed, deck, columns, rows)
        fronts = list(printed.faces([(card, "front") for card in cards], dpi, 0.0))
        backs = _backs(printed, cards if unique else cards[:1], fronts[0], dpi)
        whole = _filled(backs, columns, rows) if unique else backs[0]
        yield FaceSheet(cards, columns, rows, _filled(fronts, columns, rows), whole, unique)


def _finest(printed: PrintedSet, deck: PrintedDeck, columns: int, rows: int) -> float:
    """The resolution in which a sheet is not too large, at most that of the settings."""
    wide, high = WIDEST // columns / deck.size.w, WIDEST // rows / deck.size.h
    return min(float(printed.settings.dpi), wide * MM_PER_INCH, high * MM_PER_INCH)


def _backs(printed: PrintedSet, cards: tuple[Piece, ...], front: Image.Image, dpi: float) -> list[Image.Image]:
    """A back for each card, white for those that have none; backs that several cards share are drawn once."""
    blank = Image.new("RGB", front.size, "white")
    shared = {id(card.back): card for card in cards if card.back}
    images = printed.faces([(card, "back") for card in shared.values()], dpi, 0.0)
    drawn = dict(zip(shared, images, strict=True))
    return [drawn.get(id(card.back), blank) for card in cards]


def _filled(images: list[Image.Image], columns: int, rows: int) -> Image.Image:
    """Pictures in rows and columns, from the top left."""
    width, height = images[0].size
    sheet = Image.new("RGB", (width * columns, height * rows), "white")
    for cell, image in enumerate(images):
        _put(sheet, cell, columns, image)
    return sheet


def _put(sheet: Image.Image, cell: int, columns: int, image: Image.Image) -> None:
    sheet.paste(image, (cell % columns * image.width, cell // columns * image.height))
