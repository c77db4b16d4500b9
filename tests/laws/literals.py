"""Change one value of a kit in an overlay, build it, and find what its pages still print of the old value.

A name may be left nowhere, a word not at the start of a sentence either. A number may not be left before a word that it
no longer precedes elsewhere: if one page has changed from "3 cards" to "4 cards", all must. A part that is removed may
be mentioned nowhere.

Tests of this folder take samples. Run as a program, it tries all values of a kit, or those that begin with a word:
`python -m tests.laws.literals tilt soaring:removed`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Text, every
from pnp.kit import Card, Kit, load, paths
from pnp.pipeline import job

NEW = "Quumble"
"""A name that no kit has."""


LEAST = 3
"""Smaller numbers count too many things."""
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
"""Numbers in words, which stand for the same number in figures."""


class Value(NamedTuple):
    """A value of a kit: what it is, its old text, and the overlay's files that change it."""

    what: str
    old: str
    files: dict[str, Any]
    new: str = NEW


def values(kit: Kit) -> Iterator[Value]:
    """All values of a kit that are tried. Names that several cards share are left out."""
    yield Value("title", kit.title_lines[-1], {"kit.yaml": {"title": [NEW, NEW]}})
    yield from _names_of_cards(kit)
    yield from _removed_cards(kit)
    for id_, spec in kit.components.items():
        yield Value(f"component {id_}", spec.title, {"kit.yaml": {"components": {id_: {"title": NEW}}}})
        yield Value(f"removed {id_}", spec.title, {"kit.yaml": {"components": {id_: None}}}, "")
    cards = {card for deck in kit.cards.values() for card in deck}
    for id_, word in kit.phrasebook.names.items():
        if id_ not in cards:
            yield Value(f"word {id_}", word, {"phrases.yaml": {"names": {id_: NEW}}})
    yield from (value for value in _counts(kit) if int(value.old) >= LEAST)


def _names_of_cards(kit: Kit) -> Iterator[Value]:
    shared = Counter(card.name for cards in kit.cards.values() for card in cards.values())
    for deck, cards in kit.cards.items():
        for id_, card in cards.items():
            if shared[card.name] == 1 and card.name != kit.title:
                yield Value(f"card {id_}", card.name, {"cards.yaml": {deck: {id_: {"name": NEW}}}})


def _removed_cards(kit: Kit) -> Iterator[Value]:
    """The cards that are not played, each removed from a deck with others."""
    shared = Counter(_counted(card) for cards in kit.cards.values() for card in cards.values())
    decks = {spec.cards or id_ for id_, spec in kit.components.items() if spec.kind == "deck"}
    for deck, cards in ((deck, cards) for deck, cards in kit.cards.items() if deck in decks):
        for id_, card in cards.items():
            if not card.plain_traits and len(cards) > 1 and shared[_counted(card)] == 1:
                yield Value(f"without {id_}", _counted(card), {"cards.yaml": {deck: {id_: None}}}, "")


def _counted(card: Card) -> str:
    """What one of a card is called in a count."""
    name = card.plain_asides.get("counted_as", card.name)
    return name if isinstance(name, str) else name[0]


def _counts(kit: Kit) -> Iterator[Value]:
    """The numbers of a kit, each changed to the next one."""
    for deck, cards in kit.cards.items():
        for id_, card in cards.items():
            yield _number(f"count {id_}", card.count, {"cards.yaml": {deck: {id_: {"count": card.count + 1}}}})
    for id_, spec in kit.components.items():
        changed = {"kit.yaml": {"components": {id_: {"copies": spec.copies + 1}}}}
        yield _number(f"copies {id_}", spec.copies, changed)
    for key in ("minutes", "ages"):
        yield _number(key, getattr(kit, key), {"kit.yaml": {key: getattr(kit, key) + 1}})
    for path, number in _numbers(kit.rules.plain()):
        change: Any = number + 1
        for key in reversed(path):
            change = {key: change}
        yield _number(f"rule {'.'.join(path)}", number, {"rules.yaml": change})


def _number(what: str, number: int, files: dict[str, Any]) -> Value:
    return Value(what, str(number), files, str(number + 1))


