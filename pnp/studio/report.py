"""Describe a view to the page as JSON: the whole view, the faults of a group, and a card.

Similar diagnostics are grouped as `pnp check` groups them. The page requests the others of a group when the user asks
for them, a few at a time, because each one reads a line of a file.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from textwrap import dedent
from typing import Any

from pnp.diagnostics import Diagnostic, Span, report, text
from pnp.diagnostics.grouping import Grouped, grouped
from pnp.diagnostics.report import SEVERITIES
from pnp.graphics import Piece
from pnp.kit import show as showing
from pnp.sources import Node
from pnp.studio import hints
from pnp.studio.redraw import View
from pnp.studio.shown import card_key

AT_ONCE = 50
"""The most faults of a group in one answer."""


def of_view(view: View, near: Path) -> str:
    """A view as JSON."""
    groups = _groups(view.diagnostics)
    cards = _first_pieces(view)
    data = {
        "number": view.number,
        "title": view.title,
        "stale": view.stale,
        "checked": view.checked,
        "drawn": view.number > 0,
        "seconds": round(view.seconds, 3),
        "trouble": view.failure,
        "counts": {one: sum(d.severity == one for d in view.diagnostics) for one in SEVERITIES},
        "diagnostics": [
            of_diagnostic(group.first, near)
            | {"card": _card_of(group.first, view, cards), "summary": group.summary, "count": len(group.alike)}
            | _mend(group.first, view)
            for group in groups
        ],
        "sheets": [
            {"key": sheet.key, "file": sheet.file, "label": sheet.page.label, **_size(sheet.page.paper)}
            for sheet in view.sheets
        ],
        "cards": _cards(view, groups),
    }
    return _compact(data)


def of_group(view: View, group: int, start: int, near: Path) -> str | None:
    """The faults of a group from the one numbered `start`, as JSON; None for a group that does not exist."""
    groups = _groups(view.diagnostics)
    if group >= len(groups):
        return None
    found = groups[group].alike[start : start + AT_ONCE]
    cards = _first_pieces(view)
    faults = [
        of_diagnostic(diagnostic, near) | {"card": _card_of(diagnostic, view, cards)} | _mend(diagnostic, view)
        for diagnostic in found
    ]
    return _compact({"faults": faults, "left": max(0, len(groups[group].alike) - start - len(found))})


def of_card(view: View, key: str, near: Path) -> str | None:
    """A piece with the source of its card, or of its component, as `pnp show` writes it; None for an unknown key.

    `marked` has the lines of the source that a fault is about, with its severity, by their number from 0.
    """
    piece = next((piece for piece in view.shown.pieces if card_key(piece) == key), None)
    if piece is None:
        return None
    card = view.shown.cards.get(piece.card)
    name, shown = (piece.card, card) if card else (piece.component, view.shown.components[piece.component])
    span = shown.origin.key_span
    lines = list(showing.lines(Node({name: shown.origin}, shown.origin.span)))
    owners = view.shown.owners
    own = [d for d in _ranked(view.diagnostics) if owners and piece.card in owners.cards(d)][:AT_ONCE]
    data = {
        "id": piece.id,
        "place": f"{report.shown(Path(span.file), near)}:{span.line}",
        "source": "\n".join(showing.as_text(lines)),
        "marked": _marked(lines, own),
        "faults": [of_diagnostic(diagnostic, near) for diagnostic in own],
    }
    return _compact(data)


def _mend(diagnostic: Diagnostic, view: View) -> dict[str, Any]:
    """What a button at a diagnostic does, and by which number the page names the diagnostic."""
    label = hints.label(diagnostic)
    return {"mend": label, "at": view.diagnostics.index(diagnostic)} if label else {}


@lru_cache(maxsize=2)
def _groups(diagnostics: tuple[Diagnostic, ...]) -> list[Grouped]:
    """The diagnostics in groups, errors first."""
    return grouped(_ranked(diagnostics))


def _ranked(diagnostics: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    return sorted(diagnostics, key=lambda diagnostic: SEVERITIES.index(diagnostic.severity))


def _marked(lines: list[showing.Line], diagnostics: list[Diagnostic]) -> dict[int, str]:
    """The severities of the faults in these lines, by the lines' numbers; of several faults in a line, the worst."""
    worst = {_start(diagnostic.span): diagnostic.severity for diagnostic in reversed(diagnostics)}
    places = {number: _start(line.span) for number, line in enumerate(lines) if line.span}
    return {number: worst[place] for number, place in places.items() if place in worst}


def _start(span: Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column


def of_diagnostic(diagnostic: Diagnostic, near: Path) -> dict[str, Any]:
    """The lines of a diagnostic in the terminal, without the summary: its message, its source, and its hints."""
    first, *more = text.lines([diagnostic], near, result="")[:-1]
    source = len(more) - sum(hint.count("\n") + 1 for hint in diagnostic.full_hints)
    hints = "\n".join(line.strip() for line in more[source:])
    return {"severity": diagnostic.severity, "head": first, "more": dedent("\n".join(more[:source])), "hints": hints}


def _first_pieces(view: View) -> dict[str, str]:
    """The key of the first piece of each card, by the card's id."""
    return {piece.card: card_key(piece) for piece in reversed(view.shown.pieces)}


def _card_of(diagnostic: Diagnostic, view: View, first: dict[str, str]) -> str:
    """The key of the piece to show for a diagnostic; empty for one that is about no card."""
    owners = view.shown.owners
    cards = owners.cards(diagnostic) if owners else frozenset()
    return next((key for id_, key in reversed(first.items()) if id_ in cards), "") if cards else ""


def _cards(view: View, groups: list[Grouped]) -> list[dict[str, Any]]:
    """All pieces, each with the numbers of the groups of its faults."""
    faults: dict[str, list[int]] = {}
    owners = view.shown.owners
    for number, group in enumerate(groups):
        about = [owners.cards(diagnostic) for diagnostic in group.alike] if owners else []
        for id_ in set().union(*about):
            faults.setdefault(id_, []).append(number)
    return [_card(view, piece, faults.get(piece.card, [])) for piece in view.shown.pieces]


def _card(view: View, piece: Piece, faults: list[int]) -> dict[str, Any]:
    return {
        "key": card_key(piece),
        "id": piece.id,
        "name": piece.title,
        "component": piece.component,
        "copies": piece.copies,
        "sides": view.shown.sides[piece.id],
        "faults": faults,
        **_size(piece.size),
    }


def _size(size: tuple[float, float]) -> dict[str, float]:
    return {"w": size[0], "h": size[1]}


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
