"""Markdown -> tokens, and an error for everything that cannot be laid out."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, PlacedText, Span, TextSource
from pnp.text import markdown

HERE = Span("book.md", 4, 1)


def parsed(text: str) -> tuple[list[str], list[str]]:
    """The kinds of the outermost blocks, and the messages."""
    diagnostics = Diagnostics()
    tokens = markdown.parse(text, HERE, diagnostics)
    assert all((diagnostic.code, diagnostic.span) == ("unread-markdown", HERE) for diagnostic in diagnostics)
    return [token.tag for token in tokens if token.level == 0 and token.nesting >= 0 and token.tag], [
        diagnostic.message for diagnostic in diagnostics
    ]


def test_blocks_are_those_of_commonmark_and_tables():
    text = "# One\n\nText, *more*, **most**.\n\n- a\n\n1. b\n\n> quoted\n\n|a|\n|-|\n|b|\n\n---\n\n<!-- a remark -->"
    assert parsed(text) == (["h1", "p", "ul", "ol", "blockquote", "table", "hr"], [])


def test_a_picture_alone_in_its_paragraph_has_a_name_and_a_width():
    tokens = markdown.parse("![A crown](crown%20one.svg#40)", HERE, Diagnostics())
    picture = markdown.picture_in(tokens[1])
    assert picture is not None
    assert (markdown.source(picture).name, markdown.source(picture).width) == ("crown one.svg", 40)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("# Head\n\nWords and\nmore <b>words.", 4, 6), ("a\n\n<div>\n", 3, 1),
        ("a\n\n[a link](https://a.example)", 3, 10), ("| A |\n|--|\n| b | c |\n", 3, 7), ("a ![](b.svg) c", 1, 7),
    ],
)  # fmt: skip
def test_what_cannot_be_laid_out_is_reported_at_its_place(text, line, column):
    starts = [0, *(index + 1 for index, character in enumerate(text) if character == "\n")]
    placed = PlacedText(text, [TextSource(start, Span("a.md", n)) for n, start in enumerate(starts, start=1)])
    diagnostics = Diagnostics()
    markdown.parse(placed, HERE, diagnostics)
    (diagnostic,) = diagnostics
    assert (diagnostic.span.file, diagnostic.span.line, diagnostic.span.column) == ("a.md", line, column)
