"""No-break spaces and hyphens, which few fonts have."""

from __future__ import annotations

from pnp.text import spaces

LETTERS = set(map(ord, "ab -"))


def test_widths_of_characters_that_a_font_lacks_are_those_of_their_replacements():
    widths = spaces.widened({ord(" "): 250, ord("-"): 300}, 500)
    assert [widths[one] for one in (0xA0, 0x202F, 0x2009, 0x200A, 0x2011)] == [250, 150, 150, 150, 300]
    assert spaces.widened({0x2011: 320, ord("-"): 300}, 500)[0x2011] == 320
    assert spaces.widened({}, 500)[0x2011] == 500


def test_hyphens_are_printable_only_if_the_font_has_one():
    assert 0x2011 in spaces.printable(LETTERS)
    assert spaces.printable(set()) == {0xA0, 0x202F, 0x2009, 0x200A}


def test_characters_that_a_font_lacks_are_replaced_and_others_stay():
    assert spaces.replaced("a\u2011b", LETTERS) == "a-b"
    assert spaces.replaced("a\u2011b", {*LETTERS, 0x2011}) == "a\u2011b"
    assert spaces.replaced("ab", LETTERS) == "ab"
