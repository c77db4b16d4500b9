"""A colour under `recolour` that no picture has.

A theme replaces colours of its base's pictures. A colour that no picture has is mistyped, or was changed in the
pictures, which are then printed in their old colour.

PASS: kit.yaml: `engine: rhino` -> `engine: rhino\\nrecolour: {"#dcebf2": "#c9d3ee", "#a9c47f": none, "#FBF3E0": cream}`
FAIL: kit.yaml: `engine: rhino` -> `engine: rhino\\nrecolour: {"#dcebf3": "#c9d3ee"}`
FAIL: kit.yaml: `engine: rhino` -> `engine: rhino\\nrecolour: {"#a9c47f": "#7f9aa6", "#7fa65b": "#567583"}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.graphics.colour import hexadecimal


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every unused colour, if all components were drawn."""
    if not context.whole:
        return
    known = context.render.gallery.colours()
    swaps = context.render.kit.origin.value.get("recolour")
    for old, node in swaps.value.items() if swaps else ():
        colour = hexadecimal(old) or old
        if colour not in known:
            hint = did_you_mean(colour, sorted(known)) or "correct it, or remove it"
            yield diagnostic(__name__, node.key_span, f"no picture has the colour {old!r}", hint)
