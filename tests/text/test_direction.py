"""Directions of text: levels, paragraphs, and the order of pieces on a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text import direction


@pytest.mark.parametrize(
    ("text", "rtl", "levels"),
    [
        ("ab אב cd", False, "00011000"),
        ("אב 12 גד", True, "11122111"),
        ("אב ab", True, "11122"),
        # Brackets belong together: rule N0.
        ("אב ab (x)", True, "111222222"),
        ("ab (אב) c", False, "000011000"),
        ("אב (אב) c", True, "111111112"),
    ],
)
def test_levels_of_characters(text, rtl, levels):
    assert "".join(map(str, direction.levels(text, rtl=rtl))) == levels


@pytest.mark.parametrize(
    ("text", "rtl"), [("12 – 3", True), ("١٢", True), ("", True), ("\ufffc 2", True), ("a", False), ("12 b", False)]
)
def test_a_paragraph_without_letters_runs_as_its_text_does(text, rtl):
    assert direction.begins_rtl(text, otherwise=True) == rtl
    assert not direction.begins_rtl(text)


@given(st.lists(st.integers(0, 5), max_size=12))
def test_an_order_has_every_piece_once_and_pieces_of_level_0_stay(levels):
    order = direction.visual_order(levels)
    assert sorted(order) == list(range(len(levels)))
    assert all(order[n] == n for n, level in enumerate(levels) if not level)


@given(st.text("abאב12 (),-א", max_size=20), st.booleans())
def test_each_character_has_a_level_and_strong_ones_that_of_their_direction(text, rtl):
    levels = direction.levels(text, rtl=rtl)
    assert len(levels) == len(text)
    assert all(level % 2 == 0 for character, level in zip(text, levels, strict=True) if character in "ab")
    assert all(level % 2 == 1 for character, level in zip(text, levels, strict=True) if character in "אב")
