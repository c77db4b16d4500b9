"""Cards of another size: laid out anew, proved as the kit itself is, or refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.components import places, resize
from pnp.components.faces import elements_of
from pnp.components.shapes import upright
from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Rect, Size
from pnp.pipeline import job
from pnp.pipeline.context import open_for_checks
from pnp.sources.yaml import parse
from tests.conftest import RHINO, SMALL, options_for, run
from tests.support import three_cards
from tests.support.drawn import case_test
from tests.support.dump import lines_of_piece


def lines_of_cards(case):
    """The first move card of the small set, laid out for the size of a case."""
    planned = job.plan(options_for(SMALL, **case), Diagnostics())
    assert planned
    return lines_of_piece(job.draw(planned)["moves"][0], set())


test_is_drawn_as_reviewed = case_test("components/resize", lines_of_cards)


def resized(name: str):
    diagnostics = Diagnostics()
    opened = open_for_checks(RHINO, diagnostics, options_for(RHINO, card_size=name).card_size)
    assert opened is not None, list(diagnostics)
    return opened.render


def boxes(context, face: str) -> list[Rect]:
    return [upright(element) for element in elements_of(context, face, context.kit.facebook.faces[face])]


@given(before=st.floats(20, 300), after=st.floats(20, 300), a=st.floats(0, 1), b=st.floats(0, 1))
def test_order_along_a_side_never_changes(before, after, a, b):
    along = resize._along(before, after)
    first, second = sorted((a * before, b * before))
    assert along(first) <= along(second) + 1e-9
    assert along(0) == pytest.approx(0, abs=1e-9)
    assert along(before) == pytest.approx(after)


@pytest.mark.parametrize(
    ("size", "trim"), [("poker", (63.5, 88.9)), ("bridge", (57.15, 88.9)), ("70x110mm", (70, 110))]
)
def test_all_cards_of_the_main_size_are_cut_to_the_new_one(size, trim, tmp_path):
    result = run("build", SMALL, "--card-size", size, "--output", tmp_path)
    assert result.exit_code == 0, result.output
    pieces = json.loads((tmp_path / "manifest.json").read_text("utf-8"))["pieces"]
    cards = [p for p in pieces if p["component"] in ("moves", "rhinos", "extras")]
    assert {(p["trim"]["w"], p["trim"]["h"]) for p in cards} == {trim}
    assert [p["trim"]["w"] for p in pieces if p["component"] == "foldies"] == [46] * 2


def test_the_kits_own_size_changes_nothing():
    context = resized("euro-poker")
    assert resize.main_size(context.kit, context.facts) == "euro-poker"
    assert context.facts.cards["euro-poker"].extent == Size(63, 88)


DECKS = ("moves", "rhinos", "summaries", "extras")


def overlay(folder, decks=DECKS, size="tarot", faces=""):
    """A kit that extends rhino with another size for some decks, and lines for faces.yaml."""
    kit = folder / "larger"
    kit.mkdir()
    lines = "".join(f"  {deck}: {{size: {size}}}\n" for deck in decks)
    (kit / "kit.yaml").write_text(f"extends: rhino\ncomponents:\n{lines}", "utf-8")
    if faces:
        (kit / "faces.yaml").write_text(faces, "utf-8")
    return kit


def opened(kit):
    diagnostics = Diagnostics()
    found = open_for_checks(kit, diagnostics)
    return (found.render if found else None), [*diagnostics]


def test_a_size_in_the_kit_lays_out_inherited_faces_as_the_option_does(tmp_path):
    context, wrong = opened(overlay(tmp_path))
    assert wrong == []
    with_option = resized("tarot")
    for face in ("move", "move-back", "rhino", "rhino-back", "box", "box-back"):
        assert boxes(context, face) == boxes(with_option, face), face
        assert boxes(context, face) != boxes(resized("euro-poker"), face), face


def test_an_overlays_own_elements_are_for_its_own_size(tmp_path):
    faces = "faces: {rhino: {extends: rhino, elements: [{id: cry, box: [5, 60, 53, 6]}]}}\n"
    context, wrong = opened(overlay(tmp_path, faces=faces))
    assert wrong == []
    assert Rect(5, 60, 53, 6) in boxes(context, "rhino")
    others = [box for box in boxes(context, "rhino") if box != (5, 60, 53, 6)]
    assert set(others) < set(boxes(resized("tarot"), "rhino"))


def test_decks_that_share_a_face_must_have_one_size(tmp_path):
    context, (wrong, *others) = opened(overlay(tmp_path, decks=("moves",)))
    assert context is None
    assert others == []
    assert (wrong.code, wrong.span.line) == ("unknown-size", 3)
    assert wrong.message == "'moves' is tarot, but 'rhinos', with the same face 'box', is euro-poker"
    assert "extras: {size: tarot}" in wrong.hints[0]


def test_steps_between_repetitions_grow_with_the_card():
    before, after = (
        next(e for e in elements_of(c, "box-back", c.kit.facebook.faces["box-back"]) if e.repeat and hasattr(e, "text"))
        for c in (resized("euro-poker"), resized("tarot"))
    )
    assert after.step[0] == pytest.approx(before.step[0] * after.box[2] / before.box[2])
    assert after.step[0] > before.step[0]


def test_only_smaller_cards_are_scaled_down(tmp_path):
    for more, message in (
        (("--card-size", "tarot"), "69.85 × 120.65 mm is not smaller than the kit's own cards"),
        ((), "only with --card-size"),
    ):
        result = run("build", SMALL, "--scale-cards", *more, "--output", tmp_path)
        assert result.exit_code == 2
        assert message in result.output


def test_words_that_do_not_fit_smaller_cards_are_reported_with_what_to_do(tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    result = run("build", kit, "--card-size", "micro", "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert "--scale-cards makes them smaller too" in result.output
    assert run("build", kit, "--card-size", "micro", "--scale-cards", "--output", tmp_path / "out").exit_code == 0


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
    change = resize.TrimChange(Size(63, 88), Size(70, 120), 3, 3.175, 3)
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
