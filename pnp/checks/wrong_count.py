"""A number of cards on a face or in the title that differs from the number printed.

`{count}` is the number of copies of a card, `{deck.total}` that of all cards of its deck. Both are read off the
finished card and compared with the pieces that are laid on sheets. With `copies: 2` a component has twice as many
cards as its texts say. A number of cards in the kit's title, such as “with 52 Cards”, is that of a deck, or of all.

PASS: kit.yaml: `    title: Move cards` -> `    title: Move cards\\n    copies: 1`
PASS: faces.yaml: `"×{count}"` -> `"{count}/{count}"`
FAIL: kit.yaml: `    title: Move cards` -> `    title: Move cards\\n    copies: 2`; \
faces.yaml: `"×{count}"` -> `"{count} ×"`
PASS: duel/kit.yaml: `with 52 Cards` -> `with 60 Cards`
FAIL: duel/kit.yaml: `with 52 Cards` -> `with 40 Cards`
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


def _has_count(pattern: str) -> bool:
    return any(f"{{{field}}}" in pattern for field in _COUNTS)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each text with a wrong number, at the first card that has it, and for the title."""
    yield from _title(context)
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
                if not _has_count(pattern):
                    continue
                text = joined(context.render.fonts, texts(tag.items))
                message = _problem(copies[piece.card], copies.total(), pattern, text)
                if message and tag.origin and tag.origin not in seen:
                    seen.add(tag.origin)
                    hint = (
                        "remove `copies` from the component and raise the counts of its cards, or leave the number out"
                    )
                    yield diagnostic(__name__, tag.origin, f"{piece.title}: {message}", hint)


def _title(context: CheckContext) -> Iterator[Diagnostic]:
    """The error for a number of cards in the title that no deck has, nor all together."""
    kit = context.render.kit
    decks = kit.totals
    forms = "|".join(re.escape(form).replace(r"\{n\}", r"(\d+)") for form in kit.sheets.counted["cards"].values())
    for match in re.finditer(rf"\b(?:{forms})\b", kit.title, re.IGNORECASE):
        number = int(next(filter(None, match.groups())))
        if number not in (*decks.values(), sum(decks.values())):
            counts = ", ".join(f"{count} in {name}" for name, count in decks.items())
            message = f"the title is {kit.title!r}, but there are other numbers of cards: {counts}"
            yield diagnostic(
                __name__, kit.at("title"), message, "give the kit another title, or the deck as many cards"
            )


def _problem(count: int, total: int, pattern: str, text: str) -> str:
    match = _reader(pattern).fullmatch(text)
    printed = {name: int(value) for name, value in match.groupdict().items() if value} if match else {}
    for name, made, what in (("count", count, "copies of it"), ("total", total, "cards with it")):
        if name in printed and printed[name] != made:
            return f"{text!r} is printed, but there are {made} {what}"
    return ""


@cache
def _reader(pattern: str) -> re.Pattern[str]:
    """A regular expression for the texts of a pattern, with groups for the numbers. A field may be there twice."""
    parts = parted(pattern)
    made = [re.escape(part) for part in parts]
    groups = {"count": "count", "deck.total": "total"}
    for at, field in enumerate(parts[1::2]):
        name = groups.get(field, "")
        made[2 * at + 1] = rf"(?P<{name}>\d+)" if name else ".*"
        groups |= {field: ""}  # the same number again
    return re.compile("".join(made), re.IGNORECASE)
