"""Joust for 52 cards: what the pictures of play in the rulebook say."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline.context import open_context
from pnp.sources.yaml import read
from tests.conftest import drawn_context
from tests.support.text import uses

KIT = paths.data_folder() / "duel"
EXAMPLES = read(KIT / "examples.yaml", Diagnostics()).plain()
SIZES = {"K4": "exchanges", "K5": "exchange", "K8": "forfeited"}
"""The picture of each worked round."""


@pytest.fixture(scope="module")
def shown() -> dict[str, list[str]]:
    """The texts of each picture, by its name."""
    context = open_context(KIT, Diagnostics())
    assert context is not None
    placed = [use for piece in drawn_context(context).pieces["rulebook"] for _, use in uses(piece.front.items)]
    return {
        use.drawing.name: [t.text for t in use.drawing.texts()]
        for use in placed
        if use.drawing.name.startswith("play-")
    }


def test_the_setup_hands_rounds_and_points_are_pictured(shown):
    assert set(shown) == {
        "play-P1-table",
        "play-P2-hand",
        *(f"play-K7-panel-{number}" for number in range(1, 7)),
        "play-K7-sheet",
        "play-K2-swap",
        *(f"play-{i}-{f}" for i, f in SIZES.items()),
        "play-K6-score",
    }


def test_the_hands_show_what_is_hidden_and_what_is_exposed(shown):
    assert sorted(shown["play-P2-hand"]) == sorted(
        [
            "Rival",
            "You",
            "J",
            "8",
            "6",
            "4",
            "Hidden",
            "Hidden: only you look",
            *["Q", "6", "Taken", "Taken"],
            *[":hidden:", ":exposed:", "Exposed"] * 2,
        ]
    )


def test_the_setup_names_every_part(shown):
    labels = [
        "Deck",
        "Call card:",
        "red",
        "Turned",
        "card",
        *["Role card:"] * 2,
        "attacker",
        "defender",
        "Played cards",
        *["1st", "2nd", "3rd"] * 2,
    ]
    labels += [
        "Tokens",
        "Target",
        "Below 0",
        "Total marker on 0",
        "Point marker on 0",
        "Hidden",
        "Hidden: only you look",
    ]
    labels += [":hidden:", "Reference"] * 2
    labels += [*(str(ten + number) for ten in (0, 10, 20) for number in range(4)), *"………"]  # the corner of the board
    assert sorted(shown["play-P1-table"]) == sorted(["Q", "5", "9", "2", *labels, *"11222345566"])


def test_the_end_of_a_game_is_a_sum(shown):
    assert shown["play-K6-score"] == ["9", "+", "3", "7", "K", "=", "12", "Points", "Taken", "You win"]


def test_a_round_has_a_total_after_each_card(shown):
    titles = [
        "1 :target: Target 10 2 No swap Total: 0 :hidden: Hidden",
        "3 :defend: Defend Below 10: 0 + 3 = 3",
    ]
    titles += ["4 :attack: Attack You add: 3 + 9 = 12", "5 No forfeit 3 :defend: Defend Above 10: 12 − 7 = 5"]
    titles.append("4 :attack: Attack: hit! You add: 5 + 5 = 10")
    played = [["2", "5", "9"], ["3", "2", "5", "9"], ["3", "9", "2", "5"], ["3", "7", "9", "2", "5"]]
    played.append(["3", "7", "9", "5", "2"])
    numbers = [*(str(ten + number) for ten in (0, 10) for number in range(6)), "…", "…"]
    for number, (title, cards) in enumerate(zip(titles, played, strict=True), start=1):
        texts = [*title.split(), *numbers, "Rival", "You", *cards, *["1st", "2nd", "3rd"] * 2]
        assert sorted(" ".join(shown[f"play-K7-panel-{number}"]).split()) == sorted(texts)
    after = "After a round Rival draws 3, attacks next You took 3: 3 points Your hand: 2 exposed, 1 hidden"
    texts = [*after.split(), *"953K27", *"0123"]  # cards, and the shields of the mat
    assert sorted(" ".join(shown["play-K7-panel-6"]).split()) == sorted([*texts])


def test_the_score_sheet_shows_the_round_of_the_six_pictures(shown):
    line = ["1", "Moon", "10", "3", "12", "5", "10", "hit", "3", "0"]
    assert sorted(shown["play-K7-sheet"][-len(line) :]) == sorted(line)


def test_other_rounds_have_their_totals_and_how_they_end(shown):
    rounds = {
        "K4": ("3 2 7 5 K 9", "3 5 12 17 30 39", "40", ["Missed"]),
        "K5": ("3 9 7", "3 −6 1", "1", ["Hit"]),
        "K8": ("3 2", "3 5", "46", ["Forfeit"]),
    }
    for id_, (cards, totals, target, verdict) in rounds.items():
        players = ["Rival" if move.startswith("defend") else "You" for move in EXAMPLES[id_]["moves"] if " " in move]
        texts = ["0", *players, *cards.split(), *totals.split(), target, *verdict, "Target"]
        if id_ == "K5":  # the total below 0, on the board
            texts += ["5", "6", "= −6"]
        if id_ == "K8":  # the most that the total could still become
            texts += [*"5++++59", "= 45", "Yours", "13 each at most"]
        assert sorted(shown[f"play-{id_}-{SIZES[id_]}"]) == sorted(texts)
