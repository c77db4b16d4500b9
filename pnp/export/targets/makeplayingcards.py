"""MakePlayingCards and Printer's Studio: pictures with bleed, and an order for mpc-autofill.

Pictures are 300 dpi with 0.12 in around the trim. An order has at most 612 cards; more need several orders.
Source: chilli-axe/mpc-autofill, `desktop-tool/src/constants.py` and `frontend/src/features/download/downloadXML.ts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pnp.export.printed import PrintedDeck, PrintedSet, backed, encoded
from pnp.graphics import Piece
from pnp.graphics.drawing import each_copy
from pnp.graphics.geometry import MM_PER_INCH

LABEL = "MakePlayingCards"
OPTIONS = ()
DPI = 300
BLEED = 0.12 * MM_PER_INCH
"""The bleed around a card, mm."""
BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
MOST = BRACKETS[-1]
"""The maximum number of cards in an order."""
STOCK = "(S30) Standard Smooth"


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`DECK/…png` for each face of the cards, and `order-SIZE.xml` for the decks of each size."""
    found: dict[str, bytes] = {}
    by_size: dict[str, list[PrintedDeck]] = {}
    for deck in printed.decks:
        by_size.setdefault(f"{deck.size.w:g}x{deck.size.h:g}", []).append(deck)
        wanted = [(card, side) for card in deck.cards for side in backed(card)]
        for (card, side), image in zip(wanted, printed.faces(wanted, DPI, BLEED), strict=True):
            found[_file(card, side)] = encoded(image, DPI)
    printed.leave_out(printed.others, "it prints cards only")
    for size, decks in by_size.items():
        orders = list(_orders([card for deck in decks for card in deck.cards]))
        for number, slots in enumerate(orders, start=1):
            found[f"order-{size}{f'-{number}' if len(orders) > 1 else ''}.xml"] = _xml(slots)
    return found


def _orders(cards: list[Piece]) -> Iterator[list[Piece]]:
    """The cards, one per copy, in parts of at most `MOST`."""
    copies = [card for card, _ in each_copy(cards)]
    for first in range(0, len(copies), MOST):
        yield copies[first : first + MOST]


def _file(card: Piece, side: str) -> str:
    component, _, name = card.id.partition("/")
    return f"{component}/{name}{'-back' * (side == 'back')}.png"


def _xml(slots: list[Piece]) -> bytes:
    order = Element("order")
    details = SubElement(order, "details")
    for key, text in (
        ("quantity", str(len(slots))),
        ("bracket", str(next(size for size in BRACKETS if size >= len(slots)))),
        ("stock", STOCK),
        ("foil", "false"),
    ):
        SubElement(details, key).text = text
    for side in ("fronts", "backs"):
        part = SubElement(order, side)
        faces: dict[str, list[int]] = {}
        for slot, card in enumerate(slots):
            if side == "fronts" or card.back:
                faces.setdefault(_file(card, side.removesuffix("s")), []).append(slot)
        for file, numbers in faces.items():
            entry = SubElement(part, "card")
            SubElement(entry, "id").text = file
            SubElement(entry, "sourceType").text = "Local File"
            SubElement(entry, "slots").text = ",".join(map(str, numbers))
            SubElement(entry, "name").text = file.rpartition("/")[2]
            SubElement(entry, "query").text = file.rpartition("/")[2].removesuffix(".png")
    first = next((card for card in slots if card.back), slots[0])
    SubElement(order, "cardback").text = _file(first, "back" if first.back else "front")
    indent(order)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(order) + b"\n"
