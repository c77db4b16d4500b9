"""Cards of another size: laid out anew, proved as the kit itself is, or refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.components import resize
from pnp.components.faces import elements_of
from pnp.components.shapes import upright
from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Rect, Size
from pnp.pipeline.context import open_for_checks
from tests.conftest import RHINO, options_for, run


def resized(name: str):
    diagnostics = Diagnostics()
    opened = open_for_checks(RHINO, diagnostics, options_for(RHINO, card_size=name).card_size)
    assert opened is not None, list(diagnostics)
    return opened.render


def boxes(context, face: str) -> list[Rect]:
    return [upright(element) for element in elements_of(context, face, context.kit.facebook.faces[face])]


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
    ("size", "trim"), [("poker", (63.5, 88.9)), ("bridge", (57.15, 88.9)), ("70x110mm", (70, 110))]
)
def test_all_cards_of_the_main_size_are_cut_to_the_new_one(size, trim, tmp_path):
    result = run("build", "rhino", "--card-size", size, "--output", tmp_path)
    assert result.exit_code == 0, result.output
    pieces = json.loads((tmp_path / "manifest.json").read_text("utf-8"))["pieces"]
    cards = [p for p in pieces if p["component"] in ("moves", "rhinos", "summaries", "extras")]
    assert {(p["trim"]["w"], p["trim"]["h"]) for p in cards} == {trim}
    assert [p["trim"]["w"] for p in pieces if p["component"] == "foldies"] == [46] * 4


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
    assert resize.main_size(context.kit, context.facts) == "euro-poker"
    assert context.facts.cards["euro-poker"].extent == Size(63, 88)
