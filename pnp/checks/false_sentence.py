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
from pnp.checks.support.film import Trial, prover_of, readings, rules_of
from pnp.checks.support.sentences import PROVED, Sentence, language_of, place, sentences, trial
from pnp.diagnostics import Diagnostic, Span
from pnp.kit import Card
from pnp.rules.moments import Verdict

Wrong = tuple[Sentence, Trial]


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each sentence that is not proved, or for a card that makes some false; a warning if play was
    relevant to a sentence too seldom."""
    rules = rules_of(context)
    by_card: dict[str, list[Wrong]] = {}
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
            culprit = _culprit(context, sentence, tried)
            if culprit:
                by_card.setdefault(culprit, []).append((sentence, tried))
            else:
                yield _refuted(context, sentence, tried)
    for _, id_, card in context.cards():
        if id_ in by_card:
            yield _breaks(context, card, by_card[id_])


def _culprit(context: CheckContext, sentence: Sentence, tried: Trial) -> str:
    """The id of the card without which a sentence would be true; empty without one, or if it speaks of that card."""
    prover = prover_of(context)
    if prover is None or tried.verdict.moment is None:
        return ""
    found = readings(context, sentence.text, language_of(context, sentence))
    reading = next((one for one in found if one.rule.name == tried.name), None)
    words = prover.culprits(reading.rule, reading.holes) if reading else frozenset()
    cards = [(id_, card) for _, id_, card in context.cards() if id_ in words]
    return cards[0][0] if len(cards) == 1 and cards[0][1].name not in sentence.text else ""


def _breaks(context: CheckContext, card: Card, wrong: list[Wrong]) -> Diagnostic:
    """The error for a card that makes sentences false."""
    first, tried = wrong[0]
    message = f"the card {card.name!r} breaks the rule that {first.text!r} states ({place(context, first).short})"
    others = [f"it makes {one.text!r} false, too ({place(context, one).short})" for one, _ in wrong[1:]]
    shown = tried.verdict.moment.show() if tried.verdict.moment else ()
    return diagnostic(__name__, card.at("name"), message, tried.verdict.message, *others, *shown)


def _refuted(context: CheckContext, sentence: Sentence, tried: Trial) -> Diagnostic:
    name, verdict = tried.name, tried.verdict
    where, quoted = place(context, sentence), repr(sentence.text)
    if verdict.state in ("seldom", "never"):
        return _untried(context, where, quoted, verdict)
    if verdict.state == "broken":
        return diagnostic(__name__, where, f"the rule {name!r} cannot be tried on {quoted}: {verdict.message}")
    if verdict.moment is None:
        return diagnostic(__name__, where, f"{quoted} is false: {verdict.message}")
    return diagnostic(__name__, where, f"play disproves {quoted}", verdict.message, *verdict.moment.show())


def _untried(context: CheckContext, where: Span, quoted: str, verdict: Verdict) -> Diagnostic:
    """What is said of a sentence that play cannot test; with the data of a custom edition that is no mistake."""
    if context.render.kit.edition == "custom":
        message = f"{quoted} cannot be tried here: {verdict.message}"
        return diagnostic(__name__, where, message, "read it, and keep it if it is still true", severity="note")
    hint = "correct it, or add a position to `scenes` of the game's proof"
    if verdict.state == "seldom":
        return diagnostic(__name__, where, f"{quoted} was hardly tested: {verdict.message}", hint, severity="warning")
    return diagnostic(__name__, where, f"{quoted} cannot be tried: {verdict.message}", hint)
