"""Place the scales of a calibration sheet, and compute a printer's profile from their readings.

The sheet is held against a light and read from the front. Six scales are along its edges, lettered clockwise. Each has
two thin rails on the front and a dark bar per row on the back, each `STEP` mm further to the side than the last, so
that they cross the rails like stairs. The row whose bar is midway between the rails is the offset of the back: sideways
at the paper's upright edges, up and down at the others. Two scales far apart give rotation and size. Everything here is
in sheet coordinates, as seen from the front.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import degrees, radians
from typing import Literal, NamedTuple

from pnp.graphics import Size
from pnp.imposition import Room
from pnp.imposition.printers import Profile, is_landscape, rounded

STEP = 0.1
"""The difference between the readings of neighbouring rows, mm."""
PITCH = 2.2
"""From row to row, mm."""
ROWS = 20
"""Rows on each side of zero: readings reach 2 mm."""
MISFIT = 0.1
"""Six readings determine five unknowns. If they disagree by more than this, in mm, one of them was misread."""

_REACH = ROWS * PITCH + 3.4  # with half of the last number
_EDGE = 4.3  # from the printable border to the middle of a scale


class Station(NamedTuple):
    """A scale: its letter, the axis that it measures, its middle, and the direction of its numbers."""

    letter: str
    axis: Literal["x", "y"]
    x: float
    y: float
    inward: int

    def at(self, along: float, across: float) -> tuple[float, float]:
        """The point at a distance along the scale and a distance across it, from its middle."""
        return (self.x + across, self.y + along) if self.axis == "x" else (self.x + along, self.y + across)


def stations(room: Room) -> tuple[Station, ...]:
    """The scales of a sheet, clockwise from the top. Raises ValueError for paper that is too small.

    Two are at each long edge, as far apart as possible, and one at each short edge.
    """
    (w, h), near = room.paper, room.margin + _EDGE
    far = max(w, h) / 2 - room.margin - _REACH
    if far < _REACH + 1 or min(w, h) / 2 - room.margin < _REACH + 16:
        raise ValueError(f"the calibration sheet needs paper of 140 × 205 mm or more, not {room.paper}")
    left, right, top, bottom = (near, 1), (w - near, -1), (h - near, -1), (near, 1)
    level, upright = ([-far, far], [0.0]) if is_landscape(room.paper) else ([0.0], [far, -far])
    places: list[tuple[Literal["x", "y"], float, float, int]] = [
        *(("y", w / 2 + at, *top) for at in level),
        *(("x", right[0], h / 2 + at, right[1]) for at in upright),
        *(("y", w / 2 - at, *bottom) for at in level),
        *(("x", left[0], h / 2 - at, left[1]) for at in upright),
    ]
    return tuple(Station("ABCDEF"[number], *place) for number, place in enumerate(places))


def solve(readings: Sequence[float], room: Room) -> Profile:
    """The profile for six readings, in mm and in the order of the letters. Raises ValueError for contradictions."""
    scales, landscape = stations(room), is_landscape(room.paper)
    for scale, reading in zip(scales, readings, strict=True):
        if not abs(reading) <= ROWS * STEP + 1e-9:
            raise ValueError(f"{scale.letter} is read as {reading:g}, but the scales end at {ROWS * STEP:g}")
    rows = [_equation(scale, reading, room.paper) for scale, reading in zip(scales, readings, strict=True)]
    solution = _least_squares(rows, readings)
    off = max(abs(_dot(row, solution) - reading) for row, reading in zip(rows, readings, strict=True))
    if off > MISFIT:
        four = [scale.letter for scale in scales if scale.axis == ("y" if landscape else "x")]
        raise ValueError(f"the readings {', '.join(four)} contradict each other; check them and their signs")
    x, y, turn, wide, tall = solution
    return rounded(
        Profile(x=x, y=y, rotate=degrees(turn), back_scale_x=1 + wide, back_scale_y=1 + tall, landscape=landscape)
    )


def expected(profile: Profile, room: Room) -> list[float]:
    """The readings of the sheet of a printer with these errors, to 0.05 mm, the precision of the eye."""
    unknowns = (profile.x, profile.y, radians(profile.rotate), profile.back_scale_x - 1, profile.back_scale_y - 1)
    return [round(_dot(_equation(scale, 0, room.paper), unknowns) * 20) / 20 + 0.0 for scale in stations(room)]


def _equation(scale: Station, reading: float, paper: Size) -> tuple[float, ...]:
    """The coefficients of the unknowns (x, y, rotation in radians, growth across and up) in the reading of a scale.

    An offset along the scale moves bars to other rows, which adds `STEP` for each `PITCH`.
    """
    place = scale.at(reading / STEP * PITCH, 0)
    x, y = place[0] - paper.w / 2, place[1] - paper.h / 2
    sideways, up = (1.0, 0.0, -y, x, 0.0), (0.0, 1.0, x, 0.0, y)
    across, along = (sideways, up) if scale.axis == "x" else (up, sideways)
    return tuple(a + STEP / PITCH * b for a, b in zip(across, along, strict=True))


def _dot(a: Iterable[float], b: Iterable[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _least_squares(rows: Sequence[tuple[float, ...]], values: Sequence[float]) -> list[float]:
    """The least-squares solution, by Gauss-Jordan elimination of the normal equations."""
    columns = list(zip(*rows, strict=True))
    table = [[*(_dot(a, b) for b in columns), _dot(a, values)] for a in columns]
    for step in range(len(table)):
        pivot = max(range(step, len(table)), key=lambda i: abs(table[i][step]))
        table[step], table[pivot] = table[pivot], table[step]
        table[step] = [value / table[step][step] for value in table[step]]
        for i, row in enumerate(table):
            if i != step:
                table[i] = [value - row[step] * own for value, own in zip(row, table[step], strict=True)]
    return [row[-1] for row in table]
