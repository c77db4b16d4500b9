"""A misspelt name of a card in running text.

Rulebooks, reference cards and rulings write most names as fields. A name that is typed out must exist: “Tricky Mvoe”
makes the reader look for a card that is not in the box.

PASS: rulings.yaml: `answer: No. Only a move does.` -> `answer: No. Only a burst of speed does.`
FAIL: rulings.yaml: `answer: No. Only a move does.` -> `answer: No. This is for Tricky Mvoe.`
PASS: cards.yaml: `    name: Swerve` -> `    name: Only!`
FAIL: rhino-de/rulings.yaml: `answer: Nein.` -> `answer: Nein, wie beim Zwischensprut.`
FAIL: rulebook.md: `Take its card` -> `Take the card of Stomber, its card`
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.names import INFLECTED, written
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.sources.yaml import read_text

NEAR = 0.82
_ENDS = " .,;:!?…"
"""What a name may end with that words in running text have not: a card *You.* is no reason to correct *You*."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every word that is close to a name of the kit."""
    names = {card.name for _, _, card in context.cards()}
    shorter = {card.aside_texts["short"] for _, _, card in context.cards() if "short" in card.aside_texts}
    known = {name.lower().strip(_ENDS) or name.lower() for name in names | shorter}
    where = list(lines(context))
    for index, start, word, near in _near(where, names, known):
        span = where[index].span
        place = Span(span.file, span.line, span.column + start, len(word))
        yield diagnostic(__name__, place, f"there is no {word!r} in this kit", f"did you mean {near!r}?")


class _Near(NamedTuple):
    """A word close to a name: the index of its line, its offset in the line, the word, and the name."""

    line: int
    start: int
    word: str
    name: str


def _near(where: list[TemplateLine], names: set[str], known: set[str]) -> Iterator[_Near]:
    """All words in some lines that are close to one of the names."""
    name, nearly = written(names), cache(lambda word: _nearly(word, names, known))
    for number, line in enumerate(where):
        for match in name.finditer(line.hidden):
            near = nearly(match[0]) if match[0][0].isupper() else ""
            if near:
                yield _Near(number, match.start(), match[0], near)


def _nearly(word: str, names: set[str], known: set[str]) -> str:
    """The name that a word is close to; empty if the word contains a name, as it is or inflected."""
    lower = word.lower()
    if any(name in lower and re.search(rf"\b{re.escape(name)}{INFLECTED}\b", lower) for name in known):
        return ""
    near = difflib.get_close_matches(word, sorted(names), 1, NEAR)
    return near[0] if near else ""


_FIELD = re.compile(r"\{[{%#](?:(?!\{[{%#]).)*?[}%#]\}|<!--.*?-->")
_HIDDEN = "\0"


class TemplateLine(NamedTuple):
    """A line of a template or a ruling. In `hidden` placeholder characters replace fields and comments."""

    span: Span
    hidden: str


def lines(context: CheckContext) -> Iterator[TemplateLine]:
    """The lines of the used templates, and the rulings."""
    for path in context.render.templates.files():
        for number, line in enumerate((read_text(path, Diagnostics()) or "").split("\n"), start=1):
            yield _line(Span(str(path), number), line)
    for ruling in context.render.kit.rulings.values():
        yield _line(ruling.at("question"), ruling.question)
        yield _line(ruling.at("answer"), ruling.answer)


def _line(span: Span, text: str) -> TemplateLine:
    return TemplateLine(span, _FIELD.sub(lambda field: _HIDDEN * len(field[0]), text))
