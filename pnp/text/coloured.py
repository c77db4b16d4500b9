"""Words in a colour of the palette, written `[words]{.red}` as Pandoc's bracketed spans."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

ENDING = re.compile(r"\]\{\.([a-z][a-z0-9-]*)\}")
"""What follows the words: a bracket, and the name of the colour in braces."""
OPEN, CLOSE = "colour_open", "colour_close"
"""The types of markdown-it's tokens before and after the words."""
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)


class _Marked(NamedTuple):
    """Where coloured words and their mark end, and the colour's name."""

    words_end: int
    end: int
    colour: str


def read(state: Any, silent: bool) -> bool:
    """A rule for markdown-it: the words are between two tokens, the first with the colour's name as its content."""
    marked = _marked(state.src).get(state.pos) if state.src[state.pos] == "[" else None
    if marked is None or marked.end > state.posMax:
        return False
    if not silent:
        end = state.posMax
        state.push(OPEN, "span", 1).content = marked.colour
        state.pos, state.posMax = state.pos + 1, marked.words_end
        state.md.inline.tokenize(state)
        state.posMax = end
        state.push(CLOSE, "span", -1)
    state.pos = marked.end
    return True


@lru_cache(maxsize=16)
def _marked(text: str) -> Mapping[int, _Marked]:
    """The coloured words of a text by the place of their opening bracket. A backslash keeps a bracket as it is."""
    found: dict[int, _Marked] = {}
    open_ones: list[int] = []
    for bracket in _BRACKET.finditer(text):
        if bracket[0] == "[":
            open_ones.append(bracket.start())
        elif bracket[0] == "]" and open_ones:
            start, ending = open_ones.pop(), ENDING.match(text, bracket.start())
            if ending:
                found[start] = _Marked(bracket.start(), ending.end(), ending[1])
    return found
