"""The marks of a booklet's sheets."""

from __future__ import annotations

from pnp.graphics.geometry import Size
from pnp.imposition import Room
from pnp.imposition.booklet_marks import booklet_marks

LETTER = Size(279.4, 215.9)


def test_a_booklet_has_no_marks_that_would_stay_in_it(context):
    assert list(booklet_marks("m", Room(LETTER, 6.35, context.say), context.fonts).texts()) == []


def test_a_draft_says_so(context):
    drawn = booklet_marks("m", Room(LETTER, 6.35, context.say), context.fonts, draft=True)
    assert "DRAFT" in [text.text for text in drawn.texts()]
