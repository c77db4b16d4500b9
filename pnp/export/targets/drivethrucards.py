"""DriveThruCards: a PDF for each deck, with the back and then the front of each card, once for each copy.

Pages are the card with 1/8 in around the trim, PDF/X-1a:2003, with at most 240 % of ink. A card without a back has a
white one. Boxes are made from the shop's own templates, and it prints no other pieces.
Source: help.drivethrupartners.com, "Cards: specifications"; the same publisher service, "Common issues".
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.export.printed import PrintedDeck, PrintedSet, Side, face_page
from pnp.graphics.drawing import each_copy
from pnp.graphics.geometry import MM_PER_INCH
from pnp.pdf import Page, PrintingCondition, Standard

LABEL = "DriveThruCards"
OPTIONS = ("icc",)
BLEED = MM_PER_INCH / 8
"""The bleed around a card, mm."""
STANDARD: Standard = "x1a"
INK_LIMIT = 240
"""The maximum ink at any point, in percent."""
SIDES: tuple[Side, ...] = ("back", "front")


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`DECK.pdf` for each deck."""
    condition = PrintingCondition(INK_LIMIT, printed.settings.icc, STANDARD)
    boxes = [piece for piece in printed.others if printed.kind(piece) == "tuckbox"]
    printed.leave_out(boxes, "it has templates of its own for boxes")
    printed.leave_out([piece for piece in printed.others if piece not in boxes], "it prints cards only")
    return {f"{deck.id}.pdf": printed.shop_pdf(_pages(printed, deck), condition) for deck in printed.decks}


def _pages(printed: PrintedSet, deck: PrintedDeck) -> Iterator[Page]:
    say = printed.context.say
    for card, copy in each_copy(deck.cards):
        which = say("copy_of", title=card.title, number=copy, count=card.copies)
        for side in SIDES:
            drawn = face_page(card, side, BLEED)
            yield drawn._replace(label=f"{which}, {say(f'side_{side}')}")
