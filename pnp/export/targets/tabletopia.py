"""Tabletopia: a folder for each deck with a picture per card; the number of copies is in its name."""

from __future__ import annotations

from pnp.export.printed import PrintedDeck, PrintedSet, Side, backed, encoded, file_name
from pnp.export.sheets import pages, things
from pnp.graphics import Piece

LABEL = "Tabletopia"
OPTIONS = ("dpi",)


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`DECK/01-name-x8.png`, `DECK/back.png` or `DECK/01-name-back.png`, `pieces/…` alike, and `rulebook.pdf`."""
    found: dict[str, bytes] = {}
    for deck in printed.decks:
        found |= _deck(printed, deck)
    number = 0
    for thing in things(printed):
        if thing.shape == "die":
            printed.left_out[thing.piece.component] = f"take a die of {thing.sides} from Tabletopia's own"
            continue
        number += 1
        for end, image in thing.clear():
            found[_name("pieces", number, thing.title, "" if end else _copies(thing.copies), end)] = encoded(image)
    book = pages(printed)
    return {**found, "rulebook.pdf": printed.book(book)} if book else found


def _deck(printed: PrintedSet, deck: PrintedDeck) -> dict[str, bytes]:
    """The cards of a deck, with one back if they share it."""
    found = {}
    shared = len({id(card.back) for card in deck.cards}) == 1
    wanted = [(n, card, side) for n, card in enumerate(deck.cards, 1) for side in _sides(card, n, shared=shared)]
    images = printed.faces([(card, side) for _, card, side in wanted])
    for (number, card, side), image in zip(wanted, images, strict=True):
        name = _name(deck.id, number, card.title, _copies(card.copies), "")
        if side == "back":
            name = f"{deck.id}/back.png" if shared else _name(deck.id, number, card.title, "", "-back")
        found[name] = encoded(image)
    return found


def _sides(card: Piece, number: int, *, shared: bool) -> tuple[Side, ...]:
    """The sides to draw of a card: a shared back is drawn with the first card."""
    return backed(card) if number == 1 or not shared else ("front",)


def _copies(number: int) -> str:
    return f"-x{number}" if number > 1 else ""


def _name(folder: str, number: int, title: str, copies: str, end: str) -> str:
    return f"{folder}/{number:02d}-{file_name(title)}{copies}{end}.png"
