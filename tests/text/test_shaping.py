"""Shaped text: kerning, ligatures, joined letters and marks, in finished PDFs as other programs read them."""

from __future__ import annotations

import io

import pypdf
import pypdfium2
import pytest

from pnp import pdf
from pnp.diagnostics import Diagnostics, Span
from pnp.graphics.drawing import Drawing
from pnp.graphics.geometry import MM_PER_POINT, Rect, Size
from pnp.kit.model import Style
from pnp.text import shaping
from pnp.text.fit import fit, place
from tests.support.scripts import NOWHERE, fonts
from tests.support.writing import document

PAPER = Size(180, 40)


def written(text: str, font: str = "body", size: float = 20.0) -> bytes:
    """A PDF with a text set in a box of 160 mm."""
    style, diagnostics = Style(origin=NOWHERE, font=font, size=size), Diagnostics()
    box = Rect(10, 5, 160, 30)
    items = place(fit(fonts(), text, style, box, Span("x"), diagnostics), box, style, "#000000")
    assert not diagnostics
    drawing = Drawing("d", PAPER, tuple(items))
    return pdf.write(document(pdf.Page(PAPER, (), drawing, "p")), fonts())


def read_by_pdfium(data: bytes) -> str:
    return " ".join(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range().split())


def boxes(data: bytes) -> list[tuple[str, float, float]]:
    """Each character with its left and right end, in mm, as PDFium places them."""
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    found = []
    for index in range(page.count_chars()):
        left, _, right, _ = page.get_charbox(index, loose=True)
        found.append((page.get_text_range(index, 1), left * MM_PER_POINT, right * MM_PER_POINT))
    return [one for one in found if one[0].strip()]


def test_pairs_are_kerned_and_still_read_as_words():
    together = fonts().width("AVATAR", "body", 20)
    assert together < sum(fonts().width(letter, "body", 20) for letter in "AVATAR") - 1
    data = written("AVATAR To")
    assert read_by_pdfium(data) == "AVATAR To"
    assert pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().strip() == "AVATAR To"
    letters = boxes(data)
    assert letters[6][1] - letters[0][1] == pytest.approx(together + fonts().width(" ", "body", 20), abs=0.05)


def test_a_ligature_is_one_glyph_and_reads_as_its_letters():
    office = fonts().shaped("office", "inscription")
    assert any(part.meaning in ("ffi", "fi") for part in office.parts)
    assert read_by_pdfium(written("office", "inscription")) == "office"


@pytest.mark.parametrize(
    ("text", "font"),
    [
        ("مرحبا بالعالم", "arabic"), ("שלום עולם", "hebrew"), ("हिन्दी में लिखा हुआ कार्ड", "devanagari"),
        ("क्षत्रिय श्री", "devanagari"), ("สวัสดี ผู้เล่น", "thai"),
    ],
)  # fmt: skip
def test_words_of_other_scripts_are_searchable(text, font):
    data = written(text, font)
    assert read_by_pdfium(data) == text
    # pypdf reads the glyphs one by one. A mark whose meaning is with its letter is a space without width to it.
    by_glyph = pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().replace("\u200b", "")
    assert by_glyph.split() == text.split()


def test_arabic_letters_are_joined():
    joined = fonts().shaped("ببب", "arabic", rtl=True)
    alone = fonts().shaped("ب", "arabic", rtl=True)
    forms = [part.text for part in joined.parts]
    assert len(set(forms)) == 3
    assert alone.parts[0].text not in forms
    assert joined.width < 3 * alone.width


def test_a_label_in_two_directions_is_drawn_and_measured_in_order():
    """Labels of sheets and feet of pages are drawn as one text."""
    label, arabic = fonts().shaped("a سلام", "arabic"), fonts().shaped("سلام", "arabic", rtl=True)
    assert "".join(part.text for part in label.parts) == "a " + "".join(part.text for part in arabic.parts)
    widths = [fonts().width(text, "arabic", 10) for text in ("a سلام", "a ", "سلام")]
    assert widths[0] == pytest.approx(widths[1] + widths[2])


