"""Move an overlay's errors and warnings in files of installed kits to the line of the overlay that causes them.

An installed kit has none. If an overlay of it has one at a place of that kit, something in the overlay causes it, and
the user can change only that. Such errors and warnings are at that line, those of one code together: the first one, and
the messages and places of the others as hints.

The cause is the card that is wrong, the title or the translation that the message quotes, or the first own line with a
word that it quotes. Otherwise it is the first own line of the file whose data such errors mostly come from.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import CardPlace, Diagnostic, Diagnostics, Span
from pnp.diagnostics.grouping import by_key
from pnp.kit import paths
from pnp.kit.work_file import is_translated
from pnp.sources import Node, po
from pnp.sources.yaml import keys_of, read

DATA = ("rules.yaml", "cards.yaml", "kit.yaml", "phrases.yaml", "faces.yaml")
"""The files that can cause errors, those that mostly do so first."""
_OF_LAYOUT = ("fonts.yaml", "kit.yaml", "faces.yaml", "phrases.yaml", "rules.yaml", "cards.yaml")
_ORDERS = {"text-overflow": _OF_LAYOUT, "low-contrast": _OF_LAYOUT, "missing-cut": _OF_LAYOUT}
"""Other orders of files, by code."""
_NO_CAUSES = frozenset({"extends", "title", "edition", "slug", "version", "engine", "minutes", "ages"})
"""Keys of kit.yaml that cause no error elsewhere."""
_OF_BASES = frozenset({"untranslated"})
"""Codes that list what an overlay lacks, each at the place of the base that has it."""
_EXAMPLES = "false-example"
_OF_EXAMPLES = frozenset({"false-sentence", "table-disagrees", "unplayed-words", "unknown-card"})
"""Errors that follow from worked examples that are false, because pages are filled from examples."""
LEAST = 4
"""The length of a word that an error may come from, where it is one of several in a text."""
MOST = 3
"""How many further messages and places are listed."""

_QUOTED = re.compile(r"'([^']*)'")
_WORD = re.compile(r"[^\W_]+(?:_[^\W_]+)*")


class _Own(NamedTuple):
    """A word of the overlay's files: a key or a value."""

    file: str
    word: str
    span: Span
    is_key: bool = False
    is_whole: bool = False
    """Whether it causes only errors that quote all of it: a title or a translation."""


@contextmanager
def at_own_lines(folder: Path, diagnostics: Diagnostics) -> Iterator[None]:
    """Move the errors that are found in this context, when it ends."""
    try:
        yield
    finally:
        diagnostics.replace(moved(folder, diagnostics))


