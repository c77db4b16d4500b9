"""A phrase whose words and traits have different numbers or placeholders.

A number in the words of a phrase must be in its traits too: “Gain 1 position” is for a gain of 1. A placeholder in the
words, such as {n}, must be in the traits too. If they differ, every card worded by the phrase is wrong, and may look
right.

PASS: phrases.yaml: `words: "Gain 1 position"` -> `words: "Gain just 1 position"`
FAIL: phrases.yaml: `effect: {gain: 1}` -> `effect: {gain: 2}`
FAIL: phrases.yaml: `words: "Gain 1 position"` -> `words: "Gain 2 position"`
FAIL: phrases.yaml: `words: "Gain {n} positions"` -> `words: "Gain {m} positions"`
FAIL: phrases.yaml: `words: "Draw {n}"` -> `words: "Draw"`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.fields import is_of_removed_card
from pnp.diagnostics import Diagnostic
from pnp.text.icons import without


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error at the traits and one at the words of every phrase whose numbers differ."""
    for field, phrases in context.render.kit.phrasebook.fields.items():
        for phrase in phrases:
            in_words = sorted(int(number) for number in re.findall(r"\d+", without(phrase.words)))
            in_traits = sorted(_numbers(phrase.form))
            if in_words and in_words != in_traits:
                listed = ", ".join(map(str, in_traits)) or "none"
                message = f"the numbers in {phrase.words!r} differ from those of its traits ({listed})"
                for key in ("traits", "words"):
                    yield diagnostic(__name__, phrase.at(key), message)
            open_words, open_traits = set(_PLACEHOLDER.findall(phrase.words)), set(_placeholders(phrase.form))
            if open_words != open_traits and not is_of_removed_card(context, field, phrase):
                differing = ", ".join(sorted(open_words ^ open_traits))
                yield diagnostic(
                    __name__, phrase.at("words"), f"{differing} is only in the words or only in the traits"
                )


_PLACEHOLDER = re.compile(r"\{\w+\}")


def _placeholders(form: Any) -> Iterator[str]:
    if isinstance(form, dict):
        for value in form.values():
            yield from _placeholders(value)
    elif isinstance(form, str) and _PLACEHOLDER.fullmatch(form):
        yield form


def _numbers(form: Any) -> Iterator[int]:
    if isinstance(form, dict):
        for value in form.values():
            yield from _numbers(value)
    elif isinstance(form, int) and not isinstance(form, bool):
        yield form
