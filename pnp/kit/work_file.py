"""The work file of a translation, `texts.xx.po`: all texts of a kit beside their translations.

When a kit is opened, translated texts take the places of its base's, in memory. A text without a translation, or with
one that is marked as fuzzy, stays in the base's language. A translation is replaced only where the source is still the
same, so that a sentence that has changed is never printed in its old translation.

Compare the parts of a text and of its translation that are not words: fields, tags, icons and marks of Markdown.

What is in braces is compared by the values that it uses: for `{{ "point" if n == 1 else "points" }}`, a translation may
have `{{ n | plural("punkt", "punkty", "punktów") }}`, and for `{'attacker'|said|capital}` a name without the capital.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Diagnostics, Span, grouping
from pnp.diagnostics.files import is_there
from pnp.kit.languages import forms, names
from pnp.kit.printed_texts import visited
from pnp.sources import Node, po
from pnp.sources.po import PlacedString, PoEntry
from pnp.sources.yaml import read_text

_TAGS = r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->"
TAG = re.compile(_TAGS, re.DOTALL)
"""A tag of a template, or a comment."""
_ICON = r":(?=[a-z{])(?:[a-z][\w-]*|-|\{\{.*?\}\}|\{[^{}]*\})+:"
_PART = re.compile(
    rf"{_ICON}|{_TAGS}|\{{[^{{}}]*\}}|!\[[^\]]*\]\([^)]*\)|\*\*|(?m:^[ \t]*(?:\#{{1,6}}|[-*]|\d+\.)(?= ))|"
    r"(?m:^\|.*\|[ \t]*$)|(?<!\*)\*(?!\*)",
    re.DOTALL,
)
"""A part that is not words. Rows of tables come as a whole, and count by their bars."""
_LITERAL = re.compile(r'"[^"]*"|\'[^\']*\'')
_VALUE = re.compile(r"(?P<filter>\|\s*)?(?P<name>\b[A-Za-z_][\w.]*)|(?P<compared>[=!]=\s*)?(?P<number>\b\d+)")
_CONTROL = re.compile(r"\{%[-+]?\s*(\w+)")
_BRACES = re.compile(rf"{_TAGS}|\{{[^{{}}]*\}}", re.DOTALL)
_ADDRESS = re.compile(rf"\]\([^)]*\)|{_ICON}", re.DOTALL)
"""The address of a picture or a link, or an icon: all in it is a name."""
_SPACE = re.compile(r"\s+")
_PICTURE = re.compile(r"!\[[^\]]*\]")
_SYNTAX = frozenset(
    "and defined elif else endfor endif endmacro false for if in is macro none not or said set true".split()  # noqa: SIM905
)
_LISTING = {"listed", "join", "plural", "default", "d"}
"""Filters whose texts are printed. The texts of all other calls are ids."""
_BEFORE_ID = re.compile(r"(?:[=!]=|\bin|\w\[|[)\]]\[|\bin\s*\[[^\]]*)\s*$")
_IN_COMPARISON = re.compile(r"[=!]=\s*$")
_AFTER_ID = re.compile(r"\s*(?:\|\s*said\b|[=!]=|(?:not\s+)?in\b)")
_CHOSEN = re.compile(r"^[^\[\]]*\]\s*\|\s*(?:select|reject|map)\(")
_NAMED = re.compile(r"^[^()]*\)\s*\|\s*said\b")
_CALLED = re.compile(r"([\w.]*)\s*$")
_OF_IDS = re.compile(r"\{%-?\s*(?:include|import|from|extends|for)\b")
"""Tags whose texts are names of files, or ids."""
_NAME = re.compile(r"\{.*\bsaid$")


def differences(source: str, text: str) -> tuple[list[str], list[str]]:
    """The parts of a source that its translation lacks, and the parts that only the translation has.

    The name of an id may be there more often, or less often, but at least once.
    """
    wanted, found = _parts(source), _parts(text)
    missing = [part for _, part in _left(wanted, found)]
    extra = [part for _, part in _left(found, wanted)]
    return missing, extra


def _left(these: Mapping[str, list[str]], those: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    for key, parts in these.items():
        count = len(those.get(key, ()))
        if count == 0 or not _NAME.match(key):
            yield from ((key, part) for part in parts[count:])


def _parts(text: str) -> dict[str, list[str]]:
    """The parts of a text as they are written, by the form in which they are compared."""
    parts: dict[str, list[str]] = {}
    for match in _PART.finditer(text):
        if match[0].startswith("|"):
            inner = re.findall(rf"{_ICON}|{_TAGS}|\*\*", match[0], re.DOTALL)
            inner.append("|" * TAG.sub("", match[0]).count("|"))
        else:
            inner = [match[0]]
        for part in inner:
            parts.setdefault(_compared(part), []).append(part)
    return parts


def _compared(part: str) -> str:
    """The form of a part in which it is compared: an expression's values, all else as it is written."""
    if not part.startswith("{") or part.startswith("{#"):
        return _SPACE.sub(" ", _PICTURE.sub("![]", part.strip()))
    control = _CONTROL.match(part)
    words = {literal.start() for literal in printed_texts(part)}
    ids = {
        literal[0][1:-1]
        for literal in _LITERAL.finditer(part)
        if literal.start() not in words and not _IN_COMPARISON.search(part[: literal.start()])
    }
    values = {
        value["name"] or value["number"]
        for value in _VALUE.finditer(_LITERAL.sub('""', part))
        if not (value["filter"] or value["compared"])
    }
    values = {value for value in values if value not in _SYNTAX and not value.startswith("loop.")}
    said = ["said"] if re.search(r"\bsaid\b", part) else []
    return " ".join(
        [part[:2], *([control[1]] if control else []), *sorted(values), *sorted(map(repr, ids - {""})), *said]
    )


