"""Compare printed sentences with the entries of `vouched.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from pnp.checks.support import marked
from pnp.checks.support.context import CheckContext
from pnp.checks.support.film import lexicon_of, names_of, play_of
from pnp.checks.support.memo import memo
from pnp.checks.support.sentences import Sentence, sentences
from pnp.diagnostics import Diagnostics
from pnp.kit.vouched import FLAVOUR, LABELS, SENTENCES, Entry, entries
from pnp.rules.claims import FactError

PARTS = {
    marked.VOUCHED: SENTENCES,
    marked.RULING: SENTENCES,
    marked.EXAMPLE: SENTENCES,
    marked.LABEL: LABELS,
    marked.FLAVOUR: FLAVOUR,
    marked.ADVICE: FLAVOUR,
    marked.CREDIT: FLAVOUR,
}
"""The part of the file for each class of sentences."""

ALIKE = 0.6
"""How alike two texts must be for one to be a changed version of the other, from 0 to 1."""


class Difference(NamedTuple):
    """A difference between a printed sentence and its entry. Without an entry the sentence is new, without a sentence
    the entry's is gone. `changed` are facts that changed, with their old and new values."""

    sentence: Sentence | None
    entry: Entry | None
    changed: tuple[tuple[str, Any, Any], ...] = ()
    optional: bool = False
    """Whether it is no error: a new flavour text, or one that has grown."""


def known_entries(context: CheckContext) -> list[Entry] | None:
    """The entries of a kit; None if it has no file. Errors in it are the render context's diagnostics."""

    def make() -> list[Entry] | None:
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
    return [sentence for sentence in sentences(context) if sentence.kind in PARTS]


def differences(context: CheckContext) -> Iterator[Difference]:
    """All differences between the printed sentences and the entries.

    Entries have their values (numbers and names) in braces. In a custom edition, a text that differs only in values is
    the same: they come from its data. In the shared entries braces do not count: what is a name differs between kits.
    """
    known = known_entries(context) or []
    is_custom = context.render.kit.edition == "custom"
    by_text = {(entry.part, entry.text): entry for entry in reversed(known)}
    by_form = {(entry.part, _form(entry.text)): entry for entry in reversed(known)} if is_custom else {}
    shared = {(entry.part, entry.text.translate(_NO_BRACES)): entry for entry in reversed(known) if not entry.own}
    new: list[Sentence] = []
    printed, forms = set(), set()
    for sentence in pinned(context):
        part, text = PARTS[sentence.kind], written(context, sentence)
        printed.add((part, text))
        forms.add((part, _form(text)))
        entry = by_text.get((part, text)) or by_form.get((part, _form(text))) or shared.get((part, sentence.text))
        if entry is None:
            new.append(sentence)
        elif changed := tuple(_changed(entry, sentence, facts_of(context, sentence))):
            yield Difference(sentence, entry, changed)
    gone = [
        entry
        for entry in known
        if (entry.part, entry.text) not in printed and not (is_custom and (entry.part, _form(entry.text)) in forms)
    ]
    yield from _new(context, new, gone)


def written(context: CheckContext, sentence: Sentence) -> str:
    """A sentence as in `vouched.yaml`: with numbers and names, and lists of them, in braces."""
    if "{" in sentence.text:  # of a face, with its fields in braces
        return sentence.text
    return _values(context).sub(lambda match: f"{{{match[0]}}}", sentence.text)


def _values(context: CheckContext) -> re.Pattern[str]:
    """Matches a number or a name of a kit, or a list of them."""

    def make() -> re.Pattern[str]:
        kit = context.render.kit
        # “a” is not the name “A”.
        names = [
            re.escape(name) if len(name) == 1 else f"(?i:{re.escape(name)})"
            for name in (*names_of(context), kit.title, kit.credit.title)
            if name
        ]
        names.sort(key=len, reverse=True)
        value = rf"(?:(?<![-:\w])(?:{'|'.join([*names, '[0-9]+'])})(?![-\w]))"
        joining = "|".join(re.escape(kit.sheets.words[key]) for key in ("and", "or"))
        return re.compile(rf"{value}(?:(?:,? (?:{joining}) |, ){value})*")

    return memo(context.render, "values", make)


def _form(text: str) -> str:
    """An entry's text without its values."""
    return _BRACES.sub("{}", text)


_BRACES = re.compile(r"\{[^{}]*\}")
_NO_BRACES = str.maketrans("", "", "{}")


def _changed(entry: Entry, sentence: Sentence, facts: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The facts that changed under a sentence, except numbers that are printed in it."""
    if entry.part == SENTENCES:
        numbers = set(re.findall(r"\d+", sentence.text))
        for name in sorted(facts.keys() | entry.facts.keys()):
            before, now = entry.facts.get(name, _NOTHING), facts.get(name, _NOTHING)
            if before != now and not (isinstance(now, int) and str(now) in numbers):
                yield name, before, now


_NOTHING = "not listed"


def _new(context: CheckContext, new: Iterable[Sentence], gone: list[Entry]) -> Iterator[Difference]:
    """Sentences without an entry, each with the entry that it is a changed version of, and entries that are left."""
    left = list(gone)
    for sentence in new:
        part = PARTS[sentence.kind]
        entry = _most_alike(written(context, sentence), [entry for entry in left if entry.part == part])
        is_flavour = sentence.kind in (marked.FLAVOUR, marked.ADVICE)
        harmless = is_flavour and (entry is None or _grown(context, entry.text, written(context, sentence)))
        yield Difference(sentence, entry, optional=harmless)
        if entry:
            left.remove(entry)
    if context.complete:
        yield from (Difference(None, entry) for entry in left if entry.own)


def _most_alike(text: str, among: list[Entry]) -> Entry | None:
    ratios = [(SequenceMatcher(None, text, entry.text).ratio(), -index) for index, entry in enumerate(among)]
    best = max(ratios, default=(0.0, 0))
    return among[-best[1]] if best[0] >= ALIKE else None


def _grown(context: CheckContext, before: str, now: str) -> bool:
    """Whether a text still has all words of meaning that it had, in their order."""
    lexicon = lexicon_of(context)
    if lexicon is None:
        return before == now
    names = names_of(context)
    words = iter([word.text.lower() for word in lexicon.words(now, names) if word.senses])
    return all(word.text.lower() in words for word in lexicon.words(before, names) if word.senses)
