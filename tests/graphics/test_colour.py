"""Colours: hexadecimal forms, luminance, contrast, and what other eyes see."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import colour
from pnp.graphics import colour as tones


def test_luminance_lightness_and_contrast_are_those_of_the_standards():
    assert (tones.luminance("#000000"), tones.luminance("#ffffff")) == (0.0, pytest.approx(1.0))
    assert tones.luminance("#777777") == pytest.approx(0.1845, abs=1e-4)
    assert [round(tones.lightness(colour), 1) for colour in ("#000000", "#777777", "#ff0000", "#ffffff")] == [
        0.0, 50.0, 53.2, 100.0,
    ]  # fmt: skip
    assert tones.contrast(tones.luminance("#767676"), 1.0) == pytest.approx(4.54, abs=0.01)
    assert tones.contrast(1.0, 0.0) == tones.contrast(0.0, 1.0) == pytest.approx(21)


def test_a_grey_is_as_bright_as_its_colour():
    for shade in ("#c8452f", "#27608f", "#f2e8c9"):
        assert tones.luminance(tones.grey(shade)) == pytest.approx(tones.luminance(shade), abs=0.01)
        assert tones.lightness(tones.grey_as_light(40)) == pytest.approx(40, abs=0.3)


def test_a_colour_over_another_is_mixed_as_it_is_written():
    assert tones.blended("#ff0000", "#0000ff", 0.25) == "#4000bf"
    assert tones.blended("#ff0000", "#0000ff", 1) == "#ff0000"


def test_red_and_green_are_closer_to_eyes_without_one_of_them():
    def between(vision: str) -> float:
        return tones.contrast(tones.seen("#c00000", vision), tones.seen("#008000", vision))

    assert tones.seen("#777777", "protanopia") == pytest.approx(tones.luminance("#777777"), abs=1e-3)
    assert tones.seen("#c00000", "protanopia") < tones.seen("#c00000", "normal vision")
    assert between("normal vision") == pytest.approx(between("a print in grey"))


PALETTE = {"ink": "#101010", "gold": "#8f6410"}


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("#zz", "'#zz' is not a colour like '#c8452f' or a name in the palette", ()),
        (
            "#12345678",
            "'#12345678' is not a colour like '#c8452f' or a name in the palette",
            ("colours have no opacity here: write '#123456'",),
        ),
        (
            "#1234",
            "'#1234' is not a colour like '#c8452f' or a name in the palette",
            ("colours have no opacity here: write '#123'",),
        ),
        ("c8452f", "the palette has no colour 'c8452f'", ("did you mean '#c8452f'?",)),
        ("glod", "the palette has no colour 'glod'", ("did you mean 'gold'?",)),
        ("Crimson", "the palette has no colour 'Crimson'", ("write '#dc143c', which is that colour in CSS",)),
        ("", "the palette has no colour ''", ("write a name in the palette, or a colour like '#c8452f'",)),
    ],
)
def test_a_text_that_is_no_colour_is_an_error_with_what_to_write(text, message, hint):
    diagnostics = Diagnostics()
    assert colour.read_colour(text, PALETTE, Span("f", 3, 4), diagnostics) is None
    assert [(str(diagnostic.span), diagnostic.message, diagnostic.hints) for diagnostic in diagnostics] == [
        ("f:3:4", message, hint)
    ]


def test_a_name_in_the_palette_comes_before_all_that_is_called_so_elsewhere():
    assert colour.read_colour("gold", PALETTE, Span("f"), Diagnostics()) == "#8f6410"
