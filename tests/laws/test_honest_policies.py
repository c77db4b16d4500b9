"""Honest policies: a choice is the same in all states that look the same to the seat that chooses.

So it cannot depend on cards that the seat does not see. The same holds for what an engine deals again, which is all
that policies look at.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from pnp import rules
from pnp.lab import search
from pnp.lab.search import POLICIES
from pnp.rules import playing
from pnp.rules.game import CHANCE
from tests.support.engines import make

GAMES = [(name, None) for name in rules.names()] + [("soaring", 2), ("soaring", 4), ("lists", 5)]


def positions(name: str, players: int | None, every: int, most: int):
    """Positions of random games, with the seat that acts."""
    game = make(name, players=players) if players else make(name)
    found = []
    for seed in range(100):
        rng, state, number = Random(seed), game.setup(), 0
        while (who := game.actor(state)) is not None:
            if who != CHANCE and len(game.legal(state)) > 1:
                number += 1
                if number % every == seed % every:
                    found.append((state, who))
            legal = game.legal(state)
            state = game.apply(
                state, playing.drawn(game.chance(state), rng) if who == CHANCE else legal[rng.randrange(len(legal))]
            )
        if len(found) >= most or (number == 0 and seed > 5):
            break
    return game, found[:most]


def alike(game, state, seat, rng):
    """Other states that look the same to a seat."""
    others = [game.resample(state, seat, rng) for _ in range(4)]
    assert all(game.view(other, seat) == game.view(state, seat) for other in others)
    return others


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_dealing_again_depends_only_on_what_the_seat_knows(name, players):
    game, found = positions(name, players, 7, 12)
    differing = 0
    for number, (state, seat) in enumerate(found):
        wanted = game.resample(state, seat, Random(number))
        for other in alike(game, state, seat, Random(number)):
            differing += other != state
            assert game.resample(other, seat, Random(number)) == wanted
    assert differing or name == "lists", "no two states look alike, so nothing was tried"


@pytest.mark.parametrize("name", rules.names())
@pytest.mark.parametrize("policy", POLICIES)
def test_a_choice_is_the_same_in_all_states_that_look_the_same(name, policy, monkeypatch):
    for limit, few in {"SAMPLES": 2, "PLAYOUTS": 2, "ITERATIONS": 12, "MAX_OPTIONS": 6}.items():
        monkeypatch.setattr(search, limit, few)
    game, found = positions(name, None, 13, 4)
    choose = POLICIES[policy].policy
    for number, (state, seat) in enumerate(found):
        legal = game.legal(state)
        choice = choose(game, state, legal, Random(number))
        assert choice in legal
        for other in alike(game, state, seat, Random(number)):
            assert game.legal(other) == legal
            assert choose(game, other, legal, Random(number)) == choice


def test_a_policy_that_looks_at_hidden_cards_is_found_out():
    def spies(game, state, legal, _rng):
        return legal[sum(state.hands[1 - game.actor(state)][:4]) % len(legal)]

    game, found = positions("rhino", None, 7, 20)
    choices = [
        {spies(game, other, game.legal(state), None) for other in alike(game, state, seat, Random(1))}
        for state, seat in found
    ]
    assert max(map(len, choices)) > 1


def test_views_are_compared_as_data():
    game, found = positions("rhino", None, 7, 1)
    state, seat = found[0]
    assert json.loads(json.dumps(game.view(state, seat)))
