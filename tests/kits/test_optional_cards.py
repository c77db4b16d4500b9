"""Cards that a game can be played without: they are removed by one line, and nothing else need be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.pipeline import api

OPTIONAL = [
    ("duel", {"extras": ["joker", "second_joker", "title"], "helpers": ["call"]}),
    ("rhino", {"extras": ["champion", "title"], "rhinos": ["thunderquake", "tootsie"]}),
    ("soaring", {"signs": ["direction", "high_low", "title_card"]}),
    ("tilt", {"helpers": ["reference"]}),
]
"""The optional cards of kits, by deck. A deck must keep a card."""


def without(folder: Path, base: str, decks: dict[str, list[str]]) -> Path:
    """An edition without some cards."""
    mine = folder / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text(f"{{extends: {base}, edition: custom}}\n", encoding="utf-8")
    removed = (f"{deck}: {{{', '.join(f'{card}: null' for card in cards)}}}\n" for deck, cards in decks.items())
    (mine / "cards.yaml").write_text("".join(removed), encoding="utf-8")
    return mine


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "decks"), OPTIONAL)
def test_optional_cards_are_removed_by_one_line(kit, decks, tmp_path):
    found = api.check(without(tmp_path, kit, decks))
    assert [one for one in found if one.severity == "error"] == []


@pytest.mark.slow
def test_without_its_only_card_a_deck_is_an_error_at_the_line_that_removes_it(tmp_path):
    found = api.check(without(tmp_path, "rhino", {"summaries": ["summary"]}))
    (one,) = [one for one in found if one.severity == "error"]
    assert (one.span.file, one.span.line) == (str(tmp_path / "mine" / "cards.yaml"), 1)
    assert one.message == "cards.yaml has no cards for the deck 'summaries'"
    assert "without them, kit.yaml: 'components: {summaries: null}'" in one.hints
