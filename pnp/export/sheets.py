"""Pictures with all faces of a deck in rows and columns, for digital tables."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from PIL import Image

from pnp.export.printed import Deck, PrintedSet
from pnp.graphics import Piece
from pnp.graphics.geometry import MM_PER_INCH

COLUMNS, ROWS = 10, 7
"""The largest grid that Tabletop Simulator takes."""
MOST = COLUMNS * ROWS - 1
"""The most cards on a sheet: the last cell is what others see of a card in a hand."""
WIDEST = 4096
"""The longest side of a sheet, in px."""


class Sheet(NamedTuple):
    """The faces of some cards of a deck: the picture, its grid, the cards from the top left, and their backs.

    `backs` is a picture of the same grid if the cards have different backs, otherwise of one back.
    """

    cards: tuple[Piece, ...]
    columns: int
    rows: int
    faces: Image.Image
    backs: Image.Image
    unique_backs: bool


def grid(cards: int) -> tuple[int, int]:
    """The columns and rows of the smallest grid with a cell to spare, 2 by 2 at least."""
    choices = [(c, max(2, ceil((cards + 1) / c))) for c in range(2, COLUMNS + 1)]
    fitting = [(c, r) for c, r in choices if r <= ROWS]
    return min(fitting, key=lambda size: (size[0] * size[1], abs(size[0] - size[1])))


def sheets(printed: PrintedSet, deck: Deck) -> Iterator[Sheet]:
    """The sheets of a deck, with the back in the last cell of each; at most `WIDEST` px wide and high."""
    unique = len({id(card.back) for card in deck.cards}) > 1
    for first in range(0, len(deck.cards), MOST):
        cards = deck.cards[first : first + MOST]
        columns, rows = grid(len(cards))
        dpi = min(
            float(printed.settings.dpi),
            (WIDEST // columns) / deck.size.w * MM_PER_INCH,
            (WIDEST // rows) / deck.size.h * MM_PER_INCH,
        )
        fronts = list(printed.faces([(card, "front") for card in cards], dpi, 0.0))
        cell = fronts[0].size
        blank = Image.new("RGB", cell, "white")
        backs = [blank] * len(cards)
        with_backs = [n for n, card in enumerate(cards) if card.back][: None if unique else 1]
        for n, image in zip(with_backs, printed.faces([(cards[n], "back") for n in with_backs], dpi, 0.0), strict=True):
            backs[n] = image
        hidden = backs[0]
        faces = _filled(fronts, columns, rows, hidden)
        yield Sheet(cards, columns, rows, faces, _filled(backs, columns, rows, hidden) if unique else hidden, unique)


def _filled(images: list[Image.Image], columns: int, rows: int, hidden: Image.Image) -> Image.Image:
    width, height = images[0].size
    sheet = Image.new("RGB", (width * columns, height * rows), "white")
    for n, image in enumerate(images):
        sheet.paste(image, (n % columns * width, n // columns * height))
    sheet.paste(hidden, ((columns - 1) * width, (rows - 1) * height))
    return sheet