def printed_texts(part: str) -> Iterator[re.Match[str]]:
    """The texts in an expression or a tag that are printed, rather than compared, or ids."""
    if _OF_IDS.match(part) or part.startswith(("{#", "<")):
        return
    for literal in _LITERAL.finditer(part):
        before, after = part[: literal.start()], part[literal.end() :]
        has_letters = any(character.isalpha() for character in literal[0])
        if not has_letters or _BEFORE_ID.search(before) or _AFTER_ID.match(after) or _CHOSEN.match(after):
            continue
        called = _called(before)
        if called in _LISTING or (called is None and not _is_named(before, after)):
            yield literal


def _is_named(before: str, after: str) -> bool:
    """Whether what is in the brackets around a place gets a name: `("forfeit" if … else ends)|said`."""
    return before.count("(") > before.count(")") and _NAMED.search(after) is not None


def _called(before: str) -> str | None:
    """The function or filter in whose call a place is; None if it is in none."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] == ")":
            depth += 1
        elif before[at] == "(" and depth:
            depth -= 1
        elif before[at] == "(":
            name = _CALLED.search(before[:at])
            return (name[1] if name else "") or None
    return None


def has_words(text: str) -> bool:
    """Whether a text has words to translate: outside its parts, or in its expressions."""
    text = _ADDRESS.sub("", text)
    if any(letter.isalpha() for letter in _BRACES.sub("", text)):
        return True
    return any(next(printed_texts(tag), None) for tag in _BRACES.findall(text))


def summary(missing: list[str], extra: list[str]) -> str:
    """What is wrong, in words: the parts that are missing and those that are extra, each once."""

    def listed(parts: list[str]) -> str:
        counts = Counter(parts)
        return ", ".join(part if n == 1 else f"{part} ({n} times)" for part, n in counts.items())

    lacks = f"it lacks {listed(missing)}" if missing else ""
    more = f"it has {listed(extra)} more than the source" if extra else ""
    return " and ".join(filter(None, [lacks, more]))


PICTURES, SHEETS = "pictures", "sheets"
"""The first words of the keys of pictures, and of labels."""
SIMILAR = 0.6
"""How similar two texts of a list or a template must be, 0 to 1, for the translation of one to be offered for the
other. A text that has a key for itself is the same text in new words, however they differ."""
_COMPARED = 400
"""Texts are compared by their first characters only, because comparing takes long."""


def file_name(language: str) -> str:
    """The name of the work file for a language."""
    return f"texts.{language}.po"


@dataclass(frozen=True)
class WorkFiles:
    """The work files of a kit's layers for its language, and what they translate."""

    files: tuple[Path, ...] = ()
    entries: Mapping[tuple[str, str], PoEntry] = field(default_factory=dict)
    """The entries of all files by key; of several, that of the highest layer."""

    def translation(self, context: str, source: str) -> PlacedString | None:
        """The translation of a text; None if it has none that can be printed."""
        entry = self.entries.get((context, source))
        return entry.written if entry is not None and is_translated(entry) else None


