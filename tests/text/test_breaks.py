"""Where lines may break without a space."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text.breaks import ZERO, units
from pnp.text.fit import runs, wrap
from tests.support.scripts import fonts


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("rhino", ["rhino"]),
        ("", []),
        ("カードを引く。", ["カー", "ド", "を", "引", "く。"]),
        ("「次の人」が", ["「次", "の", "人」", "が"]),
        ("3枚（測試）！", ["3", "枚", "（測", "試）！"]),
        (f"สวัสดี{ZERO}ผู้เล่น", ["สวัสดี", "ผู้เล่น"]),
        ("한국어", ["한국어"]),
    ],
)
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
