"""Numbered boxes."""

from tests.support.drawn import element_test

test_is_drawn_as_reviewed = element_test("boxes")
