"""The logo cards: what the pictures of play in the rulebook show, held to the examples and to the game."""

from __future__ import annotations

import pytest

from pnp.checks import CheckContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Path
from pnp.kit import paths
from pnp.pipeline.context import open_context
from pnp.sources.yaml import read
from tests.conftest import drawn_context
from tests.support.engines import make
from tests.support.text import uses, walk

KIT = paths.data_folder() / "soaring"

SEEN = {f"{suit}{value}" for suit in "ace" for value in range(1, 6)} | {"c_downer", "e_downer", "soaring_rhino"}


@pytest.fixture(scope="module")
def context() -> CheckContext:
    context = open_context(KIT, Diagnostics())
    assert context is not None
    return drawn_context(context)


HANDS = {
    "S02": ("High hand", "Highest value"),
    "S02b": ("High hand", "Equal: A beats C, E"),
    "S02c": ("High hand", "Equal: C beats E"),
    "S04": ("High hand", "The Downer wins"),
    "S24": ("Low hand", "Lowest value"),
    "S06": ("Low hand", "The Downer loses"),
}
STRIPS = {"S04": ["Next:", "Low"], "S24": ["Next:", "High"], "S06": ["Next:", "Low"], "S25": ["Next:", "Low"]}
"""What the high and low card does after a hand."""
GROUPS = {"S07": "High hand", "S18": "Low hand"}
RHINO = {
    "S25": ("High hand", "No A: Rhino"),
    "S22": ("Low hand", "Lowest C or E"),
    "S23": ("Low hand", "Only A: Rhino"),
}


def shown_winner(drawing: Drawing) -> list[str]:
    """The cards of a picture that lie on gold, by their places from the left."""
    cards = {use.drawing.name.split("-")[1]: at.e for at, use in uses(drawing.items)}
    gold = [
        at.apply(*item.segments[0][1][-2:])[0]
        for at, item in walk(drawing.items)
        if isinstance(item, Path) and item.stroke and item.stroke.width == 0.4
    ]
    return [card for card, x in cards.items() if card in SEEN and any(-1 < edge - x < 9 for edge in gold)]


def shown(context) -> dict[str, Drawing]:
    """The pictures of play in the book, by their names."""
    used = (use.drawing for piece in context.pieces["rulebook"] for _, use in uses(piece.front.items))
    return {drawing.name.removeprefix("play-"): drawing for drawing in used if drawing.name.startswith("play-")}


def words_of(drawing: Drawing) -> list[str]:
    return [text.text for text in drawing.texts()]


def played(example: dict) -> list[str]:
    """The values of the cards of a hand, as its picture shows them; the Rhino has none."""
    values = [move[-1] for move in example["moves"] if move != "play soaring_rhino"]
    return ["3" if value == "r" else value for value in values]


HAND = {"choose": ["1"], "reveal": [*"25233"], "win": [*"35"], "discard": ["4"]}
"""The pictures of the steps of a hand, with their words."""


def test_the_book_shows_the_setup_a_draft_and_hands(context):
    two = {f"P3.{name}" for name in ("0-table-two", "8-draft-two", "8-side-two", "18-hands-two")}
    four = {
        "P2.0-table",
        "P2.12-draft",
        *(f"P4.16-play-{step}" for step in HAND),
        *(f"P2.{step}-reveal" for step in ROUND),
    }
    rhino = {f"{id_}-groups" for id_ in GROUPS} | {f"{id_}-rhino-hand" for id_ in RHINO}
    hands = {f"{id_}-hand" for id_ in HANDS}
    assert set(shown(context)) == two | four | rhino | hands | {"S01-contents", "S01-suits"}
    assert words_of(shown(context)["S01-suits"]) == [*("12345" * 3), "Rhino", "3", "C Downer", "3", "E Downer"]


def test_pictures_for_four_players_say_what_is_done(context):
    pictures = shown(context)
    words = ["4 players", "Set aside", "Discards", "Clockwise", "High", "You", "Pass to the left"]
    assert sorted(words_of(pictures["P2.0-table"])) == sorted([*"3422", *words, *"1234"])
    assert words_of(pictures["P2.12-draft"]) == [
        *["See", "1", "Discard", "2", "Keep", "Pass left", "You hold"],
        *["Your deal", *"3422", "2", "4", "4", *"32"],
        *["3", "1st pass", *["from the", "right"], "4", "4", *"44"],
        *["3", "2nd pass", *["from the", "right"], "5", "5", *"445"],
    ]
    assert {step: words_of(pictures[f"P4.16-play-{step}"]) for step in HAND} == HAND


