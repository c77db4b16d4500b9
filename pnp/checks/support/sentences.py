"""All printed sentences, taken off the finished pages, each with its class and its place in the kit's files.

Texts of Markdown templates have their places, and the marks of `marked`. Other texts are compared with the texts of
`faces.yaml` and `kit.yaml`: what consists of fields only is derived, the rest is a label unless it has a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.checks.support import film
from pnp.checks.support.context import CheckContext, by_pieces, memo, memoised
from pnp.checks.support.printed import blocks
from pnp.diagnostics import PlacedText, Span
from pnp.diagnostics.placed import chief, joined
from pnp.graphics import Drawing, Piece
from pnp.graphics.drawing import Mark, MarkedWords, TextBlock
from pnp.kit import expressions, paths
from pnp.kit.fields import parted
from pnp.sources import Node
from pnp.text import marked
from pnp.text.icons import NAMED

DERIVED = "derived"
PROVED = "proved"
UNCLASSIFIED = "unclassified"
_WHOLE = (PROVED, marked.RULING, marked.CREDIT, DERIVED)
"""Kinds of texts whose single sentences are not looked at."""

_LETTER = re.compile(r"[^\W\d_]")


class Sentence(NamedTuple):
    """A printed sentence, or several with one mark. `kind` is its class, `names` are the names in its mark.

    `component` prints it first. `origin` is where it is written.
    """

    text: str
    kind: str
    names: tuple[str, ...]
    component: str
    origin: Span | None


class PageText(NamedTuple):
    """A text on a finished page: a paragraph or a part of one, a heading, a cell or a label. If a template prints it,
    `block` is all of it, and `origin` is where the template is named."""

    text: str
    origin: Span | None
    block: TextBlock | None
    component: str


@memoised(by_pieces)
def printed(context: CheckContext) -> list[PageText]:
    """Every text on the finished pages, each once per component."""
    return list(dict.fromkeys(_printed(context)))


def _printed(context: CheckContext) -> Iterator[PageText]:
    for piece, drawing in _drawings(context):
        for text, origin, block in blocks(context.render.fonts, drawing.items, None):
            if text:
                yield PageText(text, origin, block, piece.component)


def _drawings(context: CheckContext) -> Iterator[tuple[Piece, Drawing]]:
    yield from context.drawings()
    for piece in context.described:
        yield piece, piece.front


@memoised(by_pieces)
def sentences(context: CheckContext) -> list[Sentence]:
    """Every printed sentence once, in the order of the components."""
    first: dict[tuple[str, str, tuple[str, ...]], Sentence] = {}
    for found in by_document(context).values():
        for sentence in found:
            first.setdefault((sentence.text, sentence.kind, sentence.names), sentence)
    return list(first.values())


def patterns(context: CheckContext) -> dict[Span, str]:
    """The texts of `faces.yaml` and `kit.yaml` as written, by their places."""
    kit = context.render.kit
    nodes = [kit.facebook.origin, *(spec.origin for spec in kit.components.values())]
    return {span: text for node in nodes for span, text, _ in texts_of(node)}


def in_templates(context: CheckContext) -> Iterator[tuple[str, list[Sentence]]]:
    """The name of each template with its sentences, printed or not: once for each time it is filled."""
    reader = _reader(context)
    for name, text in context.render.templates.filled:
        words = ((words, block) for block in marked.blocks(text) for words in block.words)
        yield name, [sentence for one, block in words for sentence in reader.of_words(one, block, "")]


@memoised(by_pieces)
def by_document(context: CheckContext) -> dict[str, list[Sentence]]:
    """The sentences by the component that prints them, each once per component."""
    reader = _reader(context)
    found: dict[str, dict[object, Sentence]] = {}
    for text in printed(context):
        own = found.setdefault(text.component, {})
        for sentence in reader.read(text):
            own.setdefault((text.block.text, sentence[:4]) if text.block else sentence, sentence)
    return {component: list(texts.values()) for component, texts in found.items()}


def of_text(context: CheckContext, text: PageText) -> list[Sentence]:
    """The sentences of a text on a finished page."""
    return list(_reader(context).read(text))


def trial(context: CheckContext, sentence: Sentence) -> film.Trial | None:
    """The trial of a proved sentence; None if nothing can try it."""
    return film.by_rules(context, sentence.text, language_of(context, sentence))


def is_derived(context: CheckContext, text: str) -> bool:
    """Whether a text consists of names, numbers and icons only."""
    return _reader(context).is_derived(text)


def _reader(context: CheckContext) -> _Reader:
    return _Reader(context, memo(context.render, (_Written, *context.described), lambda: _Written(context)))


_MOST_TOGETHER = 10
"""So many sentences, at most, are read as one rule. Without a limit the work grows with the cube of a paragraph:
one of 150 sentences took minutes. Rules of the kits here have two or fewer."""


class _Written:
    """The texts of a kit that sentences are compared with. It holds no context, as the context holds it."""

    def __init__(self, context: CheckContext) -> None:
        kit = context.render.kit
        nodes = [kit.facebook.origin, *(spec.origin for spec in kit.components.values())]
        self.yaml = {span: (text, mark) for node in nodes for span, text, mark in texts_of(node)}
        self.described = {piece.component for piece in context.described}
        self.flavour = {aside for card in kit.all_cards for aside in card.aside_texts.values()}
        written = {text for words in context.render.words.values() for text in words.words.values()}
        names = {*written, *kit.phrasebook.names.values(), *(spec.title for spec in kit.components.values()), kit.title}
        names |= {aside for aside in self.flavour if len(aside.split()) < 4}
        spaced = {" ".join(name.split()) for name in names if name}  # pages have plain spaces only
        longest = sorted(map(re.escape, spaced), key=len, reverse=True)
        self.names = re.compile(rf"\b(?:{'|'.join(longest)})s?\b|\b\d+\b", re.IGNORECASE) if longest else None


class _Reader:
    """Finds the source of printed texts."""

    def __init__(self, context: CheckContext, written: _Written) -> None:
        self._context, self._written = context, written

    def read(self, text: PageText) -> Iterator[Sentence]:
        """The sentences of a printed text, with their classes."""
        if text.block is None:
            yield self._unplaced(text)
        elif text.component in self._written.described and text.block.role == "cell":
            yield Sentence(text.text, DERIVED, (), text.component, chief(text.block.text))
        else:
            for words in text.block.words:
                yield from self.of_words(words, text.block, text.component)

    def _unplaced(self, text: PageText) -> Sentence:
        """A text that no template prints: of a face, if it fits what is written there."""
        pattern, mark = self._written.yaml.get(text.origin, ("", None)) if text.origin else ("", None)
        if pattern and fits(pattern, text.text):
            return self._of_face(text, pattern, mark)
        kind = DERIVED if self.is_derived(text.text) else marked.LABEL
        return Sentence(text.text, kind, (), text.component, text.origin)

    def of_words(self, words: MarkedWords, block: TextBlock, component: str) -> Iterator[Sentence]:
        """The words of one mark: as one sentence, but for the sentences in it that rules read."""
        kind, names = words.mark or (None, ())
        if kind == marked.COUNTED:
            kind = DERIVED if component in self._written.described else UNCLASSIFIED
        if kind in _WHOLE:
            yield Sentence(words.text, kind, names, component, chief(words.text))
            return
        written = chief(block.text)
        language = film.language_at(self._context, written) if written else self._context.render.kit.language
        for text, is_read in self._parted(words.text, language, apart=kind is None):
            found = PROVED if is_read else kind or self._unmarked(text, block.role)
            yield Sentence(text, found, () if is_read else names, component, chief(text))

    def _parted(self, text: str, language: str, *, apart: bool) -> Iterator[tuple[str, bool]]:
        """A text in parts: sentences that a rule reads, alone or several together, and what is between them. `apart`:
        each sentence between them is a part of its own."""
        if film.rules_of(self._context) is None:
            yield text, False
            return
        every = list(marked.sentences(text))
        begin = at = 0
        while at < len(every):
            ends = range(min(len(every), at + _MOST_TOGETHER), at, -1)
            end = next((end for end in ends if film.is_read(self._context, " ".join(every[at:end]), language)), None)
            if end is None and not apart:
                at += 1
                continue
            if begin < at:
                yield joined(every[begin:at], " "), False
            yield joined(every[at : end or at + 1], " "), end is not None
            begin = at = end or at + 1
        if begin < at:
            yield joined(every[begin:at], " "), False

    def _unmarked(self, text: str, role: str) -> str:
        if self.is_derived(text):
            return DERIVED
        return UNCLASSIFIED if role == "prose" else marked.LABEL

    def _of_face(self, text: PageText, pattern: str, mark: Mark | None) -> Sentence:
        """A text of a face: derived if it has fields only, else pinned with its fields in braces."""
        fields = parted(pattern)[1::2]
        if mark:
            return Sentence(text.text, mark.kind, mark.names,
                            text.component, text.origin)  # fmt: skip
        if text.origin and film.is_read(self._context, text.text, film.language_at(self._context, text.origin)):
            return Sentence(text.text, PROVED, (), text.component, text.origin)
        if not _LETTER.search("".join(expressions.texts(pattern))):
            has_aside = any("asides." in field for field in fields)
            if has_aside and (text.text in self._written.flavour or not self.is_derived(text.text)):
                return Sentence(text.text, marked.FLAVOUR, (), text.component, text.origin)
            kind = marked.CREDIT if any(".credit." in field for field in fields) else DERIVED
            return Sentence(text.text, kind, (), text.component, text.origin)
        return Sentence(pattern, marked.LABEL, (), text.component, text.origin)

    def is_derived(self, text: str) -> bool:
        """Whether a text consists of names, numbers and icons only."""
        rest = NAMED.sub("", " ".join(text.split()))
        rest = self._written.names.sub("", rest) if self._written.names else rest
        joining = self._context.render.kit.sheets.words
        for word in (joining["and"], joining["or"]):
            rest = re.sub(rf"\b{re.escape(word)}\b", "", rest)
        return not _LETTER.search(rest)


def texts_of(node: Node) -> Iterator[tuple[Span, str, Mark | None]]:
    """Every text in a node, with the mark beside it (`mark: vouched FACT`)."""
    if isinstance(node.value, dict):
        beside = node.value.get("mark")
        mark = marked.read_mark(f"<!-- {beside.value} -->") if beside and isinstance(beside.value, str) else None
        for inner in node.value.values():
            if isinstance(inner.value, str):
                yield inner.span, inner.value, mark
            else:
                yield from texts_of(inner)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from texts_of(inner)


def fits(pattern: str, text: str) -> bool:
    """Whether a text is a pattern with its fields filled, in capitals or not."""
    parts = parted(pattern)[::2]
    made = ".*".join(re.escape(_squeezed(part)) for part in parts)
    return re.fullmatch(made, _squeezed(text), re.DOTALL) is not None


def _squeezed(text: str) -> str:
    """A text without spaces and capitals, for comparing what was laid out with what was written."""
    return re.sub(r"\s+", "", text).casefold()


def language_of(context: CheckContext, sentence: Sentence) -> str:
    """The language of a sentence; that of its file, if an edition has files of its base in another language."""
    kit = context.render.kit
    layers = {language for folder, language in kit.spoken.items() if Path(folder).name != paths.COMMON}
    return kit.language if layers == {kit.language} else film.language_at(context, place(context, sentence))


def printed_rulings(context: CheckContext) -> set[str]:
    """The ids of the rulings that some page prints."""
    return set(filter(None, (ruling_of(context, sentence) for sentence in sentences(context))))


def ruling_of(context: CheckContext, sentence: Sentence) -> str | None:
    """The id of the ruling that a sentence prints: it contains the answer, and its question is printed, too."""
    if sentence.kind != marked.RULING:
        return None
    own, every = _places(sentence.text), _printed_places(context)
    rulings = context.render.kit.rulings.items()
    return next((id_ for id_, one in rulings if one.at("answer") in own and one.at("question") in every), None)


@memoised(by_pieces)
def _printed_places(context: CheckContext) -> set[Span]:
    """The places of the words of all pages."""
    return {span for text in printed(context) if text.block for span in _places(text.block.text)}


def _places(text: str) -> set[Span]:
    return {source.span for source in text.sources} if isinstance(text, PlacedText) else set()


def place(context: CheckContext, sentence: Sentence) -> Span:
    """Where a sentence is written: in its template, its ruling or its face."""
    ruling = ruling_of(context, sentence)
    if ruling:
        return context.render.kit.rulings[ruling].at("answer")
    return sentence.origin or context.render.kit.origin.span
