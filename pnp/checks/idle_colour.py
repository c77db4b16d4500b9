"""A `colour` for pictures that have no `currentColor`.

`colour: red` of an element `art` or `pips` colours what is `currentColor` in its pictures. Where none of them has that,
they are printed in their own colours. If the face is of the kit's base, it is a note.

PASS: faces.yaml: `box: [52.4, 4.4, 5.2, 4.2], colour: paper` -> `box: [52.4, 4.4, 5.2, 4.2], colour: ink`
FAIL: faces.yaml: `fit: cover, when: traits.move` -> `fit: cover, colour: red, when: traits.move`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.fields import severity_of
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every colour that no picture takes, if all components were drawn."""
    for span, taken in context.render.collector.paints.items() if context.whole else ():
        if not taken:
            message = "'colour' changes nothing: no picture here has 'currentColor'"
            hint = "write currentColor in the picture, colour it with 'tint', or remove 'colour'"
            yield diagnostic(__name__, span, message, hint, severity=severity_of(context, span, "warning"))
