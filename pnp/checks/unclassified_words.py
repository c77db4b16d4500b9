"""A printed sentence without a class.

Every printed sentence is derived from data, proved by play, vouched for, a label, or marked as flavour, advice or a
credit. A comment behind it names the class: `<!-- vouched: FACT -->`, `<!-- flavour -->`. In
`faces.yaml` the key `mark` beside a text does the same. In a language without a lexicon no rule can read a sentence,
which is one note.

PASS: rulebook.md: `See page 6. <!-- advice -->` -> `See page 6. <!-- flavour -->`
FAIL: rulebook.md: `See page 6. <!-- advice -->` -> `See page 6.`
FAIL: rulebook.md: `If nobody counters` -> `If nobody is countered`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import accepted, near, rules_of
from pnp.checks.support.pinned import known_entries
from pnp.checks.support.sentences import UNCLASSIFIED, Sentence, language_of, place, sentences
from pnp.diagnostics import Diagnostic, Diagnostics, counted
from pnp.kit import paths
from pnp.lexicon import languages, lexicon
from pnp.rulefile import FILE


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each sentence without a class."""
    rules = rules_of(context)
    if context.proof is None or (rules.wrong if rules else known_entries(context) is None):
        return
    unreadable = 0
    for sentence in sentences(context):
        if sentence.kind == UNCLASSIFIED and rules and lexicon(language_of(context, sentence)) is None:
            unreadable += 1
        elif sentence.kind == UNCLASSIFIED:
            yield _unclassified(context, sentence) if rules is None else _unread(context, sentence)
    if unreadable:
        kit = context.render.kit
        message = f"{counted(unreadable, 'sentence')} in {kit.language!r} cannot be compared with play: {_NO_LEXICON}"
        yield diagnostic(__name__, kit.at("language"), message, f"lexicons: {', '.join(languages())}", severity="note")


_NO_LEXICON = "pnp has no lexicon of this language"


def _unclassified(context: CheckContext, sentence: Sentence) -> Diagnostic:
    return diagnostic(
        __name__, place(context, sentence), f"this sentence has no class: {sentence.text!r}",
        "add a comment behind it: <!-- vouched: FACT -->, <!-- flavour -->, "
        "<!-- advice --> or <!-- credit -->",
    )  # fmt: skip


def _unread(context: CheckContext, sentence: Sentence) -> Diagnostic:
    nearest = near(context, sentence.text, language_of(context, sentence))
    message = f"no rule reads {sentence.text!r}" + (f": {nearest.message}" if nearest else "")
    span = place(context, sentence)
    base = paths.layers(context.render.kit.folder, Diagnostics())[-1].name
    return diagnostic(
        __name__, span, message,
        accepted(nearest) if nearest else "",
        f"the rule of its source: pnp check {base} --explain FILE:LINE, as the line above it names them"
        if span.file.endswith(".po") else "",
        f"if it means the same, add it to its rule in {FILE}; if it states no rule that play can show, add a comment "
        "behind it: <!-- vouched: FACT -->, <!-- flavour -->, <!-- advice --> or <!-- credit -->",
    )  # fmt: skip
