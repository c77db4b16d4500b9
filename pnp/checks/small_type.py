"""A text style that is, or may become, smaller than anybody can read at arm's length.

Texts are made smaller until they fit, down to their style's `least` size; that one must be readable too. The limit
is `smallest_type` in papers.yaml.

PASS: faces.yaml: `card-list:   {font: bold, size: 9.5, least: 8` -> `card-list:   {font: bold, size: 9.5, least: 7`
FAIL: faces.yaml: `card-list:   {font: bold, size: 9.5, least: 8` -> `card-list:   {font: bold, size: 9.5, least: 6`
FAIL: faces.yaml: `card-label:  {font: bold, size: 7` -> `card-label:  {font: bold, size: 5`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One fault for every size below the limit."""
    limit = context.render.facts.smallest_type
    for name, style in context.render.kit.facebook.styles.items():
        for key in ("size", "least"):
            size = getattr(style, key)
            if size is not None and size < limit:
                message = f"the style {name!r} is set in {size:g} pt; {limit:g} pt is the least that reads well"
                yield diagnostic(__name__, style.at(key), message)
        if style.least is not None and style.least > style.size:
            yield diagnostic(__name__, style.at("least"), f"the least size of {name!r} is larger than its size")
