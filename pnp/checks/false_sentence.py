"""A sentence that play disproves.

The lexicon finds the words of meaning in a sentence. A rule of `proof.rules` reads them, and its statement must hold in
every relevant moment of many games. A changed word is another statement, or one that no rule reads.

PASS: summary-turn.md: `points wins.` -> `points wins the bout.`
FAIL: summary-turn.md: `points wins.` -> `points loses.`
FAIL: summary-turn.md: `Your rival may counter each.` -> `Your rival must counter each.`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import rules_of
from pnp.checks.support.sentences import PROVED, Sentence, place, sentences, trial
from pnp.diagnostics import Diagnostic
from pnp.rules.moments import Verdict


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each sentence that is not proved; a warning if play was relevant to it too seldom."""
    rules = rules_of(context)
    for sentence in sentences(context) if rules else ():
        if sentence.kind != PROVED:
            continue
        tried = trial(context, sentence)
        if tried is None:
            message = f"there is no lexicon for {context.render.kit.language!r}, so {sentence.text!r} cannot be proved"
            yield diagnostic(__name__, place(context, sentence), message, "mark it as vouched")
        elif tried.verdict.state == "broken" and rules and rules.wrong:
            continue  # that follows from an error in the rule file
        elif tried.verdict.state != PROVED:
            yield _refuted(context, sentence, tried.name, tried.verdict)


def _refuted(context: CheckContext, sentence: Sentence, name: str, verdict: Verdict) -> Diagnostic:
    where, quoted = place(context, sentence), repr(sentence.text)
    if verdict.state == "seldom":
        message = f"{quoted} was hardly tested: {verdict.message}"
        return diagnostic(
            __name__, where, message, "add a position to `scenes` of the game's proof", severity="warning"
        )
    if verdict.state == "never":
        message = f"play contradicts {quoted}: {verdict.message}"
        return diagnostic(__name__, where, message, "correct it, or add a position to `scenes` of the game's proof")
    if verdict.state == "broken":
        return diagnostic(__name__, where, f"the rule {name!r} cannot be tried on {quoted}: {verdict.message}")
    if verdict.moment is None:
        return diagnostic(__name__, where, f"{quoted} is false: {verdict.message}")
    return diagnostic(__name__, where, f"play disproves {quoted}", verdict.message, *verdict.moment.show())
