"""Each changed rule of the engine contradicts a printed sentence, and is reported."""

from __future__ import annotations

import pytest

from pnp.checks.support import film
from pnp.games.tilt import engine
from pnp.games.tilt.engine import PULL, Tilt
from pnp.games.tilt.state import NO_CARD
from pnp.games.tilt.strike import Arms, BlowsResult
from tests.support.printed import states

ADVANCE, VERDICT = engine.advance, engine.verdict
STRIKE, NEXT_TILT, PACED, HELD, ACTOR, SHIELD = (
    Tilt._strike,
    Tilt._next_tilt,
    Tilt.paced,
    Tilt._held,
    Tilt.actor,
    Arms.shield,
)


def fewest_win(self, state, steps):
    after = STRIKE(self, state, steps)
    return after._replace(winners=(1 - after.winners[0],)) if after.ending == "points" else after


def same_player_begins(self, state):
    after = NEXT_TILT(self, state)
    return after._replace(opener=state.opener, first=state.opener, seat=state.opener)


def other_rides_first(first, other, gap):
    return ADVANCE(other, first, gap)[::-1]


def seven_is_possible(self, speed, card):
    return 7 if PACED(self, speed, card) == self.rules.speed.max else PACED(self, speed, card)


def rein_in_stops(self, speed, card):
    return 0 if PACED(self, speed, card) == 1 and speed else PACED(self, speed, card)


def cards_are_optional(self, deck, hand):
    return tuple(dict.fromkeys((*HELD(self, deck, hand), NO_CARD)))


def lower_net_wins(blows):
    found = VERDICT(blows)
    return BlowsResult(found.kind, (1 - found.winners[0],)) if found.kind == "both_unhorsed" else found


def first_seat_wins_if_both_are_out(blows):
    found = VERDICT(blows)
    return BlowsResult(found.kind, (0,)) if found.kind == "both_disqualified" else found


def owner_leads(self, state):
    return state.seat if state.phase == PULL else ACTOR(self, state)


def parries_at_four(self, card, gap):
    return 1 <= gap <= 4


def no_hits_on_shields(self, place, aim):
    return None if self.locations[aim].kind == "miss" else SHIELD(self, place, aim)


def bonus_for_less(self, own, other):
    return int(own.moved < other.moved)


def cards_return(self, deck, hand, card):
    return hand


CHANGED = [
    ("fewest points win", Tilt, "_strike", fewest_win, "After 3 tilts, the knight with the most points wins."),
    (
        "the same player begins the next tilt",
        Tilt,
        "_next_tilt",
        same_player_begins,
        "The player who did not begin this tilt begins the next one.",
    ),
    (
        "the other player rides first",
        engine,
        "advance",
        other_rides_first,
        "Ride one square at a time, in turn, the First Player first.",
    ),
    ("speed 7", Tilt, "paced", seven_is_possible, "Top speed is 6."),
    ("Rein In stops", Tilt, "paced", rein_in_stops, "Rein In never takes a moving horse below speed 1."),
    ("cards are optional", Tilt, "_held", cards_are_optional, "You must choose one of each."),
    ("the lower net wins", engine, "verdict", lower_net_wins, "If both are unhorsed, the higher net wins the match."),
    (
        "one of two disqualified knights wins",
        engine,
        "verdict",
        first_seat_wins_if_both_are_out,
        "If both are disqualified, the match is a draw.",
    ),
    ("the owner leads a parry", Tilt, "actor", owner_leads, "If several are equally near, your rival chooses."),
    ("Parry at range 4", Tilt, "parries", parries_at_four, "Parry works only at range 1 to 3."),
    ("no hits on shields", Arms, "shield", no_hits_on_shields, "With Shield Up, the miss square A4 is a hit."),
    (
        "the bonus is for the slower knight",
        Arms,
        "furthest",
        bonus_for_less,
        "Add 1 if you have ridden more squares in this tilt than your rival.",
    ),
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
