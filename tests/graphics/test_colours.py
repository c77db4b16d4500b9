"""Colours in data files, and hints for what is none."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import colours

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
    assert colours.colour(text, PALETTE, Span("f", 3, 4), diagnostics) is None
    assert [(str(diagnostic.span), diagnostic.message, diagnostic.hints) for diagnostic in diagnostics] == [
        ("f:3:4", message, hint)
    ]


def test_a_name_in_the_palette_comes_before_all_that_is_called_so_elsewhere():
    assert colours.colour("gold", PALETTE, Span("f"), Diagnostics()) == "#8f6410"
