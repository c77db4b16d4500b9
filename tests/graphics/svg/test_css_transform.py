"""Transforms of styles, which have units, and their origins."""

from __future__ import annotations

import pytest

from pnp.graphics.geometry import Size, Transform
from pnp.graphics.svg.css_transform import is_length, origin, transform, written


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("none", (1, 0, 0, 1, 0, 0)),
        ("translate(1in)", (1, 0, 0, 1, 96, 0)),
        ("translate(3px, -4px)", (1, 0, 0, 1, 3, -4)),
        ("translateY(10mm)", (1, 0, 0, 1, 0, 37.795276)),
        ("translate(0, 0)", (1, 0, 0, 1, 0, 0)),
        ("scale(2)", (2, 0, 0, 2, 0, 0)),
        ("scale(50%, 3)", (0.5, 0, 0, 3, 0, 0)),
        ("scaleX(2) scaleY(3)", (2, 0, 0, 3, 0, 0)),
        ("rotate(90deg)", (0, 1, -1, 0, 0, 0)),
        ("ROTATE(.25turn)", (0, 1, -1, 0, 0, 0)),
        ("rotate(100grad)", (0, 1, -1, 0, 0, 0)),
        ("rotate(1.5707963rad)", (0, 1, -1, 0, 0, 0)),
        ("skewX(45deg)", (1, 0, 1, 1, 0, 0)),
        ("skewY(45deg)", (1, 1, 0, 1, 0, 0)),
        ("skew(45deg, 0)", (1, 0, 1, 1, 0, 0)),
        ("matrix(1, 2, 3, 4, 5, 6)", (1, 2, 3, 4, 5, 6)),
        ("translateX(5px) scale(2)", (2, 0, 0, 2, 5, 0)),
        ("scale(2) translateX(5px)", (2, 0, 0, 2, 10, 0)),
    ],
)
def test_each_function_is_read(text: str, wanted: tuple[float, ...]) -> None:
    assert transform(text) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("50px 1in", (50, 96)),
        ("0 0", (0, 0)),
        ("center", (20, 10)),
        ("left", (0, 10)),
        ("top", (20, 0)),
        ("bottom right", (40, 20)),
        ("25% 100%", (10, 20)),
        ("right 3px 0", (40, 3)),
    ],
)
def test_each_origin_is_read(text: str, wanted: tuple[float, float]) -> None:
    assert origin(text, Size(40, 20), unitless=False) == pytest.approx(wanted)


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
