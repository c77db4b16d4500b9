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


class TemplateParagraph(NamedTuple):
    """A paragraph of a template: its text, and where it begins."""

    text: str
    start: int


def paragraphs(template: str) -> Iterator[TemplateParagraph]:
    """The paragraphs of a template with words to translate, in order."""
    for start, end in _blocks(template):
        start = _after_tags(template, start, end)
        text = _TRAILING.sub("", template[start:end])
        if has_words(text):
            yield TemplateParagraph(text, start)


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
    """A template with translations in place of paragraphs.

    `runs` are the places where it is written: the offsets at which characters begin that are beside each other in a
    file, with the place of the first. `translated` are the offsets at which translations begin.
    """

    text: str
    runs: tuple[tuple[int, Span], ...]
    translated: tuple[int, ...]

    def place(self, line: int, column: int) -> Span:
        """The place where a character is written, from its line and column in the text.

        Column 1 may be a whole line, whose place is that of the first translation in it.
        """
        start, end = _line(self.text, line)
        first = next((offset for offset in self.translated if start <= offset < end), start)
        return self._at(first if column == 1 else min(start + column - 1, max(start, end - 1)))

    def run(self, line: int, column: int, length: int) -> Iterator[tuple[int, Span]]:
        """The places of characters of a line: how far from the first a run of them begins, and its place."""
        start, end = _line(self.text, line)
        offset = min(start + column - 1, max(start, end - 1))
        yield 0, self._at(offset)
        after = bisect_right(self.runs, offset, key=lambda run: run[0])
        for begin, span in self.runs[after:]:
            if begin >= min(end, offset + length):
                return
            yield begin - offset, span

    def _at(self, offset: int) -> Span:
        start, span = self.runs[bisect_right(self.runs, offset, key=lambda run: run[0]) - 1]
        return span._replace(column=span.column + offset - start)


def composed(template: str, file: str, translation: Callable[[str], PlacedString | None]) -> Composed:
    """A template with the translations of its paragraphs; `translation` is None for those to leave as they are."""
    pieces, runs, translated, at, length = list[str](), list[tuple[int, Span]](), list[int](), 0, 0

    def keep(end: int) -> None:
        """Take the template from `at` to `end` as it is; each line is a run."""
        nonlocal length
        for start in (at, *(match.end() for match in re.finditer("\n", template[:end]) if at < match.end() < end)):
            before = template[:start]
            runs.append((length + start - at, Span(file, before.count("\n") + 1, start - before.rfind("\n"))))
        pieces.append(template[at:end])
        length += end - at

    for paragraph in paragraphs(template):
        by = translation(paragraph.text)
        if by is not None:
            keep(paragraph.start)
            translated.append(length)
            runs.extend((length + offset, span) for offset, span in by.runs())
            pieces.append(by.text)
            length += len(by.text)
            at = paragraph.start + len(paragraph.text)
    keep(len(template))
    return Composed("".join(pieces), tuple(runs), tuple(translated))


def _line(text: str, line: int) -> tuple[int, int]:
    """Where a line of a text begins and ends."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1 or len(text)
    end = text.find("\n", start)
    return start, end if end >= 0 else len(text)
