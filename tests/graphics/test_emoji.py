"""Drawings of emoji."""

import pytest

from pnp.graphics import emoji
from pnp.graphics.drawing import Path, every


@pytest.mark.parametrize("one", ["🔥", "❤️", "❤", "👨‍👩‍👧", "🇩🇪", "1️⃣", "🏰", "🧛🏽‍♀️", "👁️‍🗨️", "🏳‍🌈", "🕵‍♂️"])
def test_an_emoji_has_a_drawing_that_is_read_as_itself(one):
    drawn = emoji.drawing(one)
    assert drawn
    assert (drawn.alt, drawn.size) == (one, (36, 36))


def test_drawings_are_in_colours():
    drawn = emoji.drawing("❤️")
    assert drawn
    assert {item.fill for item in every(drawn.items) if isinstance(item, Path)} == {"#dd2e44"}


def test_what_is_no_emoji_has_none():
    assert emoji.drawing("A") is None
    assert emoji.drawing("../../LICENSE") is None
