"""The marks of a booklet's sheets."""

from __future__ import annotations

from pnp.graphics.geometry import Size
from pnp.imposition import Room
from pnp.imposition.booklet_marks import booklet_marks

LETTER = Size(279.4, 215.9)


def test_only_the_inner_side_has_a_label_and_it_is_in_the_gutter(context):
    front, back = (
        booklet_marks("m", Room(LETTER, 6.35), "Rhino · page 2 of 4", context.fonts, side=side)
        for side in ("front", "back")
    )
    assert list(front.texts()) == []
    (text,) = back.texts()
    assert text.text == "Rhino · page 2 of 4"
    assert LETTER.w / 2 - 5 < text.y < LETTER.w / 2  # turned: its baseline is upright


def test_a_long_label_fits_the_paper(context):
    drawn = booklet_marks("m", Room(LETTER, 6.35), "many words " * 15, context.fonts, side="back")
    (text,) = drawn.texts()
    assert text.x > 6.35
    assert text.x + context.fonts.width(text.text, text.font, text.size) < LETTER.h - 6.35


def test_a_draft_says_so_on_both_sides(context):
    for side in ("front", "back"):
        drawn = booklet_marks("m", Room(LETTER, 6.35, context.say), "x", context.fonts, side=side, draft=True)
        assert "DRAFT" in [text.text for text in drawn.texts()]
