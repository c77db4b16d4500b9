"""The boxes of sentences are where their words are printed."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import pnp
from pnp.checks import CheckContext
from pnp.checks.support.shaded import Shade, picture, shades
from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect
from pnp.pipeline import job
from pnp.rules import loading
from pnp.rules.moments import Moment, moments
from pnp.rules.playing import Evenly, transitions
from tests.conftest import SIX, SMALL


def checked(kit: Path) -> CheckContext:
    found = job.to_check(kit, Diagnostics())
    assert found
    return found


def all_of(context: CheckContext) -> list[tuple[str, Rect, Shade]]:
    pieces = [(piece, drawing) for piece, drawing in context.drawings()]
    return [
        (piece.id, Rect(0, 0, *drawing.size), shade)
        for piece, drawing in pieces
        for shade in shades(context, piece, drawing)
    ]


@pytest.fixture(scope="module")
def six() -> list[tuple[str, Rect, Shade]]:
    return all_of(checked(SIX))


def test_sentences_are_shaded_by_their_classes(six):
    kinds = {shade.sentence.kind for _, _, shade in six}
    assert {"proved", "derived", "label"} <= kinds


def test_boxes_are_on_the_piece_and_those_of_two_sentences_apart(six):
    for id_, trim, shade in six:
        assert all(trim.inset(-0.5).contains(box) for box in shade.boxes), (id_, shade)
    for at, (id_, _, one) in enumerate(six):
        for other_id, _, other in six[at + 1 :]:
            if id_ == other_id:
                assert not any(a.overlaps(b, -0.3) for a in one.boxes for b in other.boxes if a.y == b.y), (one, other)


def test_a_box_is_as_wide_as_its_words():
    context = checked(SMALL)
    (title,) = [shade for id_, _, shade in all_of(context) if id_ == "moves/swerve" and shade.sentence.text == "Swerve"]
    (box,) = title.boxes
    width = context.render.fonts.width("Swerve", "title", 16)
    assert (box.x, box.w) == (pytest.approx(6), pytest.approx(width))
    assert 6 <= box.y <= box.far <= 15


def test_a_sentence_in_two_lines_has_two_boxes():
    two = [shade for _, _, shade in all_of(checked(SIX)) if len(shade.boxes) > 1]
    assert two
    assert all(box.w > 0 for shade in two for box in shade.boxes)
    assert any(len({round(box.y, 2) for box in shade.boxes}) > 1 for shade in two)


SVG = "{http://www.w3.org/2000/svg}"


def test_a_position_shows_hands_points_and_the_card_that_is_played():
    kit = pnp.load("duel")
    game = loading.load(kit)
    played = moments(lambda *parts: Moment(game, *parts), transitions(game, "picture", Evenly()))
    moment = next(one for one in played if one.verb == "attack")
    names = kit.phrasebook.names

    svg = picture(moment, names).replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1)
    root = ET.fromstring(svg)  # noqa: S314 - our own
    words = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    cards = [rect for rect in root.iter(f"{SVG}rect") if rect.get("stroke-width") != "2"]
    raised = [rect for rect in root.iter(f"{SVG}rect") if rect.get("stroke-width") == "2"]

    held = [game.hand(moment.before, seat) for seat in range(2)]
    assert len(cards) + len(raised) == sum(map(len, held))
    assert len(raised) == 1
    assert all(names[id_] in words for hand in held for id_ in hand)
    assert f"▸ player {moment.actor + 1}" in words
    assert words.endswith(f"then player {moment.actor + 1}: {' '.join(moment.action)}")


def test_a_game_that_reports_no_hands_is_shown_in_words():
    class Silent(Moment):
        def show(self):
            return ["phase <one>; pot 3", "then player 1: bet"]

    game = type("Silent", (), {"players": 2, "hand": lambda *_: None, "standings": lambda *_: None})()
    game.actor = lambda _state: 0
    svg = picture(Silent(game, None, ("bet",), None), {})
    root = ET.fromstring(svg)  # noqa: S314 - our own
    assert ["".join(text.itertext()) for text in root.iter("text")] == ["phase <one>", "pot 3", "then player 1: bet"]
