"""A kit and a Markdown template of its folder -> Markdown whose numbers, names and tables are the kit's own.

Templates are Jinja2 in its sandbox: they see plain data, load nothing outside the kit's folder, and an unknown
name is a fault at its line, never an empty string.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.model import Card, Kit
from pnp.source import Faults, Span, read_text

_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_GOES_WRONG = (TemplateError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def _is_own(folder: Path, name: str) -> bool:
    """Whether a name is a file of the folder itself and no link out of it."""
    path = folder / name
    return (
        len(name) < 80
        and bool(_PLAIN_NAME.fullmatch(name))
        and path.is_file()
        and path.resolve().parent == folder.resolve()
    )


class Templates:
    """The templates of one kit's folder, and the data they are filled with."""

    def __init__(self, kit: Kit, folder: Path, words: Mapping[str, Mapping[str, str]], faults: Faults) -> None:
        self._folder = folder
        self._faults = faults
        self._read: dict[str, Path] = {}
        self._environment = self._make_environment(kit)
        self._data = context(kit, words)
        self._data["rulings"] = [
            {"id": id_, "question": ruling.question, "answer": self._short(ruling.answer, ruling.at("answer"))}
            for id_, ruling in kit.rulings.items()
        ]

    def files(self) -> list[Path]:
        return sorted(self._read.values())

    def fill(self, name: str, span: Span, **more: object) -> str:
        """The template's Markdown; `span` is where the template is named, for when it is not there."""
        if not _is_own(self._folder, name):
            self._faults.error(span, "missing-template", f"there is no template {name!r} in {self._folder}")
            return ""
        try:
            return self._environment.get_template(name).render(self._data, **more)
        except _GOES_WRONG as error:
            self._fault(error, name)
            return ""

    def _short(self, text: str, span: Span) -> str:
        if "{{" not in text:
            return text
        try:
            return self._environment.from_string(text).render(self._data)
        except _GOES_WRONG as error:
            self._faults.error(span, "bad-template", str(error))
            return text

    def _fault(self, error: Exception, name: str) -> None:
        if isinstance(error, TemplateSyntaxError):
            place, line = str(self._folder / (error.name or name)), error.lineno
        else:
            place, line = self._failing_line(error, name)
        self._faults.error(Span(place, line), "bad-template", f"cannot fill this template: {error}")

    def _failing_line(self, error: Exception, name: str) -> tuple[str, int]:
        """Jinja rewrites tracebacks so that frames of templates carry the template's own file and line."""
        place, line = str(self._folder / name), 1
        trace = error.__traceback__
        while trace:
            file = trace.tb_frame.f_code.co_filename
            if Path(file).parent == self._folder:
                place, line = file, trace.tb_lineno
            trace = trace.tb_next
        return place, line

    def _make_environment(self, kit: Kit) -> Environment:
        environment = ImmutableSandboxedEnvironment(
            loader=_FolderLoader(self._folder, self._read, self._faults),
            undefined=StrictUndefined,
            trim_blocks=False,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
            # Folding constants takes longer than it saves in a template that is filled once.
            optimized=False,
        )
        terms = kit.phrasebook.terms
        cards = {id_: card for deck in kit.cards.values() for id_, card in deck.items()}
        environment.filters["said"] = lambda id_: terms.get(id_, id_)
        environment.filters["capital"] = lambda text: text[:1].upper() + text[1:]
        environment.filters["short"] = lambda card: cards[card["id"]].asides.get("short", card["name"])
        environment.filters["listed"] = _listed
        return environment


def _listed(words: list[str], last: str = "and") -> str:
    """Words joined for a sentence: `a, b and c`."""
    words = list(words)
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class _FolderLoader(BaseLoader):
    """Loads templates by plain file names from one folder, and remembers which."""

    def __init__(self, folder: Path, read: dict[str, Path], faults: Faults) -> None:
        self._folder, self._read, self._faults = folder, read, faults

    def get_source(self, _environment: Environment, template: str) -> tuple[str, str, Any]:
        path = self._folder / template
        text = read_text(path, self._faults) if _is_own(self._folder, template) else None
        if text is None:
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
        "total": lambda deck: sum(card["count"] for card in decks[deck]),
    }


def _card(id_: str, card: Card, words: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": id_,
        "name": card.name,
        "count": card.count,
        "traits": card.plain_traits,
        "words": dict(words),
        "asides": dict(card.asides),
    }
