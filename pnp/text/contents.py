"""Find the words of Markdown tokens in the text that they are read from, so that they keep its places.

markdown-it gives blocks their lines, but words no places. Tokens are in the order of the text, so each is searched
behind the one before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.diagnostics import PlacedText, TextSource
from pnp.diagnostics.placed import joined
from pnp.text import coloured
from pnp.text.icons import named, unsigned

if TYPE_CHECKING:
    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n?|\n")
_BREAKS = ("softbreak", "hardbreak")
_WORDS = ("text", "code_inline")


class Contents:
    """Finds the contents of a text's inline tokens, which it is asked for in their order."""

    def __init__(self, text: str) -> None:
        self._text = PlacedText(unsigned(text), text.sources if isinstance(text, PlacedText) else ())
        self._is_placed = bool(self._text.sources)
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(text)), len(text) + 1]
        self._at = 0

    def pieces(self, inline: Token, *, is_cell: bool) -> list[tuple[Token, str]]:
        """The tokens inside an inline token, each with the text that it prints, which is empty for marks."""
        children = inline.children or []
        if not self._is_placed or not inline.map:
            return [(child, _printed(child)) for child in children]
        content = self._content(inline, inline.map[0], is_cell=is_cell)
        found: list[tuple[Token, str]] = []
        at = 0
        for child in children:
            written = _written(child)
            start = content.find(written, at)
            printed = _printed(child)
            if printed and start >= 0 and printed == written:
                found.append((child, content[start : start + len(printed)]))
            else:
                found.append((child, _at_one_place(printed, content, max(start, at))))
            at = max(start, at) + len(written)
            ending = coloured.ENDING.search(content, at) if child.type == coloured.CLOSE else None
            at = ending.end() if ending else at
        return found

    def _content(self, inline: Token, line: int, *, is_cell: bool) -> str:
        """The content of an inline token. Its lines have lost what is before them: spaces, and the marks of blocks."""
        lines = []
        # Cells are one behind the other; other contents end their lines, but for marks behind a heading.
        find = self._text.find if is_cell else self._text.rfind
        for number, text in enumerate(inline.content.split("\n"), line):
            start = max(self._starts[number], self._at)
            at = find(text, start, self._starts[number + 1])
            if at < 0:
                lines.append(_at_one_place(text, self._text, start))
                continue
            lines.append(self._text[at : at + len(text)])
            self._at = at + len(text)
        return joined(lines, "\n")


def _at_one_place(text: str, source: PlacedText | str, index: int) -> str:
    """A text that is written differently, such as `\\\\*` for `*`: it has the place where it begins."""
    place = source.place(index) if isinstance(source, PlacedText) else None
    return PlacedText(text, [TextSource(0, place, runs=False)]) if place and text else text


def _written(child: Token) -> str:
    """What is written for a token, as far as it has a content."""
    return "\n" if child.type in _BREAKS else child.content if child.type == "html_inline" else _printed(child)


def _printed(child: Token) -> str:
    """What a token prints, with the names of icons."""
    if child.type in _BREAKS:
        return " "
    if child.type == "icon":
        return named(child.content)
    return child.content if child.type in _WORDS else ""
