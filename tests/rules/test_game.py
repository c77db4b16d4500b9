"""Actions, hidden cards dealt again, and returns: what every engine must keep to, in small games of every kind.

In a small game all that a seat may believe can be listed: every state to which some game leads that looks the same to
it at every step. A resampled state must be one of them, and each of them must come up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp import rules
from pnp.games.soaring.engine import Soaring
from pnp.games.tilt.engine import Tilt
from pnp.games.tilt.state import NO_CARD
from pnp.rules.game import CHANCE, Game, Outcome
from pnp.rules.playing import drawn
from tests.conftest import ROOT
from tests.support.engines import make

PAGE = (ROOT / "docs" / "engine.md").read_text("utf-8")


def test_the_page_about_engines_has_all_that_a_game_has():
    """Its tables list every method and attribute of the interface, and nothing else."""
    methods = {name for name, member in vars(Game).items() if callable(member) and not name.startswith("_")}
    assert set(re.findall(r"^\| `(\w+)\((?:state|\))", PAGE, re.MULTILINE)) == methods
    attributes = set(Game.__annotations__) - {"source"}
    table = PAGE.partition("These are its attributes")[2].partition("And these its methods")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == attributes
    needed = {name for name in methods if getattr(vars(Game)[name], "__isabstractmethod__", False)}
    rows = re.findall(r"^\| `(\w+)\([^`]*\)` \| .*? \| (.*?)\|$", PAGE, re.MULTILINE)
    assert {name for name, without in rows if not without.strip()} == needed


conforming = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def wagering() -> Any:
    game = make("lists")
    game.rules = replace(game.rules, wager_chips=4, target=4)
    return game


GAMES: dict[str, Any] = {
    **{name: make(name) for name in rules.names()},
    **{f"soaring for {players}": make("soaring", players=players) for players in (2, 3)},
    "lists with wagers": wagering(),
}
HIDING = [name for name, game in GAMES.items() if game.name in {"rhino", "tilt", "soaring", "duel"}]
"""The games that hide something from every seat."""


def positions(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game."""
    rng, state = Random(seed), game.setup()
    yield state
    while (who := game.actor(state)) is not None:
        legal = game.legal(state)
        state = game.apply(state, drawn(game.chance(state), rng) if who == CHANCE else rng.choice(legal))
        yield state


def sampled(game: Any, seed: int, most: int = 60) -> list[Any]:
    """Some states of a random game, the last one always."""
    states = list(positions(game, seed))
    return [*Random(seed).sample(states, min(most, len(states))), states[-1]]


# Actions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@conforming
@given(seed=st.integers(0, 2**32))
def test_every_legal_action_is_one_of_the_games_actions(name, seed):
    game = GAMES[name]
    every = set(game.actions())
    for state in positions(game, seed):
        assert every.issuperset(game.legal(state))


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_sorted_each_once_and_begin_with_every_verb(name):
    game = GAMES[name]
    found = game.actions()
    assert list(found) == sorted(set(found))
    verbs = {action[0] for action in found}
    optional = {"lists": {"wager", "pass"}, "soaring": {"take"}, "soaring for 3": {"take"}}
    assert verbs == game.verbs - optional.get(name, set())


# Resampling ------------------------------------------------------------------------------------------------


def cards(game: Any, state: Any) -> Counter[Any]:
    """All cards in a state, wherever they are; none for a game that is not listed here."""
    counts = {"rhino": _rhino, "tilt": _tilt, "soaring": _soaring, "lists": _lists, "duel": _duel}
    return counts[game.name](game, state) if game.name in counts else Counter()


def _rhino(game: Any, state: Any) -> Counter[Any]:
    piles = [*state.hands, state.pile, state.discards]
    found = Counter({kind: sum(pile[k] for pile in piles) for k, kind in enumerate(game.kinds)})
    return found + Counter(game.kinds[k] for k in state.stack)


def _tilt(game: Tilt, state: Any) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for seat, knight in enumerate(state.knights):
        for kinds, hand in zip(game.kinds, knight.hands, strict=True):
            found.update({(seat, card): hand[k] for card, k in kinds.items()})
        found.update((seat, card) for card in knight.chosen if card != NO_CARD)
    return found


