"""The cards that a diagnostic is about: by their data, their faces, and what is drawn on them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from pnp.components.kinds.deck import Spec, deck_of
from pnp.components.sides import of_card as sides_of
from pnp.diagnostics import Diagnostic, Span
from pnp.kit import Kit
from pnp.sources import Node


class _Lines(NamedTuple):
    """Lines of a file, or rows of a sheet of a workbook, and the cards that they are about."""

    first: int
    last: int
    cards: frozenset[str]


class Owners:
    """Finds the cards that a diagnostic is about: by its card, or by the lines of the card and of its faces."""

    def __init__(self, kit: Kit) -> None:
        lines: dict[tuple[str, str], list[_Lines]] = {}
        for node, cards in _nodes(kit):
            lines.setdefault((node.key_span.file, _sheet(node.key_span)), []).append(_lines(node, cards))
        self._sorted = {place: sorted(found, key=lambda one: one.first) for place, found in lines.items()}
        self._reach = {
            place: list(accumulate((one.last for one in found), max)) for place, found in self._sorted.items()
        }

    def cards(self, diagnostic: Diagnostic) -> frozenset[str]:
        """The ids of the cards; empty for a diagnostic that is about no card."""
        if diagnostic.card.id:
            return frozenset({diagnostic.card.id})
        span = diagnostic.span
        place = (span.file, _sheet(span))
        found, reach = self._sorted.get(place, []), self._reach.get(place, [])
        cards: frozenset[str] = frozenset()
        number = bisect_right(found, span.line, key=lambda one: one.first) - 1
        while number >= 0 and reach[number] >= span.line:  # no earlier lines end so late
            cards |= found[number].cards if found[number].last >= span.line else frozenset()
            number -= 1
        return cards


def of_card(kit: Kit, name: str, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics of a card, by its id (`swerve`) or that of a piece (`moves/swerve`).

    All of them if the piece shows no card of a deck, as a page of a rulebook.
    """
    id_ = re.sub(r"-\d+$", "", name.rpartition("/")[2])  # perhaps one of several copies
    if not any(id_ in cards for cards in kit.cards.values()):
        return list(diagnostics)
    owners = Owners(kit)
    return [one for one in diagnostics if id_ in owners.cards(one)]


def _nodes(kit: Kit) -> Iterator[tuple[Node, frozenset[str]]]:
    """The parts of the kit's files that are about cards, with the ids of these cards."""
    printed: dict[str, set[str]] = {}
    for deck, cards in kit.cards.items():
        for id_, card in cards.items():
            yield card.origin, frozenset({id_})
            for name in _faces(kit, deck, id_):
                printed.setdefault(name, set()).add(id_)
    for name, ids in printed.items():
        face = kit.facebook.faces[name]
        # An inherited element is in the lines of another face.
        for node in face.elements if face.extends else (face.origin,):
            yield node, frozenset(ids)


def _faces(kit: Kit, deck: str, id_: str) -> set[str]:
    """The names of the faces of a card in all components that print it."""
    decks = ((name, spec) for name, spec in kit.components.items() if isinstance(spec, Spec))
    specs = [spec for name, spec in decks if deck_of(name, spec) == deck]
    return {name for spec in specs for name in sides_of(kit, deck, spec, id_) if name in kit.facebook.faces}


def _lines(node: Node, cards: frozenset[str]) -> _Lines:
    numbers = [span.line for span in (node.key_span, *node.spans()) if span.file == node.key_span.file]
    return _Lines(min(numbers), max(numbers), cards)


def _sheet(span: Span) -> str:
    """The sheet of a place in a workbook; empty for other files."""
    return span.cell.name.rpartition("!")[0]
