"""The geometry of the target: neighbours, feints, distances and halves.

Rows are arranged like bricks and measured in half units. A square is two half units wide, so there may be two squares
above it. The off-table rules give the direction of an aim that would leave the target.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

Cells = tuple[str, ...]

OPPOSITE = {"down": "up", "left": "right", "right": "left", "up": "down"}
"""The four directions, in order, each with its opposite."""
STAY, ANY = "stay", "any"
WIDTH = 2


class Target:
    """The squares of a target. All relations are computed when it is made."""

    def __init__(self, grid: Mapping[str, Sequence[int]], off_table: Mapping[Any, Sequence[str]]) -> None:
        self.places = {
            f"{row}{column}": (depth, across)
            for depth, (row, line) in enumerate(grid.items())
            for column, across in enumerate(line, start=1)
        }
        self.cells: Cells = tuple(self.places)
        self.turned = {cell: way for way, cells in off_table.items() for cell in cells}
        everything = [across for _, across in self.places.values()]
        self._middle = min(everything, default=0) + max(everything, default=0)
        steps = list(product(self.cells, OPPOSITE))
        self._next = {step: self._beside(*step) for step in steps}
        self._moves = {step: self._sent(*step) for step in steps}
        self._feints = {cell: tuple(filter(partial(self._touch, cell), self.cells)) for cell in self.cells}
        self._steps = {cell: self._spread(cell) for cell in self.cells}

    def neighbours(self, cell: str, way: str) -> Cells:
        """The neighbours of a square in a direction: up to two, none at the edge."""
        return self._next[cell, way]

    def moves(self, cell: str, way: str) -> Cells:
        """The squares to which an aim may move in a direction, by the off-table rules if needed."""
        return self._moves[cell, way]

    def feints(self, cell: str) -> Cells:
        """The squares that touch a square, including at a corner."""
        return self._feints[cell]

    def steps(self, here: str, there: str) -> int | None:
        """The number of feints from one square to another; None if there is no path."""
        return self._steps[here].get(there)

    def nearer(self, here: str, there: str) -> Cells:
        """The squares one feint away that are nearer to another square."""
        left = self._steps[here].get(there)
        return tuple(c for c in self._feints[here] if left is not None and self._steps[c].get(there) == left - 1)

    def way(self, here: str, there: str) -> str | None:
        """The direction of a neighbouring square; None if it is not a neighbour."""
        return next((way for way in OPPOSITE if there in self._next[here, way]), None)

    def half(self, cell: str) -> str | None:
        """`left` or `right`, as the attacker sees it; None for the middle column."""
        twice = 2 * self.places[cell][1]
        return None if twice == self._middle else "left" if twice < self._middle else "right"

    def _beside(self, cell: str, way: str) -> Cells:
        depth, across = self.places[cell]
        if way in ("left", "right"):
            spot = (depth, across + (WIDTH if way == "right" else -WIDTH))
            return tuple(c for c, place in self.places.items() if place == spot)
        row = depth + (1 if way == "down" else -1)
        return tuple(c for c, (d, a) in self.places.items() if d == row and abs(a - across) < WIDTH)

    def _sent(self, cell: str, way: str) -> Cells:
        instead = self.turned.get(cell, STAY)
        return self._next[cell, way] or self._next.get((cell, instead)) or (cell,)

    def _touch(self, one: str, other: str) -> bool:
        (depth, across), (d, a) = self.places[one], self.places[other]
        return one != other and abs(d - depth) <= 1 and abs(a - across) <= WIDTH

    def _spread(self, start: str) -> dict[str, int]:
        distances, edge = {start: 0}, [start]
        for cell in edge:
            for near in self._feints[cell]:
                if near not in distances:
                    distances[near] = distances[cell] + 1
                    edge.append(near)
        return distances