def _soaring(_game: Any, state: Any) -> Counter[Any]:
    piles = [state.deck, *state.packs, *state.side, *state.hands, *state.discards]
    return Counter(card for pile in piles for card in pile)


def _lists(_game: Any, _state: Any) -> Counter[Any]:
    return Counter()


def _duel(game: Any, state: Any) -> Counter[Any]:
    piles = [state.under, [state.aside], *state.hidden, *state.exposed, *state.played, *state.points]
    return Counter(dict(zip(game.kinds, state.pile, strict=True))) + Counter(card for pile in piles for card in pile)


@pytest.mark.parametrize("name", GAMES)
@conforming
@given(seed=st.integers(0, 2**32))
def test_a_resampled_state_looks_the_same_has_the_same_cards_and_can_be_played_to_its_end(name, seed):
    game, rng = GAMES[name], Random(seed)
    for state in sampled(game, seed):
        for seat in range(game.players):
            again = game.resample(state, seat, rng)
            assert game.view(again, seat) == game.view(state, seat)
            assert cards(game, again) == cards(game, state)
            assert (game.actor(again), game.outcome(again)) == (game.actor(state), game.outcome(state))
            if game.actor(state) == seat:
                assert game.legal(again) == game.legal(state)
    again = game.resample(sampled(game, seed)[0], 0, rng)
    while (who := game.actor(again)) is not None:
        legal = game.legal(again)
        assert legal
        again = game.apply(again, drawn(game.chance(again), rng) if who == CHANCE else rng.choice(legal))
    assert game.outcome(again) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDING)
def test_resampling_varies_what_is_hidden_and_the_same_seed_deals_the_same(name):
    game = GAMES[name]
    varied: Counter[int] = Counter()
    for state in (state for seed in range(4) for state in positions(game, seed)):
        for seat in range(game.players):
            assert game.resample(state, seat, Random(1)) == game.resample(state, seat, Random(1))
            varied[seat] += any(game.resample(state, seat, Random(n)) != state for n in range(4))
    assert min(varied[seat] for seat in range(game.players)) > 0


@pytest.mark.parametrize("name", ["lists", "lists with wagers"])
def test_nothing_is_hidden_in_the_lists(name):
    game = GAMES[name]
    assert all(game.resample(state, seat, Random(1)) is state for state in positions(game, 1) for seat in range(4))


# Everything that a seat has seen, in small games -------------------------------------------------------------


def small_rhino() -> Any:
    """Two cards in each hand, and so few in the pile that it runs out soon."""
    game = make("rhino")
    counts = {"lunge": 1, "dodge": 2, "charge": 2, "burst_of_speed": 1, "stomp": 1}
    game.deck = tuple(counts.get(kind, 0) for kind in game.kinds)
    game.rhinos = [replace(rhino, top_speed=2) for rhino in game.rhinos]
    return game


def small_duel() -> Any:
    """One card in each hand; cards that are put under the deck are soon drawn again."""
    game = make("duel")
    game.deck = tuple(int(card in _FEW) for card in game.kinds)
    game.rules = replace(game.rules, hand_size=1, win_points=3)
    game.targets = (("target", "1"), ("target", "3"), ("target", "9"))
    return game


def small_tilt() -> Any:
    """Two kinds of card in each deck, and one copy of each, so that decks run out."""
    game = make("tilt")
    game.full = tuple(tuple(int(kind < 2) for kind in range(len(counts))) for counts in game.full)
    return game


_FEW = [f"{rank}_of_{suit}" for rank in ("ace", "two", "three", "nine") for suit in ("clubs", "hearts")]


def small_soaring(players: int, **changes: Any) -> Any:
    """Few cards, so few that packs come round again."""
    whole = make("soaring", players=players)
    setup = replace(whole.rules.setup[str(players)], **changes)
    size = setup.cards(players)
    traits = {card: whole.traits[card] for card in sorted(whole.traits)[:size]}
    return Soaring(replace(whole.rules, setup={str(players): setup}), traits, players)


