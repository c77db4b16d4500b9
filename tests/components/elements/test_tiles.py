"""Tiles: where the points of a lit one are."""

from tests.support.drawn import element_test

test_is_drawn_as_reviewed = element_test("tiles")
