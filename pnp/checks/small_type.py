"""A text style that is, or may become, too small to read at arm's length.

Texts shrink to fit, down to their style's `least` size, which must be readable too. The limit is `smallest_type` in
papers.yaml.

PASS: faces.yaml: `card-list:   {font: bold, size: 8.5, least: 7.5` -> `card-list:   {font: bold, size: 8.5, least: 7`
FAIL: faces.yaml: `card-list:   {font: bold, size: 8.5, least: 7.5` -> `card-list:   {font: bold, size: 8.5, least: 6`
FAIL: faces.yaml: `card-list:   {font: bold, size: 8.5, least: 7.5` -> `card-list:   {font: bold, size: 7.2, least: 7.5`
FAIL: faces.yaml: `card-label:  {font: bold, size: 7` -> `card-label:  {font: bold, size: 5`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic

TASTE = True


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every size below the limit."""
    limit = context.render.facts.smallest_type
    for name, style in context.render.kit.facebook.styles.items():
        for key in ("size", "least"):
            size = getattr(style, key)
            if size is not None and size < limit:
                message = f"the {key} of the style {name!r} is {size:g} pt, below the minimum {limit:g} pt"
                yield diagnostic(__name__, style.at(key), message)
        if style.least is not None and style.least > style.size:
            yield diagnostic(
                __name__, style.at("least"), f"the 'least' size of the style {name!r} is larger than its 'size'"
            )
