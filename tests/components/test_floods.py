"""Floods reach the bleed of a card of any size, and words stay off its trim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.components import floods, places, resize
from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Rect, Size
from pnp.pipeline.context import open_for_checks
from pnp.sources.yaml import parse
from tests.components.test_resize import boxes, resized
from tests.conftest import RHINO, options_for


@pytest.mark.parametrize("size", ["tarot", "square", "jumbo", "mini-us", "domino", "300x40mm"])
def test_floods_end_at_the_bleed_and_words_stay_off_the_trim(size):
    context = resized(size)
    extent = options_for(RHINO, card_size=size).card_size.size
    trim = Rect(0, 0, *extent)
    for face in ("move-back", "rhino-back"):
        flood, words = boxes(context, face)
        assert flood == pytest.approx(trim.inset(-3))
        assert trim.inset(3).contains(words, 1e-6)


def test_more_bleed_extends_floods_and_nothing_else():
    diagnostics = Diagnostics()
    usual, more = (open_for_checks(RHINO, diagnostics, bleed=bleed).render for bleed in (None, 3.175))
    assert not list(diagnostics)
    assert boxes(usual, "move") == boxes(more, "move")
    flood, words = boxes(more, "move-back")
    assert flood == pytest.approx((-3.175, -3.175, 63 + 6.35, 88 + 6.35))
    _, before = boxes(usual, "move-back")
    assert all(abs(a - b) < 0.2 for a, b in zip(before, words, strict=True))


FLOODS = """
faces:
  event-back:
    bleeds: true
    elements:
      - {rectangle: [-3, -3, 69, 94], fill: accent}
      - {rectangle: [-3, -3, 69, 20], fill: cream}
      - {line: [-3, 30, 66, 30], stroke: ink}
      - {art: horn.svg, box: [-3, 60, 30, 31]}
      - {text: "{name}", box: [8, 36, 47, 16], style: card-label}
"""


def test_rectangles_lines_and_pictures_reach_the_bleed_on_the_sides_where_they_did():
    node = parse(FLOODS, "faces.yaml", Diagnostics()).value["faces"].value["event-back"]
    elements = tuple(node.value["elements"].value)
    face = replace(resized("euro-poker").kit.facebook.faces["move-back"], elements=elements)
    change = floods.TrimChange(Size(63, 88), Size(70, 120), 3, 3.175, 3)
    moved = resize._face(face, change).elements
    whole, band, line, picture, words = (places.box_of(element) for element in moved)
    edge = (-3.175, 70 + 3.175, 120 + 3.175)
    assert (whole.x, whole.y, whole.right, whole.far) == pytest.approx((edge[0], edge[0], edge[1], edge[2]))
    assert (band.x, band.y, band.right) == pytest.approx((edge[0], edge[0], edge[1]))
    assert 17 < band.far < 30, "its lower side is moved as on any face"
    assert (line.x, line.right, line.h) == pytest.approx((edge[0], edge[1], 0))
    assert (picture.x, picture.far) == pytest.approx((edge[0], edge[2]))
    assert picture.right < 40
    assert Rect(3, 3, 64, 114).contains(words)
