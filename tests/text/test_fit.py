"""Words and a box -> lines that fit: widths, breaks, markup, sizes, and what is refused."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from fontTools import ttLib
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics.geometry import MM_PER_POINT, Rect
from pnp.kit import load, paths
from pnp.kit.model import Font, Style
from pnp.sources import Node
from pnp.text import shaping
from pnp.text.fit import STEP, FittedText, TextLine, checked, fit, runs, set_block, wrap
from pnp.text.fontfile import SLANT, THICKER
from pnp.text.roles import Fonts, Run, font_file
from tests.support.drawn import case_test
from tests.support.set_text import lines_of_fit, lines_of_wrap

test_fit_is_drawn_as_reviewed = case_test("text/fit", lines_of_fit)
test_wrap_is_drawn_as_reviewed = case_test("text/wrap", lines_of_wrap)

HERE = Span("cards.yaml", 3, 9, 12)
NOWHERE = Node({}, Span("fonts.yaml"))


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    """All shipped fonts."""
    diagnostics = Diagnostics()
    found = Fonts(load.font_roles(diagnostics), paths.fonts_folder(), diagnostics)
    assert not diagnostics
    return found


def style(**given: Any) -> Style:
    return Style(**{"origin": NOWHERE, "font": "body", "size": 10.0, **given})


def said(lines: list[TextLine]) -> list[str]:
    """Each line's text, its runs put together with a space where there is one between them."""
    return [" ".join(run.text for _, run in line.words) for line in lines]


def sentence(text: str) -> list[Run]:
    return runs(text, "body")


# Widths


@pytest.mark.parametrize("role", ["title", "body", "bold", "italic", "bold-italic"])
def test_a_character_is_as_wide_as_its_font_has_it(fonts, role):
    widths = fonts.typeface(role).widths
    for character in "Rhinoceros Joust: “×10” & more…":
        assert fonts.width(character, role, 12) == pytest.approx(widths[ord(character)] / 1000 * 12 * MM_PER_POINT)


def test_a_text_is_as_wide_as_reportlab_would_set_it(fonts):
    text = "Jousting"  # of several words, the spaces are wider
    font = TTFont("title", str(fonts.path("title")))
    assert fonts.width(text, "title", 16) == pytest.approx(font.stringWidth(text, 16) * MM_PER_POINT)


def roles_of(folder: Path, context: RenderContext, **files: str) -> dict[str, Font]:
    """Font roles with files of these names beside `fonts.yaml`, one a line; those called good can be used."""
    (folder / "good.ttf").write_bytes(context.fonts.path("body").read_bytes())
    (folder / "broken.ttf").write_bytes(b"no font")
    found = {}
    for line, (role, file) in enumerate(files.items(), start=1):
        node = Node({"file": Node(file, Span("fonts.yaml", line, 9))}, Span("fonts.yaml", line))
        found[role.replace("_", "-")] = Font(origin=node, file=file)
    return found


GOOD = {"body": "good.ttf", "bold": "good.ttf", "italic": "good.ttf", "bold_italic": "good.ttf"}


def test_a_role_that_every_kit_needs_is_an_error_when_it_is_not_there(context, tmp_path):
    diagnostics = Diagnostics()
    Fonts(roles_of(tmp_path, context, body="good.ttf", bold="good.ttf"), tmp_path, diagnostics)
    assert [(d.span.file, d.code, d.message) for d in diagnostics] == [
        (str(tmp_path / "fonts.yaml"), "missing-key", "the font role 'bold-italic' is missing"),
        (str(tmp_path / "fonts.yaml"), "missing-key", "the font role 'italic' is missing"),
    ]


def test_a_font_whose_package_is_missing_says_how_to_install_it(context, tmp_path):
    diagnostics = Diagnostics()
    roles = roles_of(tmp_path, context, **GOOD)
    roles["title"] = Font(origin=NOWHERE, file="x.ttf", package="fontpkg-no-such-font")
    Fonts(roles, tmp_path, diagnostics)
    assert [d.hints for d in diagnostics] == [("install it with 'pip install fontpkg-no-such-font'",)]


# Markup


@pytest.mark.parametrize(
    ("font", "bold", "italic"),
    [("body", "bold", "italic"), ("bold", "bold", "bold-italic"), ("italic", "bold-italic", "italic")]
    + [("bold-italic", "bold-italic", "bold-italic"), ("title", "title-bold", "title-italic")],
)
def test_each_font_has_its_bold_and_its_italic(font, bold, italic):
    assert [(run.text, run.font) for run in runs("**x**", font)] == [("x", bold)]
    assert [(run.text, run.font) for run in runs("*x*", font)] == [("x", italic)]


@pytest.fixture(scope="module")
def marcellus() -> str:
    return str(font_file(load.font_roles(Diagnostics())["inscription"], paths.fonts_folder()))


def own_fonts(chosen: tuple[str, ...], **more: Font) -> Fonts:
    diagnostics = Diagnostics()
    made = Fonts({**load.font_roles(diagnostics), **more}, paths.fonts_folder(), diagnostics, chosen=chosen)
    assert not diagnostics
    return made


