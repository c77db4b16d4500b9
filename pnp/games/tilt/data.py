"""Read and check the data of a tilt: rules, target, shields and the three decks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.games.tilt.target import OPPOSITE, Target
from pnp.kit import Record
from pnp.kit.annotations import ANY_KEY, NameOf
from pnp.kit.schema import Between, Id, build
from pnp.rules.game import Cards
from pnp.rules.shared import Counts, deck_traits
from pnp.sources import Node

Kind = Literal["miss", "hit", "break"]
Part = Literal["head", "chest", "torso", "leg"]
Result = Literal["glance", "lance_broken", "unhorsed"]
Few = Annotated[int, Between(0, 99)]
Some = Annotated[int, Between(1, 99)]
Square = Annotated[Id, NameOf("cards.yaml", "locations")]
Knight = Annotated[Id, NameOf("cards.yaml", "knights")]
Factor = Annotated[int, Between(-99, 99)]


@dataclass(frozen=True, kw_only=True)
class Speed(Record):
    """The speed of horses. They always accelerate, so that a tilt ends."""

    start: Few
    """The speed at the start of a tilt."""
    max: Some
    """The maximum speed."""
    natural_acceleration: Some
    """The natural acceleration per turn."""


@dataclass(frozen=True, kw_only=True)
class SpeedBonus(Record):
    """A bonus to the impact for the combined speed of both horses."""

    least: Few
    """The minimum combined speed."""
    impact: Factor
    """The bonus."""


@dataclass(frozen=True, kw_only=True)
class Band(Record):
    """The result of a hit for a range of net impact."""

    result: Result
    """The result."""
    least: Factor | None = None
    """The minimum net impact; must be left out in the first band."""
    points: Few = 0
    """The points."""
    points_if_head: Few | None = None
    """The points on the head, if different."""


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`."""

    tilts: Some
    """The number of tilts."""
    extra_tilts_when_level: Few
    """The number of further tilts after a tie."""
    board_cards: tuple[Some, ...]
    """The squares on each card of the lists, from end to end."""
    start_offset: Few
    """The squares behind the end of the lists at which each knight starts."""
    speed: Speed
    """The speed of horses."""
    first_shield: Annotated[Id, NameOf("cards.yaml", "shields", ANY_KEY, "traits", "place")]
    """The shield's place at the start."""
    grid_half_units: dict[Id, tuple[Few, ...]]
    """The target's rows from top to bottom: the start of each square in half units; a square is 2 wide."""
    off_table: dict[Literal["stay", "left", "right", "up", "down"], tuple[Square, ...]]
    """The direction in which an aim moves instead of leaving the target."""
    combined_speed_bonus: tuple[SpeedBonus, ...]
    """Bonuses to the impact for the combined speed, in ascending order."""
    furthest_bonus: Factor
    """The bonus to the impact of the knight who has ridden further."""
    d3: Literal["disqualified", "miss"]
    """The result of a blow at the square `d3`: disqualification or a miss."""
    lance_breaks_above: Factor
    """The impact above which a lance breaks on a break square."""
    result_bands: tuple[Band, ...]
    """The results of hits by net impact, in ascending order."""


@dataclass(frozen=True, kw_only=True)
class AimTraits(Record):
    """The traits of an aim card."""

    way: Literal["up", "down", "left", "right", "any"]
    """The direction in which it moves the aim; `any` is to any touching square."""


@dataclass(frozen=True, kw_only=True)
class Slower(Record):
    """How a horse is slowed."""

    by: Few
    """The decrease of speed."""
    least: Few
    """The minimum speed that remains."""


@dataclass(frozen=True, kw_only=True)
class HorseTraits(Record):
    """The traits of a horse card, which replaces the natural acceleration."""

    faster: Some | None = None
    """The increase of speed."""
    slower: Slower | None = None
    """The decrease of speed."""


@dataclass(frozen=True, kw_only=True)
class Parry(Record):
    """The ranges at which a parry works."""

    least: Few
    """The shortest range."""
    most: Few
    """The longest range."""


