"""Colours of CSS, compared with Pillow's where it reads them."""

import pytest
from PIL import ImageColor

from pnp.graphics.geometry import Transform
from pnp.graphics.svg.css_values import css_colour, is_length, light, of_lab, of_oklab, origin, written
from tests.support.css_lines import lines_of_css
from tests.support.drawn import case_test

test_is_drawn_as_reviewed = case_test("svg/css_values", lines_of_css)


@pytest.mark.parametrize("name", sorted(ImageColor.colormap))
def test_every_name_is_read(name):
    red, green, blue, *_ = ImageColor.getrgb(name)
    assert css_colour(name.upper()) == f"#{red:02x}{green:02x}{blue:02x}"


@pytest.mark.parametrize("text", ["rgb(1,2,3)", "rgb(10%,20%,30%)", "hsl(33,44%,55%)", "hsl(300,10%,90%)"])
def test_functions_are_read_as_pillow_reads_them(text):
    mine = css_colour(text)
    assert mine
    theirs = ImageColor.getrgb(text)
    assert [int(mine[at : at + 2], 16) for at in (1, 3, 5)] == pytest.approx(list(theirs), abs=1)


@pytest.mark.parametrize("space", ["srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020"])
def test_white_and_black_are_the_same_in_every_space(space):
    for level in (0.0, 1.0):
        assert light(space, (level,) * 3) == pytest.approx((level,) * 3, abs=1e-3)


def test_the_whites_of_lab_and_oklab_are_white():
    assert of_lab(100, 0, 0) == pytest.approx((1, 1, 1), abs=1e-4)
    assert of_oklab(1, 0, 0) == pytest.approx((1, 1, 1), abs=1e-4)
    assert of_lab(5, 0, 0) == pytest.approx((0.0664,) * 3, abs=1e-3)


def test_a_colour_that_srgb_lacks_has_channels_outside():
    red, green, blue = light("display-p3", (0, 1, 0)) or (0, 0, 0)
    assert red < 0 < 1 < green
    assert blue < 0


def test_another_space_is_not_known():
    assert light("cmyk", (0, 0, 0)) is None


test_css_transform_is_drawn_as_reviewed = case_test("svg/css_transform", lines_of_css)


def test_an_attribute_may_have_an_origin_without_units():
    assert origin("50 60", None, unitless=True) == (50, 60)
    for text in ("50 60", "center", "1px 2px 3px", "1px 2px 0 0", ""):
        with pytest.raises(ValueError, match="transform-origin"):
            origin(text, None, unitless=False)


def test_lengths_have_units():
    assert [text for text in ("1px", "2Q", "3%", "0", "1", "1em", "x", "") if is_length(text)] == [
        "1px", "2Q", "3%", "0",
    ]  # fmt: skip


def test_a_transform_is_written_as_attributes_have_it():
    assert written(Transform(1, 0.5, 0, -1, 1 / 3, 0)) == "matrix(1 0.5 0 -1 0.333333333 0)"
