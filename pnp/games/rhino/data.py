"""Read rhino's `rules.yaml` and the traits of its cards, and check all ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit import Card, Record
from pnp.kit.annotations import NameOf
from pnp.kit.schema import ByForm, Id, build
from pnp.rules.game import Cards
from pnp.rules.shared import deck_traits
from pnp.sources import Node

ANY = "any"
Position = Annotated[Id, NameOf("rules.yaml", "positions")]
MoveCard = Annotated[Id, NameOf("cards.yaml", "moves")]


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`. The number of positions must be odd."""

    target_score: int
    """The points that win a bout."""
    positions: tuple[Id, ...]
    """The positions of a rider, from the worst to the best."""
    start_position: Position
    """The position at the start of a bout, which must be the middle one."""
    score_by_position: dict[Position, int]
    """The points of a scoring card, by position; 0 for positions that are not listed."""
    score_cards_per_turn: int
    """The maximum number of scoring cards per turn."""
    idle_turns_to_a_draw: int
    """The number of successive turns without any action after which a bout is a draw."""
    first_rhino: Annotated[Id, NameOf("cards.yaml", "rhinos")]
    """The rhino whose rider begins."""


@dataclass(frozen=True, kw_only=True)
class Effect(Record):
    """The effect of a move: exactly one of `gain`, `score` and `reset`. A reset may also draw cards."""

    gain: int | None = None
    """Positions gained, or lost if negative."""
    score: bool = False
    """Whether it scores."""
    reset: Position | None = None
    """The position to which it resets the riders."""
    draw: int | None = None
    """Cards drawn along with a reset."""


@dataclass(frozen=True, kw_only=True)
class Move(Record):
    """A card's use as a move."""

    positions: Annotated[Literal["any"] | tuple[Position, ...], ByForm()]
    """The positions in which it may be played, or `any`."""
    effect: Effect
    """Its effect."""


@dataclass(frozen=True, kw_only=True)
class MoveTraits(Record):
    """The traits of a move card."""

    move: Move | None
    """Its use as a move; null for a card that is only a counter."""
    counters: Annotated[Literal["any"] | tuple[MoveCard, ...], ByForm()]
    """The cards that it counters."""


@dataclass(frozen=True, kw_only=True)
class RhinoTraits(Record):
    """The traits of a rhino card."""

    brains: int
    """The maximum number of cards to discard per turn."""
    strength: int
    """The number of cards to draw per turn."""
    top_speed: int
    """The maximum number of cards in hand."""


TRAITS = {"moves": MoveTraits, "rhinos": RhinoTraits}
"""The type of traits of each deck."""

Data = tuple[Rules, Mapping[str, Card], list[MoveTraits], dict[str, RhinoTraits]]


def read_data(rules: Node, cards: Cards, diagnostics: Diagnostics) -> Data | None:
    """The rules, the move cards with their traits, and the rhinos' traits by id; None if there are errors."""
    before = len(diagnostics)
    typed = build(Rules, rules, diagnostics)
    moves, rhinos = cards.get("moves", {}), cards.get("rhinos", {})
    traits = deck_traits(MoveTraits, "moves", moves, rules, diagnostics)
    stats = deck_traits(RhinoTraits, "rhinos", rhinos, rules, diagnostics)
    if typed is None or len(diagnostics) != before:
        return None
    _check(typed, traits, stats, diagnostics)
    return (typed, moves, list(traits.values()), stats) if len(diagnostics) == before else None


def _check(
    rules: Rules, moves: dict[str, MoveTraits], rhinos: Mapping[str, RhinoTraits], diagnostics: Diagnostics
) -> None:
    """Check that all ids exist and that positions are valid."""
    positions, data = list(rules.positions), rules.origin.value
    for node in data["positions"].value:
        if positions.count(node.value) > 1:
            diagnostics.error(node.span, "duplicate-id", f"duplicate position {node.value!r}")
    _known(data["start_position"], positions, "position", diagnostics)
    if len(positions) % 2 == 0 or rules.start_position != positions[len(positions) // 2]:
        middle = f"the middle one is {positions[len(positions) // 2]!r}" if len(positions) % 2 else "use an odd number"
        message = "a bout must start in the middle position, where both riders are equal"
        diagnostics.error(data["start_position"].span, "bad-start", message, middle)
    _known(data["first_rhino"], list(rhinos), "rhino", diagnostics)
    for name, node in data["score_by_position"].value.items():
        _known(Node(name, node.key_span), positions, "position", diagnostics)
    for traits in moves.values():
        for node in _listed(traits.origin.value["counters"]):
            _known(node, list(moves), "move card", diagnostics)
        if traits.move:
            _check_move(traits.move, positions, diagnostics)


def _check_move(move: Move, positions: list[str], diagnostics: Diagnostics) -> None:
    for node in _listed(move.origin.value["positions"]):
        _known(node, positions, "position", diagnostics)
    effect = move.effect
    if effect.reset:
        _known(effect.origin.value["reset"], positions, "position", diagnostics)
    if sum((effect.gain is not None, effect.score, effect.reset is not None)) != 1:
        hint = f"write {{gain: 1}}, {{score: true}} or {{reset: {positions[len(positions) // 2]}, draw: 1}}"
        diagnostics.error(
            effect.origin.key_span, "bad-effect", "an effect must have exactly one of gain, score and reset", hint
        )


def _listed(node: Node) -> list[Node]:
    return node.value if isinstance(node.value, list) else []


def _known(node: Node, names: list[str], what: str, diagnostics: Diagnostics) -> None:
    if node.value not in names:
        near = did_you_mean(node.value, names) or f"there are {', '.join(names)}"
        diagnostics.error(node.span, "unknown-id", f"there is no {what} {node.value!r}", near)