@dataclass(frozen=True, kw_only=True)
class Lean(Record):
    """The effect of leaning on blows."""

    less: Few
    """The decrease of the impact on the half leant to."""
    more: Few
    """The increase of the impact on the other half."""
    exempt: tuple[Part, ...] = ()
    """The parts of the knight that leaning does not affect."""


@dataclass(frozen=True, kw_only=True)
class KnightTraits(Record):
    """The traits of a knight card."""

    impact: Few = 0
    """Increase of the impact of one's own blows."""
    balance: Few = 0
    """Increase of one's own balance."""
    balance_lost: Few = 0
    """Decrease of one's own balance."""
    cancels: tuple[Knight, ...] = ()
    """The cards in play that it ends."""
    forbids: tuple[Knight, ...] = ()
    """The cards that may not be played while it is in play."""
    locks_aim: bool = False
    """Whether it locks one's own aim."""
    parry: Parry | None = None
    """A parry of the opponent's blow."""
    lean: Lean | None = None
    """Leaning, and its effect."""
    moves_shield: bool = False
    """Whether it moves the shield."""
    idle: bool = False
    """Whether the card has no effect, which must be marked."""

    @property
    def lasts(self) -> bool:
        """Whether the card stays in play after it is resolved."""
        return bool(self.impact or self.weight or self.forbids or self.locks_aim or self.lean)

    @property
    def weight(self) -> int:
        """The card's change of the balance."""
        return self.balance - self.balance_lost


@dataclass(frozen=True, kw_only=True)
class ShieldTraits(Record):
    """The traits of a shield card."""

    place: Id
    """The place of the shield."""
    covers: dict[Square, Few]
    """The increase of the balance against a blow, by covered square."""


@dataclass(frozen=True, kw_only=True)
class LocationTraits(Record):
    """The traits of a square of the target."""

    kind: Kind
    """The kind of square, which determines the result of a blow."""
    part: Part | None = None
    """The part of the knight that is hit, if any."""
    impact: Few = 0
    """Increase of the impact of a blow there."""
    opponent_balance: Few = 0
    """Increase of the opponent's balance."""
    points: Few | None = None
    """The points of a lance that is broken there, if its card states them; the bands of results must have the same."""
    start: bool = False
    """Whether an aim may start there."""
    disqualified: bool = False
    """Whether a blow there disqualifies."""
    shielded: bool = False
    """Whether a shield covers a miss square, so that a blow there can hit."""


TRAITS = {
    "aims": AimTraits,
    "horses": HorseTraits,
    "knights": KnightTraits,
    "shields": ShieldTraits,
    "locations": LocationTraits,
}
"""The type of traits of each deck."""


class Tables(NamedTuple):
    """The engine's data. `counts` are one player's aims, horses and knights, in the order of the data."""

    rules: Rules
    target: Target
    aims: dict[str, AimTraits]
    horses: dict[str, HorseTraits]
    knights: dict[str, KnightTraits]
    shields: dict[str, ShieldTraits]
    """Shields by place, not by card."""
    places: dict[str, str]
    """The place of each shield card."""
    locations: dict[str, LocationTraits]
    counts: tuple[Counts, ...]


def tables(rules: Node, cards: Cards, diagnostics: Diagnostics) -> Tables | None:
    """Read the data of a kit; None if there are errors."""
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


def _check_lists(rules: Rules, diagnostics: Diagnostics) -> None:
    """Check the length of the lists and the speed at the start."""
    if sum(rules.board_cards) + 2 * rules.start_offset < 2:
        diagnostics.error(rules.at("board_cards"), "bad-board", "the lists need two squares at least")
    if rules.speed.start > rules.speed.max:
        diagnostics.error(
            rules.speed.at("start"), "bad-speed", f"horses start faster than {rules.speed.max}, the highest"
        )


