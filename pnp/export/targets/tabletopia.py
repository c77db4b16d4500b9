"""Tabletopia: a folder for each deck with a picture per card; the number of copies is in its name."""

from __future__ import annotations

from pnp.export.printed import PrintedSet, Side, backed, encoded, file_name
from pnp.graphics import Piece

LABEL = "Tabletopia"
OPTIONS = ("dpi",)


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`DECK/01-name-x8.png` and `DECK/back.png`; a card with a back of its own has `DECK/01-name-back.png`."""
    found: dict[str, bytes] = {}
    for deck in printed.decks:
        shared = len({id(card.back) for card in deck.cards}) == 1
        names = _names(deck.id, deck.cards)
        wanted = [(card, side) for n, card in enumerate(deck.cards) for side in _sides(card, n, shared=shared)]
        for (card, side), image in zip(wanted, printed.faces(wanted), strict=True):
            found[f"{deck.id}/back.png" if shared and side == "back" else names[card, side]] = encoded(image)
    pieces = [(piece, side) for piece in printed.others for side in backed(piece)]
    for (piece, side), image in zip(pieces, printed.faces(pieces), strict=True):
        found[_names("pieces", printed.others)[piece, side]] = encoded(image)
    return found


def _sides(card: Piece, number: int, *, shared: bool) -> tuple[Side, ...]:
    """The sides to draw of a card: a shared back is drawn with the first card."""
    return backed(card) if number == 0 or not shared else ("front",)


def _names(folder: str, pieces: tuple[Piece, ...] | list[Piece]) -> dict[tuple[Piece, Side], str]:
    found: dict[tuple[Piece, Side], str] = {}
    for number, piece in enumerate(pieces, start=1):
        stem = f"{folder}/{number:02d}-{file_name(piece.title)}"
        found[piece, "front"] = f"{stem}{f'-x{piece.copies}' if piece.copies > 1 else ''}.png"
        found[piece, "back"] = f"{stem}-back.png"
    return found
