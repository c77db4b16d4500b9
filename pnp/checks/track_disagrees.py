"""A track whose cells differ from the engine's steps.

Players trust the cell that their marker is on. The words and numbers in a track's cells are read off the finished
drawing and compared with the steps in play, from first to last. The labels for the player across the table are the same
in reverse.

PASS: kit.yaml: `title: Score tracks` -> `title: Tracks of scores`
FAIL: kit.yaml: `steps: target_score` -> `steps: score_cards_per_turn`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.pages import text_of
from pnp.checks.support.printed import tags
from pnp.diagnostics import Diagnostic
from pnp.graphics import Group, Tag
from pnp.graphics.drawing import Text
from pnp.kit import Component


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every track that the engine does not have, or whose cells differ."""
    if context.proof is None:
        return
    known = context.proof.tracks()
    for id_, spec in context.render.kit.components.items():
        if spec.kind != "track":
            continue
        steps = getattr(spec, "steps", "")
        if steps not in known:
            message = f"the engine has no track {steps!r}"
            hint = "tracks: " + ", ".join(sorted(known)) if known else "this game has no tracks"
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
