"""Correct the errors of printers, and save them in a file of profiles.

A profile contains the errors read off the sheet of `calibration`, seen from the front with light behind the sheet. The
back is `x` mm too far to the right and `y` mm too high, is rotated `rotate` degrees anticlockwise about the middle of
the paper, and is `back_scale_x` and `back_scale_y` times as large as the front. The front is `scale_x` and `scale_y`
times its true size. So a profile does not depend on the edge on which paper is flipped.

A profile also has what the test of `hand_duplex` showed, for printing all fronts first and then all backs. These
answers are in the profile that has the printer's bare name.

`correction` turns a profile into the transform of a page, in sheet coordinates. It moves only the drawing; placements
in imposition and manifest stay the same.

Place the scales of a calibration sheet, and compute a printer's profile from their readings.

The sheet is held against a light and read from the front. Six scales are along its edges, lettered clockwise. Each has
two thin rails on the front and a dark bar per row on the back, each `STEP` mm further to the side than the last, so
that they cross the rails like stairs. The row whose bar is midway between the rails is the offset of the back: sideways
at the paper's upright edges, up and down at the others. Two scales far apart give rotation and size. Everything here is
in sheet coordinates, as seen from the front.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import atan2, degrees, radians
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pnp.diagnostics import Diagnostics
from pnp.graphics import Size, Transform
from pnp.imposition import Flip, Room, turned_upright
from pnp.kit import NamedSize, schema
from pnp.kit.schema import Between, Matching
from pnp.kit.sizes import Stock
from pnp.sources.yaml import read

FILE = "printers.yaml"
_WORD = r"[a-z0-9]+(?:-[a-z0-9]+)*"
FORM = Matching(
    rf"(?=.{{1,60}}$){_WORD}(?::{_WORD})?", "small letters, digits and hyphens, as in 'home' or 'home:cardstock'"
)
LANDSCAPE = "landscape"
NameOfPrinter = Annotated[str, FORM]
Offset = Annotated[float, Between(-20, 20)]
Angle = Annotated[float, Between(-5, 5)]
Scale = Annotated[float, Between(0.95, 1.05)]

Side = Literal["front", "back"]


@dataclass(frozen=True, kw_only=True)
class Profile(schema.Model):
    """The errors of a printer; the default is a perfect printer."""

    x: Offset = 0.0
    """How far the back is too far to the right, in mm."""
    y: Offset = 0.0
    """How far the back is too high, in mm."""
    rotate: Angle = 0.0
    """The rotation of the back, in degrees anticlockwise."""
    scale_x: Scale = 1.0
    """The width of the front, relative to its true width."""
    scale_y: Scale = 1.0
    """The height of the front, relative to its true height."""
    back_scale_x: Scale = 1.0
    """The width of the back, relative to the front."""
    back_scale_y: Scale = 1.0
    """The height of the back, relative to the front."""
    backs: Flip | None = None
    """The edge for which backs printed by hand must be laid out; None if that was not tried."""
    reverse: bool = False
    """Whether backs printed by hand are in the opposite order."""
    landscape: bool = False
    """Whether it was measured on landscape sheets; on portrait ones it then corrects only the size."""


class Printer(NamedTuple):
    """A printer's name as given by the user, and its profiles by full name."""

    name: str
    profiles: Mapping[str, Profile]
    by_hand: Profile | None = None
    """The profile that has the answers for printing both sides by hand, if there is one."""

    def of(self, stock: str, *, landscape: bool) -> tuple[str, Profile] | None:
        """The profile for a stock and an orientation, with its full name; None without one.

        A profile for the stock comes before one for all stocks.
        """
        names = [f"{self.name}:{stock}", self.name]
        if landscape:
            names = [full_name(self.name, stock, landscape=True), full_name(self.name, landscape=True), *names]
        for name in names:
            if name in self.profiles and self.profiles[name].landscape == landscape:
                return name, self.profiles[name]
        return None

    def misfit(self, paper: NamedSize) -> str:
        """Why this printer's profiles cannot correct a paper; empty if one of them can."""
        landscape = is_landscape(paper.size)
        if any(self.of(stock, landscape=landscape) for stock in get_args(Stock)):
            return ""
        if self.by_hand and not any(map(corrects, self.profiles.values())):
            return ""  # how a stack is laid in again does not depend on what is printed on it
        return misfit(next(iter(self.profiles)), paper)


