"""Split texts into plain words and the expressions in braces.

`{asides.text}` is the path of a field, the usual case, which needs no parser. Any other expression is read by
`expressions`. A brace that is printed is itself an expression: `{"{"}`. Braces with a dot first are no expression: they
name the colour of `[words]{.red}`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.diagnostics import Span

_BRACED = re.compile(r"""\{((?:[^{}"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)\}""", re.DOTALL)
_OPENING = re.compile(r"\{(?!\.)")
_PATH = re.compile(r"[^\W\d]\w*(?:\.\w+)*")
_CONSTANTS = {"true", "false", "none", "True", "False", "None", "not"}
_MEMO = 10_000
"""How many texts are kept split."""
PRINTED_BRACE = """a brace that is printed is written {"{"}"""


class ExpressionError(Exception):
    """An expression cannot be read or has no value. `start` and `width` are its place in the text, if known."""

    def __init__(self, message: str, *hints: str, start: int = 0, width: int = 0) -> None:
        super().__init__(message)
        self.message, self.hints, self.start, self.width = message, hints, start, width


class Expression(NamedTuple):
    """An expression: its source, and where that starts in the text."""

    source: str
    start: int = 0
    path: str = ""
    """The path of a field, if it is nothing more."""

    def span(self, text: str, span: Span) -> Span:
        """Its place in a file, if the whole text is at `span`."""
        return within(text, span, self.start, len(self.source))


@lru_cache(maxsize=_MEMO)
def expression(source: str, start: int = 0) -> Expression:
    """A bare expression, as in `when`, without the blanks around it."""
    bare = source.strip()
    is_path = _PATH.fullmatch(bare) and bare not in _CONSTANTS
    return Expression(bare, start + len(source) - len(source.lstrip()), bare if is_path else "")


@lru_cache(maxsize=_MEMO)
def pieces(text: str) -> tuple[str | Expression, ...]:
    """The words and the expressions of a text, in order. Raises ExpressionError for a brace without its partner."""
    found: list[str | Expression] = []
    at = 0
    while start := _OPENING.search(text, at):
        opening = start.start()
        braced = _BRACED.match(text, opening)
        if braced is None:
            raise _unpaired(text, opening)
        found += [text[at:opening]] if opening > at else []
        found.append(expression(braced[1], braced.start(1)))
        at = braced.end()
    return (*found, text[at:]) if at < len(text) else tuple(found)


def _unpaired(text: str, opening: int) -> ExpressionError:
    if text.startswith("{{", opening):
        return ExpressionError("write one brace: {asides.text}", PRINTED_BRACE, start=opening, width=2)
    hints = ("a quote inside the braces is not closed either",) if re.search("['\"]", text[opening:]) else ()
    return ExpressionError("this '{' is not closed by a '}'", *hints, PRINTED_BRACE, start=opening, width=1)


def expressions(text: str) -> tuple[Expression, ...]:
    """The expressions of a text; none if its braces are wrong."""
    try:
        return tuple(piece for piece in pieces(text) if isinstance(piece, Expression)) if "{" in text else ()
    except ExpressionError:
        return ()


def single(text: str) -> Expression | None:
    """The expression that a text consists of; None for any other text."""
    found = expressions(text)
    return found[0] if len(found) == 1 and pieces(text) == found else None


def parted(text: str) -> list[str]:
    """The words and the sources of the expressions of a text in turn, beginning and ending with words."""
    found = [""]
    for piece in pieces(text) if expressions(text) else (text,):
        if isinstance(piece, str):
            found[-1] += piece
        else:
            found += [piece.source, ""]
    return found


def field_value(values: Any, path: str) -> Any:
    """The value at a dotted path; None if there is none."""
    value = values
    for step in path.split("."):
        value = value.get(step) if hasattr(value, "keys") else None
    return value


def within(text: str, span: Span, start: int, width: int) -> Span:
    """The place of a part of a text that is at `span`; all of it if it has several lines or escapes."""
    quotes = (span.width - len(text)) / 2
    if quotes not in (0, 1) or not width:
        return span
    after, cell = int(quotes) + start, span.cell
    if cell.start:  # a workbook has no lines of text; its columns are those of the sheet
        return span._replace(width=width, cell=cell._replace(start=cell.start + after))
    return span._replace(column=span.column + after, width=width)
