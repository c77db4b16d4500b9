"""A phrase whose words and traits speak of different things.

A phrase with a number written out in its words stands for the same number in its traits: “Gain 1 position” is for
a gain of 1. What is left open in the words, as {n}, is open in the traits too. If the two differ, every card that it
words is wrong, and may read as if it were right.

PASS: phrases.yaml: `words: "Gain 1 position"` -> `words: "Gain just 1 position"`
FAIL: phrases.yaml: `effect: {gain: 1}` -> `effect: {gain: 2}`
FAIL: phrases.yaml: `words: "Gain 1 position"` -> `words: "Gain 2 position"`
FAIL: phrases.yaml: `words: "Gain {n} positions"` -> `words: "Gain {m} positions"`
FAIL: phrases.yaml: `words: "Draw up to {n}"` -> `words: "Draw"`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.text.icons import without


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One fault at the traits and one at the words of every phrase whose numbers differ."""
    for phrases in context.render.kit.phrasebook.slots.values():
        for phrase in phrases:
            said = sorted(int(number) for number in re.findall(r"\d+", without(phrase.words)))
            meant = sorted(_numbers(phrase.form))
            if said and said != meant:
                listed = ", ".join(map(str, meant)) or "none"
                message = f"the words {phrase.words!r} and the traits differ in their numbers; the traits have {listed}"
                for key in ("traits", "words"):
                    yield diagnostic(__name__, phrase.at(key), message)
            open_words, open_traits = set(_PLACEHOLDER.findall(phrase.words)), set(_holes(phrase.form))
            if open_words != open_traits:
                differing = ", ".join(sorted(open_words ^ open_traits))
                yield diagnostic(__name__, phrase.at("words"), f"{differing} stands in the words or in the traits only")


_PLACEHOLDER = re.compile(r"\{\w+\}")


def _holes(form: Any) -> Iterator[str]:
    if isinstance(form, dict):
        for value in form.values():
            yield from _holes(value)
    elif isinstance(form, str) and _PLACEHOLDER.fullmatch(form):
        yield form


def _numbers(form: Any) -> Iterator[int]:
    if isinstance(form, dict):
        for value in form.values():
            yield from _numbers(value)
    elif isinstance(form, int) and not isinstance(form, bool):
        yield form
