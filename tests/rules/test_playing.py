"""Games played at the terminal."""

from __future__ import annotations

import pytest

from pnp.rules import playing
from pnp.rules.examples import problems
from pnp.rules.game import RefusalError
from tests.conftest import ROOT
from tests.support.engines import make

RIDE = ["ride stomper", "ride tootsie"]


@pytest.fixture(scope="module")
def rhino():
    return make("rhino")


def test_there_is_a_step_before_the_first_move_and_one_after_each(rhino):
    steps = playing.steps(rhino, {"moves": RIDE})
    assert [(step["move"], step["seat"]) for step in steps] == [("", None), ("ride stomper", 1), ("ride tootsie", 2)]
    assert [step["views"][0]["rhinos"] for step in steps] == [[], ["stomper"], ["stomper", "tootsie"]]
    assert [step["was"]["rhinos"] for step in steps] == [[], [], ["stomper"]], "what there was before the move"


def test_chance_acts_by_the_seed_until_a_player_must(rhino):
    one, same, other = (playing.steps(rhino, {"given": {"seed": n}, "moves": RIDE})[-1]["views"] for n in (1, 1, 2))
    assert one == same != other
    assert one[0]["cards_held"] == [5, 5]
    assert one[0]["hand"] != one[1]["hand"], "each seat sees its own hand"


def test_chance_can_be_told_what_to_do(rhino):
    deal = [f"deal {card}" for card in ("lunge", "lunge", "dodge", "spin", "charge")]
    view = playing.steps(rhino, {"moves": [*RIDE, *deal]})[-1]["views"][0]
    assert view["hand"] == {"lunge": 2, "dodge": 1, "spin": 1, "charge": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_number_of_players_may_be_given(players):
    steps = playing.steps(make("soaring"), {"given": {"players": players}, "moves": []})
    assert len(steps[0]["views"]) == players


@pytest.mark.parametrize(
    ("example", "error"),
    [
        ({"moves": ["ride nobody"]}, RefusalError),
        ({"moves": ["play lunge"] * 401}, ValueError),
        ({"given": {"players": 7}, "moves": []}, ValueError),
        ({"given": {"players": "two"}, "moves": []}, ValueError),
    ],
)
def test_what_cannot_be_played_raises_an_error(rhino, example, error):
    with pytest.raises(error):
        playing.steps(rhino, example)
    assert playing.steps_or_none(rhino, {"form": "play", **example}) == []


def test_only_examples_of_the_form_play_have_steps(rhino):
    assert playing.steps_or_none(rhino, {"form": "chain", "moves": []}) == []
    assert playing.steps_or_none(None, {"form": "play", "moves": []}) == []


def test_what_an_example_claims_is_compared_with_the_view_of_the_first_seat(rhino):
    example = {"form": "play", "moves": RIDE, "then": {"scores": [0, 1], "position": "head_to_head", "pil": 3}}
    assert list(problems(rhino, example, {})) == [
        (("then", "scores"), "play shows 0, 0, but the example claims 0, 1"),
        (("then", "pil"), "an example of the form 'play' claims no 'pil'"),
    ]
    refused = {"form": "play", "moves": ["ride stomper", "ride stomper"]}
    assert next(problems(rhino, refused, {}))[0] == ("moves",)


def test_a_player_who_may_pass_passes_where_the_next_move_is_not_theirs(tmp_path):
    for name in ("cards.yaml", "rules.yaml"):
        text = (ROOT / "card_data" / "lists" / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("wager_chips: 0", "wager_chips: 20"), "utf-8")
    lists = make("lists", tmp_path)
    example = {"form": "play", "given": {"players": 4}, "moves": ["pair 1 2", "initiative 5", "initiative 2"]}
    assert [step["move"] for step in playing.steps(lists, example)] == ["", *example["moves"]]


def test_a_game_without_a_possible_action_stops(rhino, monkeypatch):
    monkeypatch.setattr(rhino, "legal", lambda _state: (), raising=False)
    assert list(playing.transitions(rhino, "1")) == []
