"""A kit and a Markdown template of its folder -> Markdown whose numbers, names and tables are the kit's own.

Templates are Jinja2 in a sandbox: they see plain data, load nothing outside the kit's folder, and do no more work
than a page can need. An unknown name is a fault at its line, never an empty string.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, TemplateNotFound, TemplateSyntaxError

from pnp.model import Card, Kit
from pnp.sandbox import MAX_SOURCE, Helper, Sandbox, TooMuchError
from pnp.sheetwords import SheetWords, names
from pnp.source import Faults, Span, read_text

_LACK = re.compile(r"'dict object' has no attribute ('.*')")
MOST_COMPARED = 60
"""So many cards of a deck are looked at for one that can stand for another."""
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,79}")


def _is_own(folder: Path, name: str) -> bool:
    """Whether a name is a file of the folder itself and no link out of it."""
    path = folder / name
    try:
        if not _PLAIN_NAME.fullmatch(name) or not path.is_file():
            return False
        return not path.is_symlink() or path.resolve().parent == folder.resolve()
    except OSError:  # a name that this system cannot have
        return False


def _found(folders: Iterable[Path], name: str, language: str) -> Path | None:
    """The file of that name in the first folder that has it as its own, there in a language rather than without one:
    `name.de.md` before `name.md`."""
    stem, dot, suffix = name.rpartition(".")
    named = [f"{stem}.{one}{dot}{suffix}" for one in names(language)] if stem else []
    return next((folder / one for folder in folders for one in (*named, name) if _is_own(folder, one)), None)


class Templates:
    """The templates that a kit can use, and the data they are filled with: its own first, then those all kits share."""

    def __init__(
        self,
        kit: Kit,
        folders: Sequence[Path],
        words: Mapping[str, Mapping[str, str]],
        faults: Faults,
        faulty: Collection[str] = (),
    ) -> None:
        self._folders, self._language = tuple(folders), kit.language
        self._faults = faults
        self._read: dict[str, Path] = {}
        self._endless: set[str] = set()
        loader = _FolderLoader(self._folders, self._language, self._read, faults)
        self._sandbox = Sandbox(loader, _filters(kit), glancing=("said", "capital", "short"))
        self._data = context(kit, words)
        self._faulty = faulty
        self._data["rulings"] = [
            {"id": id_} | {key: self._short(getattr(ruling, key), ruling.at(key)) for key in ("question", "answer")}
            for id_, ruling in kit.rulings.items()
        ]

    def files(self) -> list[Path]:
        return sorted(self._read.values())

    def fill(self, name: str, span: Span, **more: object) -> str:
        """The template's Markdown; `span` is where the template is named, for when it is not there."""
        if _found(self._folders, name, self._language) is None:
            self._faults.error(span, "missing-template", f"there is no template {name!r} in {self._folders[0]}")
            return ""
        if name in self._endless:
            return ""
        data = {**self._data, **_plain(more)}
        try:
            return self._sandbox.render(name, data)
        except Exception as error:  # noqa: BLE001 - whatever a stranger's template does, the others are still filled
            if self._comes_of_faulty_cards(error, name, data):
                return ""
            # A template of that name that cannot be read is a fault already.
            if not (isinstance(error, TemplateNotFound) and error.name == name):
                self._fault(error, name)
            if isinstance(error, TooMuchError):
                self._endless.add(name)
            return ""

    def _comes_of_faulty_cards(self, error: Exception, name: str, data: dict[str, Any]) -> bool:
        """Whether a template that cannot be filled could be, if cards whose traits are at fault did what others do."""
        if not self._faulty or isinstance(error, TooMuchError):
            return False
        if "card" in data and data["card"].get("id") in self._faulty:
            return True
        with suppress(Exception):
            self._sandbox.render(name, {**data, **self._sound})
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
            return self._sandbox.render_text(text, self._data)
        except Exception as error:  # noqa: BLE001 - as above
            self._faults.error(span, "bad-template", _said(error))
            return text

    def _fault(self, error: Exception, name: str) -> None:
        if isinstance(error, TemplateSyntaxError):
            place, line = self._path(error.name or name), error.lineno
        else:
            place, line = self._failing_line(error, name)
        self._faults.error(Span(place, line), "bad-template", f"cannot fill this template: {_said(error)}")

    def _failing_line(self, error: Exception, name: str) -> tuple[str, int]:
        """Jinja rewrites tracebacks so that frames of templates carry the template's own file and line."""
        place, line = self._path(name), 1
        trace = error.__traceback__
        while trace:
            file = trace.tb_frame.f_code.co_filename
            if Path(file).parent in self._folders:
                place, line = file, trace.tb_lineno
            trace = trace.tb_next
        return place, line

    def _path(self, name: str) -> str:
        return str(_found(self._folders, name, self._language) or self._folders[0] / name)


def _said(error: Exception) -> str:
    """What went wrong, in one line that is the same at every run."""
    if isinstance(error, RecursionError):
        return "it calls or includes itself without end, or is nested too deep"
    said = f"there is no {error}" if isinstance(error, KeyError) else _LACK.sub("there is no \\1 here", str(error))
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(said.encode("utf-8", "backslashreplace").decode().split()))
    return (text if len(text) <= 300 else f"{text[:299]}…") or type(error).__name__


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


class _FolderLoader(BaseLoader):
    """Loads templates by plain file names from a few folders, and remembers which."""

    def __init__(self, folders: tuple[Path, ...], language: str, read: dict[str, Path], faults: Faults) -> None:
        self._folders, self._language, self._read, self._faults = folders, language, read, faults

    def get_source(self, _environment: Environment, template: str) -> tuple[str, str, Any]:
        path = _found(self._folders, template, self._language)
        text = read_text(path, self._faults, limit=MAX_SOURCE) if path else None
        if path is None or text is None:
            raise TemplateNotFound(template)
        self._read[template] = path
        return text, str(path), None


def context(kit: Kit, words: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """What templates see: `kit`, `rules`, `decks`, `cards`, `examples`, `total(deck)`; `words` are by card id."""
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
        "total": Helper(lambda deck: _total(decks, deck)),
        "say": Helper(lambda key, n=None: _say(SheetWords(kit.language, kit.sheets), key, n)),
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
