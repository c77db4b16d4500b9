"""HTML of card databases -> Markdown that prints the same, read back by the parser that prints it."""

from __future__ import annotations

import time

import pytest

from pnp.sources import html
from pnp.text.fit import runs


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("<b>Bold</b> and <i>it</i>", "**Bold** and *it*"),
        ("<STRONG class='x'>Bold</STRONG>, <em>it</em>", "**Bold**, *it*"),
        ("a<br>b<BR/>c<br />d", "a\nb\nc\nd"),
        ("Choose:<ul><li>One.</li><li>Two</li></ul>then", "Choose:\n- One.\n- Two\n\nthen"),
        ("<p>A</p>\n<p>B</p>", "A\n\nB"),
        ("a<hr/>b", "a\n\n---\n\nb"),
        ("<b>one<br>two</b>", "**one**\n**two**"),
        ("<b><i>x</i></b>", "***x***"),
        ("a<b></b>b", "ab"),
        ("<b>a</b><b>b</b> <i>c</i> <i>d</i>", "**ab** *c d*"),
        ("Q&amp;A &lt;3 &#39;x&#x27;", "Q&A <3 'x'"),
        ("1 < 2, 3 > 2, AT&T, &nothing;", "1 < 2, 3 > 2, AT&T, &nothing;"),
        ("<u>x</u> <b>open, </i>closed", "<u>x</u> <b>open, </i>closed"),
        ("plain **Markdown**", "plain **Markdown**"),
        ("", ""),
    ],
)
def test_tags_become_markdown_and_all_else_stays(given: str, made: str) -> None:
    assert html.markdown(given) == made


@pytest.mark.parametrize(
    ("given", "bold"),
    [
        ("<b>Now: </b>go", ["Now:"]),
        ("x<b> y </b>z", ["y"]),
        ("<b>Now:</b>go", ["Now"]),
        ("go<b>(now)</b>", ["now)"]),
        ("(<b>x</b>)", ["x"]),
        ("→ <b>0:</b> Trash <b>OU</b> +1", ["0:", "OU"]),
        ("<b>!</b>x", []),
    ],
)
def test_every_mark_is_one_that_markdown_reads(given: str, bold: list[str]) -> None:
    made = runs(html.markdown(given), "body")
    assert [run.text for run in made if run.font == "bold"] == bold
    assert "*" not in "".join(run.text for run in made)


@pytest.mark.parametrize("part", ["<b>x", "</b>", "<b>!</b>a", "<b> ", "!", " ", "\n ", "&amp", "<", "<b></b>"])
def test_a_long_text_takes_no_long_time(part: str) -> None:
    text = part * (10_000 // len(part))
    begun = time.process_time()
    html.markdown(f"<b>{text}</b>x")
    html.found(text)
    assert time.process_time() - begun < 10
