"""A printed text that has changed, or whose facts have changed, since a person vouched for it.

What no rule proves is in `vouched.yaml`, as a person read it: sentences with the facts of the game that they rest on,
with who vouches for them and why; labels, in their order in each template and face; flavour, advice and credits. If a
text changes, or a fact under an unchanged text, a person must read it again: `pnp vouch KIT` shows each such text with
its facts, one at a time. Flavour and advice with words of rules (*must*, *wins*, a number) need a reason, too.

PASS: faces.yaml: `text: Brains` -> `text: "Brains"`
FAIL: faces.yaml: `text: Brains` -> `text: Horns`
FAIL: rulings.yaml: `answer: No. Only a move does.` -> `answer: No. Only a card that you play does.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import accepted, language_at, near, play_of, proves
from pnp.checks.support.pinned import (
    Difference,
    differences,
    facts_of,
    known_entries,
    pinned,
    rule_words,
    without_braces,
    written,
)
from pnp.checks.support.sentences import Sentence, place
from pnp.checks.support.vouching import is_about
from pnp.diagnostics import Diagnostic, Span, did_you_mean
from pnp.kit.printed_texts import CREDITS
from pnp.kit.vouched import FILE, FLAVOUR, VouchedText
from pnp.text import marked


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each difference, or a single one for a kit that has no such file."""
    if not proves(context):
        return
    kit = context.render.kit
    if known_entries(context) is None:
        count = sum(1 for _ in differences(context))
        if count:
            message = f"this kit has no {FILE}: its {count} texts that no rule proves are not vouched for"
            yield diagnostic(__name__, kit.origin.span, message, f"read them one by one: pnp vouch {kit.slug}")
        return
    for difference in differences(context):
        yield _different(context, difference)
    for sentence in pinned(context):
        yield from _wrong_facts(context, sentence)


def _not_printed(entry: VouchedText) -> Diagnostic:
    severity = "warning" if entry.part == FLAVOUR else "error"
    message = f"the text {entry.text!r} is not printed any more"
    return diagnostic(__name__, entry.span, message, "remove this entry", severity=severity)


def _different(context: CheckContext, difference: Difference) -> Diagnostic:
    sentence, entry = difference.sentence, difference.entry
    renew = f"read it, then run: pnp vouch {context.render.kit.slug}"
    if sentence is None:
        assert entry is not None  # noqa: S101 - for mypy
        return _not_printed(entry)
    where = _place(context, sentence, entry)
    facts = facts_of(context, sentence)
    rests = f"it rests on {', '.join(f'{name}: {value}' for name, value in facts.items())}" if facts else ""
    if difference.changed:
        changes = "; ".join(f"{name} was {before}, is {now}" for name, before, now in difference.changed)
        return diagnostic(__name__, where, f"facts under {sentence.text!r} have changed: {changes}", renew)
    if entry and without_braces(entry.text) == without_braces(written(context, sentence)):
        words = ", ".join(dict.fromkeys(rule_words(context, sentence)))
        what = "is true" if sentence.kind == marked.VOUCHED else "states no rule"
        message = f"its entry has no reason why this text {what}: {sentence.text!r}"
        return diagnostic(__name__, where, message, f"words that rules have: {words}" if words else "", renew)
    if entry:
        message = f"this text has changed since it was vouched for: {sentence.text!r}"
        added = _added(sentence.text, without_braces(entry.text))
        no_rule = _no_rule(context, where, added, repr(added)) if added else ""
        return diagnostic(__name__, where, message, f"it was {entry.text!r}", no_rule, rests, renew)
    message = f"this text is not vouched for: {sentence.text!r}"
    no_rule = _no_rule(context, where, sentence.text, "it") if sentence.kind != marked.LABEL else ""
    return diagnostic(__name__, where, message, f"its class is {sentence.kind}", rests, no_rule, renew)


def _no_rule(context: CheckContext, where: Span, text: str, name: str) -> str:
    """The hint about the rule that is nearest to a text; `name` is what the hint calls it."""
    nearest = near(context, text, language_at(context, where))
    return f"no rule reads {name}: {nearest.message}; {accepted(nearest)}" if nearest else ""


def _added(text: str, vouched: str) -> str:
    """What is before or behind the text that was vouched for; empty if that itself has changed.

    A sentence that rules have read, but not with its new words, is vouched for with the text beside it.
    """
    before, _, behind = text.partition(vouched)
    return " ".join(part.strip() for part in (before, behind) if part.strip()) if vouched in text else ""


def _place(context: CheckContext, sentence: Sentence, entry: VouchedText | None) -> Span:
    """Where a sentence is written: the question of a ruling or the part of the credits, if only that has changed."""
    kit, before = context.render.kit, re.sub("[{}]", "", entry.text if entry else "")
    ruling = kit.rulings.get(sentence.text.partition(".")[0])
    if entry and ruling and sentence.kind == marked.RULING:
        asked, _, answer = sentence.text.partition("? ")
        if asked not in before and answer in before:
            return ruling.at("question")
    if entry and sentence.kind == marked.CREDIT:
        for part in CREDITS:
            words = getattr(kit.credit, part)
            if words and words in sentence.text and words not in before:
                return kit.credit.at(part)
    return place(context, sentence)


def _wrong_facts(context: CheckContext, sentence: Sentence) -> Iterator[Diagnostic]:
    """Names in marks that are not facts of the game, or not examples of the kit, and facts about something else."""
    play, kit = play_of(context), context.render.kit
    if sentence.kind == marked.EXAMPLE:
        known, what = sorted(kit.examples.value or {}), "example"
    elif sentence.kind in marked.RESTS_ON_FACTS:
        known, what = play.names() if play else [], "fact"
    else:
        return
    for name in sentence.names:
        if name not in known:
            hint = did_you_mean(name, known) or f"{what}s: {', '.join(known)}"
            yield diagnostic(__name__, place(context, sentence), f"there is no {what} {name!r}", hint)
        elif sentence.kind == marked.VOUCHED and not is_about(context, sentence, name):
            message = f"the fact {name} has no noun, verb or name in common with this text: {sentence.text!r}"
            yield diagnostic(__name__, place(context, sentence), message, "name a fact that it rests on, or none")
