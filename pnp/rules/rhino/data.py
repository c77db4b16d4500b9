"""Read rhino's `rules.yaml` and the traits of its cards as typed records, and check that every id in them exists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit.model import Card, Record
from pnp.kit.schema import ByForm, Id, build
from pnp.kit.yaml import Node
from pnp.rules.game import Cards
from pnp.rules.shared import deck_traits

ANY = "any"


@dataclass(frozen=True, kw_only=True)
class Rules(Record):
    """`rules.yaml`. Positions go from the worst to the best, so there is an odd number of them."""

    target_score: int
    """Points that win."""
    positions: tuple[Id, ...]
    """A rider's positions, from the worst to the best."""
    start_position: Id
    """The position in the middle, where a bout starts."""
    score_by_position: dict[Id, int]
    """What a scoring card is worth, by position; none where nothing stands."""
    score_cards_per_turn: int
    """How many cards may score in one turn."""
    idle_turns_to_a_draw: int
    """After so many turns in which nothing happens the bout is a draw."""
    first_rhino: Id
    """The rhino card that begins."""


@dataclass(frozen=True, kw_only=True)
class Effect(Record):
    """What a move does; exactly one of gaining, scoring, and resetting (which may draw)."""

    gain: int | None = None
    """Positions gained; lost, if less than 0."""
    score: bool = False
    """Whether it scores."""
    reset: Id | None = None
    """The position it sets the riders to."""
    draw: int | None = None
    """Cards drawn along with a reset."""


@dataclass(frozen=True, kw_only=True)
class Move(Record):
    """Where a card may be played as a move, and to what effect."""

    positions: Annotated[Literal["any"] | tuple[Id, ...], ByForm()]
    """Where it may be played; `any` is everywhere."""
    effect: Effect
    """What it does."""


@dataclass(frozen=True, kw_only=True)
class MoveTraits(Record):
    """The traits of a move card."""

    move: Move | None
    """What it does as a move; null for a card that only counters."""
    counters: Annotated[Literal["any"] | tuple[Id, ...], ByForm()]
    """The cards it may be laid on."""


@dataclass(frozen=True, kw_only=True)
class RhinoTraits(Record):
    """The traits of a rhino card: how many cards one may discard, draw and hold."""

    brains: int
    """How many cards one may discard."""
    strength: int
    """How many cards one draws."""
    top_speed: int
    """How many cards one may hold."""


TRAITS = {"moves": MoveTraits, "rhinos": RhinoTraits}
"""What the traits of each deck are."""

Data = tuple[Rules, Mapping[str, Card], list[MoveTraits], dict[str, RhinoTraits]]


def read_data(rules: Node, cards: Cards, diagnostics: Diagnostics) -> Data | None:
    """The rules, the move cards with their traits, and the rhinos' traits by id; None with faults."""
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
    """Every id that data name is one that exists."""
    positions, data = list(rules.positions), rules.origin.value
    for node in data["positions"].value:
        if positions.count(node.value) > 1:
            diagnostics.error(node.span, "duplicate-id", f"the position {node.value!r} stands here twice")
    _known(data["start_position"], positions, "position", diagnostics)
    if len(positions) % 2 == 0 or rules.start_position != positions[len(positions) // 2]:
        middle = f"the middle one is {positions[len(positions) // 2]!r}" if len(positions) % 2 else "take an odd number"
        message = "a bout starts in the middle of the positions, where both riders stand alike"
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
        diagnostics.error(effect.origin.key_span, "bad-effect", "an effect is one of gain, score and reset", hint)


def _listed(node: Node) -> list[Node]:
    return node.value if isinstance(node.value, list) else []


def _known(node: Node, names: list[str], what: str, diagnostics: Diagnostics) -> None:
    if node.value not in names:
        near = did_you_mean(node.value, names) or f"there are {', '.join(names)}"
        diagnostics.error(node.span, "unknown-id", f"there is no {what} {node.value!r}", near)
