"""A number of cards on a face that differs from the number printed.

`{count}` is the number of copies of a card, `{deck.total}` that of all cards of its deck. Both are read off the
finished card and compared with the pieces that are laid on sheets. With `copies: 2` a component has twice as many
cards as its texts say.

PASS: kit.yaml: `    title: Move cards` -> `    title: Move cards\\n    copies: 1`
FAIL: kit.yaml: `    title: Move cards` -> `    title: Move cards\\n    copies: 2`; \
faces.yaml: `"×{count}"` -> `"{count} ×"`
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.printed import texts
from pnp.checks.support.sentences import patterns
from pnp.components.kinds.deck import Spec as Deck
from pnp.diagnostics import Diagnostic
from pnp.kit.fields import parted
from pnp.text.extract import joined

_COUNTS = ("count", "deck.total")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each text with a wrong number, at the first card that has it."""
    known = patterns(context)
    seen = set()
    for id_, pieces in context.pieces.items():
        if not isinstance(context.render.kit.components[id_], Deck):
            continue
        copies = Counter[str]()
        for piece in pieces:
            copies[piece.card] += piece.copies
        for piece in pieces:
            for tag in piece.front.tags("P"):
                pattern = known.get(tag.origin, "") if tag.origin else ""
                if not any(f"{{{field}}}" in pattern for field in _COUNTS):
                    continue
                text = joined(context.render.fonts, texts(tag.items))
                message = _problem(copies[piece.card], copies.total(), pattern, text)
                if message and tag.origin and tag.origin not in seen:
                    seen.add(tag.origin)
                    hint = (
                        "remove `copies` from the component and raise the counts of its cards, or leave the number out"
                    )
                    yield diagnostic(__name__, tag.origin, f"{piece.title}: {message}", hint)


def _problem(count: int, total: int, pattern: str, text: str) -> str:
    match = _reader(pattern).fullmatch(text)
    printed = {name: int(value) for name, value in match.groupdict().items() if value} if match else {}
    for name, made, what in (("count", count, "copies of it"), ("total", total, "cards with it")):
        if name in printed and printed[name] != made:
            return f"{text!r} is printed, but there are {made} {what}"
    return ""


@cache
def _reader(pattern: str) -> re.Pattern[str]:
    """A regular expression for the texts of a pattern, with groups for the numbers."""
    parts = parted(pattern)
    made = [re.escape(part) for part in parts]
    groups = {"count": r"(?P<count>\d+)", "deck.total": r"(?P<total>\d+)"}
    made[1::2] = [groups.get(field, ".*") for field in parts[1::2]]
    return re.compile("".join(made), re.IGNORECASE)