NONE = WorkFiles()


def is_translated(entry: PoEntry) -> bool:
    """Whether an entry has a translation that is printed."""
    return bool(entry.text) and not entry.fuzzy and not entry.obsolete


def find(layers: Sequence[Path], language: str) -> list[Path]:
    """The work files of a kit's layers for its language, those of its own folder first."""
    paths = (layer / file_name(name) for layer in layers for name in names(language))
    return [path for path in paths if is_there(path)]


def read(layers: Sequence[Path], language: str, diagnostics: Diagnostics) -> WorkFiles:
    """The work files of a kit's layers. Translations that lack parts of their sources are errors."""
    files = find(layers, language)
    entries: dict[tuple[str, str], PoEntry] = {}
    for path in files:
        text = read_text(path, diagnostics, limit=po.MAX_BYTES, within=layers)
        own, found = _checked(text or "", str(path))
        diagnostics.add(found)
        entries = {**own, **entries}
    return WorkFiles(tuple(files), entries)


@lru_cache(maxsize=16)
def _checked(text: str, file: str) -> tuple[dict[tuple[str, str], PoEntry], tuple[Diagnostic, ...]]:
    """The entries of a work file by key, and what is wrong in it. Memoised: a kit is opened in several steps."""
    diagnostics = Diagnostics()
    entries = [one for one in po.parse(text, file, diagnostics) or () if one.source and not one.obsolete]
    for entry in entries:
        _check(entry, diagnostics)
    return {entry.key: entry for entry in entries}, tuple(diagnostics)


def _check(entry: PoEntry, diagnostics: Diagnostics) -> None:
    """Report fields, tags and marks that a translation lacks, or that only the translation has."""
    if not is_translated(entry):
        return
    missing, extra = differences(entry.source, entry.text)
    if missing or extra:
        message = f"the translation differs from its source: {summary(missing, extra)}"
        hint = "copy what is in braces, icons and marks such as ** from msgid"
        diagnostics.error(entry.written.span, "wrong-placeholder", message, hint)


# What is printed ---------------------------------------------------------------------------------------------


def applied(trees: Mapping[str, Node], work: WorkFiles, is_foreign: Callable[[Span], bool]) -> dict[str, Node]:
    """The files of a kit with translations in place of the texts that are in another language."""

    def by(context: str, node: Node, _about: str) -> Node:
        found = work.translation(context, str(node.value)) if is_foreign(node.span) else None
        return Node(found.text, found.span, node.key_span, found.text) if found else node

    return visited(trees, by) if work.files else dict(trees)


def labels(first: Node, work: WorkFiles, language: str) -> Node:
    """The labels of sheets and the texts of shared pictures in a language, with those of the first language in place of
    missing ones."""

    def label(key: str, node: Node) -> Node:
        found = work.translation(f"{SHEETS} {key}", str(node.value))
        return Node(found.text, found.span, node.key_span, found.text) if found else node

    parts = {key: label(key, node) for key, node in first.value.items() if isinstance(node.value, str)}
    words, counted = first.value["words"], first.value["counted"]
    parts["words"] = _with(words, {key: label(f"words.{key}", node) for key, node in words.value.items()})
    plurals = {
        key: _with(node, {f: label(f"counted.{key}.{f}", english(node, f)) for f in forms(language)})
        for key, node in counted.value.items()
    }
    parts["counted"] = _with(counted, plurals)
    pictures = [entry for entry in work.entries.values() if entry.context.startswith(f"{PICTURES} ")]
    named = {entry.context.partition(" ")[2]: entry.written for entry in pictures if is_translated(entry)}
    if named:
        parts[PICTURES] = _with(first, {name: Node(text.text, text.span) for name, text in named.items()})
    return _with(first, parts)


