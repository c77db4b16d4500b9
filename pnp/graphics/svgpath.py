"""Parse SVG path data, lists of numbers and transforms.

Collect outlines from fontTools as segments of a drawing.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from xml.parsers import expat

from fontTools.pens.basePen import BasePen

from pnp.diagnostics import Diagnostics, Span
from pnp.graphics.drawing import Segment
from pnp.graphics.geometry import Transform


class OutlinePen(BasePen):  # type: ignore[misc]
    """Collects segments from fontTools; BasePen converts quadratic curves to cubic ones."""

    def __init__(self) -> None:
        super().__init__()
        self.out: list[Segment] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - fontTools calls these
        self.out.append(("m", point))

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.out.append(("l", point))

    def _curveToOne(self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        dot = one == two == end == self.out[-1][1][-2:]  # as a line, PDF viewers draw it as a dot
        self.out.append(("l", end) if dot else ("c", (*one, *two, *end)))

    def _closePath(self) -> None:  # noqa: N802
        """Close the subpath. The closing line that fontTools draws is removed because `h` draws it."""
        start = next(numbers for operator, numbers in reversed(self.out) if operator == "m")
        if self.out[-1][0] == "m":
            self.out.append(("l", start))
        elif self.out[-1] == ("l", start) and self.out[-2][0] != "m":
            self.out.pop()
        self.out.append(("h", ()))


NUMBER = re.compile(r"[-+]?(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?")
_SPACE = " \n\t\r"
_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_READABLE = re.compile(rf"(?:{NUMBER.pattern}|[MmZzLlHhVvCcSsQqTtAa,{_SPACE}]+)*+")
_STRAY_COMMA = re.compile(rf",[{_SPACE}]*(?:[,A-Za-z]|$)|[A-Za-z][{_SPACE}]*,")
# The groups are atomic: backtracking would try too many ways to split digits into numbers.
_ARC = re.compile(
    r"_(N)_(N)_(N)_([01])_([01])_(N)_(N)_".replace("N", f"(?>{NUMBER.pattern})").replace("_", rf"[,{_SPACE}]*+")
)
_GAP = re.compile(r"\s*,\s*|\s+", re.ASCII)
_TRANSFORM = re.compile(r"(?:\s*,)?\s*(\w+)\s*\(([^)]*)\)", re.ASCII)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers each command takes."""

LARGEST = 100_000
"""The maximum coordinate; PDF readers need not accept larger ones."""

_SMALLEST_RADIUS, _SMALLEST_CHORD = 1e-5, 1e-12
"""An arc with a smaller radius or a shorter chord is a straight line, as in other SVG readers."""


