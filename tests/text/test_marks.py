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


def test_what_to_write_depends_on_the_mark() -> None:
    assert marks.instead("**") == "close it, as in **bold** and ~~struck~~"
    assert marks.instead("_x_").startswith("marks are **bold**, *italic*")
