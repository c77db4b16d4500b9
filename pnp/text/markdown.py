"""Parse Markdown, and report everything in it that cannot be laid out, so that no text is lost unnoticed.

The syntax is CommonMark with tables, `:name:` for icons and `[words]{.red}` for colours. A picture must be alone in a
paragraph or a table cell: `![caption](file.svg#40)` is 40 mm wide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from pnp.diagnostics import Diagnostics, PlacedText, Span
from pnp.text import icons, marks
from pnp.text.fit import quoted

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_NESTING = 40
"""The maximum nesting for markdown-it, which silently skips deeper tokens."""
MAX_LEVEL = MAX_NESTING // 2
"""The maximum nesting of blocks; a list counts twice, for itself and its item."""

MAX_COLUMNS = 60
"""The maximum number of columns of a table. Short rows are filled up, so a few lines could make a million cells."""

_BLOCKS = {
    *(f"{block}_{end}" for block in ("heading", "paragraph", "blockquote", "table") for end in ("open", "close")),
    *(f"{block}_{end}" for block in ("bullet_list", "ordered_list", "list_item") for end in ("open", "close")),
    *(f"{block}_{end}" for block in ("thead", "tbody", "tr", "th", "td") for end in ("open", "close")),
    "hr",
}
_WORDS = {
    *("text", "icon", "code_inline", "softbreak", "hardbreak", marks.COLOUR_OPEN, marks.COLOUR_CLOSE),
    *("strong_open", "strong_close", "em_open", "em_close", "s_open", "s_close", marks.OPEN, marks.CLOSE),
}
_PICTURE_PLACES = ("paragraph_open", "th_open", "td_open")

Unread = tuple[str, str, str]
"""A message and a hint about what cannot be laid out, and how it is written in the text, as far as that is known."""


BOOK = ("heading", "lheading", "blockquote")
"""The marks at the beginning of lines that a text may do without: then they are printed as they are."""


def parse(text: str, span: Span, diagnostics: Diagnostics, blocks: tuple[str, ...] | None = None) -> list[Token]:
    """The tokens of a Markdown text. Unsupported syntax is an error at its place in a text with places, else at `span`.

    A card's text has some `blocks` of BOOK only, and its underscores are no marks; a book's has all.
    """
    definitions: dict[str, Any] = {}
    try:
        tokens = _parser(blocks).parse(icons.unsigned(text), definitions)
    except RecursionError:
        diagnostics.error(span, "unread-markdown", "this text is nested too deeply", "use fewer levels")
        return []
    columns = _most_columns(tokens)
    if columns > MAX_COLUMNS:
        message = f"a table has {columns} columns, and at most {MAX_COLUMNS} can be set"
        diagnostics.error(span, "unread-markdown", message, "split it into several tables")
        return []
    starts = [0, *(end.end() for end in _LINE.finditer(text))] if isinstance(text, PlacedText) else []
    for (message, hint, written), token in _unread(tokens, text):
        start = starts[token.map[0]] if starts and token.map else 0
        diagnostics.error(_place(text, written, start, span), "unread-markdown", message, hint)
    for name in definitions.get("references", ()):
        message = f"the link [{name}] cannot be printed"
        diagnostics.error(_place(text, f"[{name}]", 0, span), "unread-markdown", message, "write the address out")
    return tokens


def _place(text: str, written: str, start: int, span: Span) -> Span:
    """The place of what is written in a text with places, from a character on; of that character if it is not found.
    In another text it is `span`."""
    found = text.find(written, start)
    return (text.place(max(found, start)) if isinstance(text, PlacedText) else None) or span


@cache
def _parser(blocks: tuple[str, ...] | None) -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    if blocks is not None:
        reader.disable([one for one in BOOK if one not in blocks])
    marks.add_to(reader, underscores=blocks is None)
    reader.inline.ruler.before("emphasis", "icon", icons.read)
    reader.inline.ruler.before("link", "colour", marks.read)
    return reader


def _most_columns(tokens: list[Token]) -> int:
    """The number of columns of the widest table."""
    most = columns = 0
    for token in tokens:
        columns = 0 if token.type == "table_open" else columns + (token.type == "th_open")
        most = max(most, columns)
    return most


def _unread(tokens: list[Token], text: str) -> Iterator[tuple[Unread, Token]]:
    """What cannot be laid out, each with the token that has its line."""
    above, columns = "", 0
    lines = _LINE.split(text) if "|" in text else []
    for token in tokens:
        if token.level >= MAX_LEVEL:
            yield ("lists or quotes are nested too deeply", "use fewer levels", ""), token
            return
        in_row = _unread_cells(token, lines, columns) if token.type == "tr_open" else _unread_in(token, above)
        yield from ((unread, token) for unread in in_row)
        if token.type in ("table_open", "th_open"):
            columns = columns + 1 if token.type == "th_open" else 0
        above = token.type


def _unread_in(token: Token, above: str) -> Iterator[Unread]:
    if token.type == "inline":
        yield from _unread_words(token, above)
    elif token.type not in _BLOCKS:
        yield from _unread_block(token)
    elif token.type == "hr" and token.level:
        yield "a horizontal rule cannot be in a list or quote", "move it outside", ""


_AS_MARKDOWN = "write it in Markdown; a face can do so for a card's text: {asides.text|html}"


def _unread_block(token: Token) -> Iterator[Unread]:
    content = quoted(token.content)
    if token.type in ("code_block", "fence"):
        yield f"{content} is a code block, which is not supported", "remove the spaces or backticks before it", ""
    elif token.type != "html_block":
        yield f"{content} is not supported", "write it as plain text", ""
    elif not _COMMENTS.fullmatch(token.content):
        yield f"{content} is HTML, which is not supported", _AS_MARKDOWN, ""


# The end of a comment is required: without it, the comment would contain the rest of the text.
_COMMENTS = re.compile(r"(?:\s*+<!--(?:(?!-->).)*+-->)*+\s*+", re.DOTALL)


def _unread_words(inline: Token, above: str) -> Iterator[Unread]:
    picture = picture_in(inline) if above in _PICTURE_PLACES else None
    if picture is not None:
        if title := attribute(picture, "title"):
            yield f"the picture title {quoted(title)} is not printed", "make it the caption", title
        yield from _unread_words(picture, "")
        return
    for child in inline.children or []:
        if child.type not in _WORDS:
            yield from _unread_word(child)


def _unread_word(token: Token) -> Iterator[Unread]:
    if token.type == "link_open":
        # An address in angle brackets is printed itself.
        if token.info != "auto":
            link = attribute(token, "href")
            yield f"the link to {quoted(link)} cannot be printed", "write the address out", link
    elif token.type == "image":
        hint = "put it in a paragraph of its own, with an empty line above and below"
        yield f"the picture {quoted(source(token).name)} is within text", hint, source(token).name
    elif token.type != "link_close" and (token.type != "html_inline" or not _COMMENTS.fullmatch(token.content)):
        yield f"{quoted(token.content)} is not supported", _AS_MARKDOWN, token.content


_BAR = re.compile(r"(?<!\\)\|")
_LINE = re.compile(r"\r\n?|\n")


def _unread_cells(row: Token, lines: list[str], columns: int) -> Iterator[Unread]:
    """Report cells beyond the head's columns, which the parser drops; they are only in the source."""
    if not row.map or not columns:
        return
    cells = _BAR.split(lines[row.map[0]].lstrip(" \t>").rstrip())
    cells = cells[1:] if not cells[0] else cells
    lost = [cell.strip() for cell in cells[columns:] if cell.strip()]
    if lost:
        yield f"{quoted(' | '.join(lost))} has no column in its table", "add cells to the table's head", lost[0]


