"""Do what a hint says, where that is mechanical."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from pnp.checks import mending
from pnp.diagnostics import Diagnostic
from pnp.studio.edits import RefusedEditError
from pnp.studio.hints import is_example, replaced, replacement
from pnp.studio.session import Session


def mend(session: Session, id_: str, view: int, number: int) -> dict[str, Any]:
    """Do what the hint of a diagnostic of a view says; the piece, and what was done. Raises RefusedEditError."""
    shown = session.watch.view if session.watch else None
    if shown is None or shown.number != view or not 0 <= number < len(shown.diagnostics):
        raise RefusedEditError("the kit was saved since the page showed this error")
    one = shown.diagnostics[number]
    done, file, change = _examples(session) if is_example(one) else _word(one)
    return session.write(id_, {file: [change]}) | {"done": done}


Written = tuple[list[str], Path, Callable[[str], str]]
"""What is done, the file, and what makes its new text from the old one."""


def _word(one: Diagnostic) -> Written:
    found = replacement(one)
    if found is None:
        raise RefusedEditError("there is nothing mechanical to do about it")
    old, new = found
    return [f"{new!r} in place of {old!r}"], Path(one.span.file), partial(replaced, one=one, old=old, new=new)


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