def test_devanagari_stacks_letters_and_moves_vowels():
    """A vowel that follows in the text comes before its letter; a cluster is narrower than its letters."""
    ki = fonts().shaped("कि", "devanagari")
    assert ki.differs
    assert len(ki.parts) + len(ki.marks) == 2
    assert ki.parts[0].text != "क"
    assert fonts().shaped("क्ष", "devanagari").width < sum(fonts().shaped(c, "devanagari").width for c in "कष")


@pytest.mark.parametrize(
    ("letter", "is_set"), [("x\u030c", True), ("a\u0328\u0301", True), ("\U0001f5a5\u030c", False), ("本\u0301", False)]
)
def test_a_font_sets_a_letter_if_its_mark_does_not_stand_beside_it(letter, is_set):
    face = fonts().typeface("marks")
    assert shaping.is_set(face.data, letter) == is_set


@pytest.mark.parametrize("letter", ["ح\u064b", "س\u064e", "ئ\u0651", "ב\u05bc"])
@pytest.mark.parametrize("role", ["body", "bold", "italic", "title"])
def test_the_marks_of_letters_from_right_to_left_are_measured_at_their_letter(letter, role):
    """Their glyphs come before that of their letter."""
    assert fonts().missing(letter, role) == ()


@pytest.mark.parametrize("letter", ["q\u0307", "q\u0301", "ď\u0328"])
@pytest.mark.parametrize("role", ["body", "bold"])
def test_a_mark_that_only_touches_its_letter_is_set_in_another_font(letter, role):
    """Atkinson Hyperlegible has these marks and no place for them at these letters."""
    face = fonts().typeface(role)
    assert set(map(ord, letter)) <= face.glyphs
    assert not shaping.is_set(face.data, letter)
    assert fonts().missing(letter, role) == ()
    assert role not in {part.role for part in fonts().shaped(letter, role).parts}


def test_a_character_without_outlines_has_no_ink():
    face = fonts().typeface("signs")
    assert shaping.has_ink(face.data, "♠")
    assert shaping.has_ink(face.data, " ")
    assert not shaping.has_ink(face.data, "本")


def test_text_from_right_to_left_begins_at_the_right_and_keeps_numbers():
    data = written("שלום 123 abc", "hebrew")
    at = {character: left for character, left, _ in boxes(data)}
    assert at["ש"] > at["ל"] > at["3"] > at["2"] > at["1"] > at["c"] > at["b"] > at["a"]
    assert max(right for _, _, right in boxes(data)) == pytest.approx(170, abs=0.5)


def test_words_of_both_directions_on_a_line_are_apart_by_a_space():
    data = written("Roll שלום and move", "body")
    found = boxes(data)
    at = {character: (left, right) for character, left, right in found}
    space = fonts().width(" ", "body", 20)
    assert at["ם"][0] - at["l"][1] == pytest.approx(space, abs=0.3)
    assert next(left for letter, left, _ in found if letter == "a") - at["ש"][1] == pytest.approx(space, abs=0.3)


def test_brackets_from_right_to_left_are_mirrored_and_read_as_written():
    assert read_by_pdfium(written("שלום (בדיקה)", "hebrew")) == "שלום (בדיקה)"


def test_characters_that_a_font_lacks_are_set_in_its_fallbacks():
    roles = {part.role for part in fonts().shaped("Roll हिन्दी", "body").parts}
    assert roles == {"body", "devanagari"}
    assert fonts().missing("Roll हिन्दी ア", "body") == ("ア",)
    assert read_by_pdfium(written("Roll हिन्दी now")) == "Roll हिन्दी now"


@pytest.mark.parametrize("text", ["Roll a die", "AV", "office – é", "a\u202fb", "مرحبا بالعالم", "हिन्दी में"])
def test_a_text_is_as_wide_as_its_words(text):
    words = text.split(" ")
    spaces = fonts().width(" ", "body", 12) * (len(words) - 1)
    assert fonts().width(text, "body", 12) == pytest.approx(sum(fonts().width(w, "body", 12) for w in words) + spaces)


def test_a_text_is_split_by_script_and_shared_signs_stay_with_their_neighbours():
    assert shaping.scripts("abc, שלום!") == [("abc, ", "Latn"), ("שלום!", "Hebr")]
    assert shaping.scripts("(abc") == [("(abc", "Latn")]
    assert shaping.scripts("١٢") == [("١٢", "Arab")]
