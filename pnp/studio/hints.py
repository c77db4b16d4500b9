"""What a hint says that is mechanical: a word in place of another, or that worked examples follow play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.diagnostics import Diagnostic
from pnp.diagnostics.files import composed

_NEAR = re.compile(r"did you mean '([\w./-]+)'\?")
_QUOTED = re.compile(r"'([\w./-]+)'")
_COMMAND = "--mend"
"""What the hint ends with of an example that `pnp check --mend` makes follow play."""


def label(one: Diagnostic) -> str:
    """What a button at a diagnostic does; empty if there is nothing mechanical to do."""
    if is_example(one):
        return "make the examples follow play"
    found = replacement(one)
    return f"write {found[1]!r} in place of {found[0]!r}" if found else ""


def is_example(one: Diagnostic) -> bool:
    return one.code == "false-example" and any(hint.endswith(_COMMAND) for hint in one.hints)


def replacement(one: Diagnostic) -> tuple[str, str] | None:
    """The word that is wrong and the one that the hint names, if the first is once in the line from the place on."""
    near = next(filter(None, map(_NEAR.search, (*one.hints, one.message))), None)
    if near is None or not one.span.line:
        return None
    try:
        text = composed(Path(one.span.file).read_text("utf-8-sig"))
    except (OSError, ValueError):
        return None
    new = near[1]
    for old in _QUOTED.findall(one.message):
        if old != new and len(list(_places(text, one, old))) == 1:
            return old, new
    return None


def _places(text: str, one: Diagnostic, old: str) -> Iterator[int]:
    """Where a word is in a text, in the line of a diagnostic from its column on."""
    lines = text.split("\n")
    if one.span.line > len(lines):
        return
    begin = sum(len(line) + 1 for line in lines[: one.span.line - 1])
    rest = lines[one.span.line - 1][max(0, one.span.column - 1) :]
    first = begin + max(0, one.span.column - 1)
    yield from (first + match.start() for match in re.finditer(rf"(?<![\w-]){re.escape(old)}(?![\w-])", rest))


def replaced(text: str, one: Diagnostic, old: str, new: str) -> str:
    places = list(_places(text, one, old))
    if len(places) != 1:
        raise ValueError("it was saved since the page showed this error")
    return text[: places[0]] + new + text[places[0] + len(old) :]
