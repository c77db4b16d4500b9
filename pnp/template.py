"""A kit and a Markdown template of its folder -> Markdown whose numbers, names and tables are the kit's own.

Templates are Jinja2 in a sandbox: they see plain data, load nothing outside the kit's folder, and do no more work
than a page can need. An unknown name is a fault at its line, never an empty string.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.cache import store
from pnp.lookup import Sources
from pnp.model import Card, Kit
from pnp.sheetwords import SheetWords
from pnp.source import Faults, Span

MOST_COMPARED = 60
"""So many cards of a deck are looked at for one that can stand for another."""

if TYPE_CHECKING:
    from pnp.filling import Filler


class Templates:
    """The templates that a kit can use, and the data they are filled with: its own first, then those all kits share.

    What a template was filled to is remembered by all that it sees and by the texts of the templates it asked for.
    """

    def __init__(
        self,
        kit: Kit,
        folders: Sequence[Path],
        words: Mapping[str, Mapping[str, str]],
        faults: Faults,
        faulty: Collection[str] = (),
    ) -> None:
        self._kit, self._faults = kit, faults
        self._sources = Sources(folders, kit.language)
        self._used: dict[str, Path] = {}
        self._endless: set[str] = set()
        self._data = context(kit, words)
        self._faulty = faulty
        self._seen = repr((self._data, kit.language, kit.phrasebook.terms, kit.sheets))
        self._data["rulings"] = [
            {"id": id_} | {key: self._short(getattr(ruling, key), ruling.at(key)) for key in ("question", "answer")}
            for id_, ruling in kit.rulings.items()
        ]
        self._seen += repr(self._data["rulings"])

    @cached_property
    def _sandbox(self) -> Filler:
        """Made for the first template that has to be filled, because jinja2 is much to import."""
        from pnp.filling import Filler

        sheet, decks = SheetWords(self._kit.language, self._kit.sheets), self._data["decks"]
        helpers: dict[str, Callable[..., Any]] = {
            "total": lambda deck: _total(decks, deck),
            "say": lambda key, n=None: _say(sheet, key, n),
        }
        return Filler(self._sources, _filters(self._kit), ("said", "capital", "short"), helpers, self._faults)

    def files(self) -> list[Path]:
        return sorted(self._used.values())

    def fill(self, name: str, span: Span, **more: object) -> str:
        """The template's Markdown; `span` is where the template is named, for when it is not there."""
        if self._sources.source(name) is None:
            self._faults.error(span, "missing-template", f"there is no template {name!r} in {self._sources.folders[0]}")
            return ""
        if name in self._endless:
            return ""
        given = _plain(more)
        try:
            return self._recalled((name, repr(given)), lambda: self._sandbox.filled(name, {**self._data, **given}))
        except Exception as error:  # noqa: BLE001 - whatever a stranger's template does, the others are still filled
            from pnp import filling

            is_endless = filling.is_endless(error)
            if self._faulty and not is_endless and self._comes_of_faulty_cards(name, given):
                return ""
            self._faults.add(filling.failed(error, name, self._sources))
            if is_endless:
                self._endless.add(name)
            return ""

    def _comes_of_faulty_cards(self, name: str, given: dict[str, Any]) -> bool:
        """Whether a template that cannot be filled could be, if cards whose traits are at fault did what others do."""
        if "card" in given and given["card"].get("id") in self._faulty:
            return True
        with suppress(Exception):
            self._sandbox.filled(name, {**self._data, **given, **self._sound})
            return True
        return False

    @cached_property
    def _sound(self) -> dict[str, Any]:
        decks = {deck: _sound_cards(cards, self._faulty) for deck, cards in self._data["decks"].items()}
        return {"decks": decks, "cards": {card["id"]: card for deck in decks.values() for card in deck}}

    def _short(self, text: str, span: Span) -> str:
        if "{{" not in text:
            return text
        try:
            return self._recalled((text,), lambda: self._sandbox.filled_text(text, self._data))
        except Exception as error:  # noqa: BLE001 - as above
            from pnp import filling

            self._faults.error(span, "bad-template", filling.said(error))
            return text

    def _recalled(self, parts: tuple[str, ...], fill: Callable[[], str]) -> str:
        """What is filled with the kit's data, which must come from nothing else but `parts` and the kit's templates."""
        parts, before = (*parts, self._seen), self._faults.noted
        found: tuple[tuple[str, dict[str, str]]] | None = store.known("filled", parts)
        if found and all(self._sources.digest(name) == digest for name, digest in found[0][1].items()):
            text, asked = found[0]
            self._use(asked)
            return text
        try:
            text = fill()
        finally:
            self._use(self._sandbox.asked)
        if self._faults.noted == before:
            store.keep("filled", parts, (text, self._sandbox.asked))
        return text

    def _use(self, asked: Mapping[str, str]) -> None:
        """Note which templates were asked for."""
        there = ((name, self._sources.source(name)) for name in asked)
        self._used |= {name: source.path for name, source in there if source and source.text is not None}


