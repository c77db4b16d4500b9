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
        ("hsla(210,57%,36%,1)", "#275c90"),
        ("transparent", "#00000000"),
    ],
)
def test_each_form_is_read(text: str, wanted: str) -> None:
    assert css_colour(text) == wanted


@pytest.mark.parametrize("text", ["rgb(1,2,3)", "rgb(10%,20%,30%)", "hsl(33,44%,55%)", "hsl(300,10%,90%)"])
def test_functions_are_read_as_pillow_reads_them(text: str) -> None:
    mine = css_colour(text)
    assert mine
    theirs = ImageColor.getrgb(text)
    assert [int(mine[at : at + 2], 16) for at in (1, 3, 5)] == pytest.approx(list(theirs), abs=1)


@pytest.mark.parametrize(
    "text",
    ["", "#", "#12", "#12345", "#ggg", "#ggg8", "crimsom", "rgb()", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(a,b,c)", "1,2,3"]
    + ["rgb(1%,2,3)", "hsl(1,2,3)", "hsl(10%,20%,30%)", "var(--a)", "lab(1 2 3)", "rgb(1,2,3", "rgb(1,2,3,4deg5)"],
)
def test_other_texts_are_no_colours(text: str) -> None:
    assert css_colour(text) is None


def test_opacity_is_split_off() -> None:
    assert split("#123456") == ("#123456", 1.0)
    assert split("#12345633") == ("#123456", 0.2)
