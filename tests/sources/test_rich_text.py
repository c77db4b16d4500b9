"""Bold and italic words of cells are Markdown, which prints the same words."""

from __future__ import annotations

import pytest

from pnp.sources.rich_text import Words, markdown
from pnp.text.fit import runs

BOLD, ITALIC, BOTH = (True, False), (False, True), (True, True)


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([Words("Draw "), Words("two", *BOLD), Words(" cards")], "Draw **two** cards"),
        ([Words("Draw ", *BOLD), Words("two cards")], "**Draw** two cards"),
        ([Words("Draw"), Words(" two "), Words(" cards", *ITALIC)], "Draw two  *cards*"),
        ([Words("At "), Words("once", *BOTH), Words(" draw", *BOLD), Words(".")], "At ***once* draw**."),
        (
            [Words("2*3 "), Words("wins", *BOLD), Words(" [a_b] _c_ `d` \\")],
            "2\\*3 **wins** [a_b] \\_c\\_ \\`d\\` \\\\",
        ),
        ([Words(":burst_of_speed: "), Words("now", *ITALIC)], ":burst_of_speed: *now*"),
        ([Words("<b>A</b> &amp; "), Words("B", *BOLD)], "<b>A</b> &amp; **B**"),
        ([Words("one\ntwo", *ITALIC), Words(" three")], "*one*\n*two* three"),
        ([Words("D", *BOLD), Words("raw")], "**D**raw"),
    ],
)
def test_words_have_marks_and_marks_a_backslash(parts, text):
    assert markdown(parts) == text


@pytest.mark.parametrize(
    "parts", [[], [Words("All of it", *BOLD)], [Words("No "), Words("word")], [Words("A", *BOLD), Words(" ")]]
)
def test_a_cell_in_one_style_is_plain(parts):
    assert markdown(parts) == ""


def test_a_face_prints_the_same_words_in_the_same_styles():
    parts = [Words("3*4 = "), Words("12_", *BOLD), Words(" or \\* more")]
    printed = runs(markdown(parts), "body")
    assert "".join(run.text for run in printed) == "3*4 = 12_ or \\* more"
    assert [run.text for run in printed if run.font != "body"] == ["12_"]