def full_name(name: str, stock: str | None = None, *, landscape: bool) -> str:
    """The name of a printer's profile for a stock and an orientation: NAME, NAME:STOCK, NAME:STOCK-landscape."""
    label = "-".join(part for part in (stock, LANDSCAPE if landscape else None) if part)
    return f"{name}:{label}" if label else name


def misfit(name: str, paper: NamedSize) -> str:
    """The message that a printer was not measured on sheets of a paper's orientation."""
    landscape = is_landscape(paper.size)
    ways = ("wider than tall", "upright")
    return (
        f"{name} was measured on sheets that are {ways[landscape]}, and {paper} is {ways[not landscape]}: "
        f"run pnp calibrate --paper {paper}, and add the readings too"
    )


def chosen(name: str, profiles: Mapping[str, Profile]) -> Printer | None:
    mine = {full: profile for full, profile in profiles.items() if full == name or full.startswith(f"{name}:")}
    bare = profiles.get(name.partition(":")[0])
    return Printer(name, mine, bare if bare and bare.backs else None) if mine else None


def correcting(profile: Profile) -> dict[str, Any]:
    """The values of a profile that correct errors."""
    return {name: value for name, value in asdict(profile).items() if name not in BY_HAND}


def corrects(profile: Profile) -> bool:
    """Whether a profile corrects an error."""
    return correcting(replace(profile, landscape=False)) != correcting(Profile())


def with_answers(profile: Profile, answers: Profile | None) -> Profile:
    """A profile with another one's answers for printing by hand."""
    return replace(profile, backs=answers.backs, reverse=answers.reverse) if answers else profile


BY_HAND = ("backs", "reverse")
"""The values of a profile that are answers for printing by hand."""

_SLIGHT = 0.0003  # a difference in size that cannot be seen


# Corrections -------------------------------------------------------------------------------------------------


def correction(profile: Profile, paper: Size, side: Side, flip: Flip) -> Transform:
    """The transform of a page that corrects a printer's errors, in sheet coordinates.

    On sheets in another orientation than the measured one only the size is corrected, because it is not known in which
    direction a printer rotates them.
    """
    if profile.landscape != is_landscape(paper):
        return _about_middle(paper, Transform.scale(1 / profile.scale_y, 1 / profile.scale_x))
    size = _about_middle(paper, Transform.scale(1 / profile.scale_x, 1 / profile.scale_y))
    if side == "front":
        return size
    over = turned_over(paper, flip)
    return over.over(size.over(_undone(profile, paper))).over(over)


def is_landscape(paper: Size) -> bool:
    return paper.w > paper.h


def turned_over(paper: Size, flip: Flip) -> Transform:
    """Maps a point on a page to the point behind it on the other side's page, in both directions."""
    if turned_upright(paper, flip):
        return Transform.mirror(paper.w)
    return Transform(d=-1.0, f=paper.h)


def shift(profile: Profile, paper: Size) -> Transform:
    """Maps a printed point of the front to that of the back that should be behind it, seen from the front."""
    turn = Transform.rotate(profile.rotate).over(Transform.scale(profile.back_scale_x, profile.back_scale_y))
    return Transform.move(profile.x, profile.y).over(_about_middle(paper, turn))


def _undone(profile: Profile, paper: Size) -> Transform:
    """The inverse of `shift`."""
    turn = Transform.scale(1 / profile.back_scale_x, 1 / profile.back_scale_y).over(Transform.rotate(-profile.rotate))
    return _about_middle(paper, turn).over(Transform.move(-profile.x, -profile.y))


def _about_middle(paper: Size, inner: Transform) -> Transform:
    x, y = paper.w / 2, paper.h / 2
    return Transform.move(x, y).over(inner).over(Transform.move(-x, -y))


def further(before: Profile, measured: Profile) -> Profile:
    """Combine `before` with the `measured` errors of sheets that it corrected."""
    nowhere = Size(0, 0)
    a, b, c, d, x, y = shift(measured, nowhere).over(shift(before, nowhere))
    turn = degrees(atan2(b - c, a + d))
    straight = Transform.rotate(-turn).over(Transform(a, b, c, d))
    back = replace(before, x=x, y=y, rotate=turn, back_scale_x=straight.a, back_scale_y=straight.d)
    return rounded(replace(back, scale_x=before.scale_x * measured.scale_x, scale_y=before.scale_y * measured.scale_y))


def rounded(profile: Profile) -> Profile:
    """The profile with numbers rounded to a millionth."""
    values: dict[str, Any] = {n: round(v, 6) + 0.0 if type(v) is float else v for n, v in asdict(profile).items()}
    return Profile(**values)


