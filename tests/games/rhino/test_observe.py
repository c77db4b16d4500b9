"""The evidence of a rhino bout: each piece is true, and many games show all there is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import rules
from pnp.games.rhino.data import ANY
from pnp.games.rhino.engine import COUNTER, DISCARD, DRAW, MOVE, changed
from pnp.rules.proofs import Evidence
from tests.support.engines import make

GAME = make("rhino")
PROOF = rules.proof(GAME)
START = GAME.setup()
WHERE, EFFECT, ANSWERS = ("move", "positions"), ("move", "effect"), ("counters",)


def hand(**cards: int) -> tuple[int, ...]:
    return tuple(cards.get(kind, 0) for kind in GAME.kinds)


def moment(phase: str, mine: tuple[int, ...], theirs: tuple[int, ...] = GAME.empty, **more):
    return changed(START, phase=phase, riders=(0, 1), hands=(mine, theirs), **more)


def shown(state, *actions: str) -> list[Evidence]:
    """All that is seen while some actions are taken."""
    found: list[Evidence] = []
    for text in actions:
        after = rules.step(GAME, state, text)
        found.extend(PROOF.evidence(state, rules.game.read(text), after))
        state = after
    return found


def effects(state, *actions: str) -> dict[str, object]:
    return {found.path[-1]: found.value for found in shown(state, *actions) if found.path[:2] == EFFECT}


@pytest.mark.slow
@given(seed=st.integers(0, 10**9))
def test_no_evidence_differs_from_what_is_observed(seed):
    for before, action, after in rules.playing.transitions(GAME, str(seed)):
        for found in PROOF.evidence(before, action, after):
            assert agrees(found, PROOF.observe(found.deck, found.card)), (found, GAME.show(before), action)


def agrees(found: Evidence, seen) -> bool:
    for step in found.path:
        seen = None if seen is None else seen.get(step)
    if found.among is None:
        return seen == found.value
    return (seen == ANY or found.value in (seen or [])) is found.among


def test_a_hundred_games_show_all_there_is_of_every_card():
    found = {s for n in range(100) for t in rules.playing.transitions(GAME, f"all/{n}") for s in PROOF.evidence(*t)}
    for kind in GAME.kinds:
        mine = [found for found in found if found.card == kind]
        assert {found.value for found in mine if found.path == WHERE} == set(GAME.rules.positions)
        assert {found.value for found in mine if found.path == ANSWERS} >= set(GAME.kinds) - {"best_at_jousting"}
    assert {s.path[0] for s in found if s.card == "tootsie"} == {"brains", "strength", "top_speed"}


def test_the_same_seed_is_the_same_game():
    assert list(rules.playing.transitions(GAME, "a")) == list(rules.playing.transitions(GAME, "a"))
    assert list(rules.playing.transitions(GAME, "a")) != list(rules.playing.transitions(GAME, "b"))


def test_a_game_that_cannot_go_on_stops():
    empty = make("rhino")
    empty.deck = empty.empty
    assert [action[0] for _, action, _ in rules.playing.transitions(empty, "a")] == ["ride", "ride", "first"]


def test_a_hand_shows_which_of_its_cards_may_be_played_here():
    seen = shown(moment(MOVE, hand(lunge=1, swerve=1)), "stop")
    assert set(seen) == {
        Evidence("moves", "lunge", WHERE, "head_to_head", among=True),
        Evidence("moves", "swerve", WHERE, "head_to_head", among=False),
    }


def test_nothing_is_seen_of_positions_once_a_score_card_was_played():
    assert shown(moment(MOVE, hand(lunge=1, charge=1), scored=1), "stop") == []


def test_the_answering_hand_shows_what_may_lie_on_the_top():
    state = moment(COUNTER, hand(charge=3), hand(dodge=1, spin=1), stack=(GAME.kind_of["lunge"],))
    assert {s for s in shown(state, "pass") if s.path == ANSWERS} == {
        Evidence("moves", "dodge", ANSWERS, "lunge", among=True),
        Evidence("moves", "spin", ANSWERS, "lunge", among=False),
    }


@pytest.mark.parametrize(
    ("card", "step", "expected"),
    [
        ("charge", 0, {"score": None, "gain": 1}),
        ("tricky_move", -1, {"score": None, "gain": 2}),
        ("tricky_move", 0, {"score": None}),  # to the top: steps may have been lost
        ("charge", 2, {}),
        ("lunge", 0, {"score": True, "gain": None, "reset": None}),
    ],
)
def test_a_move_that_stands_shows_what_it_does(card, step, expected):
    assert effects(moment(MOVE, hand(**{card: 1}), step=step), f"play {card}", "pass") == expected


def test_a_reset_shows_its_draw_unless_the_hand_is_full():
    reset = {"reset": "head_to_head", "gain": None, "score": None}
    few = moment(MOVE, hand(burst_of_speed=1), pile=GAME.deck, step=2)
    assert effects(few, "play burst_of_speed", "pass") == {**reset, "draw": 1}
    full = moment(MOVE, hand(burst_of_speed=1, charge=4), pile=GAME.deck, step=2)
    assert effects(full, "play burst_of_speed", "pass") == reset


def test_a_reset_without_any_card_to_draw_shows_nothing():
    none = moment(MOVE, hand(burst_of_speed=1), pile=GAME.empty, step=2)
    assert effects(none, "play burst_of_speed", "pass") == {}


def test_a_move_that_is_countered_shows_nothing_of_what_it_does():
    state = moment(MOVE, hand(lunge=1), hand(dodge=1))
    assert effects(state, "play lunge", "counter dodge", "pass") == {}


def test_draws_and_discards_are_reported_where_nothing_cuts_them_short():
    def numbers(state, action):
        return {s.path[0]: s.value for s in shown(state, action)}

    assert numbers(moment(DISCARD, hand(lunge=2), pile=GAME.deck), "keep") == {"brains": 1, "strength": 2}
    assert numbers(moment(DISCARD, hand(lunge=3), pile=GAME.deck), "keep") == {"brains": 1}
    assert numbers(moment(DISCARD, hand(lunge=1), pile=GAME.deck), "keep") == {"strength": 2}


def test_a_deal_shows_how_much_a_hand_holds():
    last = [s for t in rules.playing.transitions(GAME, "deal") for s in PROOF.evidence(*t) if s.path == ("top_speed",)]
    assert [found.value for found in last] == [5, 5]


def test_tables_and_tracks_are_what_play_shows():
    tables, tracks = PROOF.tables(), PROOF.tracks()
    assert tables["score"] == [
        ["fleeing", None], ["flanked", None], ["head_to_head", 1], ["flanking", 2], ["chasing", 3]
    ]  # fmt: skip
    assert tables["points"] == tables["score"][2:]
    assert ["stomp", ["best_at_jousting", "burst_of_speed", "dodge", "stomp", "swerve"]] in tables["answers"]
    assert ["stomp", ["burst_of_speed", "dodge", "stomp", "swerve"]] in tables["others"]
    assert ["tricky_move", None] in tables["others"]
    assert len(tables["others"]) == len(GAME.kinds) - 1
    assert tracks == {"positions": list(GAME.rules.positions), "target_score": [0, 1, 2, 3]}


def test_a_draw_is_seen_as_one():
    assert rules.step(GAME, moment(DISCARD, hand(lunge=2), pile=GAME.deck), "keep").phase == DRAW
