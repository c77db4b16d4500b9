"""Marks in a line, as markdown-it reads them with these rules."""

import pytest
from markdown_it import MarkdownIt

from pnp.text import marks


def html(text: str, *, underscores: bool = False) -> str:
    reader = MarkdownIt("zero").enable(["emphasis", "escape", "backticks"])
    return marks.add_to(reader, underscores=underscores).renderInline(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a **b** *c* ***d***", "a <strong>b</strong> <em>c</em> <em><strong>d</strong></em>"),
        ("**bold**er", "<strong>bold</strong>er"),
        ("**Action:**Draw one", "<strong>Action:</strong>Draw one"),
        ("3*4*5 = 60", "3*4*5 = 60"),
        ("2**3**4", "2**3**4"),
        ("~~old~~ x^2^ H~2~O", "<s>old</s> x<span>2</span> H<span>2</span>O"),
        ("10^-3^ 5^+^ 2^−1^", "10<span>-3</span> 5^+^ 2<span>−1</span>"),
        ("5* hotels and 6* hotels", "5* hotels and 6* hotels"),
        (r"\*a\* `*b*`", "*a* <code>*b*</code>"),
    ],
)
def test_stars_mark_words_and_stay_between_letters_and_digits(text: str, read: str) -> None:
    assert html(text) == read


def test_underscores_are_marks_only_where_it_is_wanted() -> None:
    assert html("__init__ _x_") == "__init__ _x_"
    assert html("__init__ _x_", underscores=True) == "<strong>init</strong> <em>x</em>"


@pytest.mark.parametrize(
    ("written", "printed", "mark"),
    [
        ("Deal **3", "Deal **3", "**"),
        ("**b**", "b", ""),
        (r"\*\*", "**", ""),
        ("a ~~b", "a ~~b", "~~"),
        ("2^ 3^", "2^ 3^", ""),
        ("^_^ ____ my_own_name _ _", "^_^ ____ my_own_name _ _", ""),
        ("_Action_: draw", "_Action_: draw", "_Action_"),
        ("__init__", "__init__", "__i"),
        ("*a*b", "*a*b", "*a*"),
        ("5* and 6*, 3*4*5", "5* and 6*, 3*4*5", ""),
        ("x^and so on and so on^", "x^and so on and so on^", ""),
        ("x^andsoonandsoonandon^", "x^andsoonandsoonandon^", "^andsoonandsoonandon^"),
        ("a ==b== c", "a ==b== c", "==b=="),
        ("if x == y, a==b", "if x == y, a==b", ""),
        ("[b]x[/b]", "[b]x[/b]", "[/b]"),
        ("[x](https://a.org)", "[x](https://a.org)", "](https://a.org)"),
        ("![x](b.png)", "![x](b.png)", "](b.png)"),
        ("[Fire](once per turn)", "[Fire](once per turn)", ""),
    ],
)
def test_a_mark_that_is_left_is_found(written: str, printed: str, mark: str) -> None:
    assert marks.left(written, printed) == mark


def test_what_to_write_depends_on_the_mark() -> None:
    assert marks.instead("**") == "close it, as in **bold** and ~~struck~~"
    assert marks.instead("_x_").startswith("marks are **bold**, *italic*")
