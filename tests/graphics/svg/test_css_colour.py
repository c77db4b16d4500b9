"""Colours of CSS, compared with Pillow's where it reads them."""

from __future__ import annotations

import pytest
from PIL import ImageColor

from pnp.graphics.svg.css_colour import css_colour, split


@pytest.mark.parametrize("name", sorted(ImageColor.colormap))
def test_every_name_is_read(name: str) -> None:
    red, green, blue, *_ = ImageColor.getrgb(name)
    assert css_colour(name.upper()) == f"#{red:02x}{green:02x}{blue:02x}"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("#AbC", "#aabbcc"),
        ("#abcf", "#aabbcc"),
        ("#abc8", "#aabbcc88"),
        ("#12345678", "#12345678"),
        ("rgb(1,2,3)", "#010203"),
        (" RGB( 1 , 2 , 300 ) ", "#0102ff"),
        ("rgb(10 20 30 / 50%)", "#0a141e80"),
        ("rgba(0,0,0,.5)", "#00000080"),
        ("rgb(100%, 0%, 50%)", "#ff0080"),
        ("hsl(120, 100%, 50%)", "#00ff00"),
        ("hsl(-120deg 100% 25%)", "#000080"),
        ("rgb(0% 50% 0 / .5)", "#00800080"),
        ("rgb(none 128 none)", "#008000"),
        ("hsl(120deg, 100%, 25%)", "#008000"),
        ("hsl(.3333333turn 100% 25%)", "#008000"),
        ("hsl(133.33333grad 100% 25% / 1)", "#008000"),
        ("hsl(2.094395rad 100 25)", "#008000"),
        ("hwb(120 0% 49.8%)", "#008000"),
        ("hwb(0 60% 60%)", "#808080"),
        ("lab(100 0 0)", "#ffffff"),
        ("lab(53.585% 0 0)", "#808080"),
        ("oklab(0 0 0 / 50%)", "#00000080"),
        ("oklch(0.62796 0.25768 29.234)", "#ff0000"),
        ("color(srgb 0 .5 1 / .2)", "#0080ff33"),
        ("color(srgb-linear 0 .21404 1)", "#007fff"),
        ("color(display-p3 1 1 1)", "#ffffff"),
        ("color(display-p3 0 1 0)", "#00ff00"),
        ("color(prophoto-rgb 1 1 1)", "#ffffff"),
        ("color(xyz-d65 .9504559 1 1.0890577)", "#ffffff"),
        ("color(xyz-d50 .9642957 1 .8251046)", "#ffffff"),
        ("hsla(210,57%,36%,1)", "#275c90"),
        ("transparent", "#00000000"),
    ],
)
def test_each_form_is_read(text: str, wanted: str) -> None:
    assert css_colour(text) == wanted


@pytest.mark.parametrize(
    "text",
    ["lab(46.277 -47.562 48.583)", "lch(46.277% 67.989 134.391)", "oklab(51.975% -0.1403 0.10768)"]
    + ["oklch(51.975% 0.17686 142.495)", "oklch(0.51975 44.215% 142.495deg)", "color(srgb 0 50.196% 0)"]
    + ["color(display-p3 0.21604 0.49418 0.13151)", "color(a98-rgb 0.281363 0.498012 0.116746)"]
    + ["color(prophoto-rgb 0.230479 0.395789 0.129968)", "color(rec2020 0.235202 0.431704 0.085432)"]
    + ["color(xyz-d50 0.08312 0.154746 0.020961)", "color(xyz 0.07719 0.15438 0.02573)"],
)
def test_green_is_the_same_in_every_space(text: str) -> None:
    """The colours of the Web Platform Tests for CSS Color 4."""
    assert css_colour(text) == "#008000"


@pytest.mark.parametrize("text", ["rgb(1,2,3)", "rgb(10%,20%,30%)", "hsl(33,44%,55%)", "hsl(300,10%,90%)"])
def test_functions_are_read_as_pillow_reads_them(text: str) -> None:
    mine = css_colour(text)
    assert mine
    theirs = ImageColor.getrgb(text)
    assert [int(mine[at : at + 2], 16) for at in (1, 3, 5)] == pytest.approx(list(theirs), abs=1)


@pytest.mark.parametrize(
    "text",
    ["", "#", "#12", "#12345", "#ggg", "#ggg8", "crimsom", "rgb()", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(a,b,c)", "1,2,3"]
    + [
        "rgb(1%,2,3)",
        "hsl(1,2,3)",
        "hsl(10%,20%,30%)",
        "var(--a)",
        "lab(1 2)",
        "lab(1,2,3)",
        "color(srgb 1 2)",
        "color(rgb 1 2 3)",
        "hwb(1 2deg 3)",
        "rgb(1deg 2 3)",
        "rgb(1,2,3",
        "rgb(1,2,3,4deg5)",
    ],
)
def test_other_texts_are_no_colours(text: str) -> None:
    assert css_colour(text) is None


def test_opacity_is_split_off() -> None:
    assert split("#123456") == ("#123456", 1.0)
    assert split("#12345633") == ("#123456", 0.2)