def _filters(kit: Kit) -> dict[str, Callable[..., Any]]:
    """What templates of this kit can do with its data, beside Jinja's own filters."""
    terms, sheet = kit.phrasebook.terms, SheetWords(kit.language, kit.sheets)
    cards = {id_: card for deck in kit.cards.values() for id_, card in deck.items()}

    def said(id_: Any) -> Any:
        # To look up anything but a text could take for ever.
        if isinstance(id_, (list, tuple, dict)):
            raise TypeError(f"an id is a text and not a {type(id_).__name__}")
        return terms.get(id_, id_)

    def short(card: dict[str, Any]) -> str:
        name: str = card["name"]
        known = cards.get(card["id"]) if isinstance(card["id"], str) else None
        return known.asides.get("short", name) if known else name

    return {
        "said": said,
        "capital": lambda text: text[:1].upper() + text[1:],
        "short": short,
        "listed": sheet.listed,
        "plural": sheet.plural,
        "number": sheet.number,
    }


def context(kit: Kit, words: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """What templates see: `kit`, `rules`, `decks`, `cards`, `examples`; `words` are by card id."""
    decks = {
        deck: [_card(id_, card, words.get(id_, {})) for id_, card in cards.items()] for deck, cards in kit.cards.items()
    }
    credit = kit.credit
    return {
        "kit": {
            "slug": kit.slug,
            "title": kit.title,
            "tagline": kit.tagline,
            "players": kit.players,
            "credit": {
                "designer": credit.designer,
                "year": credit.year,
                "title": credit.title,
                "notice": credit.notice,
                "licence": credit.licence,
            },
        },
        "rules": kit.rules.plain(),
        "decks": decks,
        "cards": {card["id"]: card for cards in decks.values() for card in cards},
        "components": {id_: {"title": c.title, "copies": c.copies} for id_, c in kit.components.items()},
        "examples": kit.examples.plain(),
    }


def _say(words: SheetWords, key: object, n: object) -> str:
    """Of what sheets are lettered with, the words of a key; a number for those that are counted."""
    if not isinstance(key, str) or not isinstance(n, int | None):
        raise TypeError("what sheets say is told by its key, and by a whole number where it is counted")
    return words.say(key) if n is None else words.say(key, n=n)


def _total(decks: Mapping[str, list[dict[str, Any]]], deck: object) -> int:
    if deck not in decks:
        raise LookupError(f"there is no deck {deck!r}")
    return sum(card["count"] for card in decks[str(deck)])


def _sound_cards(cards: list[dict[str, Any]], faulty: Collection[str]) -> list[dict[str, Any]]:
    """The cards of a deck, those at fault with the traits and the words of a sound one that is most like them."""
    sound = [card for card in cards if card["id"] not in faulty][:MOST_COMPARED]

    def stand_in(card: dict[str, Any]) -> dict[str, Any]:
        like = max(sound, key=lambda other: len(card["traits"].keys() & other["traits"].keys()), default=card)
        return {**card, "traits": like["traits"], "words": like["words"]}

    return [stand_in(card) if card["id"] in faulty else card for card in cards]


def _plain(value: Any) -> Any:
    """Data that templates are given, without whatever is no data: what is left out is an unknown name to them."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items() if _is_plain(item)}
    if isinstance(value, list):
        return [_plain(item) for item in value if _is_plain(item)]
    return value


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float, list, Mapping))


def _card(id_: str, card: Card, words: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": id_,
        "name": card.name,
        "count": card.count,
        "traits": card.plain_traits,
        "words": dict(words),
        "asides": dict(card.asides),
    }
