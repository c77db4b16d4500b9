"""A deck from a card database: 2,000 cards in JSON with nested values, printed with rich texts and colours."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from tests.conftest import options_for
from tests.support import decks

DECK = decks.DECKS / "netrunner-like"
SCRIPT = decks.script("netrunner-like")


def drawn(folder: Path, number: int) -> tuple[job.Layout | None, list[str]]:
    """The kit with the first cards of the deck, and its errors and warnings."""
    kit = shutil.copytree(DECK, folder / "deck")
    (kit / "cards.json").write_text(SCRIPT.as_json(SCRIPT.cards(number)), "utf-8")
    diagnostics = Diagnostics()
    layout = job.lay_out(options_for(kit), diagnostics)
    found = [*diagnostics, *(job.run_checks(layout.plan, layout.pieces) if layout else ())]
    return layout, [f"{one.code}: {one.message}" for one in found if one.severity != "note"]


def test_the_sample_is_what_the_script_writes():
    sample = (DECK / "sample.json").read_text("utf-8")
    assert sample == SCRIPT.as_json(SCRIPT.cards(SCRIPT.SAMPLE))
    assert json.loads(sample)["cards"][:5] == SCRIPT.cards(2000)[:5]


def test_the_sample_prints(tmp_path):
    layout, wrong = drawn(tmp_path, SCRIPT.SAMPLE)
    assert not wrong
    pieces = [piece for piece in layout.all_pieces if piece.component == "cards"]
    assert [piece.title for piece in pieces] == [card["title"] for card in SCRIPT.cards(SCRIPT.SAMPLE)]
    assert [piece.copies for piece in pieces] == [card["quantity"] for card in SCRIPT.cards(SCRIPT.SAMPLE)]
    printed = {text.text for piece in pieces for text in piece.front.texts()}
    assert "00002 standard, startup" in printed
    assert {"•", ":credit:"} <= printed
    colours = {text.colour for piece in pieces for text in piece.front.texts()}
    assert {"#a33b1f", "#1f4fa3", "#2e6b2e"} <= colours


@pytest.mark.slow
def test_hundreds_of_cards_print(tmp_path):
    layout, wrong = drawn(tmp_path, 500)
    assert not wrong
    pieces = [piece for piece in layout.all_pieces if piece.component == "cards"]
    assert len(pieces) == 500
    assert len({piece.id for piece in pieces}) == 500
