"""A jinja2 extension that gives the words of templates their places.

Each piece of a template between its tags becomes an expression, `{{ "piece"|placed(line, column) }}`, whose value is
that piece as a `PlacedText` text. Before each `{{ }}` of the template, there is an empty one with the place of the
expression, for values without places of their own. The code that jinja2 makes of a template contains no file name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import pass_context
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from pnp.diagnostics import PlacedText, Span, TextSource

if TYPE_CHECKING:
    from jinja2.runtime import Context

FILTER = "placed text"
"""The name of the filter that makes a placed text. No template can write it, because it has a space."""
_LINE_END = re.compile(r"\r\n|\r|\n")


class _Piece(NamedTuple):
    """A text between the tags of a template, empty for an expression, and its line and column."""

    text: str
    line: int
    column: int


class Placing(Extension):
    """Places the words of all templates of an environment, which needs the filter FILTER."""

    _pieces: Iterator[_Piece] = iter(())

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Find the pieces of a template and their places, before it is compiled."""
        source = _LINE_END.sub("\n", source)
        self._pieces = _pieces(source, self.environment.lex(source, name, filename))
        return source

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Replace the pieces by expressions."""
        for token in stream:
            if token.type in ("data", "variable_begin"):
                yield from _expression(next(self._pieces), token.lineno)
            if token.type != "data":
                yield token


def _expression(piece: _Piece, line: int) -> Iterator[Token]:
    yield Token(line, "variable_begin", "{{")
    yield Token(line, "string", piece.text)
    yield Token(line, "pipe", "|")
    yield Token(line, "name", FILTER)
    yield Token(line, "lparen", "(")
    yield Token(line, "integer", piece.line)  # type: ignore[arg-type]  # as jinja2's own lexer has it
    yield Token(line, "comma", ",")
    yield Token(line, "integer", piece.column)  # type: ignore[arg-type]
    yield Token(line, "rparen", ")")
    yield Token(line, "variable_end", "}}")


def _pieces(source: str, tokens: Iterator[tuple[int, str, str]]) -> Iterator[_Piece]:
    starts = [0, *(end.end() for end in re.finditer("\n", source))]
    at = 0
    for _, kind, text in tokens:
        # Between two tokens are only spaces that the template removes.
        at = source.index(text, at)
        if kind in ("data", "variable_begin"):
            line = bisect_right(starts, at)
            yield _Piece(text if kind == "data" else "", line, at - starts[line - 1] + 1)
        at += len(text)


def placing(file_of: Callable[[str], str]) -> Callable[..., PlacedText]:
    """The filter FILTER. `file_of` returns the file of a template by name."""
    known: dict[tuple[str | None, _Piece], PlacedText] = {}

    @pass_context
    def placed(context: Context, text: str, line: int, column: int) -> PlacedText:
        key = context.name, _Piece(text, line, column)
        if key not in known:
            known[key] = _placed(key[1], file_of(context.name) if context.name else "")
        return known[key]

    return placed


def _placed(piece: _Piece, file: str) -> PlacedText:
    """A piece with the places of its lines."""
    begins = [0, *(end.end() for end in re.finditer(r"\n(?!\Z)", piece.text))]
    spans = (Span(file, piece.line + n, 1 if n else piece.column) for n in range(len(begins)))
    runs = bool(piece.text)
    return PlacedText(piece.text, [TextSource(begin, span, runs) for begin, span in zip(begins, spans, strict=True)])


def keeping_places(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a filter keep the places of the text that it changes."""

    @wraps(function)
    def filtered(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        changed = type(result) is str and next((text for text in args[:2] if isinstance(text, PlacedText)), None)
        return changed.changed(result) if isinstance(changed, PlacedText) else result

    return filtered
