"""What is wrong with a text that PyYAML cannot read, in words for people who write data files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Span

if TYPE_CHECKING:
    import yaml

_CLOSING = {"{": "}", "[": "]"}
_KEY = re.compile(r"\s*(?:- +)*[\w.-]+:(?: |$)")

_COLOUR = re.compile(r"(?<=\s)#[0-9a-fA-F]{3,6}\b")


class Mistake(NamedTuple):
    """A mistake in a YAML file: its place, what is wrong, and a hint."""

    span: Span
    message: str
    hint: str


class _StoppedText(NamedTuple):
    """The lines of a file, and the place in it where PyYAML stopped; lines and columns count from 0."""

    file: str
    lines: list[str]
    line: int
    column: int

    @property
    def here(self) -> str:
        return self.line_of(self.line)

    def line_of(self, number: int) -> str:
        """A line; empty past the last."""
        return self.lines[number] if number < len(self.lines) else ""

    @property
    def at(self) -> str:
        """The character at which PyYAML stopped; empty at the end of a line."""
        return self.here[self.column : self.column + 1]

    @property
    def is_tab(self) -> bool:
        """Whether PyYAML stopped at or after a tab that indents."""
        return "\t" in self.here[: self.column + 1] and not self.here[: self.column].strip()

    @property
    def above(self) -> str:
        """The last line above that is neither empty nor a comment."""
        above = reversed(self.lines[: self.line])
        return next((line for line in above if line.strip() and not line.lstrip().startswith("#")), "")

    def span(self, mark: yaml.Mark | None = None) -> Span:
        """A place in the file. What is past the last line is the end of that line."""
        line, column = (mark.line, mark.column) if mark else (self.line, self.column)
        last = max(0, len(self.lines) - 1 - (not self.lines[-1] and len(self.lines) > 1))
        if line > last:
            line, column = last, len(self.lines[last])
        return Span(self.file, line + 1, min(column, len(self.lines[line])) + 1)


def _stopped(error: yaml.MarkedYAMLError, text: str, file: str) -> _StoppedText:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    return _StoppedText(file, text.split("\n"), line, column)


def mistake(error: yaml.MarkedYAMLError, text: str, file: str) -> Mistake:
    """The mistake that keeps a text from being read."""
    here = _stopped(error, text, file)
    problem, context = error.problem or "", error.context or ""
    if here.is_tab:
        return Mistake(here.span(), "this line is indented with a tab", "indent with spaces; YAML does not allow tabs")
    if "end of stream" in problem and "quoted" in context:
        return Mistake(here.span(error.context_mark), "this quote is never closed", "add the closing quote")
    if "flow" in context:
        return _in_brackets(here, error)
    if found := _by_problem(here, problem):
        return found
    known = ", ".join(part for part in (context, problem) if part)
    return Mistake(here.span(), f"this cannot be read as YAML: {known}", "check the indentation and the quotes")


_QUOTES = "put the text in quotes"
_BY_PROBLEM = {
    "cannot start any token": ("a text cannot begin with {}", _QUOTES),
    "unknown escape": (
        "a backslash in double quotes means something else here",
        "write \\\\ for a backslash, or put the text in single quotes",
    ),
    "another document": ("a second document begins here", "remove the line ---; a data file is one document"),
    "comment or line break": ("after | or > there can be nothing else on the line", "begin the text on the next line"),
}
"""The message and the hint for problems that need no closer look."""


def _colon(here: _StoppedText) -> Mistake:
    """A colon where no key can be: the second in its line, or that of a line below one that has none."""
    if _KEY.fullmatch(here.here[: here.column + 2]) and here.above and not _KEY.match(here.above):
        return Mistake(
            here.span(),
            "this is a key, but the line above is only a text",
            "write ': ' after the key in the line above",
        )
    return Mistake(here.span(), "there is a second ': ' in this line", f"{_QUOTES} if the colon belongs to it")


def _by_problem(here: _StoppedText, problem: str) -> Mistake | None:
    for words, (message, hint) in _BY_PROBLEM.items():
        if words in problem:
            return Mistake(here.span(), message.format(repr(here.at)), hint)
    if "mapping values" in problem:
        return _colon(here)
    return _misplaced(here) if "expected key" in problem or "expected '-'" in problem else None


def _in_brackets(here: _StoppedText, error: yaml.MarkedYAMLError) -> Mistake:
    """A mistake inside of { } or [ ]."""
    start = error.context_mark
    for number in range(max(0, here.line - 1), min(here.line + 1, len(here.lines))):
        if colour := _COLOUR.search(here.lines[number]):
            span = Span(here.file, number + 1, colour.start() + 1, len(colour[0]))
            return Mistake(span, "a # after a space begins a comment", f"put the colour in quotes: '{colour[0]}'")
    bracket = here.line_of(start.line)[start.column : start.column + 1] if start else ""
    is_last = here.line >= len(here.lines) - 1 and not here.at
    if start and start.line < here.line and (is_last or _KEY.match(here.here) or here.at in ("", "-")):
        close = _CLOSING.get(bracket, "}")
        return Mistake(here.span(start), f"this {bracket} is never closed", f"add a {close} where its values end")
    expected = f"',' or '{_CLOSING[bracket]}'" if bracket in _CLOSING else "another value"
    found = f"found {here.at!r}" if here.at else "found the end of the line"
    return Mistake(
        here.span(), f"expected {expected} here, {found}", "a text with a comma, colon or bracket needs quotes"
    )


def _misplaced(here: _StoppedText) -> Mistake:
    """A line whose indentation fits no line above, or more text after a value that has ended."""
    before = here.here[: here.column]
    if before.strip() and not before.strip().endswith("-"):
        ended = "quote" if before.rstrip()[-1] in "\"'" else "bracket"
        hint = "put all of it in quotes; a ' inside of single quotes is written ''"
        return Mistake(here.span(), f"there is more text after the closing {ended}", hint)
    if here.at == "-":
        return Mistake(here.span(), "this list item is among keys", "indent it below the key that the list belongs to")
    spaces = f"{here.column} space{'' if here.column == 1 else 's'}"
    return Mistake(
        here.span(),
        f"this line is indented by {spaces}, unlike those that it should be beside",
        "give all keys of a mapping, and all items of a list, the same indentation",
    )
