"""JOUST!: the course of a pass, the tournament, wagers, and what seats see."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from pnp import rules
from pnp.games.lists.engine import INITIATIVE, RIDE, STRIKE, WAGER, Lists
from pnp.rules.game import CHANCE
from tests.conftest import edit
from tests.support.engines import make, recorded, replayed
from tests.support.lists import after, met, pairs, rolled, withdraw


def test_no_pass_takes_more_rides_than_there_are_steps(game):
    state = after(game, game.setup(), "pair 1 2", "initiative 6", "initiative 1")
    rides = 0
    while state.phase == RIDE:
        state, rides = rolled(game, state, RIDE, 1), rides + 1
    assert rides == game.distance
    assert state.course.advantage is None


# The tournament -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_any_number_of_players_from_two(engine, players):
    game = engine("lists", players=players)
    assert game.players == players
    wins, rng = Counter(), Random(players)
    for _ in range(20):
        state = game.setup()
        while game.actor(state) is not None:
            action = rules.playing.drawn(game.chance(state), rng)
            if action[0] == "idle":
                assert players == 3
                assert len(state.resting) == 2
            if action[0] in ("pair", "return"):
                assert not {int(word) - 1 for word in action[1:]} & set(state.resting)
            state = game.apply(state, action)
        wins[game.outcome(state).winners[0]] += 1
    assert set(wins) <= set(range(players))
    assert len(wins) > 1


def test_four_play_if_nobody_says_how_many(game):
    assert game.players == game.rules.players.usual == 4
    assert game.rules.players.recommended == 3


@pytest.mark.parametrize(
    ("play", "outcome"),
    [
        ("lists-unseating", ("unseating", (0,), (10, 1, 1, 0))),
        ("lists-default", ("default", (0,), (10, 0, 1, 0))),
    ],
)
def test_recorded_plays(game, play, outcome):
    assert game.outcome(replayed(game, recorded(play))) == outcome


def test_the_recorded_plays_show_every_ending_of_a_joust(game):
    seen, both_wait = {"lists-unseating": set(), "lists-default": set()}, False
    for play, kinds in seen.items():
        state = game.setup()
        for action in recorded(play):
            state = rules.step(game, state, action)
            kinds.add(state.last)
            both_wait |= bool(state.due and state.later)
    assert seen["lists-unseating"] - {""} == set(game.outcomes)
    assert both_wait


# What seats see -----------------------------------------------------------------------------------------------


def test_all_lies_open_to_all_seats(game):
    rng, state = Random(3), game.setup()
    while game.actor(state) is not None:
        views = [game.view(state, seat) for seat in range(game.players)]
        assert [view.pop("seat") for view in views] == [0, 1, 2, 3]
        assert all(view == views[0] for view in views)
        assert json.loads(json.dumps(views[0])) == views[0]
        state = game.apply(state, rules.playing.drawn(game.chance(state), rng))


def test_a_view_tells_the_joust_by_seats_and_board_columns(game):
    state = after(game, game.setup(), "pair 2 4", "initiative 1")
    assert game.view(state, 0)["joust"] == {
        "pair": [1, 3],
        "pass": 1,
        "injuries": [0, 0],
        "columns": [1, 13],
        "initiative": None,
        "advantage": None,
        "to_roll": 3,
        "rolls": [1],
    }
    state = after(game, state, "initiative 6", "ride 6", "ride 1", "ride 6")
    message = game.view(state, 0)["joust"]
    assert (message["columns"], message["initiative"], message["advantage"], message["to_roll"]) == ([2, 2], 3, 3, 3)
    assert game.view(game.setup(), 0)["joust"] == {}


def test_a_position_in_words(game):
    assert game.show(game.setup()) == (
        "slot 1, phase pair; knight 1 has 0 victories, knight 2 has 0 victories, "
        "knight 3 has 0 victories, knight 4 has 0 victories"
    )
    state = withdraw(game, withdraw(game, game.setup(), "pair 1 2"), "pair 3 4")
    assert "knight 3 has 0 victories and rests" in game.show(state)
    assert "knights 1 and 2 return in the next slot; knights 3 and 4 return in the slot after" in game.show(state)
    state = after(game, state, "return 1 2", "initiative 1", "initiative 6", "ride 4")
    assert game.show(state).endswith(
        "\npass 1: knight 1 in column 1 with injuries 0, "
        "knight 2 in column 9 with injuries 0 and the initiative; next to roll is knight 1"
    )
    waiting = rolled(game, met(game), STRIKE, 5)
    assert game.show(waiting).endswith("next to roll is knight 2 after a 5")


# Wagers, where a group wants them -----------------------------------------------------------------------------


@pytest.fixture
def betting(kit) -> Lists:
    edit(kit, "rules.yaml", "wager_chips: 0", "wager_chips: 2")
    return make("lists", kit)


def test_bystanders_wager_in_turn_and_openly(betting):
    state = after(betting, betting.setup(), "pair 2 4")
    assert (state.phase, betting.actor(state)) == (WAGER, 0)
    assert pairs(betting, state) == ["pass", "wager 2 1", "wager 2 2", "wager 4 1", "wager 4 2"]
    state = after(betting, state, "wager 4 2")
    assert betting.actor(state) == 2
    assert [betting.view(state, seat)["wagers"] for seat in range(4)] == [[[3, 2]]] * 4
    state = after(betting, state, "pass")
    assert [betting.view(state, seat)["wagers"] for seat in range(4)] == [[[3, 2], [0, 0]]] * 4
    assert (state.phase, state.wagers, betting.actor(state)) == (INITIATIVE, ((3, 2), (0, 0)), CHANCE)


def test_who_has_no_chips_is_not_asked(betting):
    state = betting.setup()._replace(chips=(2, 2, 0, 1))
    state = after(betting, state, "pair 1 2")
    assert betting.actor(state) == 3
    assert pairs(betting, state) == ["pass", "wager 1 1", "wager 2 1"]
    broke = betting.setup()._replace(chips=(2, 2, 0, 0))
    assert after(betting, broke, "pair 1 2").phase == INITIATIVE


def test_a_tournament_with_wagers_ends_like_any_other(betting):
    log: list[rules.game.Action] = []
    state = rules.playing.play(betting, Random(4), log=log)
    assert {action[0] for action in log} >= {"wager", "pass"}
    assert all(chips >= 0 for chips in state.chips)
    assert replayed(betting, map(rules.game.written, log)) == state
    assert max(betting.outcome(state).points) == 10
