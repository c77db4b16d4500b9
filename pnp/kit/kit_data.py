"""Plain data of a kit for faces and templates: its rules, the names and numbers of its cards, and its components.

Find the file of a template by name, and the template line of compiled code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pnp.diagnostics import files
from pnp.kit.languages import names
from pnp.kit.model import Card, Component, Kit


def card_fields(id_: str, card: Card) -> dict[str, Any]:
    """What a card is by itself: without its words, and without its deck."""
    return {
        "id": id_,
        "name": card.name,
        "count": card.count,
        "art": card.art,
        "revised": card.revised,
        "asides": card.plain_asides,
        "traits": card.plain_traits,
    }


def about(kit: Kit) -> dict[str, Any]:
    """The fields of a kit that faces and templates have alike."""
    return {
        "title": kit.title,
        "title_lines": list(kit.title_lines),
        "tagline": kit.tagline,
        "minutes": kit.minutes,
        "ages": kit.ages,
    }


def cards(decks: Mapping[str, Mapping[str, Card]]) -> dict[str, dict[str, Any]]:
    """The cards of all decks by id."""
    return {id_: card_fields(id_, card) for deck in decks.values() for id_, card in deck.items()}


def kit_data(kit: Kit) -> dict[str, Any]:
    """The fields of faces that are the same on all cards: `rules`, `cards` by id, the cards of each of `decks` in their
    order, their `counts` by deck and id, their `total` by deck, and `components` by id."""
    by_id = cards(kit.cards)
    return {
        "rules": kit.rules.plain(),
        "cards": by_id,
        "components": components(kit),
        "decks": {deck: [by_id[id_] for id_ in cards] for deck, cards in kit.cards.items()},
        "counts": {deck: {id_: card.count for id_, card in cards.items()} for deck, cards in kit.cards.items()},
        "total": {deck: kit.totals[deck] * copies(kit, deck) for deck in kit.cards},
    }


def components(kit: Kit) -> dict[str, dict[str, Any]]:
    """The components by id: title, copies, and how many pieces they are if each is printed alike."""
    return {
        id_: {"title": spec.title, "copies": spec.copies, "pieces": spec.copies * _each(kit, id_, spec)}
        for id_, spec in kit.components.items()
    }


def known_ids(kit: Kit) -> dict[str, set[str]]:
    """The ids that a condition may ask for, by field: those of the kit's parts, and those that it removes from its
    base."""
    own = {"components": {*kit.components}, "decks": {*kit.cards}, "cards": {*cards(kit.cards)}}
    known = {part: ids | kit.below.get(part, set()) for part, ids in own.items()}
    return {**known, "counts": known["decks"], "total": known["decks"]}


def copies(kit: Kit, deck: str) -> int:
    """How many copies of a deck are printed in each of its colourways; 1 for one that is not printed."""
    printed = [spec.copies for id_, spec in kit.components.items() if _deck(id_, spec) == deck]
    return max(printed, default=1)


def _deck(id_: str, spec: Component) -> str | None:
    """The deck whose cards a component prints."""
    return (getattr(spec, "cards", None) or id_) if spec.kind == "deck" else None


def _each(kit: Kit, id_: str, spec: Component) -> int:
    """The pieces of one copy of a component: its cards, or one in each of its colours."""
    deck = _deck(id_, spec)
    return kit.totals.get(deck, 0) if deck else len(getattr(spec, "colours", ()) or (1,))


RULING = "ruling/"
"""What begins the place of a ruling's text in a filled template instead of a file; its id and its key follow."""

MAX_SOURCE = 300_000
"""Maximum bytes of a template file."""
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,79}")


def find(folders: Iterable[Path], name: str, language: str) -> Path | None:
    """The file of a template in the first folder that has one, or None.

    In each folder, a file for the language comes first: `name.de.md` before `name.md`.
    """
    folders = list(folders)
    stem, dot, suffix = name.rpartition(".")
    named = [f"{stem}.{one}{dot}{suffix}" for one in names(language)] if stem else []
    paths = (files.named(folder / one) for folder in folders for one in (*named, name) if _PLAIN_NAME.fullmatch(one))
    return next((path for path in paths if _is_own(path, folders)), None)


Lines = list[tuple[int, int]]
"""Pairs of a template's line and the line of the Python code that it is compiled to."""


def template_line(lines: Lines, code_line: int) -> int:
    """The line of a template for a line of its Python code."""
    return next((own for own, code in reversed(lines) if code <= code_line), 1)


def _is_own(path: Path, folders: list[Path]) -> bool:
    """Whether a path is a file that is not a link out of the kit's folders."""
    try:
        return path.is_file() and not files.leads_out(path, folders)
    except OSError:  # an invalid name
        return False
