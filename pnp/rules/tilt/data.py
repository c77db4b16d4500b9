"""Read the data of a tilt as typed tables: rules, target, shields and the three decks, with every id checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit.model import Record
from pnp.kit.schema import Between, Id, build
from pnp.kit.yaml import Node
from pnp.rules.game import Cards
from pnp.rules.shared import Counts, deck_traits
from pnp.rules.tilt.target import OPPOSITE, STAY, Target

Kind = Literal["miss", "hit", "break"]
Part = Literal["head", "chest", "torso", "leg"]
Result = Literal["glance", "lance_broken", "unhorsed"]
Few = Annotated[int, Between(0, 99)]
Some = Annotated[int, Between(1, 99)]
Factor = Annotated[int, Between(-99, 99)]


@dataclass(frozen=True, kw_only=True)
class Speed(Record):
    """How horses go. They always get faster by themselves, or a tilt might never end."""

    start: Few
    """The speed at the start of a tilt."""
    max: Some
    """The highest speed there is."""
    natural_acceleration: Some
    """How much faster a horse gets by itself each turn."""


@dataclass(frozen=True, kw_only=True)
class SpeedBonus(Record):
    """The impact that both speeds together add."""

    least: Few
    """The least sum of both speeds that adds it."""
    impact: Factor
    """What is added."""


@dataclass(frozen=True, kw_only=True)
class Band(Record):
    """What a hit comes to, by what is left of its impact."""

    result: Result
    """What the hit comes to."""
    least: Factor | None = None
    """The least impact of this band; left out in the first, which takes all that is less."""
    points: Few = 0
    """What it scores."""
    points_if_head: Few | None = None
    """What it scores on the head, if that is another number."""


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`."""

    tilts: Some
    """How many tilts are ridden."""
    extra_tilts_when_level: Few
    """How many more, when the points are level after them."""
    board_cards: tuple[Some, ...]
    """Squares on each card of the lists, from end to end."""
    start_offset: Few
    """Squares behind its end of the lists at which each knight starts."""
    speed: Speed
    """How horses go."""
    first_shield: Id
    """The place of the shield at the start."""
    grid_half_units: dict[Id, tuple[Few, ...]]
    """The target's rows from top to bottom: where each square begins, a square being two wide."""
    off_table: dict[Literal["stay", "left", "right", "up", "down"], tuple[Id, ...]]
    """Which way an aim goes instead, when its own way leads off the target."""
    combined_speed_bonus: tuple[SpeedBonus, ...]
    """What both speeds together add to the impact, from the least up."""
    furthest_bonus: Factor
    """Impact added for the knight who has ridden further."""
    d3: Literal["disqualified", "miss"]
    """What a blow at the square `d3` is: disqualified, or a miss."""
    lance_breaks_above: Factor
    """The impact beyond which a lance is spent on a break square."""
    result_bands: tuple[Band, ...]
    """What a hit comes to, from the least impact up."""


@dataclass(frozen=True, kw_only=True)
class AimTraits(Record):
    """The way an aim card moves the aim; `any` is to any square that touches."""

    way: Literal["up", "down", "left", "right", "any"]
    """The way it moves the aim."""


@dataclass(frozen=True, kw_only=True)
class Slower(Record):
    """By how much a horse is slowed, and the speed it keeps at least."""

    by: Few
    """By how much."""
    least: Few
    """The speed it keeps at least."""


@dataclass(frozen=True, kw_only=True)
class HorseTraits(Record):
    """A horse card, which takes the place of the natural acceleration."""

    faster: Some | None = None
    """How much faster it makes the horse."""
    slower: Slower | None = None
    """How much slower it makes the horse."""


@dataclass(frozen=True, kw_only=True)
class Parry(Record):
    """A parry, and from which range to which it works."""

    least: Few
    """The shortest range it works at."""
    most: Few
    """The longest range it works at."""


@dataclass(frozen=True, kw_only=True)
class Lean(Record):
    """What leaning takes from a blow on the half leant to, and adds to one on the other half."""

    less: Few
    """What is taken from a blow on the half leant to."""
    more: Few
    """What is added to a blow on the other half."""
    exempt: tuple[Part, ...] = ()
    """Parts of the knight for which leaning changes nothing."""


