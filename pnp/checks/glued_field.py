"""A field in a face's text without a space before or after it.

`{name}x` prints “Swervex”. That is nearly always a typing error, and it is on every card of the deck.

PASS: faces.yaml: `text: "{kit.title}"` -> `text: "{kit.title}!"`
FAIL: faces.yaml: `text: "{kit.title}"` -> `text: "{kit.title}x"`
FAIL: faces.yaml: `"{kit.players} players"` -> `"{kit.players}players"`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.kit import Node

_GLUED = re.compile(r"\w\{[\w.]+\}|\{[\w.]+\}\w")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every text of a face in which a field touches a word."""
    for face in context.render.kit.facebook.faces.values():
        for element in face.elements:
            text = element.value.get("text") if isinstance(element.value, dict) else None
            if isinstance(text, Node) and isinstance(text.value, str) and _GLUED.search(text.value):
                yield diagnostic(
                    __name__,
                    text.span,
                    f"a field touches a letter or digit in {text.value!r}",
                    "put a space between them",
                )
