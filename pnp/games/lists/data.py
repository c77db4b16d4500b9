"""Read and check the `rules.yaml` of JOUST!."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pnp.diagnostics import Diagnostics
from pnp.kit import Record
from pnp.kit.schema import Between, Id, Matching, build
from pnp.sources import Node

Count = Annotated[int, Between(0, 999)]
Number = Annotated[int, Between(1, 999)]
Sides = Annotated[int, Between(2, 100)]
Rolled = Annotated[str, Matching(r"[1-9][0-9]*", "a number on a die")]
Tokens = Annotated[str, Matching(r"[1-9][0-9]*", "a number of tokens")]


@dataclass(frozen=True, kw_only=True)
class Players(Record):
    """The minimum, recommended and default number of players."""

    least: Annotated[int, Between(2, 999)]
    """The minimum number of players."""
    recommended: Number
    """The recommended number of players."""
    usual: Number
    """The default number of players."""


@dataclass(frozen=True, kw_only=True)
class Dice(Record):
    """The numbers of sides of the dice."""

    ride: Sides
    """The die for riding and for the initiative."""
    strike: Sides
    """The die for strikes."""


@dataclass(frozen=True, kw_only=True)
class Hit(Record):
    """The effects of a roll of the strike die on the opponent and the striker."""

    location: Id
    """The part that is hit."""
    injury: Count = 0
    """Injuries to the opponent."""
    self_injury: Count = 0
    """Injuries to the striker."""
    unseats: bool = False
    """Whether the opponent falls off."""


@dataclass(frozen=True, kw_only=True)
class Ending(Record):
    """The effects of an ending of a joust. Without a winner, there must be no tokens."""

    tokens: Count = 0
    """The winner's tokens."""
    rest: tuple[Literal["unseated", "unable"], ...]
    """The knights that miss the next joust."""
    returns: bool = False
    """Whether the pair returns for another joust."""


@dataclass(frozen=True, kw_only=True)
class Endings(Record):
    """All endings of a joust, in the order in which they are checked."""

    both_unseated: Ending
    """Both knights fall."""
    one_unseated: Ending
    """One knight falls."""
    both_unable: Ending
    """Neither knight can continue."""
    one_unable: Ending
    """One knight cannot continue."""


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`. The zone must be in the middle of the columns."""

    players: Players
    """The numbers of players."""
    rest_needs_players: Number
    """The minimum number of players with which knights miss jousts."""
    target: Number
    """Tokens that win the tournament."""
    short_day: dict[Tokens, tuple[Number, ...]] = field(default_factory=dict)
    """How far to play on a shorter day: for each number of tokens below or equal to the target, the numbers of players;
    write the numbers of tokens in quotes. Those above the target are not printed."""
    columns: Annotated[int, Between(2, 999)]
    """The number of squares of each lane, from one start to the other."""
    zone: tuple[Number, Number]
    """The first and last column of the halfway zone."""
    dice: Dice
    """The dice."""
    injury_limit: Number
    """The number of injuries with which a knight cannot continue."""
    wager_chips: Count
    """The chips with which each player begins; 0 for play without wagers."""
    hit_table: dict[Rolled, Hit]
    """The hit for each number of the strike die; write the numbers in quotes."""
    outcomes: Endings
    """The endings of a joust."""


def read(node: Node, players: int | None, diagnostics: Diagnostics) -> Rules | None:
    """Read the rules, and check the number of players; None if there are errors."""
    rules = build(Rules, node, diagnostics)
    if rules is None:
        return None
    before = len(diagnostics)
    _check_players(rules, players, diagnostics)
    _check_list(rules, diagnostics)
    _check_hits(rules, diagnostics)
    _check_outcomes(rules, diagnostics)
    return rules if len(diagnostics) == before else None


def _check_players(rules: Rules, players: int | None, diagnostics: Diagnostics) -> None:
    given = rules.players
    for key, count in (("recommended", given.recommended), ("usual", given.usual), ("least", players)):
        if count is not None and count < given.least:
            diagnostics.error(
                given.at(key), "too-few-players", f"{count} players are too few; the minimum is {given.least}"
            )


def _check_list(rules: Rules, diagnostics: Diagnostics) -> None:
    """Check that the zone is in the middle of the columns."""
    low, high = rules.zone
    opposite = rules.columns + 1 - low
    if low > high or high > rules.columns:
        diagnostics.error(
            rules.at("zone"), "bad-zone", f"{low} to {high} is not within the columns 1 to {rules.columns}"
        )
    elif high != opposite:
        what = "the zone is nearer to one start than to the other"
        diagnostics.error(rules.at("zone"), "bad-zone", what, f"column {low} is opposite column {opposite}")


def _check_hits(rules: Rules, diagnostics: Diagnostics) -> None:
    """Check that there is exactly one hit for each number of the strike die."""
    table: Mapping[str, Node] = rules.origin.value["hit_table"].value
    rolls = [str(roll) for roll in range(1, rules.dice.strike + 1)]
    for roll, node in table.items():
        if roll not in rolls:
            what = f"the strike die has no {roll!r}"
            diagnostics.error(node.key_span, "unknown-id", what, f"it has {rules.dice.strike} sides")
    missing = [roll for roll in rolls if roll not in table]
    if missing:
        place = rules.origin.value["hit_table"].key_span
        diagnostics.error(place, "missing-key", f"there is no hit for {', '.join(missing)} on the strike die")


def _check_outcomes(rules: Rules, diagnostics: Diagnostics) -> None:
    """Check that tokens have a winner, and that some can be won."""
    ways, hits = rules.outcomes, rules.hit_table.values()
    for ending in (ways.both_unseated, ways.both_unable):
        if ending.tokens:
            diagnostics.error(
                ending.at("tokens"), "bad-outcome", "this joust has no winner, so it must bring no tokens"
            )
    unseating = ways.one_unseated.tokens and any(hit.unseats for hit in hits)
    default = ways.one_unable.tokens and any(hit.injury or hit.self_injury for hit in hits)
    if not (unseating or default):
        diagnostics.error(ways.origin.key_span, "endless-game", "no joust brings tokens, so the tournament never ends")
