"""Joust by Peter Cobcroft: the course of a match, parries, and what seats see."""

from __future__ import annotations

import json
from random import Random

import pytest

from pnp import rules
from pnp.games.tilt.engine import AIM, CHOOSE, DECKS, LEAN, OVER, SHIELD, Tilt
from pnp.rules.game import Outcome
from tests.support.engines import recorded, replayed
from tests.support.tilt import after, aims, laid, struck, words


def test_cards_resolve_in_order_and_the_first_player_changes(game):
    state = after(game, game.setup(), "first 1", "place a1", "place d1")
    state = after(game, state, "choose feint spur lean", "choose up rein_in move_shield")
    assert (state.phase, game.actor(state), words(game, state)) == (AIM, 0, {"aim a2", "aim b1"})
    state = after(game, state, "aim b1")
    assert (state.phase, game.actor(state), words(game, state)) == (LEAN, 0, {"lean left", "lean right"})
    assert [k.speed for k in state.knights] == [2, 0]
    assert [k.moved for k in state.knights] == [2, 0]
    state = after(game, state, "lean right")
    assert (state.phase, game.actor(state)) == (SHIELD, 1)
    assert words(game, state) == {"shield down", "shield inward", "shield outward", "shield up"}
    state = after(game, state, "shield up")
    assert (state.phase, state.first, game.actor(state)) == (CHOOSE, 1, 1)
    assert (aims(state), state.knights[0].lean, state.knights[1].shield) == (["b1", "c1"], "right", "up")
    assert game.range(state) == 33


@pytest.mark.parametrize("ending", sorted(Tilt.endings))
def test_recorded_plays(game, ending):
    outcome = game.outcome(replayed(game, recorded(f"tilt-{ending}")))
    expected = {
        "points": Outcome("points", (1,), (0, 2)),
        "level": Outcome("level", (), (0, 0)),
        "unhorsed": Outcome("unhorsed", (1,), (0, 0)),
        "both_unhorsed": Outcome("both_unhorsed", (0,), (0, 0)),
        "disqualified": Outcome("disqualified", (1,), (0, 0)),
        "both_disqualified": Outcome("both_disqualified", (), (0, 0)),
    }
    assert outcome == expected[ending]


def test_random_matches_stay_within_their_bounds(game):
    for seed in range(150):
        state = rules.playing.play(game, Random(seed))
        assert len(state.strikes) <= game.rules.tilts
        assert 4 * len(state.strikes) <= game.length(state) <= 8 * len(state.strikes)


# Parry ----------------------------------------------------------------------------------------------------


def test_parry_on_the_same_square_at_the_edge(game):
    state = laid(game, ("a1", "a1"), 1, "parry")
    assert aims(after(game, state, "parry left")) == ["a2", "a1"]
    assert aims(after(game, state, "parry up")) == ["b1", "a1"]


def test_parry_from_afar_with_one_way_asks_nobody(game):
    assert aims(laid(game, ("d1", "b1"), 2, "parry")) == ["c1", "b1"]
    assert aims(laid(game, ("b2", "c3"), 2, "parry")) == ["c3", "c3"], "a corner is a step too"


def test_both_parry_the_first_player_first(game):
    state = laid(game, ("b2", "b3"), 2, "parry", "parry")
    assert aims(state) == ["b2", "b3"], "pushed right, and back again"


# Secrets --------------------------------------------------------------------------------------------------


def test_a_commitment_is_hidden_until_both_are_made(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a5")
    committed = [game.apply(state, action) for action in game.legal(state)]
    assert {json.dumps(game.view(later, 1)) for later in committed} == {json.dumps(game.view(committed[0], 1))}
    assert len({json.dumps(game.view(later, 0)) for later in committed}) == len(committed)


def test_horse_and_knight_cards_stay_down_while_aims_are_resolved(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a5")
    choices = [a for a in game.legal(state) if a[1] == "up"]
    seen = {json.dumps(game.view(after(game, game.apply(state, a), "choose feint spur lean"), 1)) for a in choices}
    assert len(seen) == 1
    (view,) = map(json.loads, seen)
    assert view["phase"] == AIM
    assert [knight["shown"] for knight in view["knights"]] == [["up"], ["feint"]]
    assert view["knights"][0]["played"] == {"aims": {"up": 1}, "horses": {}, "knights": {}}
    assert view["chosen"] == ["feint", "spur", "lean"]


def test_resolved_cards_lie_open(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a5")
    state = after(game, state, "choose up spur move_shield", "choose down gallop lean")
    view = game.view(state, 1)
    assert view["knights"][0]["shown"] == ["up", "spur", "move_shield"]
    state = after(game, state, "shield up", "lean left")
    view = game.view(state, 0)
    assert view["knights"][1]["played"] == {"aims": {"down": 1}, "horses": {"gallop": 1}, "knights": {"lean": 1}}
    assert view["chosen"] == view["knights"][1]["shown"] == []


def test_knight_cards_of_the_strike_are_never_shown(game):
    state = struck(game, ("d3", "b2"))
    assert state.phase == OVER
    assert [game.view(state, seat)["knights"][1 - seat]["shown"] for seat in (0, 1)] == [["-", "spur"]] * 2


def test_a_view_holds_no_hand_but_the_seats_own(game):
    rng = Random(3)
    for _ in range(20):
        state = game.setup()
        while (who := game.actor(state)) is not None:
            legal = game.legal(state)
            state = game.apply(state, legal[int(rng.random() * len(legal))])
            for seat in (0, 1):
                other = state.knights[1 - seat]
                emptied = other._replace(hands=tuple((9,) * len(hand) for hand in other.hands), chosen=())
                kept = game.view(state, seat)
                knights = (emptied, state.knights[1]) if seat else (state.knights[0], emptied)
                blind = game.view(state._replace(knights=knights), seat)
                assert {k: v for k, v in kept.items() if k != "knights"} == {
                    k: v for k, v in blind.items() if k != "knights"
                }
                assert kept["knights"][seat] == blind["knights"][seat]
            assert who in (-1, 0, 1)


def test_own_cards_add_up(game):
    state = after(game, game.setup(), "first 1", "place a1", "place a5", "choose up spur lean")
    view = game.view(state, 0)
    for k, deck in enumerate(DECKS):
        assert sum(view["hand"][deck].values()) + 1 == sum(game.full[k])
    assert view["knights"][0]["committed"]
    assert view["knights"][0]["played"] == {"aims": {}, "horses": {}, "knights": {}}


def test_show_names_the_position(game):
    text = game.show(after(game, game.setup(), "first 2", "place a1", "place a5"))
    assert text.splitlines()[0] == (
        "tilt 1, turn 1, phase choose, rider 2 first, rider 2 deciding; range 35; points 0:0"
    )
    assert "rider 2: aim a1, speed 0, square 36, shield outward, standing nothing; chosen nothing" in text
