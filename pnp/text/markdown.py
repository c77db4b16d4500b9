"""Markdown -> the tokens that flow sets; all else that is written there is a fault, because nobody misses what is gone.

CommonMark with tables is read, and `:name:` for an icon. A picture is set where it stands alone in a paragraph or in a
cell of a table: `![caption](file.svg#40)` is 40 mm wide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from pnp.diagnostics import Diagnostics, Span
from pnp.text import icons
from pnp.text.fit import quoted

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_NESTING = 40
"""How deep markdown-it reads. It silently leaves out what is deeper, so a text must not get there."""
MAX_LEVEL = MAX_NESTING // 2
"""How deep blocks may be nested; each list counts twice, for itself and its item."""

_BLOCKS = {
    *(f"{block}_{end}" for block in ("heading", "paragraph", "blockquote", "table") for end in ("open", "close")),
    *(f"{block}_{end}" for block in ("bullet_list", "ordered_list", "list_item") for end in ("open", "close")),
    *(f"{block}_{end}" for block in ("thead", "tbody", "tr", "th", "td") for end in ("open", "close")),
    "hr",
}
_WORDS = {"text", "icon", "code_inline", "softbreak", "hardbreak", "strong_open", "strong_close", "em_open", "em_close"}
_PICTURE_PLACES = ("paragraph_open", "th_open", "td_open")

Unread = tuple[str, str]


def parse(text: str, span: Span, diagnostics: Diagnostics) -> list[Token]:
    """The tokens of a Markdown text that is named at `span`; whatever is not known how to set is a fault there."""
    definitions: dict[str, Any] = {}
    try:
        found = _parser().parse(icons.unsigned(text), definitions)
    except RecursionError:
        diagnostics.error(span, "unread-markdown", "this text is nested too deep", "write it plainer")
        return []
    unread = list(_unread(found, text))
    unread += [(f"the link [{name}] cannot be printed", "write it out") for name in definitions.get("references", ())]
    for message, hint in unread:
        diagnostics.error(span, "unread-markdown", message, hint)
    return found


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    reader.inline.ruler.before("emphasis", "icon", icons.read)
    return reader


def _unread(tokens: list[Token], text: str) -> Iterator[Unread]:
    above, columns = "", 0
    lines = _LINE.split(text) if "|" in text else []
    for token in tokens:
        kind = token.type
        if token.level >= MAX_LEVEL:
            yield "lists or quotes are nested too deep", "write it plainer"
            return
        if kind == "inline":
            yield from _unread_words(token, above)
        elif kind == "tr_open":
            yield from _unread_cells(token, lines, columns)
        elif kind not in _BLOCKS:
            yield from _unread_block(token)
        elif kind == "hr" and token.level:
            yield "a rule across begins a page, which cannot be in a list or a quote", "put it outside"
        if kind in ("table_open", "th_open"):
            columns = columns + 1 if kind == "th_open" else 0
        above = kind


def _unread_block(token: Token) -> Iterator[Unread]:
    said = quoted(token.content)
    if token.type in ("code_block", "fence"):
        yield f"{said} is a block of code, which cannot be set", "take the spaces or the back-ticks before it away"
    elif token.type != "html_block":
        yield f"{said} cannot be set", "write it as plain text"
    elif not _COMMENTS.fullmatch(token.content):
        yield f"{said} is HTML, which cannot be set", "write it in Markdown"


# An end is asked for: a comment without one would take the rest of the text with it.
_COMMENTS = re.compile(r"(?:\s*+<!--(?:(?!-->).)*+-->)*+\s*+", re.DOTALL)


def _unread_words(inline: Token, above: str) -> Iterator[Unread]:
    picture = picture_in(inline) if above in _PICTURE_PLACES else None
    if picture is not None:
        if attribute(picture, "title"):
            yield f"the title {quoted(attribute(picture, 'title'))} of a picture is not printed", "make it the caption"
        yield from _unread_words(picture, "")
        return
    for child in inline.children or []:
        if child.type in _WORDS or child.type == "link_close":
            continue
        if child.type == "link_open":
            # Of an address in angle brackets the words are the address: nothing of it is lost.
            if child.info != "auto":
                yield f"the link to {quoted(attribute(child, 'href'))} cannot be printed", "write the address out"
        elif child.type == "image":
            hint = "put it into a paragraph of its own, with an empty line above and below"
            yield f"the picture {quoted(source(child).name)} stands among words", hint
        elif child.type != "html_inline" or not _COMMENTS.fullmatch(child.content):
            yield f"{quoted(child.content)} cannot be set", "write it in Markdown"


_BAR = re.compile(r"(?<!\\)\|")
_LINE = re.compile(r"\r\n?|\n")


def _unread_cells(row: Token, lines: list[str], columns: int) -> Iterator[Unread]:
    """Cells for which the head has no column are dropped by CommonMark's tables; the source alone still has them."""
    if not row.map or not columns:
        return
    cells = _BAR.split(lines[row.map[0]].lstrip(" \t>").rstrip())
    cells = cells[1:] if not cells[0] else cells
    lost = [cell.strip() for cell in cells[columns:] if cell.strip()]
    if lost:
        yield f"{quoted(' | '.join(lost))} has no column in its table", "give the table's head as many cells"


