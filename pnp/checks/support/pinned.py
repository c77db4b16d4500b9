"""Compare printed texts with the entries of `vouched.yaml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from pnp.checks.support.context import CheckContext
from pnp.checks.support.film import language_at, names_of, play_of
from pnp.checks.support.labels import alignments
from pnp.checks.support.memo import memo
from pnp.checks.support.sentences import Sentence, is_derived, place, sentences
from pnp.checks.support.values import form, without_braces, written
from pnp.diagnostics import Diagnostics
from pnp.kit.vouched import FLAVOUR, LABELS, SENTENCES, VouchedText, common_file, entries, read_entries
from pnp.lexicon import lexicon
from pnp.rules.moments import FactError
from pnp.text import marked

_FREE = (marked.FLAVOUR, marked.ADVICE)
"""The kinds of texts that need no reason, unless they have words of rules."""
KINDS = (*marked.RESTS_ON_FACTS, marked.EXAMPLE, marked.LABEL, *_FREE, marked.CREDIT)
"""The kinds of texts that need an entry."""

RULE_AXES, RULE_ACTS = ("mode", "result", "number", "name"), ("beat", "count")
"""The axes of the lexicon whose words rules have, and such verbs: *must*, *wins*, *3*, *Lunge*, *beats*."""

ALIKE = 0.6
"""How alike two texts must be for one to be a changed version of the other, from 0 to 1."""


class Difference(NamedTuple):
    """A difference between a printed text and its entry.

    Without an entry the text is new, without a sentence the entry's is gone. `changed` are facts that changed, with
    their old and new values. `where` is the place of a label, and `at` its index in the alignment there.
    """

    sentence: Sentence | None
    entry: VouchedText | None
    changed: tuple[tuple[str, Any, Any], ...] = ()
    where: str = ""
    at: int = 0


def known_entries(context: CheckContext) -> list[VouchedText] | None:
    """The entries of a kit; None if it has no file. Errors in it are the render context's diagnostics."""

    def make() -> list[VouchedText] | None:
        diagnostics = Diagnostics()
        found = entries(context.render.kit, diagnostics)
        context.render.diagnostics.add(diagnostics)
        return found

    return memo(context.render, "vouched entries", make)


def facts_of(context: CheckContext, sentence: Sentence) -> dict[str, Any]:
    """The facts that a sentence rests on, with their values; without those that the game does not have."""
    play = play_of(context)
    found = {}
    for name in sentence.names if sentence.kind in marked.RESTS_ON_FACTS and play else ():
        try:
            found[name] = play.fact(name) if play else None
        except (KeyError, FactError):
            continue
    return found


def pinned(context: CheckContext) -> list[Sentence]:
    """The printed sentences that need an entry."""
    return [sentence for sentence in sentences(context) if sentence.kind in KINDS]


def part_of(context: CheckContext, sentence: Sentence) -> str:
    """The part of `vouched.yaml` for a text. Flavour and advice with words of rules need a reason, as sentences do."""
    if sentence.kind == marked.LABEL:
        return LABELS
    if sentence.kind in (*_FREE, marked.CREDIT):
        return SENTENCES if sentence.kind in _FREE and rule_words(context, sentence) else FLAVOUR
    return SENTENCES


def needs_reason(context: CheckContext, sentence: Sentence) -> bool:
    """Whether an entry must say why a text is true, or states no rule. Rulings and examples are compared with play."""
    return sentence.kind == marked.VOUCHED or (sentence.kind in _FREE and part_of(context, sentence) == SENTENCES)


def rule_words(context: CheckContext, sentence: Sentence) -> list[str]:
    """The words of a text that rules have; none if it consists of a name."""
    known = lexicon(language_at(context, place(context, sentence)))
    if known is None or is_derived(context, sentence.text):
        return []
    return [
        word.text
        for word in known.words(sentence.text, names_of(context), context.render.kit.phrasebook.nouns)
        if any(sense.axis in RULE_AXES or (sense.axis, sense.value) in _ACTS for sense in word.senses)
    ]


_ACTS = {("act", verb) for verb in RULE_ACTS}


def differences(context: CheckContext) -> Iterator[Difference]:
    """All differences between the printed texts and the entries.

    Entries have their values (numbers and names) in braces. In a custom edition, a text that differs only in values is
    the same: they come from its data. In the shared entries braces do not count: what is a name differs between kits.
    """
    known = known_entries(context)
    if known is None:  # the kit has no file yet, but prints shared texts
        known = read_entries(common_file(context.render.kit), Diagnostics(), own=False) or []
    yield from _sentences(context, [entry for entry in known if entry.part != LABELS])
    yield from _labels(context, [entry for entry in known if entry.part == LABELS])


def _sentences(context: CheckContext, known: list[VouchedText]) -> Iterator[Difference]:
    """The differences of all texts but labels. An entry among the sentences, with a reason, is good for any text."""
    plain: Callable[[str], str] = form if context.render.kit.edition == "custom" else str
    by_text = {entry.text: entry for entry in reversed(known)}
    by_form = {plain(entry.text): entry for entry in reversed(known)}
    shared = {without_braces(entry.text): entry for entry in reversed(known) if not entry.own}
    new: list[Sentence] = []
    forms = set()
    for sentence in (one for one in pinned(context) if one.kind != marked.LABEL):
        text = written(context, sentence)
        forms.add(plain(text))
        entry = by_text.get(text) or by_form.get(plain(text)) or shared.get(without_braces(text))
        if entry is None:
            new.append(sentence)
        elif changed := tuple(_changed(entry, sentence, facts_of(context, sentence))):
            yield Difference(sentence, entry, changed)
        elif not entry.why and needs_reason(context, sentence):
            yield Difference(sentence, entry)
    yield from _new(context, new, [one for one in known if plain(one.text) not in forms])


def _labels(context: CheckContext, known: list[VouchedText]) -> Iterator[Difference]:
    for where, pairs in alignments(context, known).items():
        for index, pair in enumerate(pairs):
            if not pair.is_same and (pair.sentence or context.complete):
                yield Difference(pair.sentence, pair.entry, where=where, at=index)


def _changed(entry: VouchedText, sentence: Sentence, facts: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The facts that changed under a sentence, except numbers that are printed in it."""
    if entry.part == SENTENCES:
        numbers = set(re.findall(r"\d+", sentence.text))
        for name in sorted(facts.keys() | entry.facts.keys()):
            before, now = entry.facts.get(name, _NOTHING), facts.get(name, _NOTHING)
            if before != now and not (isinstance(now, int) and str(now) in numbers):
                yield name, before, now


_NOTHING = "not listed"


def _new(context: CheckContext, new: Iterable[Sentence], gone: list[VouchedText]) -> Iterator[Difference]:
    """Sentences without an entry, each with the entry that it is a changed version of, and entries that are left."""
    left = list(gone)
    for sentence in new:
        entry = _most_alike(written(context, sentence), left)
        yield Difference(sentence, entry)
        if entry:
            left.remove(entry)
    if context.complete:
        yield from (Difference(None, entry) for entry in left if entry.own)


def _most_alike(text: str, among: list[VouchedText]) -> VouchedText | None:
    ratios = [(SequenceMatcher(None, text, entry.text).ratio(), -index) for index, entry in enumerate(among)]
    best = max(ratios, default=(0.0, 0))
    return among[-best[1]] if best[0] >= ALIKE else None