def beyond(profile: Profile) -> str:
    """The first number of a profile that is out of range, as a message; empty if there is none."""
    for name, hint in schema.types_of(Profile).items():
        rule, value = getattr(hint, "__metadata__", (None,))[0], getattr(profile, name)
        if rule and not rule.holds(value):
            return f"{name.replace('_', '-')} {value:g} is not {rule.what}"
    return ""


def description(profile: Profile) -> str:
    """A profile's errors in words."""
    x, y, turn = (round(value, 2) for value in (profile.x, profile.y, profile.rotate))
    parts = []
    if x or y:
        offsets = [f"{abs(x):g} mm too far to the {'right' if x > 0 else 'left'}"] * (x != 0)
        offsets += [f"{abs(y):g} mm too {'high' if y > 0 else 'low'}"] * (y != 0)
        parts.append("the back is " + " and ".join(offsets))
    if turn:
        parts.append(f"it is turned {abs(turn):g}° {'anticlockwise' if turn > 0 else 'clockwise'}")
    back = (profile.back_scale_x, profile.back_scale_y)
    parts += _scaled("the back prints at {} across and {} up, against the front", *back)
    parts += _scaled("the front prints at {} across and {} up", profile.scale_x, profile.scale_y)
    parts += _by_hand(profile)
    return "; ".join(parts) or "nothing to correct"


def _by_hand(profile: Profile) -> Iterator[str]:
    if profile.backs:
        order = "in the opposite order" if profile.reverse else "in the order of the fronts"
        yield f"backs by hand are {order}, {'upright' if profile.backs == 'long' else 'upside down'}"


def _scaled(message: str, *sizes: float) -> Iterator[str]:
    if any(abs(size - 1) >= _SLIGHT for size in sizes):
        yield message.format(*(f"{100 * size:.2f}".rstrip("0").removesuffix(".") + " %" for size in sizes))


STRETCH = 0.002
"""More than this share, printers and paper do not stretch a page; a wrong setting or a slip in reading does."""
FAR = 6.0
"""More than this, in mm, printers do not misplace a back."""
SLANT = 0.5
"""More than this, in degrees, printers do not turn a back."""


def doubts(profile: Profile) -> list[str]:
    """What is hardly a printer's error, but a wrong setting or a slip in reading, as messages."""
    found = []
    for side, name in (("front", "scale"), ("back", "back_scale")):
        most = max((getattr(profile, f"{name}_{axis}") - 1 for axis in "xy"), key=abs)
        if abs(most) > STRETCH:
            found.append(
                f"the {side} would be {100 * abs(most):.2f} % too {'large' if most > 0 else 'small'}, "
                f"more than {100 * STRETCH:g} %: "
                "was it printed at 100 %, without 'fit to page', and read with the right signs?"
            )
    if max(abs(profile.x), abs(profile.y)) > FAR:
        far = max(profile.x, profile.y, key=abs)
        found.append(
            f"the back would be {abs(far):.1f} mm off, more than {FAR:g} mm: was it flipped on the right edge, "
            "and are the signs right?"
        )
    if abs(profile.rotate) > SLANT:
        found.append(
            f"the back would be turned by {abs(profile.rotate):.2g}°, more than {SLANT:g}°: are the signs right?"
        )
    return found


# The file ----------------------------------------------------------------------------------------------------


def known(path: Path, diagnostics: Diagnostics) -> dict[str, Profile] | None:
    """The profiles in a file, by full name; empty if there is no file, None after errors."""
    if not path.exists():
        return {}
    node = read(path, diagnostics)
    return schema.build(dict[NameOfPrinter, Profile], node, diagnostics) if node else None


def written(profiles: Mapping[str, Profile]) -> str:
    """The text of the file: a line per profile, without values that are as in a perfect printer."""
    lines = ["# Printers, as `pnp printer add` writes them and `pnp build --printer NAME` uses them.\n"]
    perfect = asdict(Profile())
    for name, profile in sorted(profiles.items()):
        values = ", ".join(f"{key}: {plain(value)}" for key, value in asdict(profile).items() if value != perfect[key])
        lines.append(f'"{name}": {{{values}}}\n')
    return "".join(lines)


def plain(value: Any) -> str:
    """A value of a profile as text, to a millionth, without trailing zeros."""
    if isinstance(value, bool | str):
        return str(value).lower()
    return f"{value:.6f}".rstrip("0").removesuffix(".")


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
