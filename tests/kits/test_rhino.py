"""Rhino's kit: cards say what their data say."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp import components, imposition
from pnp.components.context import RenderContext
from pnp.graphics.drawing import Piece
from pnp.imposition import Room

DECKS = ("moves", "rhinos", "summaries", "extras")


@pytest.fixture(scope="module")
def pieces(context: RenderContext) -> dict[str, Piece]:
    return {p.id: p for deck in DECKS for p in components.pieces(deck, context.kit.components[deck], context)}


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
