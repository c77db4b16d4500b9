"""Numbered boxes."""

from __future__ import annotations

from tests.support.drawn import element_test

test_drawn = element_test("boxes")
