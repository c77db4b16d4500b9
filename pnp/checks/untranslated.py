"""A printed text in a language other than the kit's.

A translated kit is an overlay, and texts that it leaves out are printed in its base's language. So every printed text,
every template and every picture's alternative text must come from a folder in the kit's own language. Repeat a text
that is the same in both. In a custom edition these are notes, a list of what is left to translate. A kit with a work
file, `texts.xx.po`, gets one warning instead, `unfinished-translation`.

PASS: stable/kit.yaml: is `extends: rhino`
PASS: rhino-de/kit.yaml: `language: de` -> `language: de-AT`
FAIL: rhino-de/cards.yaml: `  charge: {name: Ansturm}\\n` -> ``
FAIL: rhino-de/rulings.yaml: removed
FAIL: rhino-de/faces.yaml: `  Brains: Köpfchen\\n` -> ``
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, Span
from pnp.kit import Card, Kit
from pnp.kit.expressions import texts
from pnp.kit.languages import is_for, primary
from pnp.kit.model import PhraseBook
from pnp.kit.printed_texts import CREDITS, SHOWN
from pnp.sources import Node

_CARDS = "cards.yaml, or in a table there with the ids of the cards"
"""Where to translate a text of a table, whose name is not that of the base's table."""
_TEMPLATED = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}", re.DOTALL)
_BY_PROGRAM = {("asides", "short"), ("asides", "label")}
"""Texts that are printed without a field in a face."""


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error, or in a custom edition one note, for every text and template in another language."""
    kit = context.render.kit
    other = {folder: language for folder, language in kit.spoken.items() if primary(language) != primary(kit.language)}
    if kit.work.files or not other:
        return
    severity = "note" if kit.edition == "custom" else "error"
    untranslated = chain(_in_data(kit, other), _in_templates(context, other), _in_pictures(context, other))
    for span, message, hint in untranslated:
        yield diagnostic(__name__, span, message, hint, severity=severity)


Found = tuple[Span, str, str]
"""The place of a text in another language, the message, and the hint."""


def _in_data(kit: Kit, other: Mapping[str, str]) -> Iterator[Found]:
    """The texts of data files; `other` has the languages of folders with another language than the kit's."""
    for node in _texts(kit):
        language = other.get(str(Path(node.span.file).parent))
        if language and _has_words(str(node.value)):
            name = Path(node.span.file).name
            hint = f"translate it in {kit.slug}/{name if name.endswith('.yaml') else _CARDS}"
            yield node.span, f"{_short(str(node.value))} is printed untranslated, in {language!r}", hint


def _in_templates(context: CheckContext, other: Mapping[str, str]) -> Iterator[Found]:
    kit = context.render.kit
    for path in context.render.templates.files():
        language = other.get(str(path.parent))
        if language and not is_for(path.name, kit.language):
            yield Span(str(path)), f"this template is in {language!r}", f"add a translated {path.name} to {kit.slug}/"


def _in_pictures(context: CheckContext, other: Mapping[str, str]) -> Iterator[Found]:
    by_name = {Path(folder).name: language for folder, language in other.items()}
    hint = f"translate it under the picture's name in 'pictures' of {context.render.kit.slug}/phrases.yaml"
    for path, alternative in context.render.gallery.own_words().items():
        if path.parent.name in by_name:
            message = f"the text of this picture is in {by_name[path.parent.name]!r}: {_short(alternative)}"
            yield Span(str(path)), message, hint


def _has_words(text: str) -> bool:
    """Whether a text has letters of its own, outside its fields."""
    return any(letter.isalpha() for words in texts(_TEMPLATED.sub("", text)) for letter in words)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return repr(words if len(words) <= 60 else f"{words[:59]}…")


def _texts(kit: Kit) -> Iterator[Node]:
    """Every printed text in a kit's data."""
    shown = _BY_PROGRAM | set(SHOWN.findall(" ".join(str(node.value) for node in _faces(kit))))
    yield from _of_kit_file(kit.origin.value)
    yield from _faces(kit)
    for deck in kit.cards.values():
        for card in deck.values():
            yield from _of_card(card, shown)
    yield from _of_phrasebook(kit.phrasebook, shown)
    for ruling in kit.rulings.values():
        yield from (ruling.origin.value[key] for key in ("question", "answer"))


def _of_kit_file(file: Mapping[str, Node]) -> Iterator[Node]:
    yield from (file[key] for key in ("title", "tagline") if key in file)
    credit = file["credit"].value if "credit" in file else {}
    yield from (credit[key] for key in CREDITS if key in credit)
    yield from _under(file["components"], ("title", "note"))
    yield from _under(file["icons"], ("says",)) if "icons" in file else ()


def _of_card(card: Card, shown: AbstractSet[tuple[str, str]]) -> Iterator[Node]:
    words, asides = (card.origin.value.get(key, Node({}, card.origin.span)).value for key in ("words", "asides"))
    yield card.origin.value["name"]
    yield from words.values()
    for key, node in asides.items():
        yield from _scalars(node) if ("asides", key) in shown else ()


def _of_phrasebook(phrasebook: PhraseBook, shown: AbstractSet[tuple[str, str]]) -> Iterator[Node]:
    book = phrasebook.origin.value
    for key in ("names", "last", "tables"):
        yield from _scalars(book[key]) if key in book else ()
    for phrase in chain.from_iterable(phrasebook.fields.values()):
        badge = phrase.origin.value.get("badge", Node({}, phrase.origin.span)).value
        yield phrase.origin.value["words"]
        yield from (node for key, node in badge.items() if ("badge", key) in shown)


def _faces(kit: Kit) -> Iterator[Node]:
    """The texts of all faces."""
    for face in kit.facebook.faces.values():
        for element in face.elements:
            yield from _under(element, ("text", "more"))


def _under(node: Node, keys: tuple[str, ...]) -> Iterator[Node]:
    """The values under some keys, at any depth."""
    if isinstance(node.value, dict):
        for key, inner in node.value.items():
            if key in keys and isinstance(inner.value, str):
                yield inner
            else:
                yield from _under(inner, keys)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _under(inner, keys)


def _scalars(node: Node) -> Iterator[Node]:
    if isinstance(node.value, dict):
        for inner in node.value.values():
            yield from _scalars(inner)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _scalars(inner)
    else:
        yield node
