"""Views as vectors of numbers."""

from __future__ import annotations

import json
from random import Random

import pytest

from pnp import rules
from pnp.lab.features import LARGEST, SIZE, Recall, features
from pnp.rules.game import CHANCE, written


def test_each_leaf_of_a_view_has_a_place_of_its_own_path():
    vector = features({"turns": 7, "active": True, "hand": ["lunge"], "none": None})
    assert len(vector) == SIZE
    assert sorted(abs(number) for number in vector if number) == [1, 1, 1, 7]
    assert features({"turns": 7}) != features({"rounds": 7})
    assert features({"hand": ["lunge", "spin"]}) != features({"hand": ["spin", "lunge"]})
    assert features({"a": {"b": 1}}) != features({"a": {"c": 1}})
    assert features({}) == [0.0] * SIZE


def test_the_place_of_a_leaf_never_changes():
    vector = features({"turns": 7})
    assert {at: number for at, number in enumerate(vector) if number} == {22: -7.0}


def test_huge_numbers_are_cut_off():
    assert {abs(number) for number in features({"points": 10**9})} == {0.0, LARGEST}


@pytest.mark.parametrize("name", rules.names())
def test_a_seat_remembers_what_it_saw_and_did_and_nothing_else(lab, name):
    game = lab(name, 20).subject.game
    recall, rng = Recall(game), Random(3)
    moment, views = recall.start(), [[recall.view(game.setup(), seat)] for seat in range(game.players)]
    assert len({known[0] for known in moment.known}) == game.players, "each seat knows which one it is"
    for _ in range(80):
        who = game.actor(moment.state)
        if who is None:
            break
        action = rng.choice(game.legal(moment.state))
        before, moment = moment, recall.after(moment, action)
        for seat, (old, new) in enumerate(zip(before.known, moment.known, strict=True)):
            view = json.dumps(game.view(moment.state, seat), sort_keys=True)
            added = [f"> {written(action)}"] if seat == who else []
            if view != views[seat][-1]:
                views[seat].append(view)
                added.append(view)
            assert new == (*old, *added)
    assert who is None or who >= CHANCE


def test_seats_that_see_the_same_know_different_things(lab):
    moment = Recall(lab("duel", 20).subject.game).start()
    assert [known[0] for known in moment.known] == ["seat 1", "seat 2"]
    assert moment.known[0][1:] == moment.known[1][1:]