def moved(folder: Path, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics of a kit, with the errors and warnings in files of installed kits at the overlay's lines that
    cause them."""
    found = sorted(set(diagnostics))
    installed = {file for file in {one.span.file for one in found} if _is_installed(Path(file))}
    inherited = [one for one in found if _is_moved(one) and one.span.file in installed]
    layers = paths.layers(folder, Diagnostics()) if inherited else ()
    own = [layer for layer in layers if not _is_installed(layer)]
    if not own or len(own) == len(layers):
        return found
    words = [*_words(own), *_titles(own), *_translations(own)]
    start = paths.extends(own[-1])
    fallback = start.span if start else Span(str(own[0] / "kit.yaml"))
    groups = by_key(inherited, lambda one: (one.severity, one.code, _cause(one, words, fallback)))
    kept = [one for one in found if one not in set(inherited)]
    reported = {(one.span, one.code, one.message) for one in kept}
    causes = [_together(span, alike) for (*_, span), alike in groups.items()]
    return sorted(_folded(kept, [one for one in causes if (one.span, one.code, one.message) not in reported]))


def _is_installed(path: Path) -> bool:
    real = Path(os.path.realpath(path))  # Path.resolve raises an error for a link that leads to itself
    return any(real.is_relative_to(folder.resolve()) for folder in paths.installed_folders())


def _words(layers: Iterable[Path]) -> Iterator[_Own]:
    """The words of the overlay's data files, in the order of `DATA`."""
    for name in dict.fromkeys((*DATA, *_OF_LAYOUT)):
        for layer in layers:
            node = read(layer / name, Diagnostics()) if (layer / name).is_file() else None
            if node and isinstance(node.value, dict):
                for key, value in node.value.items():
                    if name != "kit.yaml" or key not in _NO_CAUSES:
                        yield _Own(name, str(key), value.key_span, is_key=True)
                        yield from _inner(name, value)


def _titles(layers: Iterable[Path]) -> Iterator[_Own]:
    """The titles of the overlay, the lines of one of two lines, and these lines together."""
    files = (layer / "kit.yaml" for layer in layers)
    nodes = (read(file, Diagnostics()) for file in files if file.is_file())
    for title in filter(None, (keys_of(node).get("title") for node in nodes)):
        lines = title.value if isinstance(title.value, list) else [title]
        for line in lines:
            yield _Own("kit.yaml", str(line.value), line.span, is_whole=True)
        yield _Own("kit.yaml", " ".join(str(line.value) for line in lines), title.span, is_whole=True)


def _translations(layers: Iterable[Path]) -> Iterator[_Own]:
    """The translations in the overlay's work files."""
    for layer in layers:
        for path in sorted(layer.glob("texts.*.po")):
            for entry in po.read(path, Diagnostics(), within=(layer,)) or ():
                if is_translated(entry):
                    yield _Own(path.name, entry.text, entry.written.span, is_whole=True)


def _inner(name: str, node: Node) -> Iterator[_Own]:
    if isinstance(node.value, dict):
        for key, value in node.value.items():
            yield _Own(name, str(key), value.key_span, is_key=True)
            yield from _inner(name, value)
    elif isinstance(node.value, list):
        for value in node.value:
            yield from _inner(name, value)
    elif isinstance(node.value, str):
        yield from (_Own(name, word, node.span) for word in dict.fromkeys((node.value, *_WORD.findall(node.value))))


def _is_moved(one: Diagnostic) -> bool:
    return one.severity in ("error", "warning") and one.code not in _OF_BASES


def _cause(one: Diagnostic, words: list[_Own], fallback: Span) -> Span:
    """The line of the overlay that causes an error."""
    if one.card.id and not _is_installed(Path(one.card.span.file)):
        return one.card.span
    quoted = _QUOTED.findall(one.message)
    whole = (own for own in words if own.is_whole and any(_alike(own.word, text) for text in quoted))
    order = _ORDERS.get(one.code, DATA)
    own_lines = (own for own in words if own.file in order and not own.is_whole)
    ranked = sorted(own_lines, key=lambda own: order.index(own.file))
    named = (own for text in quoted for part in (text, *_parts(text)) for own in ranked if _alike(own.word, part))
    found = next(chain(whole, named, _used(quoted, ranked, _former(one)), ranked), None)
    return found.span if found else fallback


def _used(quoted: Iterable[str], ranked: list[_Own], former: set[str]) -> list[_Own]:
    """The line with a word of what is quoted that most likely causes an error, if there is one.

    A value is more likely to be printed than a key, and a long word says more than a short one.
    """
    inside = {word.casefold() for text in quoted for word in _WORD.findall(text) if len(word) >= LEAST} - former
    used = [own for own in ranked if own.word.casefold() in inside]
    return [max(used, key=lambda own: (not own.is_key, len(own.word)))] if used else []


def _former(one: Diagnostic) -> set[str]:
    """The words of a text before it changed: they do not cause the change."""
    before = (hint for hint in one.hints if hint.startswith("it was "))
    return {word.casefold() for hint in before for word in _WORD.findall(hint)}


def _alike(word: str, other: str) -> bool:
    return word.casefold() == other.casefold()


def _parts(text: str) -> list[str]:
    """The parts of a file's name or an icon's, and the letters before its number: `g` in `suit-g` and in `g1`."""
    parts = re.split(r"[^\w]|_", text)
    return [*parts, *(part.rstrip("0123456789") for part in parts if part[-1:].isdigit())] if " " not in text else []


def _together(span: Span, alike: list[Diagnostic]) -> Diagnostic:
    """One error or warning at the cause, for those with one code."""
    first = alike[0]
    messages = list(dict.fromkeys(one.full_message for one in alike))
    places = list(dict.fromkeys(one.span.short for one in alike))
    also = [f"also: {message}" for message in messages[1 : MOST + 1]]
    if len(messages) > MOST + 1:
        also.append(f"and {len(messages) - MOST - 1} more such {first.severity}s")
    where = ", ".join(places[:MOST]) + (f" and {len(places) - MOST} more" if len(places) > MOST else "")
    hints = [hint for hint in first.hints if not hint.startswith("did you mean")]  # no word of the user's is misspelt
    hints += [*also, f"found at {where}"]
    return Diagnostic(span, first.severity, first.code, messages[0], tuple(hints), CardPlace())


def _folded(kept: list[Diagnostic], causes: list[Diagnostic]) -> list[Diagnostic]:
    """The errors, with those that follow from false examples as hints of that error."""
    examples = next((one for one in kept if one.code == _EXAMPLES), None)
    if examples is None:
        return [*kept, *causes]
    follow = [one for one in causes if one.code in _OF_EXAMPLES]
    hints = (f"also, until they are mended: {one.message}" for one in follow)
    folded = examples._replace(hints=(*examples.hints, *hints))
    return [*(folded if one is examples else one for one in kept), *(one for one in causes if one not in follow)]
