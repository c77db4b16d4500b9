"""A ruling that contradicts play, that names no fact that it answers, or that no page prints.

`asks` names the fact of the game that a ruling answers. If the fact is true or false, the answer begins with Yes or No;
if it is a number or a list of numbers, those are the first numbers in it; for any other value, `says` gives the words
that must be in it.
A ruling about something else than play has `untested` with the reason. A ruling of the kit itself that no page prints
is a warning: no player reads it, and no fact counts as stated by it.

PASS: rulings.yaml: `answer: No. Only a move does.` -> `answer: No! Only a move does.`
FAIL: rulings.yaml: `answer: No. Only a move does.` -> `answer: Yes. Only a move does.`
FAIL: rulings.yaml: `asks: score.counter_counts` -> `asks: score.counters`
FAIL: rulings.yaml: `Only a move does.\\n  asks: score.counter_counts` -> `Only a move does.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import language_at, play_of
from pnp.checks.support.sentences import printed_rulings
from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.kit.languages import primary
from pnp.kit.model import Ruling
from pnp.rules.moments import FactError, Play

YES_NO = {"en": ("Yes", "No"), "de": ("Ja", "Nein"), "fr": ("Oui", "Non"), "es": ("Sí", "No")}
"""Yes and no by language. A kit in another language has them among its labels."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """An error for a ruling whose answer differs from its fact, or that names none; a warning if no page prints it."""
    yield from _unprinted(context)
    play = play_of(context)
    if play is None or not play.names():
        return
    filled = {ruling["id"]: ruling for ruling in context.render.templates.rulings}
    left_out = _left_out(context)
    for id_, ruling in ((id_, ruling) for id_, ruling in context.render.kit.rulings.items() if id_ not in left_out):
        if ruling.asks is not None:
            for index, fact in enumerate(ruling.also):
                if fact not in play.names():
                    hint = did_you_mean(fact, play.names())
                    yield diagnostic(__name__, ruling.at("also", index), f"there is no fact {fact!r}", hint)
            printed = replace(ruling, answer=filled[id_]["answer"], says=filled[id_]["says"])
            yield from _compared(context, printed, id_, ruling.asks, play)
        elif not ruling.untested:
            hint = "add 'asks: FACT', or 'untested: REASON' if it is not about play"
            yield diagnostic(__name__, ruling.at("answer"), f"the ruling {id_} names no fact that it answers", hint)


def _left_out(context: CheckContext) -> set[str]:
    """The rulings of a base that no page of an overlay prints."""
    kit = context.render.kit
    if not context.whole:
        return set()
    inherited = {id_ for id_, ruling in kit.rulings.items() if Path(ruling.at("question").file).parent != kit.folder}
    return inherited - printed_rulings(context)


def _unprinted(context: CheckContext) -> Iterator[Diagnostic]:
    kit = context.render.kit
    own = [id_ for id_, ruling in kit.rulings.items() if Path(ruling.at("question").file).parent == kit.folder]
    if not own or not context.whole:
        return
    for id_ in sorted(set(own) - printed_rulings(context), key=own.index):
        message = f"no page prints the ruling {id_}"
        hint = "print it from the variable 'rulings' of a template, with the mark <!-- ruling: FACT -->, or remove it"
        yield diagnostic(__name__, kit.rulings[id_].at("question"), message, hint, severity="warning")


def _compared(context: CheckContext, ruling: Ruling, id_: str, fact: str, play: Play) -> Iterator[Diagnostic]:
    if fact not in play.names():
        hint = did_you_mean(fact, play.names()) or f"facts: {', '.join(play.names())}"
        yield diagnostic(__name__, ruling.at("asks"), f"there is no fact {fact!r}", hint)
        return
    try:
        value = play.fact(fact)
    except FactError as error:
        yield diagnostic(__name__, ruling.at("asks"), str(error))
        return
    if value == "unseen" and context.render.kit.edition == "custom":
        return  # a note of another check: play cannot show it with these rules or cards
    expected = _expected(context, ruling, value)
    if expected is None:
        message = f"the fact {fact} is {value}, for which the ruling {id_} has no words"
        yield diagnostic(__name__, ruling.at("asks"), message, "add them: 'says: {VALUE: words of the answer}'")
    elif not _agrees(ruling.answer, expected, value, says=bool(ruling.says)):
        message = f"the ruling {id_} contradicts play, where {fact} is {value}"
        where = ruling.at("says", _key(value)) if ruling.says else ruling.at("answer")
        yield diagnostic(__name__, where, message, f"expected {expected!r} in the answer")


def _expected(context: CheckContext, ruling: Ruling, value: Any) -> str | None:
    """The words that the answer must have; None if there are none for the fact's value."""
    if ruling.says:
        return ruling.says.get(_key(value))
    if isinstance(value, bool):
        words = yes_no(context, language_at(context, ruling.at("answer")))
        return words[not value] if words else ""
    return " ".join(map(str, _numbers(value))) or None


def yes_no(context: CheckContext, language: str) -> tuple[str, str] | None:
    """Yes and no in a language, as they begin an answer; None as long as these labels are not translated."""
    sheets = context.render.kit.sheets
    known = YES_NO.get(primary(language))
    if known is None and primary(language_at(context, sheets.at("words", "unlit"))) == primary(language):
        known = sheets.words["lit"].capitalize(), sheets.words["unlit"].capitalize()
    return known


def _key(value: Any) -> str:
    """The key of a fact's value in `says`."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def _numbers(value: Any) -> list[int]:
    """A number, or the numbers of a list of nothing else."""
    numbers = value if isinstance(value, list) else [value]
    return numbers if all(type(number) is int for number in numbers) else []


def _agrees(answer: str, expected: str, value: Any, *, says: bool) -> bool:
    if isinstance(value, bool) and not says:
        return re.match(rf"{re.escape(expected)}\b", answer) is not None
    if expected == " ".join(numbers := list(map(str, _numbers(value)))):
        return re.findall(r"\d+", answer)[: len(numbers)] == numbers or expected.lower() in answer.lower().split()
    return expected.lower() in answer.lower()
