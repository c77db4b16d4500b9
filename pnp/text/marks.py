"""How marks in a line are read: stars for emphasis, carets and tildes for raised, lowered and struck words.

People who type rules use the same signs for their own purposes, so stars between letters or digits stay (3*4*5), a
star need not be beside a space to end emphasis (**Action:**Draw), and what is left of marks in print can be found.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

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
