"""How marks in a line are read: stars for emphasis, carets and tildes for raised, lowered and struck words.

People who type rules use the same signs for their own purposes, so stars between letters or digits stay (3*4*5), a
star need not be beside a space to end emphasis (**Action:**Draw), and what is left of marks in print can be found.

Words in a colour of the palette, written `[words]{.red}` as Pandoc's bracketed spans.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


FORMS = ("underline", "strike", "super", "sub")
"""The forms of words: `[words]{.underline}`, `~~words~~`, `x^2^` and `H~2~O`, each also by its name in braces."""
OPEN, CLOSE = "form_open", "form_close"
"""The types of markdown-it's tokens before and after words with a form, whose name is the first one's content."""
_RAISED = re.compile(r"\^([+−–-]?[^\W_][\w.,+−–/()-]{0,15})\^")
_LOWERED = re.compile(r"~([^\W_][\w.,+−–/()-]{0,15})~(?!~)")
_LEFT = re.compile(
    r"""
      \*\* | ~~ | __[^\W_] | [^\W_]__
    | (?<![\w_]) _[^\W_] (?:[^_\n]*[^\W_])? _ (?![\w_])  # _words_
    | (?<!\S) \*[^\W_] [^*\n]* (?<=\w)\*(?=\w)          # *some*thing
    | \^ [^\s^]* [^\W_^] [^\s^]* \^                      # ^too long to be raised^
    | (?<!\S) ==[^\s=][^=\n]*==                          # ==highlighted==
    | \[/\w+\]                                          # [b]bold[/b]
    | \]\((?:https?://|[\w./-]+\.\w)[^)\s]*\)            # [words](address), ![words](file.png)
    """,
    re.VERBOSE,
)
"""What looks like a mark that was not read as one, also marks of other programs."""
_KEPT = re.compile(r"[\\`]")


def add_to(reader: MarkdownIt, *, underscores: bool) -> MarkdownIt:
    """Let a reader of Markdown read these marks. If `underscores`, they mark emphasis too, as in rulebooks."""
    from markdown_it.rules_inline import emphasis

    def tokenize(state: Any, silent: bool) -> bool:
        if state.src[state.pos] == "*":
            return not silent and _stars(state)
        return underscores and emphasis.tokenize(state, silent)

    reader.enable(["strikethrough"])
    reader.inline.ruler.at("emphasis", tokenize)
    reader.inline.ruler.before("strikethrough", "form", _form)
    return reader


def _stars(state: Any) -> bool:
    """One or more stars: marks that may begin or end emphasis, or a part of a text."""
    from markdown_it.rules_inline.state_inline import Delimiter

    scanned = state.scanDelims(state.pos, canSplitWord=True)
    before = state.src[state.pos - 1] if state.pos else " "
    end = state.pos + scanned.length
    after = state.src[end] if end < state.posMax else " "
    is_sign = before.isalnum() and after.isalnum() and (scanned.length == 1 or (before + after).isdigit())
    for _ in range(scanned.length):
        state.push("text", "", 0).content = "*"
        if not is_sign:
            opens, closes = scanned.can_open or not after.isspace(), scanned.can_close or not before.isspace()
            at = len(state.tokens) - 1
            state.delimiters.append(Delimiter(ord("*"), scanned.length, at, -1, opens, closes))
    state.pos = end
    return True


def _form(state: Any, silent: bool) -> bool:
    """Raised or lowered words."""
    for name, pattern in (("super", _RAISED), ("sub", _LOWERED)):
        match = pattern.match(state.src, state.pos, state.posMax)
        if match and not (name == "sub" and state.src[state.pos - 1 : state.pos] == "~"):
            if not silent:
                state.push(OPEN, "span", 1).content = name
                state.push("text", "", 0).content = match[1]
                state.push(CLOSE, "span", -1)
            state.pos = match.end()
            return True
    return False


def left(written: str, printed: str) -> str:
    """The first mark of a text that is printed as it is, though it was hardly meant to be; empty if there is none."""
    found = None if _KEPT.search(written) else _LEFT.search(printed)
    return found[0] if found else ""


def instead(mark: str) -> str:
    """What to write where a mark is left."""
    if mark in ("**", "~~"):
        return "close it, as in **bold** and ~~struck~~"
    return "marks are **bold**, *italic*, ~~struck~~, x^2^ and [words]{.underline}"


ENDING = re.compile(r"\]\{\.([a-z][a-z0-9-]*)\}")
"""What follows the words: a bracket, and the name of the colour in braces."""
COLOUR_OPEN, COLOUR_CLOSE = "colour_open", "colour_close"
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
        state.push(COLOUR_OPEN, "span", 1).content = marked.colour
        state.pos, state.posMax = state.pos + 1, marked.words_end
        state.md.inline.tokenize(state)
        state.posMax = end
        state.push(COLOUR_CLOSE, "span", -1)
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
