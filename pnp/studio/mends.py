"""What the page can do about a diagnostic: what its hint says, where that is mechanical."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.checks import mending
from pnp.diagnostics import Diagnostic
from pnp.diagnostics.files import composed
from pnp.studio.edits import RefusedEditError

if TYPE_CHECKING:
    from pnp.studio.session import Session  # which imports the report, which imports this

_NEAR = re.compile(r"did you mean '([\w./-]+)'\?")
_QUOTED = re.compile(r"'([\w./-]+)'")
_COMMAND = "--mend"
"""What the hint ends with of an example that `pnp check --mend` makes follow play."""


def label(one: Diagnostic) -> str:
    """What a button at a diagnostic does; empty if there is nothing mechanical to do."""
    if _is_example(one):
        return "make the examples follow play"
    found = _replacement(one)
    return f"write {found[1]!r} in place of {found[0]!r}" if found else ""


def _is_example(one: Diagnostic) -> bool:
    return one.code == "false-example" and any(hint.endswith(_COMMAND) for hint in one.hints)


def _replacement(one: Diagnostic) -> tuple[str, str] | None:
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


def _replaced(text: str, one: Diagnostic, old: str, new: str) -> str:
    places = list(_places(text, one, old))
    if len(places) != 1:
        raise ValueError("it was saved since the page showed this error")
    return text[: places[0]] + new + text[places[0] + len(old) :]


def mend(session: Session, id_: str, view: int, number: int) -> dict[str, Any]:
    """Do what the hint of a diagnostic of a view says; the piece, and what was done. Raises RefusedEditError."""
    shown = session.watch.view if session.watch else None
    if shown is None or shown.number != view or not 0 <= number < len(shown.diagnostics):
        raise RefusedEditError("the kit was saved since the page showed this error")
    one = shown.diagnostics[number]
    done, file, change = _examples(session) if _is_example(one) else _word(one)
    return session.write(id_, {file: [change]}) | {"done": done}


Written = tuple[list[str], Path, Callable[[str], str]]
"""What is done, the file, and what makes its new text from the old one."""


def _word(one: Diagnostic) -> Written:
    found = _replacement(one)
    if found is None:
        raise RefusedEditError("there is nothing mechanical to do about it")
    old, new = found
    return [f"{new!r} in place of {old!r}"], Path(one.span.file), partial(_replaced, one=one, old=old, new=new)


def _examples(session: Session) -> Written:
    context = session.checked
    if context is None:
        raise RefusedEditError("the kit is being checked; try again when that is done")
    try:
        mended = mending.mended(context)
    except ValueError as error:
        raise RefusedEditError(f"examples.yaml was not changed: {error}") from None
    if mended.text is None:
        raise RefusedEditError("; ".join(map(str, mended.changes)) or "all worked examples follow play")
    text = mended.text
    return list(map(str, mended.changes)), mended.file, lambda _before: text
