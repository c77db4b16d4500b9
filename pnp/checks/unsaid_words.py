"""An effect of a card that no sentence on it states.

A card that leaves out an effect, a position or what it counters is as wrong as one that misstates it. A sentence on the
card must state everything that the engine does with it.

PASS: cards.yaml: `count: 8` -> `count: 8`
FAIL: faces.yaml: `{id: where, text: "{words.where}"` -> `{id: where, text: "{words.effect}"`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import observed
from pnp.checks.support.printed import face_of, rules_text, statements
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every part of a card's behaviour that no sentence states."""
    if context.game is None:
        return
    for deck, id_, card in context.cards():
        seen = observed(context, deck, id_)
        if seen is None or context.piece(deck, id_) is None:
            continue
        stated = [s.traits for sentence in rules_text(context, deck, id_) for s in statements(context, sentence.text)]
        for path in _paths(seen):
            if not any(_states(statement, path) for statement in stated):
                what = " ".join(path).replace("_", " ")
                face = context.render.kit.facebook.faces.get(face_of(context, deck, id_))
                where = face.at("elements") if face else card.at("traits")
                hint = "add an element with {words.…} for it to the face"
                yield diagnostic(__name__, where, f"{card.name!r} does not state its {what}", hint)


def _paths(seen: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(seen, dict) and seen:
        for key, value in seen.items():
            yield from _paths(value, (*before, key))
    else:
        yield before


def _states(statement: Any, path: tuple[str, ...]) -> bool:
    """Whether a statement has a value at a path."""
    for step in path:
        if not isinstance(statement, dict):
            return False
        if step not in statement:
            return False
        statement = statement[step]
    return True
