"""SVG path data -> segments of absolute moves, lines and cubic curves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from pnp.drawing import Segment

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
# Atomic, so that a number that is missing is never made by splitting another one.
_NUMBER = re.compile(r"(?>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)")
_READABLE = re.compile(r"(?:[MmZzLlHhVvCcSsQqTtAa\s,]|{n})*+".replace("{n}", _NUMBER.pattern))
_BEGINNING = re.compile(r"[\s,]*[Mm]")
_ARC = re.compile(
    r"[\s,]*({n})[\s,]*({n})[\s,]*({n})[\s,]*([01])[\s,]*([01])[\s,]*({n})[\s,]*({n})".replace("{n}", _NUMBER.pattern)
)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}


LARGEST = 100_000
"""No drawing needs larger coordinates, and PDF cannot write them as it should."""


_LEAST = 1e-9
"""Radii and distances below this show nothing, and squares of them may be nothing at all."""


class BadPathError(ValueError):
    """The data is not a path; the message says where it stops being one."""


def segments(data: str) -> list[Segment]:
    """The path as PDF's operators: m, l, c, h with absolute coordinates."""
    readable = _READABLE.match(data)
    end = readable.end() if readable else 0
    if end < len(data):
        raise BadPathError(f"cannot read {data[end : end + 12]!r}")
    if not _BEGINNING.match(data):
        if data.strip():
            raise BadPathError("it must begin with M")
        return []
    pen = _Pen()
    for letter, arguments in _COMMAND.findall(data):
        pen.draw(letter, arguments)
    if any(max(map(abs, numbers), default=0) >= LARGEST for _, numbers in pen.out):
        raise BadPathError(f"coordinates go up to {LARGEST:,}")
    return pen.out


class _Pen:
    """Follows the commands: where it stands, where the subpath began, and the last handle for S and T."""

    def __init__(self) -> None:
        self.out: list[Segment] = []
        self.x = self.y = self.x0 = self.y0 = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)

    def draw(self, letter: str, arguments: str) -> None:
        command = letter.upper()
        if command == "A":
            self._arcs(arguments, letter == "a")
            return
        numbers = [float(n) for n in _NUMBER.findall(arguments)]
        takes = _TAKES[command]
        if command == "Z":
            if numbers:
                raise BadPathError("Z takes no numbers")
            self._close()
        elif not numbers or len(numbers) % takes:
            raise BadPathError(f"{letter} takes numbers by {takes}, found {len(numbers)}")
        elif command == "C":
            self._cubics(numbers, relative=letter == "c")
        else:
            for i in range(0, len(numbers), takes):
                self._one(command, numbers[i : i + takes], letter != command)
                if command == "M":
                    command, letter = "L", "l" if letter == "m" else "L"

    def _cubics(self, numbers: list[float], *, relative: bool) -> None:
        """Most of any drawing is cubic curves, so these take the shortest way."""
        x, y = self.x, self.y
        c = d = 0.0
        for i in range(0, len(numbers), 6):
            a, b, c, d, e, f = numbers[i : i + 6]
            if relative:
                a, b, c, d, e, f = a + x, b + y, c + x, d + y, e + x, f + y
            self.out.append(("c", (a, b, c, d, e, f)))
            x, y = e, f
        self.x, self.y = x, y
        self.handle = ("C", c, d)

    def _one(self, command: str, v: list[float], relative: bool) -> None:
        if command == "H":
            v = [v[0], 0.0 if relative else self.y]
        elif command == "V":
            v = [0.0 if relative else self.x, v[0]]
        if relative:
            v = [n + (self.y if i % 2 else self.x) for i, n in enumerate(v)]
        if command == "M":
            self._move(v)
        elif command in "LHV":
            self._line(v[0], v[1])
        elif command == "S":
            self._cubics(self._mirrored("C") + v, relative=False)
        else:
            self._quadratic(command, v)

    def _move(self, v: list[float]) -> None:
        self.x, self.y = self.x0, self.y0 = v[0], v[1]
        self.out.append(("m", (v[0], v[1])))
        self.handle = ("", 0.0, 0.0)

    def _line(self, x: float, y: float) -> None:
        self.out.append(("l", (x, y)))
        self.x, self.y = x, y
        self.handle = ("", 0.0, 0.0)

    def _close(self) -> None:
        self.out.append(("h", ()))
        self.x, self.y = self.x0, self.y0
        self.handle = ("", 0.0, 0.0)

    def _mirrored(self, kind: str) -> list[float]:
        """The last curve's second handle, mirrored at the pen; the pen itself after anything else."""
        last, hx, hy = self.handle
        return [2 * self.x - hx, 2 * self.y - hy] if last == kind else [self.x, self.y]

    def _quadratic(self, command: str, v: list[float]) -> None:
        if command == "T":
            v = self._mirrored("Q") + v
        qx, qy, x, y = v
        c = (
            self.x + (qx - self.x) * 2 / 3, self.y + (qy - self.y) * 2 / 3,
            x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3,
            x, y,
        )  # fmt: skip
        self.out.append(("c", c))
        self.handle = ("Q", qx, qy)
        self.x, self.y = x, y

    def _arcs(self, arguments: str, relative: bool) -> None:
        end = 0
        for match in _ARC.finditer(arguments):
            if match.start() != end:
                break
            end = match.end()
            rx, ry, turn, large, sweep, x, y = numbers = [float(g) for g in match.groups()]
            if max(map(abs, numbers)) >= LARGEST:
                raise BadPathError(f"coordinates go up to {LARGEST:,}")
            if relative:
                x, y = x + self.x, y + self.y
            for curve in _arc((self.x, self.y), (x, y), abs(rx), abs(ry), turn, bool(large), bool(sweep)):
                self.out.append(curve)
            self.x, self.y = x, y
        if not end or arguments[end:].strip(", \n\t"):
            raise BadPathError("A takes seven numbers, the fourth and fifth 0 or 1")
        self.handle = ("", 0.0, 0.0)


