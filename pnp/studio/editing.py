"""What a page can ask of a session, by name, with the data that it sends.

Do what a hint says, where that is mechanical.

What the sentences of a piece rest on, for the page: shades where they are printed, words about each, vouching.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

from pnp.checks import CheckContext, coverage, mending, vouching
from pnp.diagnostics import Diagnostic
from pnp.kit import Kit
from pnp.studio import cells
from pnp.studio.cells import CellChange
from pnp.studio.edits import ElementChange, RefusedEditError
from pnp.studio.hints import is_example, replaced, replacement
from pnp.studio.pictures import Dropped
from pnp.studio.session import Session

ENTRY = ("text", "class", "why", "by")
"""What a page sends to vouch for a sentence."""


def proof_of_piece(context: CheckContext | None, id_: str) -> dict[str, Any] | None:
    """The proof of a piece for the page; None while the checks run, or if there is no such piece."""
    found = coverage.of_piece(context, id_) if context else None
    if context is None or found is None:
        return None
    kinds = [kind for kind in coverage.CLASSES if any(line.kind == kind for line in found.lines)]
    asked = {one.sentence[:3]: _asked(context, one) for one in vouching.open_differences(context) if one.sentence}
    return {
        "sides": found.sides,
        "lines": [
            line._asdict() | {"head": line.head, "vouch": asked.get(sentence[:3])}
            for line, sentence in zip(found.lines, found.sentences, strict=True)
        ],
        "classes": [
            {"name": kind, "about": coverage.LOOKS[kind][1], "swatch": coverage.swatch(kind)} for kind in kinds
        ],
        "patterns": f'<svg xmlns="http://www.w3.org/2000/svg">{coverage.patterns(kinds)}</svg>',
        "given": vouching.latest(context)._asdict(),
    }


def _asked(context: CheckContext, difference: vouching.Difference) -> dict[str, Any]:
    """What the entry of a sentence must have, and what is known of the old one."""
    needed = vouching.missing(context, difference, vouching.Given())
    return {"needs": needed, "was": difference.entry.text if difference.entry else ""}


def vouch(session: Session, id_: str, text: str, kind: str, why: str, by: str) -> dict[str, Any]:
    """Write that a person vouches for a sentence of a piece, as `pnp vouch` does. Raises RefusedEditError."""
    context = session.checked
    if context is None:
        raise RefusedEditError("the kit is being checked; vouch when the page shows it")
    found = [one for one in vouching.open_differences(context) if one.sentence and one.sentence[:2] == (text, kind)]
    if not found:
        raise RefusedEditError("this text is vouched for already, or it has changed")
    given = vouching.Given(why.strip(), by.strip())
    if missing := vouching.missing(context, found[0], given):
        words = {"why": "why it is true although no play shows it", "by": "who you are"}
        raise RefusedEditError(f"write {' and '.join(words[name] for name in missing)}")
    file, written = vouching.Renewal(context).renewed(found[0], vouching.dated(given))
    return session.write(id_, {file: [lambda _before: written]})


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


FURTHEST = 2000.0
"""How far a box may be from a card, and how large it may be, mm."""
MOST_CELLS = 5_000
"""How many cells can be changed at once."""
MOST_ELEMENTS = 500
"""How many elements can be changed at once."""
_NAMES = {"face": str, "number": int, "shown": dict}


class BadRequestError(ValueError):
    """Data that no page sends."""


def answer(session: Session, name: str, piece: str | None, body: bytes) -> dict[str, Any] | None:
    """Do what a page asks; what it is told, or None if the piece no longer exists.

    Raises BadRequestError and RefusedEditError.
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequestError("an edit is JSON") from None
    if not isinstance(data, dict):
        raise BadRequestError("an edit is an object")
    return EDITS[name](session, piece, data) if piece else None


def _wanted(data: dict[str, Any]) -> ElementChange:
    """The change of an element that a page sends."""
    for key, kind in _NAMES.items():
        if type(data.get(key)) is not kind:
            raise BadRequestError(f"{key!r} is missing, or not what it should be")
    box = None if data.get("box") is None else _box(data["box"])
    values = _values(data) if "values" in data else {}
    return ElementChange(data["face"], data["number"], data["shown"], box, values, data.get("here") is True)


def _dropped(data: dict[str, Any]) -> Dropped:
    """A picture that is dropped on a face."""
    on = _wanted(data["on"]) if isinstance(data.get("on"), dict) else None
    content = _content(data)
    x, y, *_ = _box([*data["at"], 0, 0] if isinstance(data.get("at"), list) else None)
    return Dropped(_text(data, "name"), content, _text(data, "face"), (x, y), on)


def _content(data: dict[str, Any]) -> bytes:
    try:
        return base64.b64decode(_text(data, "data"), validate=True)
    except ValueError:
        raise BadRequestError("'data' is not base64") from None


def _several(data: dict[str, Any]) -> list[ElementChange]:
    """The changes of one element or of several."""
    listed = data.get("several", [data])
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_ELEMENTS:
        raise BadRequestError(f"'several' is a list of at most {MOST_ELEMENTS} elements")
    if not all(isinstance(one, dict) for one in listed):
        raise BadRequestError("an element is an object")
    found = [_wanted(one) for one in listed]
    if len({(one.face, one.number) for one in found}) < len(found):
        raise BadRequestError("an element is there twice")
    return found


