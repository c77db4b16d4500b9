"""A kit that no engine plays: what its cards say is held against nothing.

Words and numbers are then printed as they are written, and only how they are set is checked: that they fit, that they
can be read, that backs are where they belong. This is a note, told once, so that nobody takes silence for a proof.

PASS: kit.yaml: `engine: rhino` -> `engine: "rhino"`
FAIL: box/kit.yaml: is `title: Box\\ncomponents: {all: {kind: deck, title: All, size: mini, face: plain}}`; \
box/cards.yaml: is `all: {one: {name: One}}`; box/faces.yaml: is `faces: {plain: {elements: []}}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.kit.trust import ENGINE


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One note for a kit without an engine, or with one of its own that has no proof."""
    kit = context.render.kit
    has_no_proof = kit.engine == ENGINE and context.game is None and not context.render.diagnostics
    if kit.engine is None or has_no_proof:
        which = "no engine proves this kit" if kit.engine else "no engine plays this kit"
        message = f"{which}, so its words and numbers are printed as they are written"
        yield diagnostic(__name__, kit.at("title"), message, "read them twice", severity="note")