def english(node: Node, form: str) -> Node:
    """The text of a counted label for a plural form, or for any number if it has no such form."""
    found: Node = node.value[form if form in node.value else "other"]
    return found


def _with(node: Node, value: Mapping[str, Node]) -> Node:
    return Node(dict(value), node.span, node.key_span)


# The work file ------------------------------------------------------------------------------------------------


class WorkText(NamedTuple):
    """A text to translate: its key, the text, where it is written, and what it is, for people."""

    context: str
    source: str
    span: Span
    about: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.source


def needs_translation(text: str) -> bool:
    return has_words(text) and len(text) <= po.MAX_TEXT


class Refreshed(NamedTuple):
    """The new entries of a work file, and how many are new, were changed, or are no longer used."""

    entries: list[PoEntry]
    new: int = 0
    fuzzy: int = 0
    obsolete: int = 0


def refreshed(old: Iterable[PoEntry], texts: Iterable[WorkText], name: str, language: str) -> Refreshed:
    """The entries of a work file for the texts of a kit. Translations are kept.

    A text that has changed keeps its old translation, which is marked as fuzzy. A translation that is no longer used is
    kept at the end.
    """
    old = list(old)
    headers = [entry for entry in old if not entry.source and not entry.obsolete]
    before = {entry.key: entry for entry in sorted(old, key=lambda entry: not entry.obsolete) if entry.source}
    by_key = grouping.by_key(texts, lambda text: text.key)
    alone = _alone(by_key) & _alone(before)
    unused = [entry for key, entry in before.items() if key not in by_key and entry.text]
    entries, counts = headers or [po.header(name, language)], {"new": 0, "fuzzy": 0}
    for key, each in by_key.items():
        entry = before.get(key)
        if entry is None:
            entry = _similar(each[0], unused, 0 if key[0] in alone else SIMILAR) or PoEntry(*key)
            counts["fuzzy" if entry.text else "new"] += 1
        entries.append(_located(entry, each))
    entries += [replace(entry, obsolete=True, notes=(), places=()) for entry in unused]
    return Refreshed(entries, obsolete=sum(not entry.obsolete for entry in unused), **counts)


def _alone(keys: Iterable[tuple[str, str]]) -> set[str]:
    """The contexts that only one of the keys has."""
    return {context for context, count in Counter(context for context, _ in keys).items() if count == 1}


def _located(entry: PoEntry, texts: list[WorkText]) -> PoEntry:
    """An entry that is used, with what its texts are and where they are written."""
    about = tuple(dict.fromkeys(text.about for text in texts if text.about))
    places = tuple(dict.fromkeys(text.span.short.replace(" ", "_") for text in texts))
    return replace(entry, obsolete=False, notes=about, places=places)


def _similar(text: WorkText, unused: list[PoEntry], least: float) -> PoEntry | None:
    """The unused translation for the most similar text with the same key, as a fuzzy one; it is then used.

    The similarity must be at least `least`, 0 to 1.
    """
    best, most = None, least
    for entry in unused:
        if entry.context != text.context:
            continue
        matcher = difflib.SequenceMatcher(None, entry.source[:_COMPARED], text.source[:_COMPARED], autojunk=False)
        if matcher.real_quick_ratio() >= most and matcher.quick_ratio() >= most and (ratio := matcher.ratio()) >= most:
            best, most = entry, ratio
    if best is None:
        return None
    unused.remove(best)
    return replace(best, source=text.source, fuzzy=True, previous=best.source)
