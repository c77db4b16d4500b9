"""The component `deck`."""

from __future__ import annotations

from tests.support.drawn import kind_test

test_drawn = kind_test("deck")
