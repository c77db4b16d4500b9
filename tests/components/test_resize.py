"""Cards of another size: laid out anew, proved as the kit itself is, or refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.checks.support.faces import box_of
from pnp.components import floods, resize
from pnp.components.faces import elements_of
from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Rect, Size
from pnp.kit.yaml import parse
from pnp.pipeline.context import open_for_checks
from tests.conftest import RHINO, options_for, run


def resized(name: str):
    diagnostics = Diagnostics()
    opened = open_for_checks(RHINO, diagnostics, options_for(RHINO, card_size=name).card_size)
    assert opened is not None, list(diagnostics)
    return opened.render


def boxes(context, face: str) -> list[Rect]:
    return [box_of(element) for element in elements_of(context, face, context.kit.facebook.faces[face])]


def test_what_stands_at_an_edge_keeps_its_distance_from_it():
    before, after = boxes(resized("euro-poker"), "move"), boxes(resized("tarot"), "move")
    wide, high = 69.85 - 63, 120.65 - 88
    frame, grown = before[-1], after[-1]
    assert (grown.x, grown.y) == (frame.x, frame.y)
    assert (grown.w, grown.h) == pytest.approx((frame.w + wide, frame.h + high))
    assert all(Rect(0, 0, 69.85, 120.65).contains(box, 0.01) for box in after)


def test_a_back_covers_the_card_and_its_words_stay_on_their_ribbon():
    before, after = boxes(resized("euro-poker"), "move-back"), boxes(resized("business"), "move-back")
    picture, ribbon = before
    flood, moved = after
    assert flood == pytest.approx((-3, -3, 50.8 + 6, 88.9 + 6))
    k = max(flood.w / picture.w, flood.h / picture.h)  # the picture covers its box, and its middle stays in the middle
    assert moved.size == pytest.approx((ribbon.w * k, ribbon.h * k))
    (fx, fy), (px, py) = flood.centre, picture.centre
    assert (moved.x - fx, moved.y - fy) == pytest.approx(((ribbon.x - px) * k, (ribbon.y - py) * k))
    (art, _) = elements_of(resized("business"), "move-back", resized("business").kit.facebook.faces["move-back"])
    assert art.fit == "cover"


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


PANELS = """
faces:
  event-back:
    bleeds: true
    elements:
      - {panel: [-3, -3, 69, 94], fill: accent}
      - {panel: [-3, -3, 69, 20], fill: cream}
      - {line: [-3, 30, 66, 30], stroke: ink}
      - {art: horn.svg, box: [-3, 60, 30, 31]}
      - {text: "{name}", box: [8, 36, 47, 16], style: card-label}
"""


def test_panels_lines_and_pictures_reach_the_bleed_on_the_sides_where_they_did():
    node = parse(PANELS, "faces.yaml", Diagnostics()).value["faces"].value["event-back"]
    elements = tuple(node.value["elements"].value)
    face = replace(resized("euro-poker").kit.facebook.faces["move-back"], elements=elements)
    change = floods.Change(Size(63, 88), Size(70, 120), 3, 3.175, 3)
    moved = resize._face(face, change).elements
    whole, band, line, picture, words = (floods.box_of(element) for element in moved)
    edge = (-3.175, 70 + 3.175, 120 + 3.175)
    assert (whole.x, whole.y, whole.right, whole.far) == pytest.approx((edge[0], edge[0], edge[1], edge[2]))
    assert (band.x, band.y, band.right) == pytest.approx((edge[0], edge[0], edge[1]))
    assert 17 < band.far < 30, "its lower side is moved as on any face"
    assert (line.x, line.right, line.h) == pytest.approx((edge[0], edge[1], 0))
    assert (picture.x, picture.far) == pytest.approx((edge[0], edge[2]))
    assert picture.right < 40
    assert Rect(3, 3, 64, 114).contains(words)


@pytest.mark.slow
@given(before=st.floats(20, 300), after=st.floats(20, 300), a=st.floats(0, 1), b=st.floats(0, 1))
def test_order_along_a_side_never_changes(before, after, a, b):
    along = resize._along(before, after)
    first, second = sorted((a * before, b * before))
    assert along(first) <= along(second) + 1e-9
    assert along(0) == pytest.approx(0, abs=1e-9)
    assert along(before) == pytest.approx(after)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "trim"), [("poker", (63.5, 88.9)), ("business", (50.8, 88.9)), ("70x110mm", (70, 110))]
)
def test_all_cards_of_the_main_size_are_cut_to_the_new_one(size, trim, tmp_path):
    result = run("build", "rhino", "--card-size", size, "--output", tmp_path)
    assert result.exit_code == 0, result.output
    pieces = json.loads((tmp_path / "manifest.json").read_text("utf-8"))["pieces"]
    cards = [p for p in pieces if p["component"] in ("moves", "rhinos", "summaries", "extras")]
    assert {(p["trim"]["w"], p["trim"]["h"]) for p in cards} == {trim}
    assert [p["trim"]["w"] for p in pieces if p["component"] == "foldies"] == [55] * 4


@pytest.mark.slow
def test_what_does_not_fit_is_refused_with_its_place(tmp_path):
    result = run("build", "rhino", "--card-size", "micro", "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert "faces.yaml" in result.stderr
    assert "error[text-overflow]" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("pokr", "there is no card size 'pokr'; did you mean 'poker'?"),
        ("2x3mm", "20 to 300 mm, such as 70x120mm or 2.5x3.5in"),
    ],
)
def test_an_unknown_size_is_wrong_use(size, message):
    result = run("build", "rhino", "--card-size", size)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_the_kits_own_size_changes_nothing():
    context = resized("euro-poker")
    assert resize.main_size(context.kit) == "euro-poker"
    assert context.facts.cards["euro-poker"].extent == Size(63, 88)
