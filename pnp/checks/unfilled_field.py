"""A field in braces that no card with this face has.

`{asides.body}` prints nothing if the cards call their text `asides.text`. A field that some cards leave out is empty on
these cards only; a field that no card has is misspelt or left over. If the face is of the kit's base, this is a note.

PASS: faces.yaml: `text: "{asides.epithet}"` -> `text: "{asides.cry}"`
FAIL: faces.yaml: `text: "{asides.epithet}"` -> `text: "{asides.motto}"`
FAIL: faces.yaml: `text: "{asides.epithet}"` -> `text: "{asides.epithet} {words.motto}"`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.fields import empty_fields, severity_of
from pnp.diagnostics import Diagnostic

TASTE = True


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every such field of an element's text, picture or colour."""
    known = context.render.card_fields
    for path, span in empty_fields(context):
        group, _, _ = path.partition(".")
        if group in known:
            have = ", ".join(f"{group}.{key}" for key in sorted(known[group])[:8])
            hint = f"these cards or others have {have}" if have else f"no card of this kit has {group}"
            severity = severity_of(context, span, "error")
            message = f"no card with this face has the field {path!r}, so it prints nothing"
            yield diagnostic(__name__, span, message, hint, severity=severity)
