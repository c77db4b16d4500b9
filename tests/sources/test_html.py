"""HTML of card databases -> Markdown that prints the same, read back by the parser that prints it."""

import time

import pytest

from pnp.sources import html
from pnp.text.fit import runs


@pytest.mark.parametrize(
    ("given", "bold"),
    [
        ("<b>Now: </b>go", ["Now:"]), ("x<b> y </b>z", ["y"]), ("<b>Now:</b>go", ["Now"]), ("go<b>(now)</b>", ["now)"]),
        ("(<b>x</b>)", ["x"]), ("→ <b>0:</b> Trash <b>OU</b> +1", ["0:", "OU"]), ("<b>!</b>x", []),
    ],
)  # fmt: skip
def test_every_mark_is_one_that_markdown_reads(given, bold):
    made = runs(html.markdown(given), "body")
    assert [run.text for run in made if run.font == "bold"] == bold
    assert "*" not in "".join(run.text for run in made)


@pytest.mark.parametrize("part", ["<b>x", "</b>", "<b>!</b>a", "<b> ", "!", " ", "\n ", "&amp", "<", "<b></b>"])
def test_a_long_text_takes_no_long_time(part):
    text = part * (10_000 // len(part))
    begun = time.process_time()
    html.markdown(f"<b>{text}</b>x")
    html.found(text)
    assert time.process_time() - begun < 10
