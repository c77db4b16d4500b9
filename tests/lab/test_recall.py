"""What seats know."""

from __future__ import annotations

import json
from random import Random

import pytest

from pnp import rules
from pnp.lab.recall import Recall
from pnp.rules.game import CHANCE, written


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
