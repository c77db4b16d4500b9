"""Read the `rules.yaml` of JOUST! as typed rules, with a fault for what could not be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.diagnostics import Diagnostics
from pnp.kit.model import Record
from pnp.kit.schema import Between, Id, Matching, build
from pnp.kit.yaml import Node

Count = Annotated[int, Between(0, 999)]
Number = Annotated[int, Between(1, 999)]
Sides = Annotated[int, Between(2, 100)]
Rolled = Annotated[str, Matching(r"[1-9][0-9]*", "a number on a die")]


@dataclass(frozen=True, kw_only=True)
class Players(Record):
    """How many can play, should play, and play if nobody says."""

    least: Annotated[int, Between(2, 999)]
    """With fewer it cannot be played."""
    recommended: Number
    """What the rules recommend."""
    usual: Number
    """How many play if nobody says."""


@dataclass(frozen=True, kw_only=True)
class Dice(Record):
    """The sides of the die to ride and take the initiative by, and of the die to strike by."""

    ride: Sides
    """The die to ride by, and to roll for the initiative."""
    strike: Sides
    """The die to strike by."""


@dataclass(frozen=True, kw_only=True)
class Hit(Record):
    """What one roll of the strike die does: to the opponent, and to the striker himself."""

    location: Id
    """What is hit."""
    injury: Count = 0
    """Injuries of the opponent."""
    self_injury: Count = 0
    """Injuries of the striker."""
    unseats: bool = False
    """Whether the opponent falls off."""


@dataclass(frozen=True, kw_only=True)
class Ending(Record):
    """What one way to end a joust brings. The tokens are the winner's, so without a winner there can be none."""

    tokens: Count = 0
    """Tokens that the winner gets."""
    rest: tuple[Literal["unseated", "unable"], ...]
    """Which knights miss the next joust."""
    returns: bool = False
    """Whether the two come back after it to try again."""


@dataclass(frozen=True, kw_only=True)
class Endings(Record):
    """Every way to end a joust, in the order they are judged."""

    both_unseated: Ending
    """Both knights fall."""
    one_unseated: Ending
    """One knight falls."""
    both_unable: Ending
    """Neither knight can go on."""
    one_unable: Ending
    """One knight cannot go on."""


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`. The zone is as far from either start, so its columns are the same counted from both."""

    players: Players
    """How many play."""
    rest_needs_players: Number
    """With fewer players nobody misses a joust."""
    target: Number
    """Tokens that win the tournament."""
    columns: Annotated[int, Between(2, 999)]
    """Squares of each lane, from one start to the other."""
    zone: tuple[Number, Number]
    """The first and last column of the half way zone."""
    dice: Dice
    """The dice there are."""
    injury_limit: Number
    """With so many injuries a knight cannot go on."""
    wager_chips: Count
    """Chips that each player begins with to wager; 0 leaves wagers out."""
    hit_table: dict[Rolled, Hit]
    """What each number of the strike die hits; numbers stand in quotes."""
    outcomes: Endings
    """How a joust can end."""


def read(node: Node, players: int | None, diagnostics: Diagnostics) -> Rules | None:
    """The rules of a node, if that many can play by them; None with faults."""
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
            diagnostics.error(given.at(key), "too-few-players", f"{count} cannot play, it takes {given.least}")


def _check_list(rules: Rules, diagnostics: Diagnostics) -> None:
    """The zone lies within the columns, and in the middle of them."""
    low, high = rules.zone
    opposite = rules.columns + 1 - low
    if low > high or high > rules.columns:
        diagnostics.error(
            rules.at("zone"), "bad-zone", f"{low} to {high} is no part of the columns 1 to {rules.columns}"
        )
    elif high != opposite:
        what = "the zone is nearer to one start than to the other"
        diagnostics.error(rules.at("zone"), "bad-zone", what, f"column {low} lies opposite {opposite}")


def _check_hits(rules: Rules, diagnostics: Diagnostics) -> None:
    """Every roll of the strike die hits something, and nothing else does."""
    table: Mapping[str, Node] = rules.origin.value["hit_table"].value
    rolls = [str(roll) for roll in range(1, rules.dice.strike + 1)]
    for roll, node in table.items():
        if roll not in rolls:
            what = f"the strike die has no {roll!r}"
            diagnostics.error(node.key_span, "unknown-id", what, f"it has {rules.dice.strike} sides")
    missing = [roll for roll in rolls if roll not in table]
    if missing:
        place = rules.origin.value["hit_table"].key_span
        diagnostics.error(
            place, "missing-key", f"the strike die also rolls {', '.join(missing)}, which hits nothing here"
        )


def _check_outcomes(rules: Rules, diagnostics: Diagnostics) -> None:
    """Tokens have a winner to go to, and somebody can win some."""
    ways, hits = rules.outcomes, rules.hit_table.values()
    for ending in (ways.both_unseated, ways.both_unable):
        if ending.tokens:
            diagnostics.error(
                ending.at("tokens"), "bad-outcome", "nobody wins this joust, so nobody gets tokens for it"
            )
    unseating = ways.one_unseated.tokens and any(hit.unseats for hit in hits)
    default = ways.one_unable.tokens and any(hit.injury or hit.self_injury for hit in hits)
    if not (unseating or default):
        diagnostics.error(ways.origin.key_span, "endless-game", "no joust brings tokens, so the tournament never ends")
