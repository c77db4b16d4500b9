"""The logo cards' kit: what is on the finished pieces and sheets, read back and held to the game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pnp import imposition, rules
from pnp.components.kinds import tuckbox
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Path
from pnp.imposition import Room
from pnp.kit import paths
from pnp.pipeline import job as press
from tests.conftest import edit, options_for
from tests.support.engines import make
from tests.support.printed import piece_of
from tests.support.text import walk

KIT = paths.data_folder() / "soaring"

SUITS = {"a": "Mark A: twin peaks", "c": "Mark C: two open rings", "e": "Mark E: three rounded steps"}


def said(drawing: Drawing | None) -> str:
    return " ".join(text.text for text in drawing.texts()) if drawing else ""


# What is cut out ------------------------------------------------------------------------------------------


def test_every_logo_card_has_the_same_back_and_spare_cards_too(drawn):
    backs = {said(piece.back) + str(id(piece.back)) for piece in drawn.pieces["deck"]}
    assert len(backs) == 1
    assert piece_of(drawn, "signs/spare").back is drawn.pieces["deck"][0].back


def test_cards_fill_three_sheets_and_nothing_is_left_over(drawn):
    facts = drawn.render.facts
    cards = [piece for id_ in ("deck", "signs", "references") for piece in drawn.pieces[id_]]
    sheets = imposition.arrange("grid", cards, Room(facts.papers["a4"].extent, facts.margin), 0.0)
    assert [len(sheet.front) for sheet in sheets] == [9, 9, 9]
    placed = Counter(placed.piece.id for sheet in sheets for placed in sheet.front)
    assert (placed["signs/spare"], sum(n for id_, n in placed.items() if id_.startswith("references/"))) == (2, 4)


# What the cards say ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_game_hands_out_more_tokens_than_there_are(drawn, players):
    game = make("soaring", KIT, players=players)
    mine = {piece.copies for piece in drawn.pieces["tokens"]}
    assert mine == {game.table.win.number}
    assert len(drawn.pieces["tokens"]) >= players
    for number in range(20):
        end = rules.playing.play(game, Random(f"tokens/{number}"))
        assert max(end.wins) in mine
        assert sum(end.wins) <= 12


# Books and tables -----------------------------------------------------------------------------------------


TICK = (0.5, 0.25)
"""The dashes of the ticks that show where the mat folds."""
TOKEN = 1.5
"""The thickest card on which tokens are glued, in mm."""


def test_the_folded_mat_lies_in_the_box_with_the_cards_and_the_tokens(drawn):
    (mat,) = drawn.pieces["aside"]
    facts, spec = drawn.render.facts, drawn.render.kit.components["tuckbox"]
    box = tuckbox._box(spec, drawn.render)
    halves = sorted((mat.size.w / 2, mat.size.h / 2))
    assert halves[0] <= box.w - 1
    assert halves[1] <= box.h - 1
    cards = sum(drawn.render.kit.totals[deck] for deck in spec.decks)
    mat_, cards_ = 4 * facts.thickness[mat.stock], cards * facts.thickness["cardstock"]
    assert cards_ + TOKEN + mat_ + tuckbox.SLACK <= box.d
    assert box.w >= 3 * 20
    assert box.h >= 4 * 20
    folds = [
        item for _, item in walk(mat.front.items) if isinstance(item, Path) and item.stroke and item.stroke.dash == TICK
    ]
    assert len(folds) == 4  # a tick at both ends of two folds
    assert "12 tokens and the mat, folded twice" in said(piece_of(drawn, "tuckbox/box").front)


def test_a_deck_with_a_sixth_value_fits_its_cards_and_its_reference_card(copy):
    text = (copy / "cards.yaml").read_text(encoding="utf-8")
    for suit in SUITS:
        text = text.replace(
            f"  {suit}5: ", f"  {suit}6: {{name: {suit.upper()} 6, traits: {{suit: {suit}, value: 6}}}}\n  {suit}5: "
        )
    (copy / "cards.yaml").write_text(text, encoding="utf-8")
    for old, new in (
        ("set_aside: 2, deal: 4", "set_aside: 5, deal: 4"),
        ("set_aside: 3, deal: 5", "set_aside: 6, deal: 5"),
    ):
        edit(copy, "rules.yaml", old, new)
    diagnostics = Diagnostics()
    planned = press.plan(options_for(copy), diagnostics)
    if planned:
        press.draw(planned)
    codes = {diagnostic.code for diagnostic in diagnostics}
    assert not codes & {"text-overflow", "unknown-icon", "missing-art"}, [str(found) for found in diagnostics]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_box_the_tokens_and_the_mat_share_a_sheet(drawn, paper):
    facts = drawn.render.facts
    pieces = [piece for id_ in ("tokens", "aside", "tuckbox") for piece in drawn.pieces[id_]]
    assert len(imposition.arrange("nest", pieces, Room(facts.papers[paper].extent, facts.margin), 8.0)) == 1
