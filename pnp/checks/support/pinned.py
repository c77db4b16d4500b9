"""Compare printed texts with the entries of `vouched.yaml`.

The labels of a kit, by the template or face that has them, in the order in which they are written there.

The order is the place of a label: if “It stands” becomes “It fails”, a text that another picture has as well, the
labels of the face are others than before.

Texts as `vouched.yaml` has them: with their values, numbers and names, in braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, zip_longest
from typing import Any, NamedTuple

from pnp.checks.support.context import CheckContext, by_pieces, memoised
from pnp.checks.support.film import language_at, names_of, play_of
from pnp.checks.support.sentences import (
    Sentence,
    by_document,
    fits,
    in_templates,
    is_derived,
    place,
    sentences,
    texts_of,
)
from pnp.diagnostics import Diagnostics
from pnp.kit.vouched import FLAVOUR, LABELS, SENTENCES, VouchedText, common_file, entries, read_entries
from pnp.lexicon import lexicon
from pnp.rules.moments import FactError
from pnp.text import marked


def written(context: CheckContext, sentence: Sentence) -> str:
    """A sentence as in `vouched.yaml`: with numbers and names, and lists of them, in braces."""
    if "{" in sentence.text:  # of a face, with its fields in braces
        return sentence.text
    return _values(context).sub(lambda match: f"{{{match[0]}}}", sentence.text)


@memoised()
def _values(context: CheckContext) -> re.Pattern[str]:
    """Matches a number or a name of a kit, or a list of them."""
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


def form(text: str) -> str:
    """An entry's text without its values."""
    return _BRACES.sub("{}", text)


_BRACES = re.compile(r"\{[^{}]*\}")
_NO_BRACES = str.maketrans("", "", "{}")


def without_braces(text: str) -> str:
    """An entry's text as it is printed."""
    return text.translate(_NO_BRACES)


Labels = dict[str, list[Sentence]]
"""Labels by their places: `rulebook.md` for a template, `faces.move` for a face, `kit.bracket` for the texts of a
component in `kit.yaml`, `sheets` for the words of `sheets.en.yaml`, `bracket` for what else is on a component."""


@memoised(by_pieces)
def labels(context: CheckContext) -> Labels:
    """The printed labels. A text that a template has twice is twice among them."""
    printed = [one for one in chain.from_iterable(by_document(context).values()) if one.kind == marked.LABEL]
    found = _of_templates(context, {one.text for one in printed})
    seen = {(one.origin, one.text) for one in chain.from_iterable(found.values())}
    rest = [one for one in printed if (one.origin, one.text) not in seen]
    by_origin: dict[object, dict[str, Sentence]] = {}
    for one in rest:
        by_origin.setdefault(one.origin, {}).setdefault(one.text, one)
    places = [*_written(context)]
    for where, span in places:
        found.setdefault(where, []).extend(by_origin.pop(span, {}).values())  # inherited: at the first face
    spans = {span for _, span in places}
    bare = [one for one in rest if one.origin not in spans]
    found["sheets"] = _of_sheets(context, bare)
    texts_of_sheets = {one.text for one in found["sheets"]}
    for one in bare:
        if one.text not in texts_of_sheets:
            found.setdefault(one.component, []).append(one)
    return {where: group for where, group in found.items() if group}


def _of_templates(context: CheckContext, printed: set[str]) -> Labels:
    """The labels of templates whose texts are printed."""
    found: Labels = {}
    for name, filled in in_templates(context):
        here = [one for one in filled if one.kind == marked.LABEL and one.text in printed]
        found[name] = _joined(found.get(name, []), here)
    return found


def _of_sheets(context: CheckContext, bare: list[Sentence]) -> list[Sentence]:
    """The labels that fit words of the sheets, in the order of those words. Of the same text, the last."""
    words = list(context.render.kit.sheets.words.values())
    by_text = {
        one.text: (at, one) for one in bare for at, word in reversed([*enumerate(words)]) if fits(word, one.text)
    }
    return [one for _, one in sorted(by_text.values(), key=lambda pair: pair[0])]


def _joined(before: list[Sentence], more: list[Sentence]) -> list[Sentence]:
    """The labels of a template that is filled again, for another sheet size or card: only new texts are added."""
    if _is_in_order([one.text for one in before], [one.text for one in more]):
        return more
    known = {one.text for one in before}
    return before + [one for one in more if one.text not in known]


def _is_in_order(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether texts are among others, in their order."""
    rest = iter(many)
    return all(text in rest for text in few)


def _written(context: CheckContext) -> Iterator[tuple[str, object]]:
    """The texts of faces and components, with their places."""
    kit = context.render.kit
    nodes = [(f"faces.{name}", face.origin) for name, face in kit.facebook.faces.items()]
    nodes += [(f"kit.{id_}", spec.origin) for id_, spec in kit.components.items()]
    for where, node in nodes:
        yield from ((where, span) for span, _, _ in texts_of(node))


class PrintedLabel(NamedTuple):
    """An entry and the label printed in its place. An entry without a label is of one that is gone, or, if they are the
    same, of one that only a base prints."""

    entry: VouchedText | None
    sentence: Sentence | None
    is_same: bool


def alignments(context: CheckContext, known: list[VouchedText]) -> dict[str, list[PrintedLabel]]:
    """The printed labels beside their entries, by place. The highest layer that knows a place has all its entries.

    Labels in the shared entries of a place are left out, wherever they are there: kits print different ones of them.
    """
    common = str(common_file(context.render.kit))
    shared = {(entry.where, form(entry.text)) for entry in known if entry.span.file == common}
    layers: dict[str, dict[str, list[VouchedText]]] = {}
    for entry in known:
        if entry.span.file != common:
            layers.setdefault(entry.where, {}).setdefault(entry.span.file, []).append(entry)
    before = {where: next(iter(files.values())) for where, files in layers.items()}
    now = {
        where: [one for one in printed if (where, form(written(context, one))) not in shared]
        for where, printed in labels(context).items()
    }
    return {where: _aligned(context, before.get(where, []), now.get(where, [])) for where in {**now, **before}}


def _aligned(context: CheckContext, before: list[VouchedText], now: list[Sentence]) -> list[PrintedLabel]:
    compared = form if context.render.kit.edition == "custom" else str
    old = [compared(entry.text) for entry in before]
    new = [compared(written(context, one)) for one in now]
    if not context.complete and _is_in_order(new, old):  # a part of the kit has a part of the labels
        left = list(zip(new, now, strict=True))
        printed = [left.pop(0)[1] if left and left[0][0] == text else None for text in old]
        return [PrintedLabel(entry, sentence, is_same=True) for entry, sentence in zip(before, printed, strict=True)]
    found: list[PrintedLabel] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for entry, sentence in zip_longest(before[a:b], now[c:d]):
            is_elsewhere = sentence is None and entry is not None and not entry.own
            found.append(PrintedLabel(entry, sentence, kind == "equal" or is_elsewhere))
    return found


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


@memoised()
def known_entries(context: CheckContext) -> list[VouchedText] | None:
    """The entries of a kit; None if it has no file. Errors in it are the render context's diagnostics."""
    diagnostics = Diagnostics()
    found = entries(context.render.kit, diagnostics)
    context.render.diagnostics.add(diagnostics)
    return found


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
