"""Card Game Simulator: a game with all cards as JSON, a picture for each face, and a deck for each deck of the kit.

The folder is a game as the program keeps it. With a base URL it can be downloaded too. A card names its back in
`backs`, by the id of a picture in the folder of that name.
Source: finol-digital/Card-Game-Simulator, `docs/schema/cgs.json`, `AllCards.json`, `AllSets.json`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pnp.export.printed import PrintedDeck, PrintedSet, Side, encoded
from pnp.graphics import Piece
from pnp.graphics.geometry import MM_PER_INCH

LABEL = "Card Game Simulator"
OPTIONS = ("dpi", "base_url")
RULES = "rulebook.pdf"


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`cgs.json`, `AllCards.json`, `AllSets.json`, `CardBack.png`, `rulebook.pdf`, and `sets`, `backs` and `decks`."""
    decks = printed.decks
    found: dict[str, bytes] = {}
    cards: list[dict[str, Any]] = []
    backs = {id(card.back): card for deck in decks for card in reversed(deck.cards) if card.back}
    for deck in decks:
        found |= _pictures(f"sets/{deck.id}", deck.cards, "front", printed)
        found[f"decks/{deck.id}.txt"] = _list(deck).encode()
        cards += [_card(card, deck, backs) for card in deck.cards]
    found |= _pictures("backs", backs.values(), "back", printed)
    if usual := _with_usual_back(decks):
        found["CardBack.png"] = found[f"backs/{card_id(backs[id(usual.back)])}.png"]
    book = printed.of_kind("booklet")
    if book:
        found[RULES] = printed.book(book)
    printed.leave_out((piece for piece in printed.others if piece not in book), "it has cards only")
    found["AllCards.json"] = _json(cards)
    found["AllSets.json"] = _json([{"code": deck.id, "name": deck.title} for deck in decks])
    found["cgs.json"] = _json(_game(printed, decks, [card_id(card) for card in backs.values()], rules=bool(book)))
    return found


def _with_usual_back(decks: Iterable[PrintedDeck]) -> Piece | None:
    """The first card with a back of the deck that has most cards."""
    most = max(decks, key=lambda deck: deck.total, default=None)
    return next((card for card in most.cards if card.back), None) if most else None


def _pictures(folder: str, cards: Collection[Piece], side: Side, printed: PrintedSet) -> dict[str, bytes]:
    images = printed.faces([(card, side) for card in cards])
    return {f"{folder}/{card_id(card)}.png": encoded(image) for card, image in zip(cards, images, strict=True)}


def _list(deck: PrintedDeck) -> str:
    return "".join(f"{card.copies} [{card_id(card)}] {card.title}\n" for card in deck.cards)


def _card(card: Piece, deck: PrintedDeck, backs: Mapping[int, Piece]) -> dict[str, Any]:
    """A card and its back: the one of the game if it has none."""
    own = [card_id(backs[id(card.back)])] if card.back else [""]
    return {"id": card_id(card), "name": card.title, "set": deck.id, "copies": card.copies, "backs": own}


def card_id(card: Piece) -> str:
    """A card's id: letters, digits, dots and hyphens, unique in the kit."""
    return card.id.replace("/", ".")


def _game(printed: PrintedSet, decks: list[PrintedDeck], backs: list[str], *, rules: bool) -> dict[str, Any]:
    base = printed.settings.base_url.rstrip("/")
    credit = printed.context.kit.credit
    game: dict[str, Any] = {
        "name": printed.title,
        "copyright": f"{credit.notice} {credit.licence}".strip(),
        "autoUpdate": 30 if base else -1,
        "cardIdIdentifier": "id",
        "cardImageFileType": "png",
        "cardNameIsUnique": False,
        "cardProperties": [{"name": "copies", "display": "Copies", "type": "integer"}],
        "deckFileTxtId": "id",
        "deckFileType": "txt",
    }
    if decks:
        width, height = max(decks, key=lambda deck: deck.total).size
        game["cardSize"] = {"x": round(width / MM_PER_INCH, 3), "y": round(height / MM_PER_INCH, 3)}
    if base:
        game |= {
            "autoUpdateUrl": f"{base}/cgs.json",
            "allCardsUrl": f"{base}/AllCards.json",
            "allSetsUrl": f"{base}/AllSets.json",
            "cardBackImageUrl": f"{base}/CardBack.png",
            "cardBackFaceImageUrls": [{"id": back, "url": f"{base}/backs/{back}.png"} for back in backs],
            "cardImageUrl": f"{base}/sets/{{cardSet}}/{{cardId}}.png",
            "deckUrls": [{"name": deck.title, "url": f"{base}/decks/{deck.id}.txt"} for deck in decks],
        } | ({"rulesUrl": f"{base}/{RULES}"} if rules else {})
    return game


def _json(data: Any) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
