"""A printed sentence without a class.

Every printed sentence is derived from data, proved by play, vouched for, a label, or marked as flavour, advice or a
credit. A comment behind it names the class: `<!-- claim: NAME -->`, `<!-- vouched: FACT -->`, `<!-- flavour -->`. In
`faces.yaml` the key `mark` beside a text does the same.

PASS: rulebook.md: `See page 6. <!-- advice -->` -> `See page 6. <!-- flavour -->`
FAIL: rulebook.md: `See page 6. <!-- advice -->` -> `See page 6.`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.pinned import known_entries
from pnp.checks.support.sentences import UNCLASSIFIED, place, sentences
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each sentence without a class."""
    if context.proof is None or known_entries(context) is None:
        return
    for sentence in sentences(context):
        if sentence.kind == UNCLASSIFIED:
            yield diagnostic(
                __name__, place(context, sentence), f"this sentence has no class: {sentence.text!r}",
                "add a comment behind it: <!-- claim: NAME -->, <!-- vouched: FACT -->, <!-- flavour -->, "
                "<!-- advice --> or <!-- credit -->",
            )  # fmt: skip