def sides(*, swap: bool) -> Any:
    """Two players with side piles, which change sides after the first pick."""
    base = make("soaring", players=2).rules.setup["2"]
    side = replace(base.side, cards=3, keep=1, discard=0)
    goal = replace(base.win, hands=2, rounds=None)
    game = small_soaring(2, set_aside=1, deal=1, discard=0, keep=1, side=side, win=goal)
    game.rules = replace(game.rules, second_pick="swap" if swap else "own")
    return game


SMALL = {
    "rhino": small_rhino,
    "duel": small_duel,
    "tilt": small_tilt,
    "soaring for 2": lambda: small_soaring(
        2, set_aside=1, deal=3, discard=0, keep=1, side=None, win=replace(make("soaring").table.win, hands=2)
    ),
    "soaring for 3": lambda: small_soaring(3, set_aside=0, deal=3, discard=1, keep=1),
    "soaring with side piles": lambda: sides(swap=False),
    "soaring with side piles that change sides": lambda: sides(swap=True),
}


def believed(game: Any, seat: int, seed: int) -> Iterator[tuple[Any, set[Any]]]:
    """The states of a random game, each with all states that a seat may believe in, by all that it has seen."""
    rng, state = Random(seed), game.setup()
    belief = {state}
    while (who := game.actor(state)) is not None and len(belief) < 4000:
        action = drawn(game.chance(state), rng) if who == CHANCE else rng.choice(game.legal(state))
        state = game.apply(state, action)
        view = game.view(state, seat)
        after = {game.apply(one, other) for one in belief for other in ([action] if who == seat else game.legal(one))}
        belief = {one for one in after if game.view(one, seat) == view}
        yield state, belief


def now(state: Any) -> Any:
    """A state without what only tells how it came about."""
    return state._replace(looks=(), passed=()) if hasattr(state, "looks") else state


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(2))
def test_a_resampled_state_is_one_of_those_that_a_seat_may_believe_in_and_each_comes_up(name, seed):
    game, rng = SMALL[name](), Random(seed)
    unsure = 0
    for state, belief in believed(game, seed % 2, seed):
        assert state in belief
        assert {game.resample(state, seed % 2, rng) for _ in range(3)} <= belief
        possible = {now(one) for one in belief}
        if 1 < len(possible) <= 9:
            unsure += 1
            assert {now(game.resample(state, seed % 2, rng)) for _ in range(300)} == possible
        if unsure == 40:
            break
    assert unsure


def test_the_small_games_reach_what_must_be_remembered():
    assert any(any(map(any, state.known)) for seed in range(4) for state, _ in believed(small_rhino(), 0, seed))
    assert any(not any(state.pile) for seed in range(30) for state in positions(small_duel(), seed))


# Returns ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@conforming
@given(seed=st.integers(0, 2**32))
def test_returns_are_one_number_for_each_seat_and_sum_to_0(name, seed):
    game = GAMES[name]
    *before, end = positions(game, seed)
    assert all(game.returns(state) is None for state in before[-20:])
    returns, winners = game.returns(end), game.outcome(end).winners
    assert len(returns) == game.players
    assert sum(returns) == 0
    assert {seat for seat, worth in enumerate(returns) if worth > 0} == set(winners)
    if winners:
        assert len({returns[seat] for seat in winners}) == 1


@pytest.mark.parametrize(
    ("players", "winners", "returns"),
    [
        (2, (0,), (1, -1)),
        (2, (1,), (-1, 1)),
        (2, (), (0, 0)),
        (2, (0, 1), (0, 0)),
        (4, (2,), (-1, -1, 3, -1)),
        (3, (0, 2), (1, -2, 1)),
    ],
)
def test_what_a_game_is_worth(players, winners, returns, monkeypatch):
    game = make("lists", players=players)
    monkeypatch.setattr(game, "outcome", lambda _state: Outcome("default", winners, (0,) * players))
    assert game.returns(game.setup()) == returns