def reported(fonts: Fonts, text: str, font: str) -> tuple[list[Run], list[tuple[str, str, str, tuple[str, ...]]]]:
    diagnostics = Diagnostics()
    content = checked(fonts, runs(text, font), HERE, diagnostics)
    return content, [(one.severity, one.code, one.message, one.hints) for one in diagnostics]


def test_emphasis_that_a_font_lacks_is_an_error_and_not_lost_in_silence(marcellus):
    fonts = own_fonts(("mine",), mine=Font(origin=NOWHERE, file=marcellus))
    content, found = reported(fonts, "a **b** *c* ***d***", "mine")
    assert {run.font for run in content} == {"mine"}
    for words, cut in (("'b'", "bold"), ("'c'", "italic"), ("'d'", "bold-italic")):
        lost = f"the font for 'mine' has no {cut.replace('-', ' ')}, so {words} would look like all other words"
        hint = f"add a role 'mine-{cut}' to fonts.yaml: its file, or the file of 'mine' with 'made: {cut}'"
        assert ("error", "missing-cut", lost, (hint,)) in found
    assert len(found) == 3
    assert {run.font for run in reported(fonts, "a *** b** *c*", "mine")[0]} == {"mine"}, "also of empty words"


def test_emphasis_in_another_family_is_a_warning_unless_the_kit_has_chosen_it(marcellus):
    mine = Font(origin=NOWHERE, file=marcellus)
    content, found = reported(own_fonts(("body",), body=mine), "a **b**", "body")
    assert [run.font for run in content] == ["body", "bold"]
    assert [(severity, message) for severity, _, message, _ in found] == [
        ("warning", "'b' is in another family than the words around it, Atkinson Hyperlegible")
    ]
    assert reported(own_fonts(("body", "bold"), body=mine), "a **b**", "body")[1] == []
    assert reported(own_fonts(()), "a **b**", "body")[1] == []


def test_a_bold_and_an_italic_are_made_on_request(marcellus):
    cuts = {f"mine-{cut}": Font(origin=NOWHERE, file=marcellus, made=cut) for cut in ("bold", "italic")}
    fonts = own_fonts(("mine",), mine=Font(origin=NOWHERE, file=marcellus), **cuts)
    content, found = reported(fonts, "a **b** *c*", "mine")
    assert ([run.font for run in content if run.text.strip()], found) == ([*["mine", "mine-bold", "mine-italic"]], [])
    plain, bold, italic = (fonts.width("I", role, 10) for role in ("mine", "mine-bold", "mine-italic"))
    assert bold - plain == pytest.approx(10 * THICKER * MM_PER_POINT, rel=0.05)
    assert italic == plain
    upright, leaning, thick = (ink(fonts, role) for role in ("mine", "mine-italic", "mine-bold"))
    assert leaning - upright == pytest.approx(SLANT * fonts.cap_height("mine", 10), rel=0.15)
    assert thick - upright == pytest.approx(bold - plain, rel=0.2)


def ink(fonts: Fonts, role: str) -> float:
    """The width of what is printed of an I, in mm at 10 pt."""
    font = ttLib.TTFont(io.BytesIO(fonts.typeface(role).data))
    glyph = font["glyf"][font.getBestCmap()[ord("I")]]
    return (glyph.xMax - glyph.xMin) / font["head"].unitsPerEm * 10 * MM_PER_POINT


@given(st.text("ab* \n", max_size=20))
def test_markup_takes_away_stars_and_nothing_else(text):
    assert "".join(run.text for run in runs(text, "body")).replace("*", "") == text.replace("*", "")


# Breaking lines


def test_an_overflow_of_less_than_a_tenth_is_not_called_none(fonts):
    diagnostics = Diagnostics()
    width = fonts.width("Swerve", "body", 8) - 0.03
    fit(fonts, "Swerve", style(size=8), Rect(0, 0, width, 50), HERE, diagnostics)
    assert next(iter(diagnostics)).message.endswith("0.1 mm over")


letters = st.text("abcWM.’", min_size=1, max_size=6)
word = st.one_of(letters, st.tuples(letters, letters).map("\u00a0".join))
words = st.lists(st.tuples(word, st.sampled_from(["{}", "{}", "**{}**", "*{}*"])), max_size=25)


@pytest.mark.slow
@given(words, st.sampled_from([6.0, 9.5, 14.0]), st.floats(1, 80))
def test_words_are_never_lost_nor_reordered_and_lines_never_too_wide(fonts, marked, size, width):
    lines = wrap(fonts, sentence(" ".join(form.format(one) for one, form in marked)), size, width)
    assert " ".join(said(lines)).split(" ") == ([one for one, _ in marked] or [""])
    for line in lines:
        if line.width > width + 1e-6:
            assert len(line.words) == 1
            assert " " not in line.words[0][1].text
        ends = [x + fonts.width(run.text, run.font, size) for x, run in line.words]
        assert ends == sorted(ends)
        assert line.width == pytest.approx(max(ends, default=0.0))


