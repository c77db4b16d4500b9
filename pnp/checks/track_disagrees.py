"""A track, or a row of boxes on a card, whose cells differ from the engine's steps.

Players trust the cell that their marker is on. The words and numbers in a track's cells are read off the finished
drawing and compared with the steps in play, from first to last. The labels for the player across the table are the same
in reverse. The boxes of a card are compared with the steps from their first number on.

PASS: kit.yaml: `title: Score tracks` -> `title: Tracks of scores`
FAIL: kit.yaml: `steps: target_score` -> `steps: score_cards_per_turn`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.printed import face_of, text_of
from pnp.components.elements import boxes
from pnp.components.faces import elements_of
from pnp.diagnostics import Diagnostic, Span
from pnp.graphics import Group, Tag
from pnp.graphics.drawing import Text
from pnp.kit import Component

Tracks = Mapping[str, Sequence[str | int]]
"""The steps of each track in play."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every track that the engine does not have, or whose cells differ."""
    if context.proof is None:
        return
    known = context.proof.tracks()
    yield from _wrong_boxes(context, known)
    for id_, spec in context.render.kit.components.items():
        if spec.kind != "track":
            continue
        steps = getattr(spec, "steps", "")
        if steps not in known:
            yield _unknown(steps, spec.at("steps"), known)
            continue
        for piece in context.pieces.get(id_, ()):
            printed = [(cell.alt, _words(context, cell)) for cell in piece.front.tags("Cell")]
            wanted = _wanted(context, spec, [str(step) for step in known[steps]])
            wrong = _difference(printed, wanted) if printed else ""
            if wrong:
                yield diagnostic(__name__, spec.at("steps"), wrong)


def _printed_boxes(context: CheckContext) -> dict[Span, tuple[boxes.Spec, list[str]]]:
    """The elements with boxes that cards have, with what is in the boxes, by their places."""
    printed: dict[Span, tuple[boxes.Spec, list[str]]] = {}
    for deck, id_, _ in context.cards():
        name, piece = face_of(context, deck, id_), context.piece(deck, id_)
        face = context.render.kit.facebook.faces.get(name)
        for element in elements_of(context.render, name, face) if face and piece else ():
            if isinstance(element, boxes.Spec) and piece:
                span = element.at("boxes")
                printed[span] = element, [cell.alt for cell in piece.front.tags("Cell") if cell.origin == span]
    return printed


def _wrong_boxes(context: CheckContext, known: Tracks) -> Iterator[Diagnostic]:
    """One diagnostic for each element with boxes whose numbers are not the steps from its first number on."""
    for span, (element, cells) in _printed_boxes(context).items():
        if element.boxes not in known:
            yield _unknown(element.boxes, span, known)
            continue
        steps = [str(step) for step in known[element.boxes] if isinstance(step, int) and step >= element.first]
        if cells != steps:
            shown, due = (", ".join(numbers) or "none" for numbers in (cells, steps))
            yield diagnostic(__name__, span, f"the boxes have the numbers {shown}, but in play they are {due}")


def _unknown(name: str, span: Span, known: Tracks) -> Diagnostic:
    hint = "tracks: " + ", ".join(sorted(known)) if known else "this game has no tracks"
    return diagnostic(__name__, span, f"the engine has no track {name!r}", hint)


Cells = list[tuple[str, list[str]]]
"""Each cell's step, and the texts in it."""


def _words(context: CheckContext, cell: Tag) -> list[str]:
    """The texts of a cell: those for the near player, and in a turned group those for the player across."""
    near = [item for item in cell.items if isinstance(item, Text)]
    turned = [item.items for item in cell.items if isinstance(item, Group)]
    labels = (text_of(context.render.fonts, items) for items in [near, *turned])
    return sorted(label.lower() for label in labels if label)


def _wanted(context: CheckContext, spec: Component, steps: list[str]) -> Cells:
    names = context.render.kit.phrasebook.names
    near = [names.get(step, step).lower() for step in steps]
    both = zip(near, reversed(near), strict=True) if getattr(spec, "across", False) else zip(near)
    return [(step, sorted(words)) for step, words in zip(steps, both, strict=True)]


def _difference(printed: Cells, wanted: Cells) -> str:
    """The first difference as a message; empty if there is none."""
    if len(printed) != len(wanted):
        return f"the track has {len(printed)} cells, but in play there are {len(wanted)} steps"
    for number, (cell, step) in enumerate(zip(printed, wanted, strict=True), start=1):
        if cell != step:
            shown, due = (", ".join(words) or "nothing" for _, words in (cell, step))
            return f"cell {number} of the track has {shown}, but in play it is {due}"
    return ""
