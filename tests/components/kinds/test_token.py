"""Tokens: notches that tell them apart."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from pnp import pdf
from pnp.checks.support.printed import tags
from pnp.graphics.drawing import Drawing, Path
from pnp.graphics.inksaver import Inks
from pnp.pdf import png
from tests.support.kinds import made


def notches(drawing: Drawing) -> int:
    return sum(
        1 for item in drawing.items if isinstance(item, Path) and item.stroke and item.stroke.colour == "#ffffff"
    )


def test_tokens_are_told_apart_without_colour(grass):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\ncolours: [red, blue, green, gold]\n"
    pieces = made(grass, text)
    assert [notches(piece.front) for piece in pieces] == [0, 1, 2, 3]
    assert all(piece.back is None for piece in pieces)
    both = made(grass, f"{text}back_art: head.svg\n")
    assert [notches(piece.back) for piece in both] == [0, 1, 2, 3]


def test_each_colour_may_have_a_picture_of_its_own(grass):
    pieces = made(grass, "kind: token\ntitle: T\ndiameter: 20\nart: marker-{colour}.svg\ncolours: [red, blue]\n")
    figures = [figure for piece in pieces for figure in tags(piece.front.items, "Figure")]
    assert [figure.items[0].drawing.name for figure in figures] == ["marker-red", "marker-blue"]


def test_the_rim_extends_past_the_cut_line_and_so_do_notches(grass):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\nback_art: head.svg\ncolours: [red, blue]\n"
    for past in (1.5, 3.0, 0.0):
        _, piece = made(replace(grass, past_cut=past), text)
        for drawing in (piece.front, piece.back):
            rims = [rim for tag in tags(drawing.items, "Bleed") for rim in tag.items]
            reach = [rim.segments[0][1][0] - 10 + rim.stroke.width / 2 for rim in rims]
            assert reach == pytest.approx([10 + past] * bool(past))
            _, notch = [item for item in drawing.items if isinstance(item, Path)][:2]
            assert notch.segments[1][1][1] == pytest.approx(-past)
            assert drawing.bleed == past


def test_notches_are_seen_with_little_ink_and_nothing_is_past_the_cut(grass):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\ncolours: [red, red]\n"
    plain, notched = [Inks("low").piece(piece).front for piece in made(grass, text)]
    assert not list(tags(notched.items, "Bleed"))
    pictures = []
    for drawing in (plain, notched):
        data = png.write(pdf.Page(drawing.size, (), drawing, ""), grass.fonts, 300)
        pictures.append(Image.open(io.BytesIO(data)).convert("L"))
    seen = ImageChops.difference(*pictures).point([255 * (value > 100) for value in range(256)])
    assert seen.getbbox() is not None
    left, top, right, _ = seen.getbbox()
    assert right - left > 10, "a notch is 1.3 mm wide"
    assert top < 30, "and at the top"
