"""The lines of a rule file, with the place of each of their characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.diagnostics import Span


class RuleError(ValueError):
    """A line of a rule file is wrong. Carries its place, what is wrong, and hints."""

    def __init__(self, span: Span, message: str, *hints: str) -> None:
        super().__init__(message)
        self.span, self.message, self.hints = span, message, hints


class RuleText(NamedTuple):
    """Text of a rule file, and where it begins. Later lines keep their indentation, so that columns can be counted."""

    text: str
    file: str
    line: int
    column: int

    def at(self, offset: int = 0, width: int = 1) -> Span:
        """The place of a character."""
        before = self.text[:offset]
        first = self.column if "\n" not in before else 1
        return Span(self.file, self.line + before.count("\n"), first + offset - (before.rfind("\n") + 1), max(1, width))

    def part(self, start: int, end: int | None = None) -> RuleText:
        """A part of the text, without the spaces around it."""
        text = self.text[start:end]
        bare = text.lstrip()
        span = self.at(start + len(text) - len(bare))
        return RuleText(bare.rstrip(), self.file, span.line, span.column)


def logical_lines(text: str, file: str) -> Iterator[tuple[int, RuleText]]:
    """The lines of a file with their indentation: a line that is indented deeper continues the one above it.

    Only a rule's name is not continued: what is indented below it belongs to the rule. Empty lines and those that
    begin with # are left out.
    """
    held: list[str] = []
    start, indent = 0, 0
    for number, raw in enumerate(text.split("\n"), start=1):
        bare = raw.strip()
        if not bare or bare.startswith("#"):
            if held:
                held.append("")
            continue
        own = len(raw) - len(raw.lstrip())
        if held and own > indent and (indent or _TOP.match(held[0])):
            held.append(raw.rstrip())
            continue
        if held:
            yield indent, RuleText("\n".join(held).rstrip(), file, start, indent + 1)
        held, start, indent = [bare], number, own
    if held:
        yield indent, RuleText("\n".join(held).rstrip(), file, start, indent + 1)


_TOP = re.compile(r"(let|by)\s")
"""What begins a line without indentation that may be continued."""

_TOKEN = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|[()\[\]{}]|=>|\bis\b")


def split(source: RuleText, mark: str, *, last: bool = False) -> tuple[RuleText | None, RuleText]:
    """The parts before and behind a mark (`=>` or `is`) that is outside of brackets and quotes.

    The first part is None if there is no mark. With `last` the last mark counts, else the first.
    """
    found: int | None = None
    depth = 0
    for match in _TOKEN.finditer(source.text):
        sign = match[0]
        depth += (sign in "([{") - (sign in ")]}")
        if sign == mark and depth == 0 and (last or found is None):
            found = match.start()
    if found is None:
        return None, source
    return source.part(0, found), source.part(found + len(mark))
