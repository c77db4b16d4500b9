"""A track whose cells are not what the engine counts in.

A marker stands where the track says. The words and numbers in a track's cells are read off the finished drawing and
held against what play goes through, from the first step to the last; what the other player reads from across the
table is the same backwards.

PASS: kit.yaml: `title: Score tracks` -> `title: Tracks of scores`
FAIL: kit.yaml: `steps: target_score` -> `steps: score_cards_per_turn`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.pages import said
from pnp.checks.support.printed import tags
from pnp.diagnostics import Diagnostic
from pnp.graphics.drawing import Group, Tag, Text
from pnp.kit.model import Component


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One fault for every track that the engine has not, or has otherwise."""
    if context.proof is None:
        return
    known = context.proof.tracks()
    for id_, spec in context.render.kit.components.items():
        if spec.kind != "track":
            continue
        steps = getattr(spec, "steps", "")
        if steps not in known:
            message = f"the engine knows no track of {steps!r}"
            hint = "tracks: " + ", ".join(sorted(known)) if known else "this game counts nothing on a track"
            yield diagnostic(__name__, spec.at("steps"), message, hint)
            continue
        for piece in context.pieces.get(id_, ()):
            printed = [(cell.alt, _words(context, cell)) for cell in tags(piece.front.items, "Cell")]
            wanted = _wanted(context, spec, [str(step) for step in known[steps]])
            wrong = _difference(printed, wanted) if printed else ""
            if wrong:
                yield diagnostic(__name__, spec.at("steps"), wrong)


Cells = list[tuple[str, list[str]]]
"""Each cell's step, and the texts in it."""


def _words(context: CheckContext, cell: Tag) -> list[str]:
    """What a cell says to the player before it, and, in a group turned by half, to the one across."""
    near = [item for item in cell.items if isinstance(item, Text)]
    turned = [item.items for item in cell.items if isinstance(item, Group)]
    labels = (said(context.render.fonts, items) for items in [near, *turned])
    return sorted(label.lower() for label in labels if label)


def _wanted(context: CheckContext, spec: Component, steps: list[str]) -> Cells:
    terms = context.render.kit.phrasebook.terms
    near = [terms.get(step, step).lower() for step in steps]
    both = zip(near, reversed(near), strict=True) if getattr(spec, "across", False) else zip(near)
    return [(step, sorted(words)) for step, words in zip(steps, both, strict=True)]


def _difference(printed: Cells, wanted: Cells) -> str:
    """What is wrong with a track, in words; nothing if it is right."""
    if len(printed) != len(wanted):
        return f"the track has {len(printed)} cells, in play there are {len(wanted)} steps"
    for number, (cell, step) in enumerate(zip(printed, wanted, strict=True), start=1):
        if cell != step:
            shown, due = (", ".join(words) or "nothing" for _, words in (cell, step))
            return f"cell {number} of the track says {shown}, in play it is {due}"
    return ""
