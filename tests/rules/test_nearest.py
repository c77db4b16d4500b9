"""Worked examples near one that cannot be played."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp
from pnp import rules
from pnp.rules import nearest


def proof_of(name: str | Path) -> rules.Proof:
    found = rules.proof(rules.load(pnp.load(name)))
    assert found
    return found


HIT = {"form": "blow", "given": {"aim": "a3", "speeds": [5, 9], "moved": [18, 17]}, "then": {"result": "unhorsed"}}


def test_a_position_that_is_gone_is_replaced_by_one_with_the_same_point() -> None:
    proof = proof_of("tilt")
    assert proof.renewed_example(HIT) is None
    found = nearest.nearest(proof.game, proof.renewed_example, HIT, [["a3", "b2"]])
    assert found
    assert found["then"] == HIT["then"]
    assert found["given"] != HIT["given"]
    assert proof.example_problems(found) == []
    assert found == nearest.nearest(proof.game, proof.renewed_example, HIT, [["a3", "b2"]]), "it is always the same"


def test_a_game_is_played_again_with_the_same_verbs() -> None:
    proof = proof_of("rhino")
    moves = ["ride stomper", "ride chipdip", "first 1", *["deal charge"] * 5, *["deal spin"] * 5, "play swerve", "pass"]
    example = {"form": "play", "moves": moves, "then": {"phase": "move"}}
    assert proof.renewed_example(example) is None
    found = nearest.nearest(proof.game, proof.renewed_example, example, [])
    assert found
    assert [move.split()[0] for move in found["moves"]] == [move.split()[0] for move in moves]
    assert found["moves"][:3] == moves[:3]


def test_a_game_is_played_again_with_a_move_more_where_play_asks_for_one(tmp_path) -> None:
    """With one kind of knight card, both knights lean in each turn."""
    gone = ", ".join(f"{id_}: null" for id_ in pnp.load("tilt").cards["knights"] if id_ != "lean")
    (tmp_path / "kit.yaml").write_text("extends: tilt\n", "utf-8")
    (tmp_path / "cards.yaml").write_text(f"knights: {{{gone}, lean: {{count: 9}}}}\n", "utf-8")
    proof = proof_of(tmp_path)
    chosen = ["choose down spur lean", "choose left spur lean", "choose up spur lean", "choose up spur lean"]
    example = {"form": "play", "moves": ["first 1", "place a1", "place a5", *chosen], "then": {"turns": 1}}
    assert proof.renewed_example(example) is None
    found = nearest.nearest(proof.game, proof.renewed_example, example, [])
    assert found
    assert [move.split()[0] for move in found["moves"][3:6]] == ["choose", "choose", "lean"]
    assert found["then"]["turns"] > 0


def test_the_first_results_matter_most() -> None:
    """No game begins with a point, so the second result is never as wanted."""
    proof = proof_of("tilt")
    example = {"form": "play", "moves": ["first 3", "place a1"], "then": {"phase": "place", "points": [1]}}
    found = nearest.nearest(proof.game, proof.renewed_example, example, [])
    assert found
    assert found["then"] == {"phase": "place", "points": [0, 0]}


def test_moves_of_cards_that_are_gone_are_left_out() -> None:
    proof = proof_of("tilt")
    moves = ["play easy_pace", "play trot", "play spur", "play gallop", "play rein_in"]
    example = {"form": "horse", "given": {"speed": 3}, "moves": moves, "then": {"speeds": [4, 4, 5, 6, 1]}}
    ids = [["easy_pace", "spur", "gallop", "rein_in"]]
    found = nearest.nearest(proof.game, proof.renewed_example, example, ids)
    assert found
    assert found["moves"] == [move for move in moves if move != "play trot"]
    assert found["then"] == {"speeds": [4, 5, 6, 1]}


def test_a_card_that_is_gone_is_replaced_by_one_that_can_be_played() -> None:
    proof = proof_of("rhino")
    given = {"position": "flanking", "score": [0, 0]}
    example = {"form": "score", "given": given, "moves": ["play flank"], "then": {"score": [2, 0]}}
    found = nearest.nearest(proof.game, proof.renewed_example, example, [["fleeing", "flanking"], ["spin", "stomp"]])
    assert found == {**example, "moves": ["play stomp"]}


def test_where_there_is_none_the_search_ends() -> None:
    proof = proof_of("rhino")
    given = {"position": "flanking", "score": [0, 0]}
    never = {"form": "score", "given": given, "moves": ["play stomp"], "then": {"colour": "red"}}
    assert nearest.nearest(proof.game, proof.renewed_example, never, []) is None


@pytest.mark.parametrize(
    ("then", "same"),
    [
        ({"net": 7, "result": "unhorsed", "over": False, "to": ["a1", "b2"], "by": "a3"}, True),
        ({"net": 0, "result": "unhorsed", "over": False, "to": ["a1", "b2"], "by": "a3"}, False),
        ({"net": 7, "result": "miss", "over": False, "to": ["a1", "b2"], "by": "a3"}, False),
        ({"net": 7, "result": "unhorsed", "over": True, "to": ["a1", "b2"], "by": "a3"}, False),
        ({"net": 7, "result": "unhorsed", "over": False, "to": ["a1"], "by": "a3"}, False),
    ],
)
def test_the_point_of_an_example_is_words_yes_and_no_and_numbers_above_zero(then: dict, same: bool) -> None:
    first = {"net": 4, "result": "unhorsed", "over": False, "to": ["c1", "c2", "c3"], "by": "b2"}
    points = [nearest.point({"given": {"aim": aim}, "then": one}) for aim, one in (("b2", first), ("a3", then))]
    assert (points[0] == points[1]) is same


def test_lists_of_lists_are_kept() -> None:
    proof = proof_of("lists")
    example = {"form": "blow", "given": {"rolls": [[1, 2], [3, 4]]}, "then": {"colour": "red"}}
    assert nearest.nearest(proof.game, proof.renewed_example, example, [["tower", "heron"]]) is None