class RefusedError(Exception):
    """Something unsupported in an SVG file, with its place."""

    def __init__(self, line: int, column: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.line, self.column, self.message, self.hint = line, column, message, hint


class LimitError(RefusedError):
    """A file that is too large or too deep. It is not read further."""


@contextmanager
def refusals(path: Path, diagnostics: Diagnostics) -> Iterator[None]:
    """Report RefusedError and XML errors as diagnostics."""
    try:
        yield
    except RefusedError as error:
        diagnostics.error(Span(str(path), error.line, error.column), "svg-refused", error.message, error.hint)
    except expat.ExpatError as error:
        hint = "open it in a drawing program and save it again as plain SVG"
        place = Span(str(path), error.lineno, error.offset + 1)
        diagnostics.error(place, "bad-svg", f"not readable as SVG: {error}", hint)


@lru_cache(maxsize=2000)
def segments(data: str) -> tuple[Segment, ...]:
    """Convert path data to PDF's operators m, l, c and h, with absolute coordinates. Pictures share many outlines.

    fontTools has a parser too, but it skips what it does not understand, and to find that out takes a parser. Both
    together were a tenth of the time of checking a kit.
    """
    trace = _Trace()
    for letter, values in _commands(data):
        trace.follow(letter, values)
    if any(max(numbers) >= LARGEST or min(numbers) <= -LARGEST for _, numbers in trace.pen.out if numbers):
        raise ValueError(f"coordinates go up to {LARGEST:,}")
    return tuple(trace.pen.out)


class _Trace:
    """The outline of path data, drawn command by command. Points are complex numbers."""

    def __init__(self) -> None:
        self.pen = OutlinePen()
        self._here = self._start = self._handle = 0j
        self._curve = ""
        """C or Q if the last command was a cubic or a quadratic curve; its last handle is `_handle`."""
        self._is_open = False

    def follow(self, letter: str, values: list[float]) -> None:
        command = letter.upper()
        takes, is_relative = _TAKES[command], letter != command
        if command == "Z":
            self._close()
        for first in range(0, len(values), takes or 1):
            self._draw(command, self._here if is_relative else 0j, values[first : first + takes])
            if command == "M":
                command = "L"

    def _pairs(self, command: str, base: complex, values: list[float]) -> list[float]:
        """The coordinates among the values of H, V or A, with those that H and V leave out."""
        if command == "H":
            return [*values, (self._here - base).imag]
        return [(self._here - base).real, *values] if command == "V" else values[5:]

    def _draw(self, command: str, base: complex, values: list[float]) -> None:
        numbers = iter(self._pairs(command, base, values) if command in "HVA" else values)
        points = [base + complex(x, y) for x, y in zip(numbers, numbers, strict=True)]
        if not self._is_open or command == "M":  # what follows a Z begins where that subpath began
            self._begin(points[0] if command == "M" else self._start)
        if command in "CSQT":
            self._bend(command, points)
        else:
            self._curve = ""
        if command in "LHV":
            self.pen.lineTo(_pair(points[0]))
        elif command == "A":
            rx, ry, turn, large, sweep = values[:5]
            _draw_arc(self.pen, self._here, (abs(rx), abs(ry), turn, bool(large), bool(sweep)), points[0])
        self._here = points[-1]

    def _bend(self, command: str, points: list[complex]) -> None:
        """Draw a curve. S and T mirror the last handle of a curve of their kind."""
        curve = "C" if command in "CS" else "Q"
        if command in "ST":
            handle = self._here + self._here - self._handle if self._curve == curve else self._here
            points = [handle, *points]
        (self.pen.curveTo if curve == "C" else self.pen.qCurveTo)(*[(point.real, point.imag) for point in points])
        self._curve, self._handle = curve, points[-2]

    def _begin(self, point: complex) -> None:
        if self._is_open:
            self.pen.endPath()
        self.pen.moveTo(_pair(point))
        self._here = self._start = point
        self._is_open = True

    def _close(self) -> None:
        if self._is_open:
            if not cmath.isclose(self._here, self._start, rel_tol=1e-15, abs_tol=1e-15):
                self.pen.lineTo(_pair(self._start))
            self.pen.closePath()
        self._here, self._is_open, self._curve = self._start, False, ""


def _pair(point: complex) -> tuple[float, float]:
    return point.real, point.imag


class PathError(ValueError):
    """Path data cannot be read. `start` and `width` are the place of what is wrong in them."""

    def __init__(self, message: str, start: int, width: int = 1) -> None:
        super().__init__(message)
        self.start, self.width = start, width


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """The letters of path data and the numbers after each. Raises PathError for anything that SVG does not allow."""
    readable = _READABLE.match(data)
    end = readable.end() if readable else 0
    if end < len(data):
        raise PathError(f"cannot read {data[end : end + 12]!r}", end)
    begun = len(data) - len(data.lstrip(_SPACE))
    if begun < len(data) and data[begun] not in "Mm":
        raise PathError("it must begin with M", begun)
    stray = _STRAY_COMMA.search(data)
    if stray:
        raise PathError("a comma is only allowed between two numbers", data.index(",", stray.start()))
    for command in _COMMAND.finditer(data):
        try:
            yield command[1], _values(command[1], command[2])
        except ValueError as error:
            raise PathError(str(error), command.start(), len(command[0].rstrip(_SPACE))) from None


def _values(letter: str, text: str) -> list[float]:
    """The numbers after a command."""
    words = _arc_words(text) if letter in "Aa" else NUMBER.findall(text)
    takes = _TAKES[letter.upper()]
    if not takes and words:
        raise ValueError("Z takes no numbers")
    if takes and (not words or len(words) % takes):
        raise ValueError(f"{letter} takes numbers by {takes}, found {len(words)}")
    values = list(map(float, words))
    if values and (max(values) >= LARGEST or min(values) <= -LARGEST):
        raise ValueError(f"numbers go up to {LARGEST:,}")
    return values


def _arc_words(text: str) -> list[str]:
    """The numbers of arcs. Each flag is one digit, which the next number may follow without a space."""
    words: list[str] = []
    end = 0
    while arc := _ARC.match(text, end):
        words += arc.groups()
        end = arc.end()
    if not words or end < len(text):
        raise ValueError("A takes seven numbers, the fourth and fifth 0 or 1")
    return words


def _draw_arc(pen: OutlinePen, here: complex, form: tuple[float, float, float, bool, bool], end: complex) -> None:
    """Draw an elliptical arc. In SVG, an arc without a radius is a line, which fontTools alone would skip."""
    from fontTools.svgLib.path.arc import EllipticalArc  # few pictures have arcs, and it takes 7 ms

    chord = abs(end - here)
    if chord >= _SMALLEST_CHORD and min(form[:2]) >= _SMALLEST_RADIUS:
        EllipticalArc(here, *form, end).draw(pen)
    elif chord:
        pen.lineTo((end.real, end.imag))


def is_convex(outline: Iterable[Segment]) -> bool:
    """Whether an outline is convex and clockwise (y downwards), with its handles taken as corners.

    Several such outlines filled as one path form their union; other outlines may cut holes into each other.
    """
    points: list[complex] = []
    for operator, numbers in outline:
        if operator == "m" and points:
            return False
        points += [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    sides = [b - a for a, b in zip(points, points[1:] + points[:1], strict=True) if b != a]
    turns = [cmath.phase(b * a.conjugate()) for a, b in zip(sides, sides[1:] + sides[:1], strict=True)]
    return all(turn > -1e-9 for turn in turns) and abs(sum(turns) - 2 * math.pi) < 1e-6


def has_dot(outline: Iterable[Segment]) -> bool:
    """Whether a subpath has no length. A square line end has a direction there in SVG, but none in PDF."""
    parts: list[list[tuple[float, ...]]] = []
    for operator, numbers in outline:
        if operator == "m":
            parts.append([])
        parts[-1].append(numbers)
    return any(len(part) > 1 and all(n == part[0] * (len(n) // 2) for n in part) for part in parts)


def numbers(text: str) -> list[float]:
    words = _GAP.split(text.strip(_SPACE))
    if not all(map(NUMBER.fullmatch, words)):
        raise ValueError(f"{text[:30]!r} is not a list of numbers")
    values = list(map(float, words))
    if not max(map(abs, values)) < LARGEST:
        raise ValueError(f"numbers go up to {LARGEST:,}")
    return values


def transform(text: str) -> Transform:
    text = text.strip(_SPACE)
    total, end = Transform(), 0
    while match := _TRANSFORM.match(text, end):
        end = match.end()
        total = total.over(_one_transform(match[1], numbers(match[2])))
    if end < len(text) or text.startswith(","):
        raise ValueError(f"the transform {text[:40]!r} is not understood")
    return total


def _one_transform(name: str, v: list[float]) -> Transform:
    counts, make = _TRANSFORMS.get(name, ((), Transform))
    if len(v) not in counts:
        raise ValueError(f"the transform {name}({len(v)} numbers) is not drawn")
    return make(*v)


def _slope(degrees: float) -> float:
    return math.tan(math.radians(degrees))


_TRANSFORMS: dict[str, tuple[tuple[int, ...], Callable[..., Transform]]] = {
    "translate": ((1, 2), lambda x, y=0.0: Transform.move(x, y)),
    "scale": ((1, 2), Transform.scale),
    "rotate": ((1, 3), Transform.rotate),
    "skewX": ((1,), lambda degrees: Transform(c=_slope(degrees))),
    "skewY": ((1,), lambda degrees: Transform(b=_slope(degrees))),
    "matrix": ((6,), Transform),
}
"""The numbers that a transform may have, and what it makes of them."""
