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


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One note for a kit without an engine."""
    kit = context.render.kit
    if kit.engine is None:
        message = "this kit has no engine, so its words and numbers are not checked"
        yield diagnostic(__name__, kit.at("title"), message, "proofread them", severity="note")
