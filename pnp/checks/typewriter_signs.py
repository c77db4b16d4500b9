"""Typewriter characters in print: straight quotes, two hyphens for a dash, three dots for an ellipsis.

Text is printed exactly as it is written, so the data must have the proper characters. Each language has its own
quotes: “English” and it’s, „deutsch“, « français » with no-break spaces inside. A dash is –, an ellipsis …, inches and
feet are ″ and ′. This is a warning: the text is correct, but does not look so.

PASS: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Isn’t it my turn… – now?`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Isn't it my turn?`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Is it... my turn?`
FAIL: rulebook.md: `Keep your hand secret.` -> `Keep your hand -- secret.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support import written
from pnp.diagnostics import Diagnostic
from pnp.text.fit import quoted

_TYPED = re.compile(r"['\"]|--|\.\.\.")
_QUOTES = {"en": "“ ” and ’", "de": "„ “ and ’", "fr": "« » and ’", "es": "« » or “ ”"}


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One warning for every text with such characters, however many pieces it is on."""
    quotes = _QUOTES.get(context.render.kit.language.partition("-")[0], "the quotes of its language")
    hints = {"--": "write –", "...": "write …"}
    for line in written.texts(context):
        match = _TYPED.search(line.text)
        if match:
            place = written.place(context, line, match.start(), match.end())
            message = f"{quoted(line.text)} has the typewriter characters {match[0]}"
            hint = hints.get(match[0], f"write {quotes}; for feet and inches ′ and ″")
            yield diagnostic(__name__, place, message, hint, severity="warning")
