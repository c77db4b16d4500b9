"""Rhino's kit: cards say what their data say."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pnp import components, imposition
from pnp.components import figures
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Piece, Text, every, is_own, walk
from pnp.imposition import Room
from pnp.kit import paths
from pnp.pipeline.context import open_context
from tests.support.books import HERE

DECKS = ("moves", "rhinos", "summaries", "extras")


@pytest.fixture(scope="module")
def pieces(context: RenderContext) -> dict[str, Piece]:
    return {p.id: p for deck in DECKS for p in components.pieces(deck, context.kit.components[deck], context)}


def said(piece: Piece) -> list[str]:
    """The texts of a front; whether a space can be broken makes no difference."""
    return [text.text.replace("\u00a0", " ") for text in piece.front.texts()]


def test_a_change_of_the_data_changes_the_card(kit):
    from tests.conftest import edit

    edit(kit, "cards.yaml", "effect: {gain: 2}}, counters: [dodge, spin]", "effect: {gain: 4}}, counters: [charge]")
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    made = {p.id: p for p in components.pieces("moves", context.kit.components["moves"], context)}
    assert {"Gain 4 positions", "Charge"} <= set(said(made["moves/spin"]))
    assert not diagnostics


def test_score_cards_show_the_points_of_lit_positions_only(pieces):
    def digits(name: str) -> list[str]:
        return [text for text in said(pieces[f"moves/{name}"]) if text in ("1", "2", "3")]

    assert (digits("lunge"), digits("stomp"), digits("stampede")) == (["1", "2", "3"], ["2", "3"], ["3"])
    assert digits("charge") == []


def test_every_text_is_at_least_seven_points_on_cards_and_nine_in_the_rulebook(pieces, context):
    for piece in pieces.values():
        for drawing in (piece.front, piece.back):
            assert min(text.size for text in drawing.texts()) >= 7, drawing.name
    for page in components.pieces("rulebook", context.kit.components["rulebook"], context):
        sizes = [item.size for item in every(page.front.items, is_own) if isinstance(item, Text)]
        assert min(sizes, default=9) >= 9
        # Pictures of cards in the book are pictures: their own type is the card's.
        assert min(text.size for text in page.front.texts()) >= 7


@pytest.mark.parametrize(
    ("step", "face", "who", "named"),
    [
        (24, "stack-row", ["Rival", "You", "Rival"], ["Charge", "Dodge", "Charge", "Spin", "Dodge"]),
        (32, "stack-row-low", ["You", "Rival", "You"], ["Lunge", "Swerve", "Lunge", "Stampede", "Swerve"]),
    ],
)
def test_a_stack_shows_who_plays_and_the_name_of_the_card_that_is_covered(context, step, face, who, named):
    picture = figures.figure(context, f"play:R30.{step}@{face}", HERE)
    # The plates of the track below the stack are smaller.
    texts = ((item, at) for item, (at, *_) in walk(picture.items) if isinstance(item, Text) and item.size > 8)
    placed = ((at.apply(item.x, item.y)[0], item.text) for item, at in texts)
    assert [word for _, word in sorted(placed) if word in ("You", "Rival")] == who
    # Of the words on dark grounds, numbers apart, each card's own name is followed by the name that it covers.
    # At the foot is who has the last card, and that the move stands.
    white = [
        text.text for text in picture.texts() if text.colour == "#ffffff" and (text.size > 7 or text.text != "Rival")
    ]
    *names, last, verdict = (text for text in white if not re.fullmatch(r"×?\d+", text))
    assert (names, last, verdict) == (named, f"Last card: {who[-1].lower()}", "It stands")


@pytest.mark.parametrize("name", ["rhino", "rhino-night"])
def test_pictures_of_play_have_the_names_of_standees_and_the_hand_of_the_setup(name):
    context = open_context(paths.data_folder() / name, Diagnostics())
    words = {
        shown: [text.text for text in figures.figure(context, f"play:R30.{shown}", HERE).texts()]
        for shown in ("13@table", "13@stances", "21@turn")
    }
    assert (words["13@table"].count("Stomper"), words["13@table"].count("Chipdip")) == (1, 1)
    assert (words["13@stances"].count("Stomper"), words["13@stances"].count("Chipdip")) == (3, 3)
    dealt = ["Charge", "Stomp", "Spin", "Stampede", "Charge"]
    assert [word for word in words["13@table"] if word in dealt] == dealt
    assert [word for word in words["21@turn"] if word in dealt][:2] == ["Charge", "Stomp"]


@pytest.mark.parametrize("name", ["rhino", "rhino-night"])
def test_the_name_heads_a_card_and_the_sample_card_of_the_rulebook(name):
    context = open_context(paths.data_folder() / name, Diagnostics())
    for shown in ("anatomy:swerve", "anatomy:swerve@sample"):
        card = figures.figure(context, shown, HERE)
        title = next(text for text in card.texts() if text.text == "Swerve")
        assert title.y < card.size.h / 4


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_hidden_cards_share_their_sheets_only_with_a_blank_that_has_their_back(context, paper):
    cards = [piece for id_ in DECKS for piece in components.pieces(id_, context.kit.components[id_], context)]
    printed = imposition.arrange("grid", cards, Room(context.facts.papers[paper].extent, context.facts.margin), 0.0)
    sheets = [Counter(placed.piece.id.partition("/")[0] for placed in sheet.front) for sheet in printed]
    assert len(sheets) == 8
    assert sum(sheets[:7], Counter()) == {"moves": 62, "extras": 1}
    assert Counter(placed.piece.id for sheet in printed[:7] for placed in sheet.front)["extras/blank"] == 1
    assert sheets[7] == {"rhinos": 4, "summaries": 2, "extras": 3}
    assert len({id(placed.piece.back) for sheet in printed[:7] for placed in sheet.front}) == 1


def test_cards_that_share_a_back_share_the_very_drawing(pieces):
    assert len({id(pieces[f"moves/{m}"].back) for m in ("swerve", "spin", "charge")}) == 1
    assert pieces["extras/champion"].back is not pieces["extras/title"].back