@dataclass(frozen=True, kw_only=True)
class KnightTraits(Record):
    """A knight card: what it adds while it is in play, which cards it ends or blocks, and what it does at once."""

    impact: Few = 0
    """Added to the impact of one's blows."""
    balance: Few = 0
    """Added to one's balance."""
    balance_lost: Few = 0
    """Taken from one's balance."""
    cancels: tuple[Id, ...] = ()
    """Cards lying there that it ends."""
    forbids: tuple[Id, ...] = ()
    """Cards that may not be played while it lies there."""
    locks_aim: bool = False
    """Whether the aim stays where it is."""
    parry: Parry | None = None
    """A parry of the opponent's blow."""
    lean: Lean | None = None
    """What leaning does."""
    moves_shield: bool = False
    """Whether the shield goes to another place."""
    idle: bool = False
    """Whether the card does nothing. A card without effect must be marked so."""

    @property
    def lasts(self) -> bool:
        """Whether the card still matters once it has been resolved."""
        return bool(self.impact or self.weight or self.forbids or self.locks_aim or self.lean)

    @property
    def weight(self) -> int:
        """What the card does to the balance."""
        return self.balance - self.balance_lost


@dataclass(frozen=True, kw_only=True)
class ShieldTraits(Record):
    """A place of the shield, and what it adds to the balance against a blow at each square it covers."""

    place: Id
    """Which place of the shield it is."""
    covers: dict[Id, Few]
    """What it adds to the balance against a blow, by square."""


@dataclass(frozen=True, kw_only=True)
class LocationTraits(Record):
    """A square of the target: what a blow there is, and which part of the knight it is on if it hits one."""

    kind: Kind
    """What a blow there is."""
    part: Part | None = None
    """The part of the knight that is hit."""
    impact: Few = 0
    """Added to the impact of a blow there."""
    opponent_balance: Few = 0
    """Added to the balance of who is struck."""
    start: bool = False
    """Whether an aim may be placed there at the start."""
    disqualified: bool = False
    """Whether a blow there disqualifies."""


TRAITS = {
    "aims": AimTraits,
    "horses": HorseTraits,
    "knights": KnightTraits,
    "shields": ShieldTraits,
    "locations": LocationTraits,
}
"""What the traits of each deck are."""


class Tables(NamedTuple):
    """All that the engine plays by. `counts` are one player's aims, horses and knights, in the order of the data."""

    rules: Rules
    target: Target
    aims: dict[str, AimTraits]
    horses: dict[str, HorseTraits]
    knights: dict[str, KnightTraits]
    shields: dict[str, ShieldTraits]
    """By place, not by card."""
    places: dict[str, str]
    """The place of each shield card."""
    locations: dict[str, LocationTraits]
    counts: tuple[Counts, ...]


def tables(rules: Node, cards: Cards, diagnostics: Diagnostics) -> Tables | None:
    """The tables of a kit; None with faults where its data do not make a game."""
    before = len(diagnostics)
    typed = build(Rules, rules, diagnostics)
    aims = deck_traits(AimTraits, "aims", cards.get("aims", {}), rules, diagnostics)
    horses = deck_traits(HorseTraits, "horses", cards.get("horses", {}), rules, diagnostics)
    knights = deck_traits(KnightTraits, "knights", cards.get("knights", {}), rules, diagnostics)
    shields = deck_traits(ShieldTraits, "shields", cards.get("shields", {}), rules, diagnostics)
    locations = deck_traits(LocationTraits, "locations", cards.get("locations", {}), rules, diagnostics)
    if typed is None or len(diagnostics) != before:
        return None
    target = Target(typed.grid_half_units, typed.off_table)
    _check_lists(typed, diagnostics)
    _check_bands(typed, diagnostics)
    _check_target(typed, target, locations, diagnostics)
    _check_shields(typed, shields, target, diagnostics)
    _check_cards(horses, knights, diagnostics)
    if len(diagnostics) != before:
        return None
    counts = tuple(tuple(card.count for card in cards[deck].values()) for deck in ("aims", "horses", "knights"))
    places = {card: traits.place for card, traits in shields.items()}
    held = {traits.place: traits for traits in shields.values()}
    return Tables(typed, target, aims, horses, knights, held, places, locations, counts)


def _known(node: Node, names: Iterable[str], what: str, diagnostics: Diagnostics) -> None:
    names = list(names)
    if node.value not in names:
        hint = did_you_mean(node.value, names)
        diagnostics.error(node.span, "unknown-id", f"there is no {what} {node.value!r}", hint)


def _keys(node: Node) -> list[Node]:
    """The keys of a mapping, as nodes with their places."""
    return [Node(key, value.key_span) for key, value in node.value.items()]