def attribute(token: Token, name: str) -> str:
    return str(token.attrs.get(name, ""))


def closing(tokens: list[Token], index: int) -> int:
    """The index of the token that closes the one at `index`; itself if it opens nothing."""
    depth = 0
    for i in range(index, len(tokens)):
        depth += tokens[i].nesting
        if depth == 0:
            return i
    return len(tokens) - 1


def picture_in(inline: Token) -> Token | None:
    """The picture that is all there is in a paragraph or a cell; None where there are words."""
    children = inline.children or []
    return children[0] if len(children) == 1 and children[0].type == "image" else None


class Source(NamedTuple):
    """The name of a picture, the width in mm that is asked for, if one is, and on which side of the text it stands."""

    name: str
    width: float | None
    side: str


_MEASURE = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(?:-(left|right))?")


def source(picture: Token) -> Source:
    # A colour after `@` may begin with `#`, too.
    name, _, measure = attribute(picture, "src").replace("@#", "@%23").partition("#")
    match = _MEASURE.fullmatch(measure)
    return Source(unquote(name), float(match[1]) or None if match else None, match[2] or "" if match else "")


def rows(inside: list[Token]) -> list[tuple[bool, list[Token]]]:
    """The rows of a table: whether it is the head, and the cells; a head of empty cells is none."""
    found: list[tuple[bool, list[Token]]] = []
    align = ""
    for token in inside:
        if token.type == "tr_open":
            found.append((False, []))
        elif token.type in ("th_open", "td_open"):
            align = attribute(token, "style")
            found[-1] = (token.type == "th_open", found[-1][1])
        elif token.type == "inline":
            token.meta["align"] = align.removeprefix("text-align:")
            found[-1][1].append(token)
    return [(head, cells) for head, cells in found if not head or any(cell.content for cell in cells)]


def alignment(cell: Token) -> Any:
    return {"right": "right", "center": "centre"}.get(cell.meta.get("align", ""), "left")


MOST_WORDS = 3
"""Bold words that are more than this are a sentence, and no term."""

Term = tuple[str, bool]
"""Words in bold, and whether running text may explain them there."""


def terms(tokens: list[Token]) -> list[Term]:
    """The bold terms of a text. Examples explain nothing, nor do tables; what begins a paragraph in bold is its
    heading."""
    found: list[Term] = []
    tables = index = 0
    while index < len(tokens):
        token = tokens[index]
        tables += token.nesting if token.type.startswith("table") else 0
        if token.type == "blockquote_open":
            index = closing(tokens, index)
        elif token.type == "inline":
            bold = _bold([kid for kid in token.children or [] if kid.type != "text" or kid.content])
            found.extend((words, not (tables or begins)) for begins, words in bold)
        index += 1
    return found


def _bold(children: list[Token]) -> Iterator[tuple[bool, str]]:
    """Bold words that are a term, a few, and neither a sentence nor a number; and whether the text begins with them."""
    for index, child in enumerate(children):
        if child.type == "strong_open":
            inner = children[index + 1 : closing(children, index)]
            words = " ".join("".join(kid.content or " " for kid in inner).split())
            if len(words.split()) <= MOST_WORDS and _TERM.fullmatch(words):
                yield index == 0, words


_TERM = re.compile(r"[^\W\d][^\d.:;,!?…+]+[^\W\d]")
