"""Vouch for printed texts: list what has no entry in `vouched.yaml` or differs from it, and renew entries.

What texts and facts are about: the nouns, verbs and names in them.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pnp import writing
from pnp.checks.support.context import CheckContext, by_game, memoised
from pnp.checks.support.film import names_of, rules_of
from pnp.checks.support.pinned import (
    Difference,
    alignments,
    differences,
    facts_of,
    known_entries,
    needs_reason,
    part_of,
    rule_words,
    written,
)
from pnp.checks.support.sentences import Sentence, language_of, place
from pnp.diagnostics import Diagnostics
from pnp.kit import modeline, vouched
from pnp.kit.vouched import VouchedText
from pnp.lexicon import lexicon
from pnp.text import marked
from pnp.text.icons import NAMED

__all__ = [
    "Difference", "Given", "Renewal", "asks", "dated", "explained", "latest", "missing", "open_differences",
]  # fmt: skip


class Given(NamedTuple):
    """Who vouches for a sentence, and why it is true although no play shows it."""

    why: str = ""
    by: str = ""


def open_differences(context: CheckContext) -> list[Difference]:
    """The differences that a person must look at: first changed texts, then new ones, then entries of old texts."""
    found = list(differences(context))
    return sorted(found, key=lambda one: (one.sentence is None, one.entry is None))


def explained(context: CheckContext, difference: Difference) -> list[str]:
    """A difference as lines of text: what is printed, where, what it was, and the facts."""
    sentence, entry = difference.sentence, difference.entry
    if sentence is None:
        return [f"not printed any more: {entry.text}" if entry else ""]
    lines = [f"{place(context, sentence).short}  ({sentence.kind})", f"    {sentence.text}"]
    if entry and entry.text != sentence.text:
        lines.append(f"    was: {entry.text}")
    if sentence.kind in (marked.FLAVOUR, marked.ADVICE) and (words := rule_words(context, sentence)):
        lines.append(f"    words that rules have: {', '.join(dict.fromkeys(words))}")
    old = {name: before for name, before, _ in difference.changed}
    for name, value in facts_of(context, sentence).items():
        lines.append(f"    fact {name}: {value}" + (f" (was {old[name]})" if name in old else ""))
    return lines


def latest(context: CheckContext) -> Given:
    """The reason and the name of a kit's own last entry, which a person may take over."""
    own = [entry for entry in known_entries(context) or [] if entry.own and entry.by]
    return Given(own[-1].why, own[-1].by.rpartition(", ")[0]) if own else Given()


def asks(context: CheckContext, difference: Difference) -> tuple[bool, bool]:
    """Whether the entry of a text says who vouches for it, and whether it says why it is true."""
    sentence = difference.sentence
    if sentence is None:
        return False, False
    return part_of(context, sentence) == vouched.SENTENCES, needs_reason(context, sentence)


def missing(context: CheckContext, difference: Difference, given: Given) -> list[str]:
    """What the entry of a text must have, and is not given: `why`, `by`."""
    asks_who, asks_why = asks(context, difference)
    wanted = [("why", given.why)] * asks_why + [("by", given.by)] * asks_who
    return [name for name, value in wanted if not value]


def dated(given: Given) -> Given:
    """Who vouches for a text, with today's date."""
    today = datetime.now().astimezone().date()  # noqa: TID251 - since when a person vouches for a text
    return given._replace(by=f"{given.by}, {today}")


