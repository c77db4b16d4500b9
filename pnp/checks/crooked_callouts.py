"""Numbers on the picture of a card that are missing or used twice.

The rulebook explains a card's parts by number. Each number from 1 up must be on exactly one part of the face.

PASS: faces.yaml: `callout: 1}` -> `callout: 1}`
FAIL: faces.yaml: `callout: 1}` -> `callout: 2}`
FAIL: faces.yaml: `callout: 5}` -> `callout: 8}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.components.faces import elements_of
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every callout that is used twice or is not in the range from 1."""
    for name, face in context.render.kit.facebook.faces.items():
        numbered = [element for element in elements_of(context.render, name, face) if element.callout is not None]
        numbers = [element.callout for element in numbered]
        for element in numbered:
            if numbers.count(element.callout) > 1 or not 1 <= (element.callout or 0) <= len(numbers):
                count = len(numbers)
                message = (
                    f"callout {element.callout} of the face {name!r}: number its {count} callouts from 1 to {count}"
                )
                yield diagnostic(__name__, element.at("callout"), message)
