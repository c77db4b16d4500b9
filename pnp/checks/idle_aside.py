"""A key under `asides` that no face and no template uses.

Asides are free: any key is allowed. One that is misspelt prints nothing, and nothing else reports it. A key that is not
almost one that is used is reported as a note: it may be meant for the maker. `status` and `note` always are.

PASS: cards.yaml: `epithet: Up-and-comer` -> `counted_as: rhino, epithet: Up-and-comer`
FAIL: cards.yaml: `epithet: Up-and-comer` -> `epitet: Up-and-comer`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.context import sources
from pnp.diagnostics import Diagnostic, did_you_mean

KNOWN = {"short", "counted_as", "status", "note"}
"""Asides that pnp itself reads, and those for the makers of a kit."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A warning or a note for each such key on a card of the kit's own files, once for each key."""
    kit = context.render.kit
    keys = {key for _, _, card in context.cards() for key in card.asides}
    texts = sources(context, "cards.yaml")
    used = KNOWN | {key for key in keys if re.search(rf"asides\.{key}\b|[\"']{key}[\"']", texts)}
    known = frozenset(used - KNOWN)
    for _, _, card in context.cards():
        for key in card.asides:
            span = card.at("asides")
            if key in used or Path(span.file).parent != kit.folder:
                continue
            message, near = f"no face and no template uses the aside {key!r}", did_you_mean(key, known)
            yield diagnostic(__name__, span, message, near, severity="warning" if near else "note")
            used.add(key)  # one warning is enough
