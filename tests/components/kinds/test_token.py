"""Tokens: rims that tell them apart."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from pnp import pdf
from pnp.checks.support.printed import tags, texts
from pnp.components.rims import DASHES, GAP, WHOLE
from pnp.graphics.drawing import Drawing, Path
from pnp.graphics.inksaver import Inks
from pnp.pdf import png
from tests.support.kinds import made


def whites(drawing: Drawing) -> list[float]:
    """The widths of the gaps in the rim of a token."""
    strokes = [item.stroke for item in drawing.items if isinstance(item, Path) and item.stroke]
    widths = [round(stroke.width, 3) for stroke in strokes if stroke.colour == "#ffffff"]
    return [width for width in widths if width == GAP]


RIMS = [[], [GAP] * DASHES, [GAP] * 3, [GAP] * 4]


def test_tokens_are_told_apart_without_colour(grass):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\ncolours: [red, blue, green, gold]\n"
    pieces = made(grass, text)
    assert [whites(piece.front) for piece in pieces] == RIMS
    assert all(piece.back is None for piece in pieces)
    both = made(grass, f"{text}back_art: head.svg\n")
    assert [whites(piece.back) for piece in both] == RIMS


def test_each_colour_may_have_a_picture_of_its_own(grass):
    pieces = made(grass, "kind: token\ntitle: T\ndiameter: 20\nart: marker-{colour}.svg\ncolours: [white, black]\n")
    figures = [figure for piece in pieces for figure in tags(piece.front.items, "Figure")]
    assert [figure.items[0].drawing.name for figure in figures] == ["marker-white", "marker-black"]


def test_a_margin_is_free_between_rim_and_picture(grass):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\ncolours: [red]\n"
    wide, narrow = (
        next(tags(piece.front.items, "Figure")).items[0]
        for piece in (*made(grass, text), *made(grass, f"{text}margin: 2\n"))
    )
    assert wide.transform.a * wide.drawing.size.w - narrow.transform.a * narrow.drawing.size.w == pytest.approx(4)


def test_the_rim_extends_past_the_cut_line_and_gaps_end_before_it(grass):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\nback_art: head.svg\ncolours: [red, blue, green]\n"
    for past in (1.5, 3.0, 0.0):
        *_, piece = made(replace(grass, past_cut=past), text)
        for drawing in (piece.front, piece.back):
            rims = [rim for tag in tags(drawing.items, "Bleed") for rim in tag.items]
            reach = [rim.segments[0][1][0] - 10 + rim.stroke.width / 2 for rim in rims]
            assert reach == pytest.approx([10 + past] * bool(past))
            _, gap = [item for item in drawing.items if isinstance(item, Path)][:2]
            assert math.dist(gap.segments[1][1], (10, 10)) == pytest.approx(10 - WHOLE)
            assert drawing.bleed == past


def test_gaps_are_seen_with_little_ink_and_nothing_is_past_the_cut(grass):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\ncolours: [red, red]\n"
    plain, gapped = [Inks("low").piece(piece).front for piece in made(grass, text)]
    assert not list(tags(gapped.items, "Bleed"))
    pictures = []
    for drawing in (plain, gapped):
        data = png.write(pdf.Page(drawing.size, (), drawing, ""), grass.fonts, 300)
        pictures.append(Image.open(io.BytesIO(data)).convert("L"))
    seen = ImageChops.difference(*pictures).point([255 * (value > 100) for value in range(256)])
    assert seen.getbbox() is not None
    left, top, right, bottom = seen.getbbox()
    assert bottom - top > 10, "a gap is 1.3 mm wide"
    assert left < 30, "and at the left"
    assert right > gapped.size.w * 300 / 25.4 - 30, "and at the right"


def test_there_is_a_token_of_each_text_and_colour(grass):
    pieces = made(grass, "kind: token\ntitle: T\ndiameter: 20\ntexts: [1, 2, Gold]\ncolours: [red, blue]\ncopies: 3\n")
    assert [[text.text for text in texts(piece.front.items)] for piece in pieces] == [["1"], ["2"], ["Gold"]] * 2
    assert [piece.title for piece in pieces[:3]] == ["T, red, 1", "T, red, 2", "T, red, Gold"]
    assert {piece.copies for piece in pieces} == {3}
    assert len({piece.id for piece in pieces}) == len({piece.front.name for piece in pieces}) == 6


def test_a_text_is_printed_over_the_picture_within_the_rim(grass):
    (piece,) = made(grass, "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\ntexts: [88]\ncolours: [red]\n")
    assert len(list(tags(piece.front.items, "Figure"))) == 1
    (text,) = texts(piece.front.items)
    width = grass.fonts.extent(text)
    assert width < (20 - 2 * 1.6) * math.sqrt(0.5) + 0.01
    assert text.x + width / 2 == pytest.approx(10, abs=0.3)
