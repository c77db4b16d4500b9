"""Read Markdown as sentences with their marks.

A mark is a comment behind the words that it is for: all words of the paragraph since the mark before it.

- `<!-- vouched: FACT FACT -->`: a person vouches for them; they rest on these facts.
- `<!-- ruling: FACT -->`: they are a ruling; `asks` in rulings.yaml names the fact that decides its first word.
- `<!-- example: ID -->`: they describe this worked example.
- `<!-- counted -->`: the program makes them from the imposed sheets; only in what describes the set.
- `<!-- label -->`, `<!-- flavour -->`, `<!-- advice -->`, `<!-- credit -->`: they state no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.text import markdown
from pnp.text.icons import named

VOUCHED, RULING, EXAMPLE, LABEL = "vouched", "ruling", "example", "label"
FLAVOUR, ADVICE, CREDIT, COUNTED = "flavour", "advice", "credit", "counted"
KINDS = (VOUCHED, RULING, EXAMPLE, LABEL, FLAVOUR, ADVICE, CREDIT, COUNTED)

RESTS_ON_FACTS = (VOUCHED, RULING)
"""The kinds whose names are facts."""

_MARK = re.compile(rf"<!--\s*({'|'.join(KINDS)})\b:?\s*([^>]*?)\s*-->")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_HEAD_WORDS = 4
"""The maximum number of words of a head in bold at the beginning of a paragraph."""


class Mark(NamedTuple):
    """What words are: their kind, and the names behind it."""

    kind: str
    names: tuple[str, ...] = ()


class Words(NamedTuple):
    """Words of a block with their mark; None if they have none."""

    text: str
    mark: Mark | None


class Block(NamedTuple):
    """A heading, paragraph, list item or cell: its text, its words by mark, and whether it is a `heading`, the `head`
    of a table, a `cell` or `prose`."""

    text: str
    words: tuple[Words, ...]
    role: str


_ROLES = {"heading_open": "heading", "th_open": "head", "td_open": "cell"}


def read_mark(comment: str) -> Mark | None:
    """The mark in a comment; None for any other comment."""
    match = _MARK.fullmatch(comment.strip())
    return Mark(match[1], tuple(match[2].replace(",", " ").split())) if match else None


@lru_cache(maxsize=256)
def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text that have words."""
    found: list[Block] = []
    above = ""
    for token in markdown.parse(text, Span(""), Diagnostics()):
        if token.type == "inline":
            block = _block(token.children or [], _ROLES.get(above, "prose"))
            if block.text:
                found.append(block)
        elif token.type == "html_block" and found and (mark := read_mark(token.content)):
            found[-1] = _marked(found[-1], mark)
        above = token.type
    return tuple(found)


def _marked(block: Block, mark: Mark) -> Block:
    """A block whose unmarked words at the end have a mark."""
    *before, last = block.words
    return block._replace(words=(*before, last if last.mark else last._replace(mark=mark)))


def _block(children: list[Any], role: str) -> Block:
    parts: list[Words] = []
    text = ""
    for index, child in enumerate(children):
        if child.type == "html_inline":
            mark = read_mark(child.content)
            if mark:
                parts.append(Words(_plain(text), mark))
                text = ""
        elif child.type == "strong_close" and not parts and role == "prose" and _is_head(text, children[index + 1 :]):
            parts.append(Words(_plain(text), Mark(LABEL) if _LETTER.search(text) else None))  # a number is no label
            text = ""
        else:
            text += _text(child)
    if _plain(text):
        parts.append(Words(_plain(text), None))
    return Block(_plain(" ".join(part.text for part in parts)), tuple(part for part in parts if part.text), role)


def _is_head(text: str, rest: list[Any]) -> bool:
    """Whether bold text at the beginning of a paragraph is a short head with more text behind it."""
    short = len(text.split()) <= _MOST_HEAD_WORDS and _plain(text).endswith((".", ":", "?", "!"))
    return short and any(_plain(_text(child)) for child in rest)


def _text(child: Any) -> str:
    if child.type in ("softbreak", "hardbreak"):
        return " "
    if child.type == "icon":
        return named(child.content)
    return str(child.content) if child.type in ("text", "code_inline") else ""


def _plain(text: str) -> str:
    return " ".join(text.split())


_INITIAL = r"(?<!\b[A-ZÄÖÜÉ]\.)(?<!\bNo\.)(?<!\bNr\.)(?<!\bSt\.)(?<!\bz\.)(?<!\bB\.)"
_END = re.compile(rf"(?<=[.!?…])([”’“»)]*){_INITIAL}\s+(?=[“„«(:]*[^\W_a-zß-öø-ÿ])")
_NUMBERED = re.compile(r"(?:(?<=^)|(?<=[.!?…] ))([A-Z]{1,3}\d+[a-z]?|\d+)\. ")
_KEPT = "\0"


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text. The number of a ruling (`RH1.`) stays with its question."""
    kept = _NUMBERED.sub(lambda match: f"{match[1]}.{_KEPT}", text)
    start = 0
    for match in _END.finditer(kept):
        yield kept[start : match.end(1)].replace(_KEPT, " ").strip()
        start = match.end()
    if kept[start:].strip():
        yield kept[start:].replace(_KEPT, " ").strip()