def _arc(
    start: tuple[float, float], end: tuple[float, float], rx: float, ry: float, turn: float, large: bool, sweep: bool
) -> Iterator[Segment]:
    """An elliptical arc as cubic curves of at most a quarter turn each (SVG 1.1, appendix F.6)."""
    if math.dist(start, end) < _LEAST:
        return
    if rx < _LEAST or ry < _LEAST:
        yield "l", end
        return
    phi = math.radians(turn % 360)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    stretch = px * px / (rx * rx) + py * py / (ry * ry)
    if stretch > 1:
        rx, ry = rx * math.sqrt(stretch), ry * math.sqrt(stretch)
    under = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    k = math.sqrt(max(0.0, under) / ((rx * py) ** 2 + (ry * px) ** 2))
    if large == sweep:
        k = -k
    qx, qy = k * rx * py / ry, -k * ry * px / rx
    cx, cy = cos * qx - sin * qy + (start[0] + end[0]) / 2, sin * qx + cos * qy + (start[1] + end[1]) / 2
    a = math.atan2((py - qy) / ry, (px - qx) / rx)
    b = math.atan2((-py - qy) / ry, (-px - qx) / rx)
    sweep_angle = (b - a) % (2 * math.pi) if sweep else -((a - b) % (2 * math.pi))
    pieces = max(1, math.ceil(abs(sweep_angle) / (math.pi / 2) - 1e-9))
    step = sweep_angle / pieces
    handle = 4 / 3 * math.tan(step / 4)

    def at(x: float, y: float) -> tuple[float, float]:
        return cx + cos * rx * x - sin * ry * y, cy + sin * rx * x + cos * ry * y

    for i in range(pieces):
        u, v = a + i * step, a + (i + 1) * step
        first = at(math.cos(u) - handle * math.sin(u), math.sin(u) + handle * math.cos(u))
        second = at(math.cos(v) + handle * math.sin(v), math.sin(v) - handle * math.cos(v))
        last = end if i == pieces - 1 else at(math.cos(v), math.sin(v))
        yield "c", (*first, *second, *last)