def _check_bands(rules: Rules, diagnostics: Diagnostics) -> None:
    """Check that bands ascend and cover all values."""
    bonus, bands = rules.combined_speed_bonus, rules.result_bands
    fastest = 2 * rules.speed.max
    for row in bonus:
        if row.least > fastest:
            message = f"two horses never reach a combined speed of {row.least}: the highest is {fastest}"
            diagnostics.error(row.at("least"), "bad-bands", message, "remove this band from combined_speed_bonus")
    if not bonus or bonus[0].least != 0:
        diagnostics.error(rules.at("combined_speed_bonus", 0), "bad-bands", "the first band must begin at 0")
    if not bands or bands[0].least is not None:
        diagnostics.error(rules.at("result_bands", 0), "bad-bands", "the first band must have no 'least'")
    rows: list[tuple[Any, ...]] = [*pairwise(bonus), *pairwise(bands[1:])]
    for one, other in rows:
        if one.least is None or other.least is None or one.least >= other.least:
            diagnostics.error(other.origin.span, "bad-bands", "each band must begin above the one before it")


def _check_target(rules: Rules, target: Target, locations: dict[str, LocationTraits], diagnostics: Diagnostics) -> None:
    """Check that squares and cards match, and that there is a square to start on."""
    for cell in target.cells:
        if cell not in locations:
            diagnostics.error(rules.at("grid_half_units"), "missing-card", f"the square {cell!r} has no card")
    twice = [band.points_if_head for band in rules.result_bands if band.points_if_head is not None]
    for cell, traits in locations.items():
        _known(Node(cell, traits.origin.span), target.cells, "square of the grid", diagnostics)
        if traits.points is not None and not (traits.part == "head" and traits.points in twice):
            message = f"the bands of results do not have {traits.points} points for a blow there"
            hint = f"write 'points_if_head: {traits.points}' into a band of result_bands in rules.yaml"
            diagnostics.error(traits.at("points"), "bad-bands", message, hint)
    if not any(traits.start for traits in locations.values()):
        diagnostics.error(rules.at("grid_half_units"), "no-start", "no square is a start, so no aim can be placed")
    _check_off_table(rules.origin.value["off_table"], target, diagnostics)


def _check_off_table(table: Node, target: Target, diagnostics: Diagnostics) -> None:
    """Check that there is exactly one rule for each way off the target."""
    seen: set[str] = set()
    for node in (node for nodes in table.value.values() for node in nodes.value):
        _known(node, target.cells, "square", diagnostics)
        if node.value in seen:
            diagnostics.error(node.span, "off-table", f"there is already a rule for {node.value!r}")
        seen.add(node.value)
    for cell in target.cells:
        lost = [way for way in OPPOSITE if not target.neighbours(cell, way)]
        instead = target.turned.get(cell)
        if lost and instead in (None, *lost):
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
            diagnostics.error(traits.at("place"), "duplicate-place", f"there is already a shield at {traits.place!r}")
        seen.add(traits.place)
        for node in [Node(key, value.key_span) for key, value in traits.origin.value["covers"].value.items()]:
            _known(node, target.cells, "square", diagnostics)


def _check_cards(horses: dict[str, HorseTraits], knights: dict[str, KnightTraits], diagnostics: Diagnostics) -> None:
    """Check the effects of horse and knight cards, and the cards that they name."""
    for horse in horses.values():
        if (horse.faster is None) == (horse.slower is None):
            diagnostics.error(horse.origin.key_span, "bad-effect", "a horse card must have either 'faster' or 'slower'")
    for knight in knights.values():
        for key in ("cancels", "forbids"):
            nodes = knight.origin.value.get(key)
            for node in nodes.value if nodes else []:
                _known(node, knights, "knight card", diagnostics)
        if sum((knight.parry is not None, knight.lean is not None, knight.moves_shield)) > 1:
            diagnostics.error(
                knight.origin.key_span, "bad-effect", "a knight card may have only one of parry, lean and moves_shield"
            )
        if knight.idle is bool(knight.lasts or knight.cancels or knight.parry or knight.moves_shield):
            diagnostics.error(
                knight.origin.key_span, "bad-effect", "a knight card must have an effect, or 'idle: true'"
            )
