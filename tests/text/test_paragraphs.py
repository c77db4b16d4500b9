"""Paragraphs below one another."""

from __future__ import annotations

from pnp.text.paragraphs import APART, paragraphs


def test_paragraphs_follow_one_another_and_lines_are_as_wide_as_wanted(context):
    fonts = context.fonts
    _, one = paragraphs(fonts, ["word " * 40], 80, 10)
    group, both = paragraphs(fonts, ["word " * 40, "**bold** and more"], 80, 10)
    last = max(text.y for text in group.items)
    assert all(text.x + fonts.width(text.text, text.font, text.size) <= 80.01 for text in group.items)
    assert [text.font for text in group.items if text.y == last] == ["bold", "body"]
    assert one + APART < last < both
    assert paragraphs(fonts, [], 80, 10)[1] == 0
