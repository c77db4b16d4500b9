"""Facts of Joust (Cobcroft) about parries: answers found by trying all pairs of aims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Play
from pnp.rules.tilt.facts import FACTS, card_for, fact
from pnp.rules.tilt.observe import FURTHEST, KNIGHTS, aimed, played
from pnp.rules.tilt.probes import PARRY, parries
from pnp.rules.tilt.state import CHOOSE
from pnp.rules.tilt.target import ANY, OPPOSITE

if TYPE_CHECKING:
    from pnp.rules.tilt.engine import Tilt

__all__ = ["FACTS"]

# Parries ------------------------------------------------------------------------------------------------------


@fact("parry.ranges")
def _ranges(play: Play) -> list[int]:
    """The ranges at which a parry moves an aim."""
    game = play.game
    found = []
    for gap in range(1, FURTHEST):
        state = played(game, KNIGHTS, PARRY, gap, game.knight("b2"), game.knight("b3"))
        if state.phase != CHOOSE or state.knights[1].aim != "b3":
            found.append(gap)
    return found


def pairs(game: Tilt) -> list[tuple[str, str, str]]:
    """All pairs of aims, with how the second is to the first: `same`, the direction of a neighbour, or `far`."""
    cells = game.target.cells
    return [(a, b, "same" if a == b else game.target.way(a, b) or "far") for a in cells for b in cells]


@fact("parry.next")
def _next(play: Play) -> Any:
    """Whether an aim beside one's own moves on in the same direction, and one's own takes its place."""
    game = play.game
    return all(
        {(end.own, end.other) for end in parries(game, own, other)}
        == {(other, to) for to in aimed(game, card_for(game, way), other)}
        for own, other, way in pairs(game)
        if way in OPPOSITE
    )


@fact("parry.beside")
def _beside(play: Play) -> dict[str, str]:
    """Of each square of one's own aim, those of a rival's aim that is moved on along the way from one's own.

    A rival's aim in a corner may stay there.
    """
    game = play.game
    cells = game.target.cells
    corners = {c for c in cells if any(c in aimed(game, card_for(game, way), c) for way in OPPOSITE)}
    found: dict[str, list[str]] = {cell: [] for cell in cells}
    for own, other, way in pairs(game):
        ends = parries(game, own, other) if way != "same" else ()
        if ends and all(end.own == other and (end.other != other or other in corners) for end in ends):
            found[own].append(other)
    return {own: " ".join(others) for own, others in found.items()}


@fact("parry.same")
def _same(play: Play) -> Any:
    """Whether, from the same square, the aims move in opposite directions of the owner's choice."""
    game = play.game
    return all(
        {(end.own, end.other) for end in parries(game, own, other)}
        == {
            (mine, theirs)
            for way, back in OPPOSITE.items()
            for mine in aimed(game, card_for(game, back), own)
            for theirs in aimed(game, card_for(game, way), other)
        }
        for own, other, way in pairs(game)
        if way == "same"
    )


@fact("parry.far")
def _far(play: Play) -> Any:
    """The number of squares by which one's own aim gets nearer to one further away."""
    game = play.game
    steps = game.target.steps
    found = {
        (steps(own, other) or 0) - (steps(end.own, other) or 0)
        for own, other, way in pairs(game)
        if way == "far"
        for end in parries(game, own, other)
        if end.other == other
    }
    return max(found) if len(found) == 1 else -1


@fact("parry.near")
def _near(play: Play) -> Any:
    """Whether a far parry offers all neighbours from which the fewest steps are left, and whether steps are diagonal.

    Steps are those of a card for any direction.
    """
    game = play.game
    feint = next(card for card, traits in game.aims.items() if traits.way == ANY)
    touching = {cell: aimed(game, feint, cell) for cell in game.target.cells}

    def left(own: str, other: str) -> int:
        reached, steps = {own}, 0
        while other not in reached:
            reached, steps = reached | {near for cell in reached for near in touching[cell]}, steps + 1
        return steps

    far = [(own, other) for own, other, way in pairs(game) if way == "far"]
    offered = {pair: {end.own for end in parries(game, *pair)} for pair in far}
    fewest = {
        (own, other): {cell for cell in touching[own] if left(cell, other) == left(own, other) - 1}
        for own, other in far
    }
    diagonal = any(not game.target.way(own, cell) for (own, _), cells in offered.items() for cell in cells)
    return ["fewest" if offered == fewest else "other", "diagonal" if diagonal else "straight"]


@fact("parry.tie")
def _tie(play: Play) -> Any:
    """Who chooses between squares that are equally near."""
    return _who_chose(play, "far")


@fact("parry.two")
def _two(play: Play) -> Any:
    """Who chooses between two squares to which an aim beside one's own, or both aims on one square, may be moved."""
    return _who_chose(play, *OPPOSITE, "same")


def _who_chose(play: Play, *ways: str) -> str:
    game = play.game
    ends = [e for own, other, way in pairs(game) if way in ways for e in parries(game, own, other)]
    mine, theirs = (any(end.owner_chose for end in ends), any(end.rival_chose for end in ends))
    return {(True, False): "owner", (False, True): "rival"}.get((mine, theirs), "both")
