"""An element of a face that no card shows, or whose `unless` leaves it out on none.

An element with `when: asides.sign` is drawn on cards that have this field, and one with `unless: asides.sign` on those
that do not. If the condition is never true, or `unless` always, it is misspelt or left over. This is a warning, because
cards to come may be different. If the face is of the kit's base, it is a note.

PASS: faces.yaml: `when: asides.sign` -> `when: name`
PASS: faces.yaml: `fill: accent, when: kit.shop` -> `fill: purple, when: kit.shop`
FAIL: faces.yaml: `when: asides.sign` -> `when: asides.sign == "rare"`
FAIL: faces.yaml: `when: asides.sign` -> `unless: name`
FAIL: faces.yaml: `when: asides.sign` -> `unless: asides.sign == "rare"`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.fields import constant_conditions, severity_of
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every condition that leaves out its element on every card, or on none."""
    for key, text, span, result in constant_conditions(context):
        if key == "when" and result:
            continue
        hint = 'a condition is a field, such as asides.sign, or a comparison: asides.rarity == "rare"'
        message = f"no card with this face meets the condition {text!r}, so this element is never drawn"
        if key == "unless":
            how_many, effect = ("every", "this element is never drawn") if result else ("no", "'unless' has no effect")
            message = f"{how_many} card with this face meets the condition {text!r}, so {effect}"
        yield diagnostic(__name__, span, message, hint, severity=severity_of(context, span, "warning"))
