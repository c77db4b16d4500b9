"""The small picture of a position in which play contradicts a sentence."""

import xml.etree.ElementTree as ET

import pnp
from pnp.checks.support.position import picture
from pnp.rules import loading
from pnp.rules.moments import Moment, moments
from pnp.rules.playing import Evenly, transitions

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