@given(words, st.floats(5, 60))
def test_lines_are_as_few_as_if_each_took_what_it_can(fonts, marked, width):
    text = " ".join(one for one, _ in marked)
    filled: list[str] = []
    for one, _ in marked:
        if filled and fonts.width(f"{filled[-1]} {one}", "body", 10) <= width + 1e-6:
            filled[-1] += f" {one}"
        else:
            filled.append(one)
    assert len(wrap(fonts, [Run(text, "body")], 10, width)) == max(len(filled), 1)


# Setting and fitting


def test_a_block_is_as_high_as_its_capitals_its_lines_and_its_descenders(fonts):
    block = set_block(fonts, sentence("a\nb\nc"), 10, 1.2, 100)
    assert len(block.lines) == 3
    assert block.size == 10
    assert block.leading == pytest.approx(12 * MM_PER_POINT)
    assert block.cap == pytest.approx(fonts.cap_height("body", 10))
    assert block.height == pytest.approx(block.cap + 2 * block.leading + fonts.descent("body", 10))
    assert 0.6 * 10 * MM_PER_POINT < block.cap < 0.8 * 10 * MM_PER_POINT


def fitted(fonts: Fonts, text: str, set_as: Style, box: Rect) -> tuple[FittedText, list[Diagnostic]]:
    diagnostics = Diagnostics()
    return fit(fonts, text, set_as, box, HERE, diagnostics), list(diagnostics)


@given(words, st.floats(3, 60), st.floats(3, 30), st.sampled_from([5.0, 7.3, 10.0]))
def test_what_is_fitted_fits_or_is_an_error_at_the_least_size(fonts, marked, width, height, least):
    text = " ".join(form.format(one) for one, form in marked)
    block, diagnostics = fitted(fonts, text, style(least=least), Rect(0, 0, width, height))
    fits = block.height <= height + 1e-6 and all(line.width <= width + 1e-6 for line in block.lines)
    assert fits == (not diagnostics)
    assert least <= block.size <= 10
    if diagnostics:
        assert block.size == pytest.approx(least, abs=STEP)
    elif block.size < 10:
        larger = set_block(fonts, sentence(text), min(10, block.size + STEP), 1.2, width)
        assert larger.height > height or any(line.width > width for line in larger.lines)


# Glyphs


def test_missing_glyphs_are_named_once_in_order_and_five_at_most(fonts):
    diagnostics = Diagnostics()
    content = [Run("ꔀꔁ ꔀ", "body"), Run("ꔅꔄꔃꔂꔁꔀ", "bold"), Run("fine\nhere", "body")]
    assert checked(fonts, content, HERE, diagnostics) == content
    assert [d.message for d in diagnostics] == [
        "the font for 'body' has no 'ꔀ' (U+A500), 'ꔁ' (U+A501)",
        "the font for 'bold' has no 'ꔀ' (U+A500), 'ꔁ' (U+A501), 'ꔂ' (U+A502), 'ꔃ' (U+A503), 'ꔄ' (U+A504)",
    ]


def test_a_control_character_is_a_missing_glyph_and_a_tab_is_a_space(fonts):
    assert fonts.missing("a\tb\x00", "body") == ("\x00",)


# Letters typed with marks of their own

EUROPEAN = (
    "Café Việt Žluťoučký Łódź Ștefan Dvořák śnieg Åse Ärger Øre naïve façade Përse Čapek Ğül İzmir Ñandú Ürün Žižek ősi"
)


@pytest.mark.parametrize("role", ["title", "body", "bold", "italic", "inscription", "poster", "fat-face"])
@pytest.mark.parametrize("word", EUROPEAN.split())
def test_a_decomposed_word_is_printed_as_its_composed_twin(fonts, role, word):
    twin = unicodedata.normalize("NFD", word)
    assert fonts.missing(twin, role) == ()
    assert fonts.shaped(twin, role) == fonts.shaped(word, role)
    assert fonts.width(twin, role, 10) == fonts.width(word, role, 10)
    assert checked(fonts, runs(twin, role), HERE, Diagnostics()) == runs(word, role)


@pytest.mark.parametrize("role", ["title", "body", "italic", "inscription", "poster", "fat-face"])
def test_common_signs_print_in_every_role(fonts, role):
    signs = "′″♠♥♦♣♤♡♢♧★☆①②⑩→←↑↓↔⇒±×½¼¾÷≤≥≠∞✓✗✔✘●○■□▲▼◆♀♂☠⚔⚀⚅☀☾♟♔♫♪№♯♭☐☑☒❤☺✦⬡™\ufe0f"
    assert fonts.missing(signs, role) == ()
    assert all(
        shaping.has_ink(fonts.typeface(part.role).data, one)
        for part in fonts.shaped(signs, role).parts
        for one in part.text
    )


def test_a_letter_with_a_mark_that_no_font_sets_is_named_with_both(fonts):
    diagnostics = Diagnostics()
    checked(fonts, [Run("a本\u030cb", "body")], HERE, diagnostics)
    (found,) = diagnostics
    assert found.message == "the font for 'body' has no '本\u030c' (U+672C with U+030C)"
