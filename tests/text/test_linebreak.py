"""Hyphens and lines: where words are parted, which lines are made, and that what is read off them is the text."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pypdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import pdf
from pnp.checks.support.printed import sentences
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics.drawing import Drawing, Piece, Tag, Text
from pnp.graphics.geometry import Rect, Size
from pnp.imposition import Room, arrange
from pnp.kit import paths
from pnp.kit.model import Style
from pnp.pipeline.context import open_context
from pnp.sources import Node
from pnp.text import linebreak
from pnp.text.extract import joined
from pnp.text.fit import FittedText, fit, place, runs, wrap
from pnp.text.hyphenation import SOFT, Hyphens
from pnp.text.icons import FIRST
from pnp.text.linebreak import Measures, TextLook
from pnp.text.roles import Fonts
from tests.conftest import RHINO
from tests.support.drawn import case_test
from tests.support.set_text import lines_of_wrap

test_is_drawn_as_reviewed = case_test("text/linebreak", lines_of_wrap)

HERE = Span("cards.yaml", 3, 9, 12)
BODY = "understanding the tournament is an undertaking of considerable interest"


@pytest.fixture(scope="module")
def fonts(context: RenderContext) -> Iterator[Fonts]:
    """The fonts of the kit, with no words that stay whole."""
    before = context.fonts.hyphens
    context.fonts.hyphens = Hyphens("en")
    yield context.fonts
    context.fonts.hyphens = before


def style(**given: object) -> Style:
    return Style(**{"origin": Node({}, Span("faces.yaml")), "font": "body", "size": 10.0, **given})  # type: ignore[arg-type]


def set_in(fonts: Fonts, text: str, width: float, parted: str = "body", *, forced: bool = True) -> list[str]:
    lines = wrap(fonts, runs(text, "body"), 10, width, parted, forced=forced)
    return [" ".join(run.text for _, run in line.words) for line in lines]


def wide(fonts: Fonts, text: str) -> float:
    return fonts.width(text, "body", 10)


# Lines -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "measure", "lines"),
    [
        ("take 2 * now", 6, ["take", "2 *", "now"]), ("or take 2 * then", 9, ["or take", "2 * then"]),
        ("or take +2 * then", 12, ["or take +2 *", "then"]), ("or take the * then", 13, ["or take the", "* then"]),
    ],
)  # fmt: skip
def test_an_icon_stays_with_its_number_or_else_with_the_next_word(text, measure, lines):
    words = [[(word, TextLook("body"), float(len(word)))] for word in text.replace("*", FIRST).split()]
    by = Measures(lambda text, _: float(len(text)), lambda word: (word,))
    found = linebreak.lines(words, measure, by)
    assert [" ".join(word for _, word, *_ in line).replace(FIRST, "*") for line in found] == lines


@pytest.mark.parametrize(
    ("text", "size", "has_hint"),
    [
        ("an understanding", (12, 50), True),
        ("**an understanding**", (12, 50), False),  # bold words are never hyphenated
        ("an " * 20, (12, 5), False),
        ("xxxxxxxxxxxx", (12, 50), False),
    ],
)
def test_a_word_that_is_too_wide_may_be_hyphenated(fonts, text, size, has_hint):
    diagnostics = Diagnostics()
    fit(fonts, text, style(), Rect(0, 0, *size), HERE, diagnostics)
    (diagnostic,) = diagnostics
    assert ("or write 'hyphenate: true' in its style" in diagnostic.hints) == has_hint


def test_not_three_lines_running_end_in_a_hyphen(fonts):
    text = " ".join(["understanding"] * 30) + " of it"
    for width in (20.0, 26.0, 31.0, 40.0, 47.5):
        ends = [line.endswith(SOFT) for line in set_in(fonts, text, width, forced=False)]
        assert not any(all(ends[i : i + 3]) for i in range(len(ends) - 2)), width


def test_a_hyphen_fits_its_line_and_saves_no_line_too_many(fonts):
    for width in range(15, 80):
        lines = wrap(fonts, runs(BODY, "body"), 10, width, "body")
        assert all(
            line.width <= width + 1e-6 for line in lines if not " ".join(r.text for _, r in line.words).isalpha()
        )
        if width > wide(fonts, "understanding"):
            assert len(lines) <= len(wrap(fonts, runs(BODY, "body"), 10, width))


def test_lines_are_as_even_as_can_be(fonts):
    words = ["aaaa", "bb", "cccccccc", "dd", "eeeeee", "ffffffff", "gg", "hhhhhhhhh", "ii", "jjj", "kkkkkkkk", "lll"]
    width = wide(fonts, "cccccccc dd eeeeee")
    lines = wrap(fonts, runs(" ".join(words), "body"), 10, width)

    def cost(made: list[float]) -> float:
        return sum((1 - one / width) ** 2 for one in made[:-1])

    best = min(
        (cost(found) for found in every_way(fonts, words, width) if len(found) == len(lines)), default=float("inf")
    )
    assert cost([line.width for line in lines]) == pytest.approx(best)


def test_a_short_word_does_not_stand_alone_in_the_last_line(fonts):
    text = "All knights ride home again at"
    assert set_in(fonts, f"{text} six", wide(fonts, text)) == ["All knights ride home again", "at six"]
    assert set_in(fonts, f"{text} dinnertime", wide(fonts, text)) == [text, "dinnertime"]


def every_way(fonts: Fonts, words: list[str], width: float) -> Iterator[list[float]]:
    """The widths of the lines of every way to set some words."""
    for end in range(1, len(words) + 1):
        own = wide(fonts, " ".join(words[:end]))
        if own > width + 1e-6:
            return
        if end == len(words):
            yield [own]
        for rest in every_way(fonts, words[end:], width):
            yield [own, *rest]


# Reading -----------------------------------------------------------------------------------------------------

letters = st.text("abcdefgnotu", min_size=1, max_size=14)
marked = st.lists(
    st.tuples(letters, st.sampled_from(["{}", "{}", "{}", "**{}**", "{}.", f"{{}}{SOFT}ding", "3 {}"])), max_size=25
)


@given(marked, st.floats(4, 60), st.booleans())
def test_joined_lines_give_back_the_text(fonts, made, width, parts):
    text = " ".join(form.format(one) for one, form in made)
    content = runs(text, "body")
    lines = wrap(fonts, content, 10, width, "body" if parts else "")
    block = FittedText(tuple(lines), 10, 5, 2, 5 * len(lines))
    texts = place(block, Rect(0, 0, width, 500), style(), "#000000")
    assert joined(fonts, texts) == "".join(run.text for run in content).replace(SOFT, "")


def parted(fonts: Fonts) -> tuple[Text, ...]:
    """A text in a box in which some of its words are parted."""
    set_as, box = style(hyphenate=True), Rect(0, 0, 26, 60)
    texts = tuple(place(fit(fonts, BODY, set_as, box, HERE, Diagnostics()), box, set_as, "#000000"))
    assert any(text.text.endswith(SOFT) for text in texts)
    return texts


def test_what_is_proved_is_the_whole_word(fonts):
    texts = parted(fonts)
    drawing = Drawing("d", Size(60, 60), (Tag("P", texts, origin=HERE),))
    assert [sentence.text for sentence in sentences(fonts, drawing)] == [BODY]


def test_a_hyphen_in_a_file_is_a_soft_one(fonts):
    page, paper = Drawing("d", Size(60, 60), (Tag("P", parted(fonts)),)), Size(148, 210)
    piece = Piece("p/1", "p", "Title", Size(60, 60), page, stock="paper")
    (sheet,) = arrange("grid", [piece], Room(paper, 5), 0)
    pages = (pdf.Page(paper, sheet.front, Drawing("m", paper, ()), "p"),)
    data = pdf.write(pdf.Document("t", "a", "s", "en", "Simplex", pages), fonts)
    words = pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text()
    assert "".join(words.replace(f"{SOFT}\n", "").split()) == BODY.replace(" ", "")
    assert SOFT in words
    # Browsers put the parts together themselves.
    assert "-" not in pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()


# Boxes -------------------------------------------------------------------------------------------------------


def fitted(fonts: Fonts, text: str, width: float, **given: object) -> tuple[FittedText, list[Diagnostic]]:
    diagnostics = Diagnostics()
    return fit(fonts, text, style(**given), Rect(0, 0, width, 20), HERE, diagnostics), list(diagnostics)


def test_one_long_word_is_parted_before_it_is_too_long_for_its_box(fonts):
    width = wide(fonts, "understan") * 0.8
    block, diagnostics = fitted(fonts, "understanding", width, least=8.0, hyphenate=True)
    assert not diagnostics
    assert [run.text for line in block.lines for _, run in line.words] == [f"under{SOFT}", "standing"]
    assert block.size == 8
    _, diagnostics = fitted(fonts, "understanding", width, least=8.0)
    assert [diagnostic.code for diagnostic in diagnostics] == ["text-overflow"]


def test_a_long_word_is_made_smaller_before_it_is_parted(fonts):
    block, diagnostics = fitted(fonts, "understanding", wide(fonts, "understanding") * 0.9, least=8.0, hyphenate=True)
    assert not diagnostics
    assert len(block.lines) == 1
    assert 8 < block.size < 10


# Kits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kit", paths.game_kits())
def test_headings_and_titles_of_cards_are_never_parted(kit):
    context = open_context(RHINO.parent / kit, Diagnostics())
    assert context is not None
    styles = context.kit.facebook.styles
    assert any(style.hyphenate for style in styles.values())
    assert not any(style.hyphenate for name, style in styles.items() if re.search(r"title|h[123]$|head", name))
