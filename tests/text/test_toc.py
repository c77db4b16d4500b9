"""Contents and index: which words are terms, and where they are looked up."""

from dataclasses import replace

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Text
from pnp.text import markdown, toc
from pnp.text.blocks import Strip, TextHeading
from tests.support.books import HERE, WIDTH, words_of
from tests.support.text import texts


def test_terms_are_bold_words_of_running_text_and_names_that_stand_in_bold():
    text = """\
A **half way zone** is **explained here. It is a sentence.** and so are **4 points** and **pad**.

**Begins** a paragraph. **Swerve** begins one, too, and Dodge is only named.

| **Lunge** | **cell** |
|--|--|
| **Spin** | b |

> **Example.** The **quoted** one, **Charge**.
"""
    tokens = markdown.parse(text, HERE, Diagnostics())
    names = ["Swerve", "Dodge", "Lunge", "Spin", "Charge"]
    assert toc.terms(markdown.terms(tokens), names) == ["half way zone", "pad", "Swerve", "Lunge", "Spin"]


def test_a_term_is_looked_up_where_it_is_said_or_only_explained_if_it_is_said_everywhere():
    said = {
        n: toc.Said(f"a card, cards {'zones' if n == 3 else ''}", "card" if n in (2, 5) else "") for n in range(1, 8)
    }
    assert toc.looked_up(["zone", "card", "gone"], said, "en") == [
        ("card", [(2, True), (5, True)]),
        ("zone", [(3, False)]),
    ]


def test_words_parted_at_the_end_of_a_line_are_found(setting):
    lines = (Text(0, 0, "the posi-", "body", 10, "#000000"), Text(0, 5, "tion", "body", 10, "#000000"))
    assert toc.looked_up(["position"], {4: toc.said([Strip(10, lines)])}, "en") == [("position", [(4, False)])]


def test_contents_leave_out_the_lesser_headings_where_they_have_no_room(setting):
    entries = [toc.TocEntry(TextHeading(1 if n % 5 == 0 else 2, f"Heading {n}"), n + 3) for n in range(20)]
    assert len(toc.contents(entries, setting, WIDTH, 200)) == 20
    few = toc.contents(entries, setting, WIDTH, 60)
    assert [words_of(strip.items) for strip in few] == [f"Heading {n} {n + 3}" for n in (0, 5, 10, 15)]


@pytest.mark.parametrize(("words", "is_first"), [("Heading", True), ("אב", False)])
def test_the_page_of_a_heading_is_at_the_end_of_its_line(setting, words, is_first):
    entries = [toc.TocEntry(TextHeading(level, words), 3) for level in (1, 2)]
    for strip, indent in zip(toc.contents(entries, setting, WIDTH, 200), (0, toc.INDENT), strict=True):
        heading, page = texts(strip.items)
        left, right = (heading, page) if is_first else (page, heading)
        end = right.x + setting.fonts.extent(right.item)
        assert (left.x, end) == pytest.approx((indent, WIDTH) if is_first else (0, WIDTH - indent))
        assert left.x + setting.fonts.extent(left.item) < right.x


def test_a_chapter_has_the_space_above_of_its_style_in_the_contents(setting):
    spaced = replace(setting, styles=setting.styles | {"contents": replace(setting.styles["contents"], above=10.0)})
    entries = [toc.TocEntry(TextHeading(level, "Heading"), 3) for level in (1, 2)]
    chapter, section = toc.contents(entries, spaced, WIDTH, 200)
    assert (chapter.before, section.before) == (pytest.approx(3.528, abs=0.001), 0.0)


def test_a_foot_names_the_first_heading_of_the_page_or_else_the_chapter_that_continues():
    entries = [
        toc.TocEntry(TextHeading(1, "Setup"), 2, 0.0), toc.TocEntry(TextHeading(2, "Cards"), 2, 60.0),
        toc.TocEntry(TextHeading(2, "Mats"), 3, 0.0), toc.TocEntry(TextHeading(1, "A round"), 3, 80.0),
        toc.TocEntry(TextHeading(1, "Two players"), 4, 30.0), toc.TocEntry(TextHeading(3, "Dice"), 6, 0.0),
        toc.TocEntry(TextHeading(1, "Rulings"), 7, 0.0),
    ]  # fmt: skip
    named = [toc.running(entries, page) for page in range(1, 9)]
    assert named == ["", "Setup", "Mats", "Two players", "Two players", "Two players", "Rulings", "Rulings"]
