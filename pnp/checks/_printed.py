"""A finished drawing -> the sentences on it, and what each of them is: rules text, a name, a label, flavour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pnp import wording
from pnp.checks import Desk
from pnp.drawing import Drawing, Group, Item, Tag, Text, Use
from pnp.faces import TextElement
from pnp.model import Card
from pnp.wording import Statement

_HOLE = re.compile(r"\{[\w.]+\}")


def sentences(drawing: Drawing) -> Iterator[str]:
    """The texts of a drawing's text elements, each in one line as a reader takes it in."""
    yield from _sentences(drawing.items)


def _sentences(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Tag) and item.role == "P":
            yield " ".join(text.text for text in _texts(item.items))
        elif isinstance(item, Group | Tag):
            yield from _sentences(item.items)
        elif isinstance(item, Use):
            yield from _sentences(item.drawing.items)


def _texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group | Tag):
            yield from _texts(item.items)


def rules_text(desk: Desk, deck: str, id_: str, card: Card) -> list[str]:
    """The sentences on a card's front that say what it does: all but its name, its flavour, labels and counts."""
    piece = desk.piece(deck, id_)
    if piece is None:
        return []
    # Each of these is taken out once: a card may well name itself among those it counters.
    ours = [card.name.lower(), *(aside.lower() for aside in card.asides.values())]
    ours += [str(value) for value in card.plain_traits.values() if isinstance(value, int)]
    plain = _plain_patterns(desk, face_of(desk, deck, card))
    found = []
    for text in sentences(piece.front):
        if text.lower() in ours:
            ours.remove(text.lower())
        elif not any(pattern.fullmatch(text) for pattern in plain):
            found.append(text)
    return found


def face_of(desk: Desk, deck: str, card: Card) -> str:
    """The name of the face that a card is printed with."""
    return str(card.face or getattr(desk.bench.kit.components[deck], "face", ""))


def _plain_patterns(desk: Desk, face: str) -> list[re.Pattern[str]]:
    """The face's own texts, that stand on every card: fixed labels, and sentences about counts."""
    found = desk.bench.kit.facebook.faces.get(face)
    elements = desk.bench.elements(face, found) if found else []
    texts = (element.text for element in elements if isinstance(element, TextElement) and "{words." not in element.text)
    return [re.compile(r"\d+".join(map(re.escape, _HOLE.split(text))), re.IGNORECASE) for text in texts]


def statements(desk: Desk, text: str) -> list[Statement]:
    """The ways in which the kit's phrase book reads a sentence, those that say the same counted once."""
    found: list[Statement] = []
    for statement in wording.read(text, desk.bench.kit.phrasebook):
        if all(statement.traits != other.traits for other in found):
            found.append(statement)
    return found