def test_pictures_for_two_players_say_what_is_done(context):
    pictures = shown(context)
    words = ["Side pile", "Side pile", "Set aside", "Discards", "Rival", "Rival", "You", "You", "High"]
    assert sorted(words_of(pictures["P3.0-table-two"])) == sorted([*words, *"1243"])
    assert words_of(pictures["P3.8-draft-two"]) == [
        *["2", "You are dealt", *"243", "Discard", "3", "Keep", "4", "Give", "2", "You get", "1"],
    ]
    assert words_of(pictures["P3.8-side-two"]) == [
        *["3", "Your side pile", *"3523", "Discard", "2", "Keep", "5", "The other 2", *"33", "Discard", "3"],
        *["Keep", "3"],
    ]
    assert words_of(pictures["P3.18-hands-two"]) == [
        *["4", "Hand", "1st", "2nd", "3rd", "4th", "5th", "You", "3 hands", "Rival", "2 hands"],
        *[*"3514", *"53422", "5", "1 token"],
    ]


def test_the_hands_of_two_players_have_their_signs_and_winners(context):
    marks = [(use.drawing.name, round(at.e / 14.4, 3)) for at, use in uses(shown(context)["P3.18-hands-two"].items)]
    assert [hand for name, hand in marks if name == "icon-high"] == [0, 3, 4]
    assert [hand for name, hand in marks if name == "icon-low"] == [1, 2]
    # Crowns beside your cards, and then beside your rival's.
    assert [hand for name, hand in marks if name == "icon-win"] == [2, 3, 4, 0, 1]
    game, low = make("soaring", KIT, players=2), False
    moves = [move.split()[1] for move in read(KIT / "examples.yaml", Diagnostics()).plain()["P3"]["moves"][-10:]]
    for number, table in enumerate(zip(moves[::2], moves[1::2], strict=True)):
        assert game.winner(table, low=low) == (1 if number < 2 else 0)
        assert low == (number in (1, 2))
        low = game.next_low(table)


def test_pictures_of_hands_show_their_winners(context):
    pictures, examples = shown(context), read(KIT / "examples.yaml", Diagnostics()).plain()
    for id_, head in GROUPS.items():
        assert words_of(pictures[f"{id_}-groups"]) == [head, "1st", "2nd", "3rd"]
    for id_, (head, rule) in RHINO.items():
        drawing, example = pictures[f"{id_}-rhino-hand"], examples[id_]
        assert words_of(drawing) == [head, *played(example), *STRIPS.get(id_, []), rule]
        assert shown_winner(drawing) == [example["then"]["winner"]]
    for id_, (head, rule) in HANDS.items():
        drawing, example = pictures[f"{id_}-hand"], examples[id_]
        assert words_of(drawing) == [head, *played(example), *STRIPS.get(id_, []), rule]
        cards = [use.drawing.name.split("-")[1] for _, use in uses(drawing.items)]
        assert [id_ for id_ in cards if id_ in SEEN] == [move.split()[1] for move in example["moves"]]
        assert shown_winner(drawing) == [example["then"]["winner"]]


ROUND = {16: ("a5", [1, 0, 0, 0]), 20: ("a3", [1, 0, 1, 0]), 24: ("a4", [2, 0, 1, 0])}


@pytest.mark.parametrize("step", ROUND)
def test_a_whole_round_is_shown_hand_by_hand_with_its_winners_and_tokens(context, step):
    winner, won = ROUND[step]
    (drawing,) = {
        use.drawing
        for piece in context.pieces["rulebook"]
        for _, use in uses(piece.front.items)
        if use.drawing.name == f"play-P2.{step}-reveal"
    }
    found = [(use.drawing, at.e) for at, use in uses(drawing.items)]
    cards = {
        one.name.split("-")[1]: x for one, x in found if one.name.split("-")[1] in SEEN and "token" not in one.name
    }
    assert len(cards) == 4
    tokens = [
        sum(one.name.endswith(f"mini-token-{colour}") for one, _ in found)
        for colour in ("ink", "rust", "teal", "violet")
    ]
    assert tokens == won
    outlines = [
        at.e for at, item in walk(drawing.items) if isinstance(item, Path) and item.stroke and item.stroke.width == 0.4
    ]
    assert outlines == [cards[winner]]
