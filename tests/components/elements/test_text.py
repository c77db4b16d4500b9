"""Text elements: plates below words."""

from tests.support.drawn import element_test

test_is_drawn_as_reviewed = element_test("text")