def _numbers(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """The whole numbers in mappings, with their paths."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _numbers(value, (*path, str(key)))
        elif type(value) is int:
            yield (*path, str(key)), value


def shipped(kit: str) -> Kit:
    """A kit that comes with the program."""
    diagnostics = Diagnostics()
    found = load.open_kit(paths.data_folder() / kit, diagnostics)
    assert found is not None, list(diagnostics)
    return found


def pages(folder: Path) -> list[str]:
    """The texts of each side of a kit's pieces, each element apart. Texts that do not fit are among them."""
    made = job.to_check(folder, Diagnostics())
    assert made is not None, "the overlay cannot be drawn"
    drawings = (side for pieces in made.pieces.values() for piece in pieces for side in (piece.front, piece.back))
    return [" ".join(item.text for item in every(side.items) if isinstance(item, Text)) for side in drawings if side]


@cache
def _before(folder: Path) -> Counter[tuple[str, str]]:
    return pairs(pages(folder))


def pairs(texts: list[str]) -> Counter[tuple[str, str]]:
    """How often each number precedes each word on some pages."""
    number = {word: str(n) for n, word in enumerate(WORDS)}
    found: Counter[tuple[str, str]] = Counter()
    for text in texts:
        words = [number.get(word, word) for word in re.findall(r"[^\W_]+", text.lower())]
        found.update((one, two) for one, two in pairwise(words) if one.isdigit() and two.isalpha())
    return found


def left(kit: Kit, value: Value, folder: Path) -> list[str]:
    """The places that print an old value although it has changed: some words around each."""
    files = {**value.files, "kit.yaml": {"extends": kit.slug, **value.files.get("kit.yaml", {})}}
    for name, data in files.items():
        (folder / name).write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    texts = pages(folder)
    if value.old.isdigit():
        return _left_numbers(value, _before(kit.folder), pairs(texts))
    return _left_names(kit, value, texts)


def _left_numbers(value: Value, before: Counter[tuple[str, str]], after: Counter[tuple[str, str]]) -> list[str]:
    changed = {
        word for number, word in before if number == value.old and after[value.new, word] > before[value.new, word]
    }
    return [f"{value.old} {word}" for word in sorted(changed) if after[value.old, word]]


def _left_names(kit: Kit, value: Value, texts: list[str]) -> list[str]:
    found = _pattern(value)
    old = value.old if value.new else value.old.lower()
    others = (name for name in _names(kit) if found.search(name) and (name if value.new else name.lower()) != old)
    longer = sorted(others, key=len, reverse=True)
    places = []
    for page in texts:
        page = re.sub(":[a-z][a-z0-9_-]*:", "", page)  # pictures within the text
        for name in (kit.credit.notice, *longer):
            page = page.replace(name, "…")
        places += [page[max(0, m.start() - 25) : m.end() + 25] for m in found.finditer(page)]
    return places


def _pattern(value: Value) -> re.Pattern[str]:
    """What is searched for: a name as it is written, or a removed part, one or several, at any place of a sentence.

    Words may begin sentences.
    """
    if value.new:
        first, rest = re.escape(value.old[0]), re.escape(value.old[1:])
        either = f"[{first}{first.upper()}]" if value.old[0].islower() else first
        return re.compile(rf"(?<!\w){either}{rest}(?!\w)")
    return re.compile(rf"(?<!\w){re.escape(value.old.removesuffix('s'))}s?(?!\w)", re.IGNORECASE)


def _names(kit: Kit) -> set[str]:
    names = {card.name for cards in kit.cards.values() for card in cards.values()}
    return names | {spec.title for spec in kit.components.values()} | {kit.title}


def tried(kit: Kit, value: Value) -> list[str]:
    """The places left by one value, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return left(kit, value, Path(folder))


if __name__ == "__main__":
    for name, _, only in (argument.partition(":") for argument in sys.argv[1:]):
        opened = shipped(name)
        for each in values(opened):
            if each.what.startswith(only):
                for where in tried(opened, each):
                    print(f"{name}: {each.what} {each.old!r}: … {where} …", flush=True)  # noqa: T201 - a program's output
