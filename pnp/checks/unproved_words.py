"""A kit without an engine, whose words cannot be checked against rules.

Words and numbers are printed as they are written. Only the layout is checked: that text fits and is readable, and that
backs are in place. This note is a reminder that the content was not checked.

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
    """One note for a kit without an engine, or with one of its own that has neither a rule file nor a proof."""
    kit = context.render.kit
    has_no_proof = kit.engine == ENGINE and context.game is None and not context.render.diagnostics
    if kit.engine is None or has_no_proof:
        which = "this kit's engine has neither a rule file nor a proof" if kit.engine else "this kit has no engine"
        message = f"{which}, so its words and numbers are not checked"
        yield diagnostic(__name__, kit.at("title"), message, "proofread them", severity="note")