def attribute(token: Token, name: str) -> str:
    return str(token.attrs.get(name, ""))


def closing(tokens: list[Token], index: int) -> int:
    """The index of the token that closes the one at `index`; `index` itself if it opens nothing."""
    depth = 0
    for i in range(index, len(tokens)):
        depth += tokens[i].nesting
        if depth == 0:
            return i
    return len(tokens) - 1


def picture_in(inline: Token) -> Token | None:
    """The picture in a paragraph or cell that contains nothing else, or None."""
    children = inline.children or []
    return children[0] if len(children) == 1 and children[0].type == "image" else None


def icon_first(item: list[Token]) -> tuple[Token | None, list[Token]]:
    """The icon with which a list item begins, as an inline token, or None; and the rest of the item."""
    inline = item[1] if len(item) > 1 and item[1].type == "inline" else None
    children = inline.children or [] if inline else []
    if inline is None or len(children) < 2 or children[0].type != "icon" or not children[1].content.startswith(" "):
        return None, item
    rest = [children[1].copy(content=children[1].content[1:]), *children[2:]]
    return inline.copy(children=children[:1]), [item[0], inline.copy(children=rest), *item[2:]]


class PictureSource(NamedTuple):
    """The file name of a picture, its width in mm if given, and its side of the text: `left`, `right` or empty."""

    name: str
    width: float | None
    side: str


_MEASURE = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(?:-(left|right))?")


def source(picture: Token) -> PictureSource:
    # A colour after `@` may also begin with `#`.
    name, _, measure = attribute(picture, "src").replace("@#", "@%23").partition("#")
    match = _MEASURE.fullmatch(measure)
    return PictureSource(unquote(name), float(match[1]) or None if match else None, match[2] or "" if match else "")


def rows(inside: list[Token]) -> list[tuple[bool, list[Token]]]:
    """The rows of a table: whether each is the head, and its cells. An empty head is left out."""
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
"""The maximum number of words in a term; longer bold text is a sentence."""

Term = tuple[str, bool]
"""Bold words, and whether the text may explain them there."""


def terms(tokens: list[Token]) -> list[Term]:
    """The bold terms of a text. Callouts are skipped. Terms in tables and at the beginning of a paragraph, which are
    headings, do not count as explained there."""
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
    """Bold terms (a few words that are not a sentence or a number), and whether each begins the text."""
    for index, child in enumerate(children):
        if child.type == "strong_open":
            inner = children[index + 1 : closing(children, index)]
            words = " ".join("".join(kid.content or " " for kid in inner).split())
            if len(words.split()) <= MOST_WORDS and _TERM.fullmatch(words):
                yield index == 0, words


_TERM = re.compile(r"[^\W\d][^\d.:;,!?…+]+[^\W\d]")
