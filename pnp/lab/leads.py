"""Numbers about the lead: how often the player who leads in points after a part of a game wins in the end."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.lab.blocks import PARTS
from pnp.lab.intervals import Interval, wilson
from pnp.lab.tallies import Tally


@dataclass(frozen=True)
class Lead:
    """Who leads after a part of a game, and how the game ends."""

    after: int
    """The part of the game, in percent of its decisions."""
    games: int
    """The number of games in which one player leads at this point."""
    no_leader: float
    """The share of all games in which no player leads at this point."""
    wins: float | None
    """The share of `games` that the leader wins; null if no player ever leads."""
    interval: Interval
    """The 95 % interval of `wins`."""
    draws: float | None
    """The share of `games` that no player wins; null if no player ever leads."""


def lead_numbers(tally: Tally) -> list[Lead]:
    """The numbers after 10 %, 20 % … 90 % of a game; empty if the lead was not counted."""
    games = tally.leads.total()
    return [_lead(tally, part, games) for part in PARTS] if games else []


def _lead(tally: Tally, part: int, games: int) -> Lead:
    led, won, drawn = tally.led[part], tally.led_wins[part], tally.led_draws[part]
    return Lead(
        after=part,
        games=led,
        no_leader=1 - led / games,
        wins=won / led if led else None,
        interval=wilson(won, led),
        draws=drawn / led if led else None,
    )
