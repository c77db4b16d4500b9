"""Each changed rule of the engine contradicts a printed sentence, and is reported."""

from __future__ import annotations

import pytest

from pnp.checks.support import film
from pnp.games.tilt import engine
from pnp.games.tilt.engine import Tilt
from pnp.games.tilt.state import NO_CARD
from tests.support.printed import states

ADVANCE, PACED, HELD = engine.advance, Tilt.paced, Tilt._held


def other_rides_first(first, other, gap):
    return ADVANCE(other, first, gap)[::-1]


def rein_in_stops(self, speed, card):
    return 0 if PACED(self, speed, card) == 1 and speed else PACED(self, speed, card)


def cards_are_optional(self, deck, hand):
    return tuple(dict.fromkeys((*HELD(self, deck, hand), NO_CARD)))


def parries_at_four(self, card, gap):
    return 1 <= gap <= 4


def cards_return(self, deck, hand, card):
    return hand


CHANGED = [
    (
        "the other player rides first",
        engine,
        "advance",
        other_rides_first,
        "Ride one square at a time, in turn, the First Player first.",
    ),
    ("Rein In stops", Tilt, "paced", rein_in_stops, "Rein In never takes a moving horse below speed 1."),
    ("cards are optional", Tilt, "_held", cards_are_optional, "You must choose one of each."),
    ("Parry at range 4", Tilt, "parries", parries_at_four, "Parry works only at range 1 to 3."),
    ("played cards return", Tilt, "_without", cards_return, "You cannot use a played card again until the next tilt."),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "name", "changed", "text"), [case[1:] for case in CHANGED], ids=[case[0] for case in CHANGED]
)
def test_a_changed_rule_is_reported(context, monkeypatch, where, name, changed, text):
    monkeypatch.setattr(where, name, changed)
    monkeypatch.setattr(film, "_KNOWN", {})  # what was seen of the engine as it is
    assert "false" in states(context, text)