def _values(data: dict[str, Any], key: str = "values") -> dict[str, Any]:
    if not isinstance(data.get(key), dict):
        raise BadRequestError(f"{key!r} is an object")
    found: dict[str, Any] = data[key]
    return found


def _box(data: Any) -> tuple[float, float, float, float]:
    numbers = [one for one in data if type(one) in (int, float)] if isinstance(data, list) else []
    if len(numbers) != 4 or len(data) != 4 or not all(isfinite(one) and abs(one) <= FURTHEST for one in numbers):
        raise BadRequestError(f"a box is four numbers of mm, at most {FURTHEST:.0f}")
    x, y, w, h = map(float, numbers)
    return x, y, w, h


def _cells(data: dict[str, Any]) -> list[CellChange]:
    """The cells that a page sends."""
    listed = data.get("cells")
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_CELLS:
        raise BadRequestError(f"'cells' is a list of at most {MOST_CELLS:,} cells")
    found = []
    for one in listed:
        if not isinstance(one, dict) or not all(isinstance(one.get(key), str) for key in ("card", "column")):
            raise BadRequestError("a cell has a card and a column")
        found.append(CellChange(one["card"], one["column"], one.get("shown"), one.get("value")))
    return found


def _pasted(data: dict[str, Any]) -> Callable[..., list[cells.Change]]:
    """Cells that the cards have, and rows below the last card."""
    listed, rows = _cells(data) if data.get("cells") != [] else [], data.get("rows")
    if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
        raise BadRequestError("'rows' is a list of objects")
    if not 0 < sum(map(len, rows)) <= MOST_CELLS:
        raise BadRequestError(f"'rows' has at most {MOST_CELLS:,} cells")
    below = _text(data, "below")

    def change(kit: Kit, name: str, folder: Path) -> list[cells.Change]:
        return [*cells.changes(kit, name, folder, listed), *cells.added(kit, name, folder, below, rows)]

    return change


def _export(session: Session, data: dict[str, Any]) -> dict[str, Any]:
    """Begin to make the files that a page wants."""
    wanted, pieces = data.get("options"), data.get("pieces")
    if not isinstance(wanted, dict):
        raise BadRequestError("'options' is an object")
    if not isinstance(pieces, list) or not all(isinstance(one, str) for one in pieces):
        raise BadRequestError("'pieces' is a list of ids")
    session.exports.start(_text(data, "to"), wanted, pieces, session.kit() if pieces else None)
    return {}


def _stop(session: Session) -> dict[str, Any]:
    """Make no more of the files that a page wanted."""
    session.exports.stop()
    return {}


def _number(data: dict[str, Any], key: str) -> int:
    if type(data.get(key)) is not int:
        raise BadRequestError(f"{key!r} is a number")
    return int(data[key])


def _text(data: dict[str, Any], key: str) -> str:
    if not isinstance(data.get(key), str):
        raise BadRequestError(f"{key!r} is a text")
    return str(data[key])


EDITS: dict[str, Callable[[Session, str, dict[str, Any]], dict[str, Any] | None]] = {
    "change": lambda session, piece, data: session.change(piece, *_several(data)),
    "try": lambda session, piece, data: session.tried(piece, _wanted(data)),
    "source": lambda session, _, data: session.source(_wanted(data)),
    "trysource": lambda session, piece, data: session.tried(piece, _wanted(data), _text(data, "text")),
    "rewrite": lambda session, piece, data: session.rewrite(piece, _wanted(data), _text(data, "text")),
    "style": lambda session, piece, data: session.change_style(
        piece, _text(data, "style"), _values(data, "shown"), _values(data)
    ),
    "picture": lambda session, piece, data: session.drop(piece, _dropped(data)),
    "cellpicture": lambda session, piece, data: session.drop_on_cell(
        piece, _cells(data)[0], _text(data, "name"), _content(data)
    ),
    "undo": lambda session, piece, _: session.undo(piece),
    "redo": lambda session, piece, _: session.undo(piece, again=True),
    "add": lambda session, piece, data: session.add(piece, _text(data, "face"), _values(data)),
    "duplicate": lambda session, piece, data: session.duplicate(piece, *_several(data)),
    "delete": lambda session, piece, data: session.delete(piece, *_several(data)),
    "raise": lambda session, piece, data: session.raise_by(piece, _wanted(data), 1),
    "lower": lambda session, piece, data: session.raise_by(piece, _wanted(data), -1),
    "cells": lambda session, piece, data: session.change_cards(piece, partial(cells.changes, wanted=_cells(data))),
    "paste": lambda session, piece, data: session.change_cards(piece, _pasted(data)),
    "copycard": lambda session, piece, data: session.change_cards(
        piece, partial(cells.copied, id_=_text(data, "card"))
    ),
    "deletecard": lambda session, piece, data: session.change_cards(
        piece, partial(cells.deleted, id_=_text(data, "card"))
    ),
    "export": lambda session, _, data: _export(session, data),
    "stop": lambda session, _piece, _data: _stop(session),
    "mend": lambda session, piece, data: mend(session, piece, _number(data, "view"), _number(data, "number")),
    "vouch": lambda session, piece, data: vouch(session, piece, *(_text(data, key) for key in ENTRY)),
    "copy": lambda session, piece, data: session.copy_face(piece, _text(data, "face")),
}
