"""An element of a face that no card shows, because its `when` is never true.

An element with `when: asides.sign` is drawn on cards that have this field. If no card with the face has it, the element
is misspelt or left over. This is a warning, because cards to come may have the field. If the face is of the kit's base,
it is a note.

PASS: faces.yaml: `when: asides.sign` -> `when: name`
PASS: faces.yaml: `fill: accent, when: kit.shop` -> `fill: purple, when: kit.shop`
FAIL: faces.yaml: `when: asides.sign` -> `when: asides.rarity=rare`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.fields import empty_fields, severity_of
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every condition that no card with the face meets."""
    for path, span in empty_fields(context, conditions=True):
        severity = severity_of(context, span, "warning")
        message = f"no card with this face meets the condition {path!r}, so this element is never drawn"
        yield diagnostic(
            __name__, span, message, "'when' is the name of a field, such as asides.sign", severity=severity
        )
