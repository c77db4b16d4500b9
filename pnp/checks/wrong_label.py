"""A sentence behind the wrong label.

A short label such as **Draw.** is for the sentences behind it, up to the next label. If those of two labels say nothing
of what their own label means, but say what the other one means, they are exchanged.

PASS: summary-turn.md: `**Draw.**` -> `**Draw cards.**`
FAIL: summary-turn.md: `{{ discard(false)` -> `{{ draw(0)`; summary-turn.md: `{{ draw(false)` -> `{{ discard(0)`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import words_of
from pnp.checks.support.sentences import PROVED, Sentence, in_templates, language_of, place
from pnp.diagnostics import Diagnostic
from pnp.lexicon import Sense
from pnp.text import marked


class _Part(NamedTuple):
    """A label, what its only word means, and the sentences behind it with what their words mean."""

    label: Sentence
    means: frozenset[Sense]
    sentences: list[Sentence]
    said: set[Sense]

    def is_about(self, other: _Part) -> bool:
        """Whether the sentences say what another label means, and nothing of what their own means."""
        return self.means.isdisjoint(self.said) and not other.means.isdisjoint(self.said)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each label with sentences of another one."""
    found: dict[tuple[str, str], tuple[_Part, _Part]] = {}
    for _, sentences in in_templates(context):
        parts = list(_parts(context, sentences))
        for part in parts:
            others = [one for one in parts if part.is_about(one) and one.is_about(part)]
            if others:
                found.setdefault((part.sentences[0].text, part.label.text), (part, others[0]))
    for part, other in found.values():
        first = part.sentences[0]
        message = f"the sentences behind {part.label.text!r} are about {other.label.text!r}: {first.text!r}"
        yield diagnostic(__name__, place(context, part.label), message, "put them behind the label that they are about")


def _parts(context: CheckContext, sentences: list[Sentence]) -> Iterator[_Part]:
    part: _Part | None = None
    for sentence in sentences:
        if sentence.kind == marked.LABEL or not sentence.text.rstrip().endswith((".", "!", ":")):
            if part:
                yield part
            part = _Part(sentence, _meanings(context, sentence, only=True), [], set())
        elif part and sentence.kind == PROVED:
            part.sentences.append(sentence)
            part.said.update(_meanings(context, sentence))
    if part:
        yield part


def _meanings(context: CheckContext, sentence: Sentence, *, only: bool = False) -> frozenset[Sense]:
    """What the words of a sentence mean; with `only`, nothing if there are several."""
    words = list(words_of(context, sentence.text, language_of(context, sentence)) or ())
    return frozenset(sense for word in words for sense in word.senses) if not only or len(words) == 1 else frozenset()
