"""Divide a template into the paragraphs that a translator translates, and put translations in their places.

A paragraph is a block of lines, an item of a list or a heading, without the mark before it and without comments and
tags of the template around it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pnp.diagnostics import Span
from pnp.kit.placeholders import TAG, has_words, printed_texts
from pnp.sources.po import PlacedString

_MARK = re.compile(r"[ \t]*(?:(?:#{1,6}|[-*]|\d+\.)[ \t]+)?")
_LEADING = re.compile(r"\s*(\{%.*?%\}|\{#.*?#\}|<!--.*?-->)(?:[ \t]*\n)?", re.DOTALL)
_OPENING = re.compile(r"\{%-?\s*(if|for|macro)\b")
_TRAILING = re.compile(r"(?:\s*<!--(?:(?!-->).)*-->)+\s*\Z|\s+\Z", re.DOTALL)
_BREAK = re.compile(r"\n[ \t]*(?=\n)|\n(?=[ \t]*(?:#{1,6}|[-*]|\d+\.)[ \t])|\n(?=[ \t]*\{[%#])")


class Paragraph(NamedTuple):
    """A paragraph of a template: its text, and where it begins."""

    text: str
    start: int


def paragraphs(template: str) -> Iterator[Paragraph]:
    """The paragraphs of a template with words to translate, in order."""
    for start, end in _blocks(template):
        start = _after_tags(template, start, end)
        text = _TRAILING.sub("", template[start:end])
        if has_words(text):
            yield Paragraph(text, start)


def _after_tags(template: str, start: int, end: int) -> int:
    """Where the text of a block begins: behind its mark, and behind tags and comments that print nothing and that do
    not end in the block."""
    while lead := _LEADING.match(template, start, end):
        opening = _OPENING.match(lead[1])
        ends = opening and re.search(rf"\{{%-?\s*end{opening[1]}\b", template[lead.end() : end])
        if ends or next(printed_texts(lead[1]), None):
            break
        start = lead.end()
    text = template[start:end]
    start += len(text) - len(text.lstrip("\n"))
    mark = _MARK.match(template, start, end)
    return mark.end() if mark else start


def _blocks(template: str) -> Iterator[tuple[int, int]]:
    """The parts of a template between its breaks. There are no breaks inside tags."""
    tags = [match.span() for match in TAG.finditer(template)]
    start = 0
    for match in _BREAK.finditer(template):
        at = bisect_right(tags, (match.start(), len(template))) - 1
        if at < 0 or tags[at][1] <= match.start():
            yield start, match.start()
            start = match.end()
    yield start, len(template)


class Composed(NamedTuple):
    """A template with translations in place of paragraphs, and where each part of it is written."""

    text: str
    file: str
    template: str
    parts: tuple[tuple[int, int, PlacedString | None], ...]
    """For each part: its start, its start in the template, and the translation if it is one."""

    def place(self, line: int, column: int) -> Span:
        """The place where a character is written, from its line and column in the text."""
        start, end = _line(self.text, line)
        offset = min(start + column - 1, max(start, end - 1))
        number = bisect_right([part[0] for part in self.parts], offset) - 1
        if column == 1:  # the place of a whole line: what is translated in it comes first
            inside = (n for n in range(number, len(self.parts)) if self.parts[n][0] < end and self.parts[n][2])
            number = next(inside, number)
        begin, there, translation = self.parts[number]
        if translation is not None:
            return translation.place(max(0, offset - begin))
        at = there + offset - begin
        before = self.template[:at]
        return Span(self.file, before.count("\n") + 1, at - before.rfind("\n"))


def composed(template: str, file: str, translation: Callable[[str], PlacedString | None]) -> Composed:
    """A template with the translations of its paragraphs; `translation` is None for those to leave as they are."""
    pieces, parts, at = list[str](), list[tuple[int, int, PlacedString | None]](), 0
    length = 0

    def add(text: str, there: int, by: PlacedString | None) -> None:
        nonlocal length
        parts.append((length, there, by))
        pieces.append(text)
        length += len(text)

    for paragraph in paragraphs(template):
        by = translation(paragraph.text)
        if by is not None:
            add(template[at : paragraph.start], at, None)
            add(by.text, paragraph.start, by)
            at = paragraph.start + len(paragraph.text)
    add(template[at:], at, None)
    return Composed("".join(pieces), file, template, tuple(parts))


def _line(text: str, line: int) -> tuple[int, int]:
    """Where a line of a text begins and ends."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1 or len(text)
    end = text.find("\n", start)
    return start, end if end >= 0 else len(text)
