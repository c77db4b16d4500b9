"""The component `deck`."""

from tests.support.drawn import kind_test

test_is_drawn_as_reviewed = kind_test("deck")
