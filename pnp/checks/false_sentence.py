"""A sentence that play disproves, or whose words are not those of its claim.

The lexicon finds the words of meaning in a sentence. A rule of `proof.rules` reads them, or the claim that the mark
`<!-- claim: NAME -->` names, and the statement must hold in every relevant moment of many games. A changed word is
another statement, or one that is not read.

PASS: summary-turn.md: `points wins.` -> `points wins the bout.`
FAIL: summary-turn.md: `points wins.` -> `points loses.`
FAIL: summary-turn.md: `Your rival may counter each.` -> `Your rival must counter each.`
FAIL: summary-turn.md: `Your rival may counter each.` -> `Your rival may counter each. <!-- claim: move.countered -->`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import lexicon_of, rules_of
from pnp.checks.support.sentences import PROVED, Sentence, language_of, place, sentences, trial
from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.rules.claims import Verdict


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each sentence that is not proved; a warning if play was relevant to it too seldom."""
    if context.proof is None:
        return
    claims, rules = context.proof.claims(), rules_of(context)
    for sentence in sentences(context):
        if sentence.kind != PROVED:
            continue
        is_marked = bool(sentence.names) or rules is None
        if is_marked and (len(sentence.names) != 1 or sentence.names[0] not in claims):
            yield _unknown(context, sentence, sorted(claims))
            continue
        tried = trial(context, sentence)
        if tried is None:
            message = f"there is no lexicon for {context.render.kit.language!r}, so {sentence.text!r} cannot be proved"
            yield diagnostic(__name__, place(context, sentence), message, "mark it as vouched")
        elif tried.verdict.state == "unread" and language_of(context, sentence) != context.render.kit.language:
            continue  # a text that is still to be translated may contain lists in the kit's own language
        elif tried.verdict.state == "broken" and rules and rules.wrong:
            continue  # that follows from an error in the rule file
        elif tried.verdict.state != PROVED:
            yield _refuted(context, sentence, tried.name, tried.verdict)


def _unknown(context: CheckContext, sentence: Sentence, known: list[str]) -> Diagnostic:
    name = " ".join(sentence.names)
    message = f"there is no claim {name!r}" if name else "the mark names no claim"
    hint = did_you_mean(name, known) or f"claims: {', '.join(known)}"
    return diagnostic(__name__, place(context, sentence), message, hint)


def _refuted(context: CheckContext, sentence: Sentence, name: str, verdict: Verdict) -> Diagnostic:
    where, quoted = place(context, sentence), repr(sentence.text)
    if verdict.state == "seldom":
        message = f"{quoted} was hardly tested: {verdict.message}"
        return diagnostic(
            __name__, where, message, "add a position to `scenes` of the game's proof", severity="warning"
        )
    if verdict.state == "unread":
        lacks = lexicon_of(context) is not None and "lexicon lacks" in verdict.message
        hint = "use other words, or mark it as vouched: <!-- vouched: FACT -->"
        more = "a word that the lexicon lacks can be added to pnp/lexicon" if lacks else ""
        return diagnostic(__name__, where, f"{quoted} does not state the claim {name}: {verdict.message}", hint, more)
    if verdict.state == "never":
        message = f"play contradicts {quoted}: {verdict.message}"
        return diagnostic(__name__, where, message, "correct it, or add a position to `scenes` of the game's proof")
    if verdict.state == "broken":
        return diagnostic(__name__, where, f"the rule {name!r} cannot be tried on {quoted}: {verdict.message}")
    if verdict.moment is None:
        return diagnostic(__name__, where, f"{quoted} is false: {verdict.message}")
    return diagnostic(__name__, where, f"play disproves {quoted}", verdict.message, *verdict.moment.show())
