"""Cards that a game can be played without: each is removed by one line, and nothing else need be written."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostic
from pnp.pipeline import api

OPTIONAL = {
    "duel": {"extras": ["joker", "second_joker", "title", "blank"], "helpers": ["call", "role"]},
    "rhino": {"extras": ["champion", "title", "blank"], "rhinos": ["thunderquake", "tootsie"]},
    "rhino-de": {"extras": ["champion", "title", "blank"]},
    "rhino-fr": {"extras": ["champion", "title", "blank"]},
    "soaring": {"signs": ["direction", "high_low", "title_card", "spare"]},
    "soaring-de": {"signs": ["direction", "high_low", "title_card", "spare"]},
    "soaring-fr": {"signs": ["direction", "high_low", "title_card", "spare"]},
    "tilt": {"helpers": ["reference", "first"]},
}
"""The optional cards of each kit, by deck. The only card of a deck is removed with its component."""
ALONE = {
    "duel": ("references", "reference"),
    "lists": ("spares", "newcomer"),
    "rhino": ("summaries", "summary"),
    "soaring": ("references", "reference"),
}
"""A deck of one card in each kit that has some."""
EACH = [(kit, deck, card) for kit, decks in OPTIONAL.items() for deck, cards in decks.items() for card in cards]
EDITIONS = [kit for kit in OPTIONAL if "-" in kit]
"""Translations, in which the optional cards are removed together."""
SAMPLED = [each for each in EACH if each[2] in {"blank", "call", "spare", "first"} and each[0] not in EDITIONS]


def without(folder, kit: str, deck: str, *cards: str) -> list[Diagnostic]:
    """The errors of an edition without some cards."""
    mine = folder / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text(f"{{extends: {kit}, edition: custom}}\n", encoding="utf-8")
    removed = ", ".join(f"{card}: null" for card in cards)
    (mine / "cards.yaml").write_text(f"{deck}: {{{removed}}}\n", encoding="utf-8")
    return [one for one in api.check(mine) if one.severity == "error"]


@pytest.mark.parametrize(("kit", "deck", "card"), SAMPLED)
def test_an_optional_card_is_removed_by_one_line(kit, deck, card, tmp_path):
    assert without(tmp_path, kit, deck, card) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kit", "deck", "card"), [each for each in EACH if each not in SAMPLED and each[0] not in EDITIONS]
)
def test_every_optional_card_is_removed_by_one_line(kit, deck, card, tmp_path):
    assert without(tmp_path, kit, deck, card) == []


@pytest.mark.slow
@pytest.mark.parametrize("at", [slice(-1), slice(-1, None)], ids=["all but the last", "the last"])
@pytest.mark.parametrize("kit", EDITIONS)
def test_optional_cards_of_a_translation_are_removed_together(kit, at, tmp_path):
    """A deck must keep a card, so one is removed by itself."""
    ((deck, cards),) = OPTIONAL[kit].items()
    assert without(tmp_path, kit, deck, *cards[at]) == []


@pytest.mark.parametrize(("kit", "deck", "card"), [(kit, *named) for kit, named in ALONE.items()])
def test_without_its_only_card_a_deck_is_an_error_at_the_line_that_removes_it(kit, deck, card, tmp_path):
    (one,) = without(tmp_path, kit, deck, card)
    assert (one.span.file, one.span.line) == (str(tmp_path / "mine" / "cards.yaml"), 1)
    assert one.message == f"cards.yaml has no cards for the deck '{deck}'"
    assert f"without them, kit.yaml: 'components: {{{deck}: null}}'" in one.hints
