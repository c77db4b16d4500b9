"""Transforms of styles, which have units, and their origins."""

from __future__ import annotations

import pytest

from pnp.graphics.geometry import Transform
from pnp.graphics.svg.css_transform import is_length, origin, written
from tests.support.css_lines import lines_of_css
from tests.support.drawn import case_test

test_is_drawn_as_reviewed = case_test("svg/css_transform", lines_of_css)


def test_an_attribute_may_have_an_origin_without_units() -> None:
    assert origin("50 60", None, unitless=True) == (50, 60)
    for text in ("50 60", "center", "1px 2px 3px", "1px 2px 0 0", ""):
        with pytest.raises(ValueError, match="transform-origin"):
            origin(text, None, unitless=False)


def test_lengths_have_units() -> None:
    assert [text for text in ("1px", "2Q", "3%", "0", "1", "1em", "x", "") if is_length(text)] == [
        "1px",
        "2Q",
        "3%",
        "0",
    ]


def test_a_transform_is_written_as_attributes_have_it() -> None:
    assert written(Transform(1, 0.5, 0, -1, 1 / 3, 0)) == "matrix(1 0.5 0 -1 0.333333333 0)"
