"""Lines of templates -> the texts they make."""

from __future__ import annotations

import pytest

from pnp.checks.support import templates


@pytest.mark.parametrize(
    ("line", "text", "whole", "expected"),
    [
        ("a \0\0\0 b", "a x b", True, True),
        ("a \0\0\0 b", "a x b c", True, False),
        ("a \0\0\0 b", "c a x b c", False, True),
        ("> - **a** \0", "a x", True, True),
        ("\0 a \0 b", "b a", True, False),
        ("plain", "plain", True, True),
        ("plain", "plainer", True, False),
    ],
)
def test_a_line_makes_a_text_if_its_words_stand_in_it_in_order(line, text, whole, expected):
    assert templates.makes(line, text, whole=whole) is expected
