"""Bold and italic words of cells are Markdown, which prints the same words."""

import pytest

from pnp.sources.rich_text import FontRun, markdown
from pnp.text.fit import runs

BOLD, ITALIC, BOTH = (True, False), (False, True), (True, True)


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([FontRun("Draw "), FontRun("two", *BOLD), FontRun(" cards")], "Draw **two** cards"),
        ([FontRun("Draw ", *BOLD), FontRun("two cards")], "**Draw** two cards"),
        ([FontRun("Draw"), FontRun(" two "), FontRun(" cards", *ITALIC)], "Draw two  *cards*"),
        ([FontRun("At "), FontRun("once", *BOTH), FontRun(" draw", *BOLD), FontRun(".")], "At ***once* draw**."),
        (
            [FontRun("2*3 "), FontRun("wins", *BOLD), FontRun(" [a_b] _c_ `d` \\")],
            "2\\*3 **wins** [a_b] \\_c\\_ \\`d\\` \\\\",
        ),
        ([FontRun(":burst_of_speed: "), FontRun("now", *ITALIC)], ":burst_of_speed: *now*"),
        ([FontRun("<b>A</b> &amp; "), FontRun("B", *BOLD)], "<b>A</b> &amp; **B**"),
        ([FontRun("one\ntwo", *ITALIC), FontRun(" three")], "*one*\n*two* three"),
        ([FontRun("D", *BOLD), FontRun("raw")], "**D**raw"),
        ([FontRun("Pay "), FontRun("3 ", forms=("strike",)), FontRun("2")], "Pay [3]{.strike} 2"),
        (
            [FontRun("m"), FontRun("2", *BOLD, ("super",)), FontRun(" ~~x~~ y^2^")],
            "m[**2**]{.super} \\~\\~x\\~\\~ y\\^2\\^",
        ),
        (
            [FontRun("a"), FontRun("b]\nc", forms=("underline", "strike"))],
            "a[[b\\]]{.underline}]{.strike}\n[[c]{.underline}]{.strike}",
        ),
    ],
)
def test_words_have_marks_and_marks_a_backslash(parts, text):
    assert markdown(parts) == text


@pytest.mark.parametrize(
    "parts", [[], [FontRun("All of it", *BOLD)], [FontRun("No "), FontRun("word")], [FontRun("A", *BOLD), FontRun(" ")]]
)
def test_a_cell_in_one_style_is_plain(parts):
    assert markdown(parts) == ""


def test_a_face_prints_the_forms_of_words():
    parts = [FontRun("Pay ~"), FontRun("3 [c]", forms=("strike",)), FontRun(" x"), FontRun("2", forms=("super",))]
    printed = [(run.text, run.form) for run in runs(markdown(parts), "body")]
    assert printed == [("Pay ~", ""), ("3 [c]", "strike"), (" x", ""), ("2", "super")]


def test_a_face_prints_the_same_words_in_the_same_styles():
    parts = [FontRun("3*4 = "), FontRun("12_", *BOLD), FontRun(" or \\* more")]
    printed = runs(markdown(parts), "body")
    assert "".join(run.text for run in printed) == "3*4 = 12_ or \\* more"
    assert [run.text for run in printed if run.font != "body"] == ["12_"]