def _check_lists(rules: Rules, diagnostics: Diagnostics) -> None:
    """The knights start apart, no faster than they may ever be."""
    if sum(rules.board_cards) + 2 * rules.start_offset < 2:
        diagnostics.error(rules.at("board_cards"), "bad-board", "the lists need two squares at least")
    if rules.speed.start > rules.speed.max:
        diagnostics.error(
            rules.speed.at("start"), "bad-speed", f"horses start faster than {rules.speed.max}, the highest"
        )


def _check_bands(rules: Rules, diagnostics: Diagnostics) -> None:
    """Bands ascend, and leave nothing below the first."""
    bonus, bands = rules.combined_speed_bonus, rules.result_bands
    if not bonus or bonus[0].least != 0:
        diagnostics.error(rules.at("combined_speed_bonus", 0), "bad-bands", "the first band must begin at 0")
    if not bands or bands[0].least is not None:
        diagnostics.error(rules.at("result_bands", 0), "bad-bands", "the first band has no 'least': it takes all below")
    rows: list[tuple[Any, ...]] = [*pairwise(bonus), *pairwise(bands[1:])]
    for one, other in rows:
        if one.least is None or other.least is None or one.least >= other.least:
            diagnostics.error(other.origin.span, "bad-bands", "each band must begin above the one before it")


def _check_target(rules: Rules, target: Target, locations: dict[str, LocationTraits], diagnostics: Diagnostics) -> None:
    """Each square has its card and each card its square, and there is one to start on."""
    for cell in target.cells:
        if cell not in locations:
            diagnostics.error(rules.at("grid_half_units"), "missing-card", f"the square {cell!r} has no card")
    for cell, traits in locations.items():
        _known(Node(cell, traits.origin.span), target.cells, "square of the grid", diagnostics)
    if not any(traits.start for traits in locations.values()):
        diagnostics.error(rules.at("grid_half_units"), "no-start", "no square is a start: an aim could not be placed")
    _check_off_table(rules.origin.value["off_table"], target, diagnostics)


def _check_off_table(table: Node, target: Target, diagnostics: Diagnostics) -> None:
    """Wherever a way leads off the target, one rule says where the aim goes instead."""
    seen: set[str] = set()
    for node in (node for nodes in table.value.values() for node in nodes.value):
        _known(node, target.cells, "square", diagnostics)
        if node.value in seen:
            diagnostics.error(node.span, "off-table", f"{node.value!r} has a rule already")
        seen.add(node.value)
    for cell in target.cells:
        lost = [way for way in OPPOSITE if not target.neighbours(cell, way)]
        instead = target.turned.get(cell)
        if lost and (instead is None or (instead != STAY and instead in lost)):
            diagnostics.error(
                table.span, "off-table", f"an aim that leaves the target {lost[0]} of {cell!r} goes nowhere"
            )


def _check_shields(rules: Rules, shields: dict[str, ShieldTraits], target: Target, diagnostics: Diagnostics) -> None:
    _known(
        rules.origin.value["first_shield"], [traits.place for traits in shields.values()], "shield place", diagnostics
    )
    seen: set[str] = set()
    for traits in shields.values():
        if traits.place in seen:
            diagnostics.error(traits.at("place"), "duplicate-place", f"another shield is {traits.place!r} already")
        seen.add(traits.place)
        for node in _keys(traits.origin.value["covers"]):
            _known(node, target.cells, "square", diagnostics)


def _check_cards(horses: dict[str, HorseTraits], knights: dict[str, KnightTraits], diagnostics: Diagnostics) -> None:
    """A horse card does one thing; a knight card asks one thing at most, and names cards that exist."""
    for horse in horses.values():
        if (horse.faster is None) == (horse.slower is None):
            diagnostics.error(horse.origin.key_span, "bad-effect", "a horse card has either 'faster' or 'slower'")
    for knight in knights.values():
        for key in ("cancels", "forbids"):
            nodes = knight.origin.value.get(key)
            for node in nodes.value if nodes else []:
                _known(node, knights, "knight card", diagnostics)
        if sum((knight.parry is not None, knight.lean is not None, knight.moves_shield)) > 1:
            diagnostics.error(
                knight.origin.key_span, "bad-effect", "a knight card is one of parry, lean and moves_shield"
            )
        if knight.idle is bool(knight.lasts or knight.cancels or knight.parry or knight.moves_shield):
            diagnostics.error(knight.origin.key_span, "bad-effect", "a knight card does something, or is idle")
