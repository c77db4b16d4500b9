"""Find the line of a template, or the ruling, that a printed text comes from.

Templates are filled before they are set, so a line is found by the words around its fields: the printed text must
contain them in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.checks.support.context import CheckContext
from pnp.checks.support.memo import memo
from pnp.diagnostics import Diagnostics, Span
from pnp.sources.yaml import read_text
from pnp.text.coloured import ENDING

_FIELD = re.compile(r"\{[{%#](?:(?!\{[{%#]).)*?[}%#]\}|<!--.*?-->")
_MARKS = re.compile(rf"\*+|\[(?=[^\[\]]*\]\{{\.)|{ENDING.pattern}|^\s*(?:[>#-]+ |\d+\. )*")
_LAST = re.compile(r"(?:\s*<!--(?:(?!-->).)*-->)*\s*\\?$")
"""Matches the marks behind the last words of a line, and the backslash that breaks it."""
_HIDDEN = "\0"
_SPACES = {ord(space): " " for space in "\u00a0\u202f"}
"""No-break spaces, which texts from pages may have lost."""

QUOTE = re.compile("„([^“”]*)[“”]|“([^”]*)”|«([^»]*)»|»([^«]*)«|「([^」]*)」")
"""Matches a text in the quotation marks of any supported language."""


def quoted(match: re.Match[str]) -> str:
    """The text between the marks."""
    return next(text for text in match.groups() if text is not None).strip()


class Line(NamedTuple):
    """A line of a template. In `hidden` placeholder characters replace fields and comments."""

    span: Span
    text: str
    hidden: str


def lines(context: CheckContext) -> list[Line]:
    """The lines of the used templates, and the rulings."""
    return memo(context.render, (lines, *context.render.templates.files()), lambda: list(_lines(context)))


def _lines(context: CheckContext) -> Iterator[Line]:
    for path in context.render.templates.files():
        for number, line in enumerate((read_text(Path(path), Diagnostics()) or "").split("\n"), start=1):
            yield _line(Span(str(path), number), line)
    for ruling in context.render.kit.rulings.values():
        yield _line(ruling.at("question"), ruling.question)
        yield _line(ruling.at("answer"), ruling.answer)


def _line(span: Span, text: str) -> Line:
    hidden = _FIELD.sub(lambda field: _HIDDEN * len(field[0]), _LAST.sub("", text, count=1))
    return Line(span, text, hidden.translate(_SPACES))


def _own(context: CheckContext, origin: Span | None) -> str | None:
    """The file name of the template that the data names at `origin`."""
    return _named(context).get(origin) if origin else None


def file_at(context: CheckContext, origin: Span | None) -> Path | None:
    """The file of the template that the data names at `origin`; None if it names none."""
    name = _own(context, origin)
    return context.render.templates.file_of(name) if name else None


def _named(context: CheckContext) -> dict[Span, str]:
    """The file names of templates, by the places of the components and elements that name them."""
    kit = context.render.kit
    nodes = [(spec.origin, "template") for spec in kit.components.values()]
    nodes += [(node, "flow") for face in kit.facebook.faces.values() for node in face.elements]
    named = [(node.value, key) for node, key in nodes if isinstance(node.value, dict) and key in node.value]
    return {node.span: str(keys[key].value) for keys, key in named for node in keys.values()}


def makes(hidden: str, text: str, *, whole: bool = True) -> bool:
    """Whether a line of a template can produce a text: all of it with `whole`, otherwise a part of it."""
    pieces, (first, *rest) = _pieces(hidden)
    text = text.translate(_SPACES)
    if not rest:
        return text == first if whole else first in text
    if whole and not (text.startswith(first) and text.endswith(rest[-1])):
        return False
    at = 0
    for piece in pieces:
        match = _words(piece).search(text, at)
        if not match:
            return False
        at = match.end()
    return True


@lru_cache(maxsize=4096)
def _pieces(hidden: str) -> tuple[list[str], list[str]]:
    """The pieces of a line between its fields without marks, and the same without the spaces around them."""
    pieces = [_MARKS.sub("", piece) for piece in re.split(f"{_HIDDEN}+", hidden.strip())]
    return pieces, [piece.strip() for piece in pieces]


@lru_cache(maxsize=4096)
def _words(piece: str) -> re.Pattern[str]:
    """Matches a piece of a template without the spaces around it; where it has some, it ends or begins a word."""
    before = r"(?<!\w)" if piece[:1].isspace() else ""
    after = r"(?!\w)" if piece[-1:].isspace() else ""
    return re.compile(before + re.escape(piece.strip()) + after)


def fixed_length(hidden: str) -> int:
    """The number of letters and digits outside fields. Of several lines that can produce a text, the longest wins."""
    return sum(map(str.isalnum, hidden))


def place_of_quote(context: CheckContext, origin: Span | None, paragraph: str, quote: str) -> Span | None:
    """Where a quote in a paragraph is written, with its quotation marks; else where its template is named."""
    found: list[tuple[bool, int, Span]] = []
    own = _own(context, origin)
    for line in lines(context):
        if QUOTE.search(line.hidden) and makes(line.hidden, paragraph, whole=False):
            for match in QUOTE.finditer(line.hidden):
                if makes(quoted(match), quote):
                    column = line.span.column + match.start()
                    place = line.span._replace(column=column, width=len(match[0]))
                    found.append((_is_of(line, own), fixed_length(line.hidden), place))
    return max(found, key=lambda one: one[:2])[2] if found else origin


def _is_of(line: Line, own: str | None) -> bool:
    return Path(line.span.file).name == own


def cells(hidden: str) -> list[str]:
    """The cells of a line of a table."""
    return [cell.strip() for cell in hidden.strip().strip("|").split("|")]


def lines_of_table(context: CheckContext, origin: Span | None, head: tuple[str, ...]) -> list[Line]:
    """The lines of a table from its head; empty if no template has it."""
    found, own = lines(context), _own(context, origin)
    heads = [(_is_of(line, own), fixed_length(line.hidden), -n) for n, line in enumerate(found) if _is_row(line, head)]
    if not head or not heads:
        return []
    body = found[-max(heads)[2] :]
    end = next((n for n, line in enumerate(body) if not line.text.strip()), len(body))
    return body[:end]


def place_of_row(table: list[Line], row: tuple[str, ...], origin: Span | None) -> Span | None:
    """Where a row is written: its own line, or the line of a loop that produces it; else its table's head."""
    best = max(
        (line for line in table[1:] if _is_row(line, row)), key=lambda line: fixed_length(line.hidden), default=None
    )
    line = best or (table[0] if table else None)
    return line.span._replace(width=max(1, len(line.text))) if line else origin


def _is_row(line: Line, row: tuple[str, ...]) -> bool:
    if not line.hidden.lstrip().startswith("|"):
        return False
    written = cells(line.hidden)
    return len(written) == len(row) and all(makes(cell, text) for cell, text in zip(written, row, strict=True))
