"""Parts of a text that its translation must have: fields, tags, icons, marks; and the words beside them."""

from __future__ import annotations

import re

import pytest

from pnp.kit.placeholders import printed_texts


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ('{{ "point" if n == 1 else "points" }}', ["point", "points"]),
        ('{{ "attacker" | said }}', []),
        ("{('forfeit' if then.ends == 'forfeited' else then.ends)|said}", []),
        ('{{ names | listed("or") }}', ["or"]),
        ('{{ scored("K4") }}', []),
        ('{{ "by your mat" if "mats" in components else "beside you" }}', ["by your mat", "beside you"]),
        ('{% set back = ["the tokens" if a else "", "cards"] | select | list %}', ["the tokens", "cards"]),
        ('{% set boards = ["list", "camp"] | select("in", components) %}', []),
        ('{% for id in ["plus", "minus"] %}', []),
        ('{% include "note.md" %}', []),
        ("{['1st', '2nd'][number]}", ["1st", "2nd"]),
        ("{# a note #}", []),
    ],
)
def test_printed_words_in_an_expression_are_told_from_ids(part, words):
    assert [re.sub("[\"']", "", match[0]) for match in printed_texts(part)] == words
