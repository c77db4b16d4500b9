"""Kits with other numbers, or without a card."""

from __future__ import annotations

import pytest

from pnp.lab.subject import Subject
from pnp.lab.variation import VariationError, current, varied, without


def test_numbers_of_rules_and_cards_are_found_and_changed(lab):
    subject = lab("rhino", 20).subject
    numbers = {"rules.target_score": 3, "cards.lunge.count": 11, "cards.moves.lunge.count": 11}
    for path, value in numbers.items():
        assert current(subject, path) == value
    four = varied(subject, "rules.target_score", 4)
    assert (four.game.rules.target_score, subject.game.rules.target_score) == (4, 3)
    for path in ("cards.lunge.count", "cards.moves.lunge.count"):
        game = varied(subject, path, 8).game
        assert game.deck[game.kinds.index("lunge")] == 8
    strength = current(subject, "cards.stomper.traits.strength")
    game = varied(subject, "cards.stomper.traits.strength", strength + 1).game
    assert game.rhinos[game.rhino_names.index("stomper")].strength == strength + 1


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("rules.target_scor", "rules.target_scor: there is no key 'target_scor'; did you mean 'target_score'?"),
        ("rules.positions", "rules.positions is not a number"),
        ("rules.score_by_position", "is not a number; it has the keys "),
        ("rules.target_score.x", "there is no 'x'"),
        ("cards.lung.count", "cards.lung.count: there is no card 'lung'; did you mean 'lunge'?"),
        ("cards.lunge.name", "of a card, 'count' and 'traits' can be varied"),
        ("cards.lunge.traits", "is not a number; it has the keys "),
        ("cards.moves", "there is no card 'moves'"),
    ],
)
def test_a_path_that_names_no_number_is_refused(lab, path, message):
    with pytest.raises(VariationError) as error:
        current(lab("rhino", 20).subject, path)
    assert message in str(error.value)


def test_what_the_engine_refuses_has_a_reason(lab):
    assert varied(lab("soaring", 20).subject, "rules.default_players", 9) == "there is no setup for 9 players"
    assert without(lab("soaring", 20).subject, "a1") == "4 players deal out and set aside 18 cards, but the deck has 17"


@pytest.mark.parametrize("count", [-1, 1.5, 1000])
def test_a_number_of_copies_that_no_card_can_have_is_refused(lab, count):
    assert varied(lab("rhino", 20).subject, "cards.lunge.count", count) == "a card has 0 to 999 copies"


def test_a_changed_kit_has_a_name_of_its_own(lab):
    subject = lab("rhino", 20).subject
    assert varied(subject, "rules.target_score", 1234567).name == "rhino with rules.target_score=1234567"
    assert varied(subject, "cards.lunge.count", 9).name == "rhino with cards.lunge.count=9"
    assert without(subject, "swerve").name == without(subject, "swerve").name == "rhino without swerve"


def test_a_card_is_dropped_by_id_or_name_also_if_others_refer_to_it(lab):
    subject = lab("rhino", 20).subject
    for name in ("swerve", "Swerve", "moves.swerve"):
        game = without(subject, name).game
        assert game.deck[game.kinds.index("swerve")] == 0, "cards that it counters refer to it"
    alone = without(subject, "chipdip")
    assert isinstance(alone, Subject)
    assert "chipdip" not in alone.game.rhino_names
    with pytest.raises(VariationError, match="there is no card 'swreve'; did you mean 'swerve'"):
        without(subject, "swreve")
