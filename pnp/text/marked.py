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
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostics, PlacedText, Span, TextSource
from pnp.diagnostics.placed import joined, single_spaced, stripped
from pnp.graphics.drawing import Mark, MarkedWords, TextBlock
from pnp.text import markdown, marks
from pnp.text.icons import named, unsigned

if TYPE_CHECKING:
    from markdown_it.token import Token

VOUCHED, RULING, EXAMPLE, LABEL = "vouched", "ruling", "example", "label"
FLAVOUR, ADVICE, CREDIT, COUNTED = "flavour", "advice", "credit", "counted"
KINDS = (VOUCHED, RULING, EXAMPLE, LABEL, FLAVOUR, ADVICE, CREDIT, COUNTED)

RESTS_ON_FACTS = (VOUCHED, RULING)
"""The kinds whose names are facts."""

_MARK = re.compile(rf"<!--\s*({'|'.join(KINDS)})\b:?\s*([^>]*?)\s*-->")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_HEAD_WORDS = 4
"""The maximum number of words of a head in bold at the beginning of a paragraph."""


_BLOCK = "block"
"""The key of a block in the `meta` of its token."""
_ROLES = {"heading_open": "heading", "th_open": "head", "td_open": "cell"}


def read_mark(comment: str) -> Mark | None:
    """The mark in a comment; None for any other comment."""
    match = _MARK.fullmatch(comment.strip())
    return Mark(match[1], tuple(match[2].replace(",", " ").split())) if match else None


def parse(text: str, span: Span, diagnostics: Diagnostics, blocks: tuple[str, ...] | None = None) -> list[Token]:
    """The tokens of a Markdown text as `markdown.parse` returns them. Those of a text with places have blocks."""
    tokens = markdown.parse(text, span, diagnostics, blocks)
    if isinstance(text, PlacedText):
        _read(tokens, text)
    return tokens


def block_of(inline: Token) -> TextBlock | None:
    """The block of an inline token of a text with places."""
    block: TextBlock | None = inline.meta.get(_BLOCK)
    return block


def blocks(text: str) -> tuple[TextBlock, ...]:
    """The blocks of a Markdown text that have words."""
    return _blocks(text, text.sources if isinstance(text, PlacedText) else ())


@lru_cache(maxsize=256)
def _blocks(text: str, _sources: tuple[TextSource, ...]) -> tuple[TextBlock, ...]:
    return tuple(_read(markdown.parse(text, Span(""), Diagnostics()), text))


def _read(tokens: list[Token], text: str) -> list[TextBlock]:
    """The blocks of tokens that have words, each also kept in its token."""
    found: list[Token] = []
    contents = Contents(text)
    above = ""
    for token in tokens:
        if token.type == "inline":
            role = _ROLES.get(above, "prose")
            block = _block(contents.pieces(token, is_cell=role in ("head", "cell")), role)
            if block.text:
                token.meta[_BLOCK] = block
                found.append(token)
        elif token.type == "html_block" and found and (mark := read_mark(token.content)):
            found[-1].meta[_BLOCK] = _marked(found[-1].meta[_BLOCK], mark)
        above = token.type
    return [token.meta[_BLOCK] for token in found]


def _marked(block: TextBlock, mark: Mark) -> TextBlock:
    """A block whose unmarked words at the end have a mark."""
    *before, last = block.words
    return block._replace(words=(*before, last if last.mark else last._replace(mark=mark)))


def _block(pieces: list[tuple[Token, str]], role: str) -> TextBlock:
    parts: list[MarkedWords] = []
    texts: list[str] = []

    def add(mark: Mark | None) -> None:
        parts.append(MarkedWords(single_spaced(joined(texts)), mark))
        texts.clear()

    for index, (child, text) in enumerate(pieces):
        if child.type == "html_inline":
            mark = read_mark(child.content)
            if mark:
                add(mark)
        elif child.type == "strong_close" and not parts and role == "prose" and _is_head(texts, pieces[index:]):
            add(Mark(LABEL) if any(map(_LETTER.search, texts)) else None)  # a number is no label
        else:
            texts.append(text)
    add(None)
    words = tuple(part for part in parts if part.text)
    return TextBlock(joined((part.text for part in words), " "), words, role)


def _is_head(bold: list[str], rest: list[tuple[Token, str]]) -> bool:
    """Whether bold text at the beginning of a paragraph is a short head with more text behind it."""
    text = "".join(bold)
    short = len(text.split()) <= _MOST_HEAD_WORDS and text.rstrip().endswith((".", ":", "?", "!"))
    return short and any(text.strip() for _, text in rest)


_INITIAL = r"(?<!\b[A-ZÄÖÜÉ]\.)(?<!\bNo\.)(?<!\bNr\.)(?<!\bSt\.)(?<!\bz\.)(?<!\bB\.)"
_END = re.compile(rf"(?<=[.!?…])([”’“»)]*){_INITIAL}\s+(?=[“„«(:¿¡]*[^\W_a-zß-öø-ÿ])")
_NUMBERED = re.compile(r"(?:(?<=^)|(?<=[.!?…] ))([A-Z]{1,3}\d+[a-z]?|\d+)\. ")
_KEPT = "\0"


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text. The number of a ruling (`RH1.`) stays with its question."""
    kept = _NUMBERED.sub(lambda match: f"{match[1]}.{_KEPT}", text)
    start = 0
    for match in _END.finditer(kept):
        yield stripped(text[start : match.end(1)])
        start = match.end()
    if text[start:].strip():
        yield stripped(text[start:])


# Places of words ----------------------------------------------------------------------------------------------

# markdown-it gives blocks their lines, but words no places. Tokens are in the order of the text, so each is searched
# behind the one before it.

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
            ending = marks.ENDING.search(content, at) if child.type == marks.COLOUR_CLOSE else None
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
