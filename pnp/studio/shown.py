"""What the page shows of a drawn kit: its sheets, and its cards and other pieces, front and back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp import pdf
from pnp.components.fingerprint import Fingerprints
from pnp.graphics import Drawing, Piece
from pnp.kit import Card, Component
from pnp.pipeline import Layout
from pnp.pipeline.diff_pages import framed
from pnp.pipeline.preview import Owners
from pnp.text import Fonts


class ShownPage(NamedTuple):
    """A page to show; `key` changes when its drawing does."""

    key: str
    file: str
    page: pdf.Page
    fonts: Fonts


class Shown(NamedTuple):
    """The sheets and pieces of a kit, and what they are made of."""

    sheets: tuple[ShownPage, ...] = ()
    pieces: tuple[Piece, ...] = ()
    sides: Mapping[str, tuple[str, ...]] = {}
    """The keys of the pictures of a piece, front and back, by its id."""
    pictures: Mapping[str, ShownPage] = {}
    """The sheets and the sides of pieces, by key."""
    cards: Mapping[str, Card] = {}
    """The cards of all decks, by id."""
    components: Mapping[str, Component] = {}
    """The kit's components, by id."""
    owners: Owners | None = None


def of_layout(layout: Layout) -> Shown:
    """The sheets and pieces of a kit that is laid out."""
    context = layout.plan.context
    sheets = tuple(_sheets(layout))
    pieces = tuple(layout.all_pieces)
    drawn = {piece.id: [_side(side, piece, context.fingerprints) for side in piece.sides] for piece in pieces}
    pictures = {one.key: one for several in (sheets, *drawn.values()) for one in several}
    cards = {id_: card for deck in context.kit.cards.values() for id_, card in deck.items()}
    sides = {id_: tuple(side.key for side in of_piece) for id_, of_piece in drawn.items()}
    return Shown(sheets, pieces, sides, pictures, cards, context.kit.components, Owners(context.kit))


def card_key(piece: Piece) -> str:
    """The key of a piece in addresses; it stays when the piece changes."""
    return _hash(piece.id)


def _sheets(layout: Layout) -> Iterator[ShownPage]:
    context = layout.plan.context
    for file, pages in layout.files:
        for page in pages:
            yield ShownPage(_page_key(page, context.fingerprints), file.name, page, context.fonts)


def _side(drawing: Drawing, piece: Piece, prints: Fingerprints) -> ShownPage:
    """A side of a piece as a page of its own, cut at its trim."""
    key = _hash(prints.side(drawing), drawing.size, piece.shape)
    cut = Drawing(drawing.name, drawing.size, (framed(drawing, 1, 0, 0, piece.shape),))
    return ShownPage(key, "", pdf.Page(drawing.size, (), cut, piece.id), prints.fonts)


def _page_key(page: pdf.Page, prints: Fingerprints) -> str:
    """A hash of everything drawn on a page."""
    placed = [(prints.side(placed.drawing), placed.rect, placed.turn, placed.bleed) for placed in page.placed]
    return _hash(page.paper, page.adjust, prints.side(page.printer_marks), placed)


def _hash(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
