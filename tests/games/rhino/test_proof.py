"""What a rhino bout shows of its cards, tables and tracks."""

from __future__ import annotations

import pytest

from pnp import rules
from tests.support.engines import make

GAME = make("rhino")
PROOF = rules.proof(GAME)


@pytest.mark.parametrize(
    ("card", "seen"),
    [
        ("swerve", {"positions": ["fleeing", "flanked"], "effect": {"gain": 1}}),
        ("lunge", {"positions": ["head_to_head", "flanking", "chasing"], "effect": {"score": True}}),
        ("burst_of_speed", {"positions": "any", "effect": {"reset": "head_to_head", "draw": 1}}),
    ],
)
def test_a_move_is_seen_where_it_may_be_played_with_its_effect(card, seen):
    assert PROOF.observe("moves", card)["move"] == seen


def test_a_rhino_is_seen_by_its_discards_draws_and_hand():
    assert PROOF.observe("rhinos", "tootsie") == {"brains": 1, "strength": 2, "top_speed": 5}


def test_cards_that_are_not_played_are_not_seen():
    assert PROOF.observe("moves", "tootsie") is PROOF.observe("standees", "white") is None


def test_the_same_seed_is_the_same_game():
    assert list(rules.playing.transitions(GAME, "a")) == list(rules.playing.transitions(GAME, "a"))
    assert list(rules.playing.transitions(GAME, "a")) != list(rules.playing.transitions(GAME, "b"))


def test_a_game_that_cannot_go_on_stops():
    empty = make("rhino")
    empty.deck = empty.empty
    assert [action[0] for _, action, _ in rules.playing.transitions(empty, "a")] == ["ride", "ride", "first"]


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