class Renewal:
    """The renewing of a kit's entries, one by one. Each is written at once."""

    def __init__(self, context: CheckContext) -> None:
        self._context = context
        known = known_entries(context) or []
        self._pairs = alignments(context, [entry for entry in known if entry.part == vouched.LABELS])
        self._read: set[tuple[str, int]] = set()
        """The differences between labels that a person has read, by place and index."""

    def renew(self, difference: Difference, given: Given) -> Path:
        """Write the entry of one text, or remove that of a text that is not printed; return the file."""
        file, text = self.renewed(difference, given)
        writing.write_file(file, text.encode())
        return file

    def renewed(self, difference: Difference, given: Given) -> tuple[Path, str]:
        """The file of the entry of one text, and what it has after the entry is renewed or removed."""
        file = self._file_for(difference)
        found = _entries(file)
        if difference.where and difference.sentence and file == vouched.common_file(self._context.render.kit):
            new_label = self._entry(difference.sentence, given)._replace(where=difference.where)
            is_there = any((one.where, one.text) == (new_label.where, new_label.text) for one in found)
            return file, _written(file, [*found, *([] if is_there else [new_label])])
        if difference.where:
            self._read.add((difference.where, difference.at))
            made = self._labels(difference.where, file)
            others = [entry for entry in found if (entry.part, entry.where) != (vouched.LABELS, difference.where)]
            return file, _written(file, [*others, *made])
        new = [self._entry(difference.sentence, given)] if difference.sentence else []
        entry = difference.entry
        kept, left = _replaced(found, entry if entry and Path(entry.span.file) == file else None, new)
        there = {one.text for one in kept}  # of a shared text, which a kit without a file of its own does not know
        return file, _written(file, [*kept, *(one for one in left if one.text not in there)])

    def _entry(self, sentence: Sentence, given: Given) -> VouchedText:
        context = self._context
        part, text, span = part_of(context, sentence), written(context, sentence), place(context, sentence)
        if part != vouched.SENTENCES:
            return VouchedText(part, text, span, own=True)
        why = given.why if needs_reason(context, sentence) else ""
        return VouchedText(part, text, span, own=True, facts=facts_of(context, sentence), why=why, by=given.by)

    def _labels(self, where: str, file: Path) -> list[VouchedText]:
        """All entries of a place for a file, with those differences taken over that a person has read."""
        texts: list[str] = []
        for index, (entry, sentence, _) in enumerate(self._pairs[where]):
            is_here = entry is not None and Path(entry.span.file) == file
            is_read = (where, index) in self._read
            if entry and (sentence or is_here) and not is_read:
                texts.append(entry.text)
            if sentence and is_read:
                texts.append(written(self._context, sentence))
        span = self._context.render.kit.origin.span
        return [VouchedText(vouched.LABELS, text, span, own=True, where=where) for text in texts]

    def _file_for(self, difference: Difference) -> Path:
        """The file of the entry, if the kit's own; else the shared file for texts that all kits print, or the kit's."""
        kit = self._context.render.kit
        sentence, entry = difference.sentence, difference.entry
        if entry and entry.own:
            return Path(entry.span.file)
        shared = vouched.common_file(kit)
        if sentence is None:
            return kit.folder / vouched.FILE
        is_shared = any(sentence.text == text for text in kit.sheets.words.values())
        is_shared = is_shared or Path(place(self._context, sentence).file).parent == shared.parent
        return shared if is_shared and sentence.kind != marked.CREDIT else kit.folder / vouched.FILE


def _replaced(
    found: list[VouchedText], entry: VouchedText | None, new: list[VouchedText]
) -> tuple[list[VouchedText], list[VouchedText]]:
    """The entries with new ones in place of one, and those of the new ones that no entry had to make room for."""
    kept: list[VouchedText] = []
    for one in found:
        if entry and (one.part, one.text) == (entry.part, entry.text):
            kept += new
            new = []
        else:
            kept.append(one)
    return kept, new


def _entries(file: Path) -> list[VouchedText]:
    """The entries of a file; none if there is none."""
    return (vouched.read_entries(file, Diagnostics(), own=True) or []) if file.is_file() else []


def _written(file: Path, found: list[VouchedText]) -> str:
    """The text of a file with entries; its first line stays if it names its schema."""
    text, first = vouched.written(found), modeline.of(file)
    return modeline.with_line(text.encode(), first).decode() if first else text


_AXES = ("thing", "act", "name", "result", "role", "face", "change")
_LEAST = 4
"""The letters of a word in a fact's name that is looked for in a text although no lexicon may have it."""
_SIGNS = re.compile(r"\[\w+[=:]([^]]*)\]|[(){}|<>~]")
"""The holes and signs of a sentence in a rule file."""
Subjects = frozenset[tuple[str, str | int]]


def is_about(context: CheckContext, sentence: Sentence, fact: str) -> bool:
    """Whether a text and a fact have a noun, a verb or a name in common.

    A fact is about the words of its own name, and those of the sentences of its rules.
    """
    text = NAMED.sub(lambda match: f" {match[1].replace('_', ' ')} ", sentence.text)
    is_named = any(word in text.casefold() for word in re.split(r"[._]", fact) if len(word) >= _LEAST)
    return is_named or bool(_subjects(context, text, language_of(context, sentence)) & _of_fact(context, fact))


@memoised(by_game)
def _of_fact(context: CheckContext, fact: str) -> Subjects:
    rules = rules_of(context)
    found = _subjects(context, re.sub(r"[._]", " ", fact), "en")
    for rule in rules.rules.values() if rules else ():
        for pattern in rule.patterns if fact in rule.settles else ():
            found |= _subjects(context, _SIGNS.sub(r" \1 ", pattern.text), pattern.language)
    return found


def _subjects(context: CheckContext, text: str, language: str) -> Subjects:
    known = lexicon(language)
    words = known.words(text, names_of(context), context.render.kit.phrasebook.nouns) if known else []
    return frozenset((sense.axis, sense.value) for word in words for sense in word.senses if sense.axis in _AXES)
