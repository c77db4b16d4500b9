"""Markdown -> tokens, parsed once for all texts that differ in numbers only.

To Markdown a number among words is a word, and numbers are what changes most in the texts of a game. While a text is
parsed they stand in it as digits of another script, which are letters of the same kind; so what is remembered of a text
serves it with other numbers, too. A number that could mean more than itself, as one does that begins a line, stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pnp import icons
from pnp.cache import store

MAX_NESTING = 40
"""How deep markdown-it looks. It leaves out what is deeper, without a word: whoever reads tokens must stop before."""

_DIGITS = "0123456789"
_STAND_INS = "".join(chr(0x1D7F6 + digit) for digit in range(10))
_TOLD, _READ = str.maketrans(_DIGITS, _STAND_INS), str.maketrans(_STAND_INS, _DIGITS)
_STANDING = re.compile(f"[{_STAND_INS}]+")
_NUMBER = re.compile(r"(?<=[ *|(“„«\u00a0\u202f])[0-9]+(?=[ *|).,;!?”“»…%×\u00a0\u202f]|$)")
_WORDED = re.compile(r"[^\W\d_]|\||\*(?=[0-9])")
"""What tells that a line has begun: what follows is no mark of a list or a heading."""
_MEANING = re.compile(r"[\[\]<&`\\]")
"""Signs by which Markdown may take what stands on their line for something else than words."""
_STRANGE = re.compile(rf"\r|\]:|\]\((?:\s*|[^\n]*\\)\n|&#(?:0*1208|x0*1d7f)|[{_STAND_INS}]", re.IGNORECASE)
"""What a text has no numbers taken out for: Markdown reads its lines otherwise, or encodes an address that goes on in
the next line, or a stand-in is there already, be it as an entity."""


class Token:
    """A block, a stretch of words or a mark among them, as markdown-it has it. `meta` is for whoever reads them."""

    def __init__(self, token: Any) -> None:
        self.type: str = token.type
        self.tag: str = token.tag
        self.nesting: int = token.nesting
        self.level: int = token.level
        self.content: str = token.content
        self.info: str = token.info
        self.attrs: dict[str, Any] = dict(token.attrs)
        self.map: list[int] | None = token.map
        self.children: list[Token] | None = None if token.children is None else [Token(kid) for kid in token.children]
        self.meta: dict[str, Any] = {}

    def copy(self, **changes: Any) -> Token:
        """Another one that differs in what is named."""
        other = Token.__new__(Token)
        other.__dict__.update(self.__dict__, **changes)
        return other


def read(text: str) -> tuple[list[Token], list[str]]:
    """The tokens of a text, and the names of the links that it defines. Raises RecursionError for what is too deep."""
    template, numbers = _parted(icons.unsigned(text))
    found: tuple[tuple[list[Token], list[str]]] | None = store.known("tokens", (template,))
    if found is None:
        parsed = _parsed(template)
        store.keep("tokens", (template,), parsed)
    else:
        parsed = found[0]
    return _filled(parsed, numbers) if numbers else parsed


def _parted(text: str) -> tuple[str, list[str]]:
    """A text with the places of its numbers, counted, in their stead; and the numbers."""
    numbers: list[str] = []

    def place(number: re.Match[str]) -> str:
        numbers.append(number[0])
        return str(len(numbers) - 1).translate(_TOLD)

    def line(words: str) -> str:
        begun = None if _MEANING.search(words) else _WORDED.search(words)
        return words[: begun.end()] + _NUMBER.sub(place, words[begun.end() - 1 :])[1:] if begun else words

    strange = _STRANGE.search(text) or text.count("<") != text.count("<!--")
    return (text, []) if strange else ("\n".join(map(line, text.split("\n"))), numbers)


def _parsed(text: str) -> tuple[list[Token], list[str]]:
    found: dict[str, Any] = {}
    made = [Token(token) for token in _parser().parse(text, found)]
    return made, list(found.get("references", ()))


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    reader.inline.ruler.before("emphasis", "icon", icons.read)
    return reader


def _filled(parsed: tuple[list[Token], list[str]], numbers: list[str]) -> tuple[list[Token], list[str]]:
    """Tokens with the numbers in their places."""

    def number(place: re.Match[str]) -> str:
        return numbers[int(place[0].translate(_READ))]

    def told(value: Any) -> Any:
        return _STANDING.sub(number, value) if isinstance(value, str) and not value.isascii() else value

    made, references = parsed
    for token in _every(made):
        token.content, token.info = told(token.content), told(token.info)
        token.attrs = {key: told(value) for key, value in token.attrs.items()}
    return made, [told(name) for name in references]


def _every(found: list[Token]) -> Iterator[Token]:
    for token in found:
        yield token
        yield from _every(token.children or [])
