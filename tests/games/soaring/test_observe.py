"""Soaring's proof: cards, tables and examples."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest

from pnp import rules
from pnp.games.soaring import observe, tables
from tests.games.soaring.test_soaring import ENGINES, SOARING, engine

PROOF = rules.proof(SOARING)

DOWNER = {"value": 3, "beats_regular_same_value": True, "next_hand_lowest_wins": True}

# Cards seen ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ENGINES)
def test_every_card_is_seen_to_be_what_it_is_with_any_number_of_players(players):
    game = ENGINES[players]
    for suit in "ace":
        for value in range(1, 6):
            assert rules.proof(game).observe("deck", f"{suit}{value}") == {"suit": suit, "value": value}
    assert rules.proof(game).observe("deck", "c_downer") == {"suit": "c", **DOWNER}
    assert rules.proof(game).observe("deck", "e_downer") == {"suit": "e", **DOWNER}
    assert rules.proof(game).observe("deck", "soaring_rhino") == {"ranks": {"below": ["a"], "above": ["c", "e"]}}


def test_cards_of_other_decks_are_not_seen():
    assert PROOF.observe("references", "a1") is None
    assert PROOF.observe("deck", "joker") is None


def test_what_is_seen_follows_play_and_not_names():
    swapped = engine(cards=("suit: a, value: 5", "suit: e, value: 6"))
    assert rules.proof(swapped).observe("deck", "a5") == {"suit": "e", "value": 6}
    assert rules.proof(swapped).observe("deck", "c5") == {"suit": "c", "value": 5}
    other = engine(cards=("below: [a], above: [c, e]", "below: [a, c], above: [e]"))
    assert rules.proof(other).observe("deck", "soaring_rhino") == {"ranks": {"below": ["a", "c"], "above": ["e"]}}
    tame = engine(
        cards=("suit: c, value: 3, beats_regular_same_value: true, next_hand_lowest_wins: true", "suit: c, value: 6")
    )
    assert rules.proof(tame).observe("deck", "c_downer") == {"suit": "c", "value": 6}


def test_suits_go_by_the_order_of_ties():
    turned = engine(rules=("suits: [a, c, e]", "suits: [e, c, a]"))
    assert rules.proof(turned).observe("deck", "a1") == {"suit": "a", "value": 1}
    assert rules.proof(turned).tables()["ties"] == [[["e", "c"], "e"], [["e", "a"], "e"], [["c", "a"], "c"]]
    assert rules.proof(turned).tables()["ladder"][0] == [5, None, None, "e5", None, ">", None, "c5", ">", "a5"]


def test_only_the_rhino_unsettles_the_others():
    assert observe.standing(SOARING).apart == ("soaring_rhino",)


# Tables ----------------------------------------------------------------------------------------------------


def test_the_ladder_is_the_order_of_all_pairs():
    ladder = [card for row in PROOF.tables()["ladder"] for card in row[1:] if card and card != ">"]
    assert len(ladder) == len(set(ladder)) == 17
    for better, worse in combinations(ladder, 2):
        assert (better, worse)[SOARING.winner((better, worse))] == better
    assert PROOF.tables()["ladder"][2] == [3, "a3", ">", "c_downer", ">", "c3", ">", "e_downer", ">", "e3"]


def test_in_low_hands_values_turn_and_suits_do_not():
    for high, low in permutations([c for c in SOARING.deck if c != "soaring_rhino"], 2):
        if PROOF.observe("deck", high)["value"] > PROOF.observe("deck", low)["value"]:
            assert SOARING.winner((high, low), low=True) == 1


def test_the_tiers_are_those_of_every_table_with_the_rhino():
    (_, above, least), (_, rhino, middle), (_, below, most) = PROOF.tables()["tiers"]
    assert (least, middle, most) == (below, rhino, above)
    suits = observe.standing(SOARING).suits
    for pair in combinations([c for c in SOARING.deck if c != rhino], 2):
        table = (*pair, rhino)
        winner = table[SOARING.winner(table)]
        assert suits.get(winner, rhino) in (above if any(suits[c] in above for c in pair) else [rhino])
        loser = table[SOARING.winner(table, low=True)]
        assert suits.get(loser, rhino) in (below if any(suits[c] in below for c in pair) else [rhino])


@pytest.mark.parametrize(
    ("players", "rows"),
    [
        (4, [["deal", 4, 1, 1, 2], ["pass_1", 2, None, 1, 1], ["pass_2", 1, None, 1, None]]),
        (
            3,
            [
                ["deal", 5, 1, 1, 3],
                ["pass_1", 3, None, 1, 2],
                ["pass_2", 2, None, 1, 1],
                ["pass_3", 1, None, 1, None],
            ],
        ),
        (
            2,
            [
                ["deal", 4, 1, 2, 1],
                ["given", 1, None, 1, None],
                ["side_pile", 4, 1, 1, None],
                ["side_again", 2, 1, 1, None],
            ],
        ),
    ],
)
def test_a_draft_goes_step_by_step(players, rows):
    assert PROOF.tables()[f"draft_{players}"] == rows
    held = SOARING.rules.setup[str(players)].final_hand
    assert sum(row[3] for row in rows) == held


def test_the_deal_is_the_sheets():
    assert PROOF.tables()["setup"] == [
        [4, 2, 4],
        [3, 3, 5],
    ]
    assert PROOF.tables()["aside"] == [[4, 2], [3, 3], [2, 2]]
    assert [row[1] for row in PROOF.tables()["passing"]] == ["clockwise", "counter_clockwise", "clockwise"]


def test_tables_follow_the_rules():
    other = engine(
        rules=('"4": {set_aside: 2, deal: 4, discard: 1, keep: 1', '"4": {set_aside: 2, deal: 4, discard: 2, keep: 1')
    )
    assert tables.draft(other) == [["deal", 4, 2, 1, 1], ["pass_1", 1, None, 1, None]]
    assert rules.proof(other).tables()["setup"][0] == [4, 2, 4]


# Examples --------------------------------------------------------------------------------------------------

HAND: dict[str, Any] = {"form": "hand", "moves": ["play a3", "play c4"], "then": {"winner": "c4", "next": "highest"}}


def wrong(example: dict[str, Any]) -> list[tuple[str, ...]]:
    return [path for path, _ in PROOF.example_problems(example)]


def test_a_true_example_has_nothing_wrong():
    assert wrong(HAND) == []


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"form": "duel"}, ("form",)),
        ({"then": {"winner": "a3", "next": "highest"}}, ("then", "winner")),
        ({"then": {"winner": "c4", "next": "lowest"}}, ("then", "next")),
        ({"then": {"winner": "c4", "next": "highest", "luck": "bad"}}, ("then", "luck")),
        ({"moves": ["play a3", "pass c4"]}, ("moves", "1")),
        ({"moves": ["play a3", "play x9"]}, ("given",)),
        ({"moves": ["play a3", "play a3"]}, ("given",)),
        ({"moves": ["play a3"]}, ("given",)),
        ({"given": {"wins": "middle"}}, ("given",)),
        ({"given": {"wins": "lowest"}}, ("then", "winner")),
    ],
)
def test_a_wrong_example_is_wrong_where_it_is_wrong(change, path):
    assert wrong({**HAND, **change}) == [path]


@pytest.mark.parametrize(
    ("example", "path"),
    [
        ({"form": "deck", "then": {"cards": 17}}, ("then", "cards")),
        ({"form": "hands", "given": {"players": [4, 3]}, "then": {"held": [3, 5]}}, ("then", "held")),
        ({"form": "hands", "given": {"players": [5]}, "then": {"held": [3]}}, ("given",)),
        ({"form": "passing", "given": {"rounds": [2]}, "then": {"direction": ["clockwise"]}}, ("then", "direction")),
        (
            {
                "form": "draft",
                "given": {"players": 4, "cards": ["a5", "c1", "e2"]},
                "moves": ["discard c1", "keep a5"],
                "then": {"passed": ["e2"]},
            },
            ("given",),
        ),
        (
            {
                "form": "goal",
                "given": {"won": [3, 0]},
                "moves": ["play a5", "play a4"],
                "then": {"ranking": ["a5", "a4"], "won": [4, 0], "over": True},
            },
            ("given",),
        ),
        (
            {
                "form": "round",
                "given": {"taken": [2, 1]},
                "moves": ["play a5", "play a4"],
                "then": {"winner": "a5", "rounds": [1, 0]},
            },
            ("given",),
        ),
    ],
)
def test_what_cannot_be_or_is_not_so_is_reported(example, path):
    assert wrong(example) == [path]
