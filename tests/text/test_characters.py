"""Characters as they are printed, and clusters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text import characters
from pnp.text.characters import ZERO, units
from pnp.text.fit import runs, wrap
from tests.support.scripts import fonts


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("rhino", ["rhino"]), ("", []), ("カードを引く。", ["カー", "ド", "を", "引", "く。"]),
        ("「次の人」が", ["「次", "の", "人」", "が"]),
        ("3枚（測試）！", ["3", "枚", "（測", "試）！"]), (f"สวัสดี{ZERO}ผู้เล่น", ["สวัสดี", "ผู้เล่น"]), ("한국어", ["한국어"]),
    ],
)  # fmt: skip
def test_the_parts_of_a_word(word, parts):
    found = units(word)
    assert [part.removeprefix(ZERO) for part in found] == parts
    assert all(part.startswith(ZERO) for part in found[1:])
    assert not found or not found[0].startswith(ZERO)


@given(st.text("日本語カーab「」。、！", min_size=1, max_size=24))
def test_no_line_begins_with_a_closing_sign_or_ends_with_an_opening_one(word):
    parts = [part.removeprefix(ZERO) for part in units(word)]
    assert "".join(parts) == word
    assert not any(part[0] in "」。、！" for part in parts[1:])
    assert not any(part[-1] == "「" for part in parts[:-1])


def test_lines_are_filled_with_parts_and_have_no_spaces_between_them():
    text = "abc" + f"{ZERO}abc" * 9
    width = fonts().width("abcabcabc", "body", 10) + 0.1
    lines = wrap(fonts(), runs(text, "body"), 10, width)
    assert ["".join(run.text for _, run in line.words) for line in lines] == ["abcabcabc"] * 3 + ["abc"]
    assert all(line.width <= width for line in lines)


def test_a_word_in_two_fonts_stays_whole_beside_them():
    (line,) = wrap(fonts(), runs(f"a**b**{ZERO}c d", "body"), 10, 100)
    spaced = fonts().width("a", "body", 10) + fonts().width("b", "bold", 10) + fonts().width("c d", "body", 10)
    assert line.width == pytest.approx(spaced)


LETTERS = set(map(ord, "ab -"))


def test_widths_of_characters_that_a_font_lacks_are_those_of_their_replacements():
    widths = characters.widened({ord(" "): 250, ord("-"): 300}, 500)
    assert [widths[one] for one in (0xA0, 0x202F, 0x2009, 0x200A, 0x2011)] == [250, 150, 150, 150, 300]
    assert characters.widened({0x2011: 320, ord("-"): 300}, 500)[0x2011] == 320
    assert characters.widened({}, 500)[0x2011] == 500


def test_hyphens_are_printable_only_if_the_font_has_one():
    assert 0x2011 in characters.printable(LETTERS)
    assert characters.printable(set()) == {0xA0, 0x202F, 0x2009, 0x200A}


def test_characters_that_a_font_lacks_are_replaced_and_others_stay():
    assert characters.replaced("a\u2011b", LETTERS) == "a-b"
    assert characters.replaced("a\u2011b", {*LETTERS, 0x2011}) == "a\u2011b"
    assert characters.replaced("ab", LETTERS) == "ab"


def test_a_hint_names_the_script_the_role_and_a_package_if_one_is_known():
    assert "a font for Arabic, such as one of the package fontpkg-noto-sans-arabic" in characters.script_hint(
        "Arab", "body"
    )
    assert characters.script_hint("Hani", "body").endswith("name it in the 'fallback' of 'body'")
    assert "pip install" not in characters.script_hint("Hani", "body")
