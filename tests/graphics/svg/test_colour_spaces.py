"""Colour spaces of CSS: their whites, and colours outside sRGB."""

from __future__ import annotations

import pytest

from pnp.graphics.svg import colour_spaces


@pytest.mark.parametrize("space", ["srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020"])
def test_white_and_black_are_the_same_in_every_space(space: str) -> None:
    for level in (0.0, 1.0):
        assert colour_spaces.light(space, (level,) * 3) == pytest.approx((level,) * 3, abs=1e-3)


def test_the_whites_of_lab_and_oklab_are_white() -> None:
    assert colour_spaces.of_lab(100, 0, 0) == pytest.approx((1, 1, 1), abs=1e-4)
    assert colour_spaces.of_oklab(1, 0, 0) == pytest.approx((1, 1, 1), abs=1e-4)
    assert colour_spaces.of_lab(5, 0, 0) == pytest.approx((0.0664,) * 3, abs=1e-3)


def test_a_colour_that_srgb_lacks_has_channels_outside() -> None:
    red, green, blue = colour_spaces.light("display-p3", (0, 1, 0)) or (0, 0, 0)
    assert red < 0 < 1 < green
    assert blue < 0


def test_another_space_is_not_known() -> None:
    assert colour_spaces.light("cmyk", (0, 0, 0)) is None
