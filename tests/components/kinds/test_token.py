"""Tokens: notches that tell them apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.graphics.drawing import Drawing, Path
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


def test_the_rim_extends_past_the_cut_line_and_so_do_notches(grass):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\nback_art: head.svg\ncolours: [red, blue]\n"
    for past in (1.5, 3.0, 0.0):
        _, piece = made(replace(grass, past_cut=past), text)
        for drawing in (piece.front, piece.back):
            rim, notch = [item for item in drawing.items if isinstance(item, Path)][:2]
            assert rim.segments[0][1][0] - 10 + rim.stroke.width / 2 == pytest.approx(10 + past)
            assert notch.segments[1][1][1] == pytest.approx(-past)
            assert drawing.bleed == past
