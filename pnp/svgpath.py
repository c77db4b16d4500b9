"""SVG path data -> segments of absolute moves, lines and cubic curves; its numbers and transforms likewise."""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterable, Iterator

from pnp.drawing import KAPPA, Segment, rectangle
from pnp.geometry import Rect, Transform

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
NUMBER = re.compile(r"[-+]?(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?")
_SPACE = " \n\t\r"
_SEPARATORS = "," + _SPACE
_BEGINNING = re.compile(rf"[{_SPACE}]*[Mm]")
_READABLE = re.compile(rf"(?:{NUMBER.pattern}|[MmZzLlHhVvCcSsQqTtAa{_SEPARATORS}]+)*+")
_STRAY_COMMA = re.compile(r",\s*(?:[,A-Za-z]|$)|[A-Za-z]\s*,")
# What has been matched is never given back: digits may be cut into seven numbers in far too many ways.
_ARC = re.compile(
    r"_(N)_(N)_(N)_([01])_([01])_(N)_(N)".replace("N", f"(?>{NUMBER.pattern})").replace("_", rf"[{_SEPARATORS}]*+")
)
_GAP = re.compile(r"\s*,\s*|\s+", re.ASCII)
_TRANSFORM = re.compile(r"(?:\s*,)?\s*(\w+)\s*\(([^)]*)\)", re.ASCII)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}

LARGEST = 100_000
"""No drawing needs larger coordinates, and PDF cannot write them as it should."""

_SMALLEST_RADIUS = 1e-5
"""An arc of a smaller radius is a straight line, here as in other readers."""


class UnreadableError(ValueError):
    """The text does not say what it should; the message says why."""


class BadPathError(UnreadableError):
    """The data is not a path; the message says where it stops being one."""


def segments(data: str) -> list[Segment]:
    """The path as PDF's operators: m, l, c, h with absolute coordinates."""
    if not _BEGINNING.match(data):
        _refuse_scraps(data)
        if data.strip(_SPACE):
            raise BadPathError("it must begin with M")
        return []
    pen = _Pen()
    commands = _COMMAND.findall(data)
    try:
        for letter, arguments in commands:
            pen.draw(letter, arguments)
    except BadPathError:
        _refuse_scraps(data)
        raise
    # Counting is the fast way to know that between what was read there stood nothing but separators.
    if pen.read + len(commands) + sum(map(data.count, _SEPARATORS)) != len(data) or "," in data:
        _refuse_scraps(data)
    for _, numbers in pen.out:
        if numbers and not (max(numbers) < LARGEST and min(numbers) > -LARGEST):
            raise BadPathError(f"coordinates go up to {LARGEST:,}")
    return pen.out


def _refuse_scraps(data: str) -> None:
    """Raise if there is anything but commands, numbers and what may separate numbers."""
    readable = _READABLE.match(data)
    end = readable.end() if readable else 0
    if end < len(data):
        raise BadPathError(f"cannot read {data[end : end + 12]!r}")
    if "," in data and _STRAY_COMMA.search(data):
        raise BadPathError("a comma may stand between two numbers only")


def rounded(box: Rect, rx: float, ry: float) -> tuple[Segment, ...]:
    """The outline of a box, each corner a quarter of an ellipse that goes to the middle of a side at most."""
    if not rx or not ry:
        return rectangle(box)
    x, y, right, far = box.x, box.y, box.right, box.far
    rx, ry = min(rx, box.w / 2), min(ry, box.h / 2)
    k, m = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("m", (x + rx, y)),
        ("l", (right - rx, y)),
        ("c", (right - k, y, right, y + m, right, y + ry)),
        ("l", (right, far - ry)),
        ("c", (right, far - m, right - k, far, right - rx, far)),
        ("l", (x + rx, far)),
        ("c", (x + k, far, x, far - m, x, far - ry)),
        ("l", (x, y + ry)),
        ("c", (x, y + m, x + k, y, x + rx, y)),
        ("h", ()),
    )


def is_convex(outline: Iterable[Segment]) -> bool:
    """Whether an outline is convex and goes round clockwise (y downwards), its handles seen as corners too.

    Of such outlines several make their union when they are filled as one; others may cut holes into each other.
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
    """Whether a part of an outline stays where it begins; PDF has no direction for square ends there, SVG has one."""
    parts: list[list[tuple[float, ...]]] = []
    for operator, numbers in outline:
        if operator == "m":
            parts.append([])
        parts[-1].append(numbers)
    return any(len(part) > 1 and all(n == part[0] * (len(n) // 2) for n in part) for part in parts)


def numbers(text: str) -> list[float]:
    """Numbers between spaces or commas."""
    words = _GAP.split(text.strip(_SPACE))
    if not all(map(NUMBER.fullmatch, words)):
        raise UnreadableError(f"{text[:30]!r} is not a list of numbers")
    found = list(map(float, words))
    if not max(map(abs, found)) < LARGEST:
        raise UnreadableError(f"numbers go up to {LARGEST:,}")
    return found


def transform(text: str) -> Transform:
    """The map that a list of transforms makes together."""
    text = text.strip(_SPACE)
    total, end = Transform(), 0
    while match := _TRANSFORM.match(text, end):
        end = match.end()
        total = total.over(_one_transform(match[1], numbers(match[2])))
    if end < len(text) or text.startswith(","):
        raise UnreadableError(f"the transform {text[:40]!r} is not understood")
    return total


def _one_transform(name: str, v: list[float]) -> Transform:
    if name == "translate" and len(v) in (1, 2):
        return Transform.move(v[0], v[1] if len(v) == 2 else 0.0)
    if name == "scale" and len(v) in (1, 2):
        return Transform.scale(*v)
    if name == "rotate" and len(v) in (1, 3):
        return Transform.rotate(*v)
    if name == "matrix" and len(v) == 6:
        return Transform(*v)
    raise UnreadableError(f"the transform {name}({len(v)} numbers) is not drawn")


class _Pen:
    """Follows the commands: where it stands, where the subpath began, and the last handle for S and T."""

    def __init__(self) -> None:
        self.out: list[Segment] = []
        self.x = self.y = self.x0 = self.y0 = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)
        self.read = 0
        """How many characters have been read as numbers."""

    def draw(self, letter: str, arguments: str) -> None:
        command = letter.upper()
        if command == "A":
            self._arcs(arguments, letter == "a")
            return
        words = NUMBER.findall(arguments)
        self.read += len("".join(words))
        numbers = list(map(float, words))
        takes = _TAKES[command]
        if command == "Z":
            if numbers:
                raise BadPathError("Z takes no numbers")
            self._close()
        elif not numbers or len(numbers) % takes:
            raise BadPathError(f"{letter} takes numbers by {takes}, found {len(numbers)}")
        elif command == "C":
            self._cubics(numbers, relative=letter == "c")
        elif command == "L":
            self._lines(numbers, relative=letter == "l")
        else:
            for i in range(0, len(numbers), takes):
                self._one(command, numbers[i : i + takes], letter != command)
                if command == "M":
                    command, letter = "L", "l" if letter == "m" else "L"

    def _cubics(self, numbers: list[float], *, relative: bool) -> None:
        """Most of any drawing is cubic curves and lines, so these take the shortest way."""
        x, y = self.x, self.y
        c = d = 0.0
        for i in range(0, len(numbers), 6):
            a, b, c, d, e, f = numbers[i : i + 6]
            if relative:
                a, b, c, d, e, f = a + x, b + y, c + x, d + y, e + x, f + y
            if e == x and f == y and a == c == x and b == d == y:
                self.out.append(("l", (x, y)))  # a dot, which viewers know as a line only
            else:
                self.out.append(("c", (a, b, c, d, e, f)))
            x, y = e, f
        self.x, self.y = x, y
        self.handle = ("C", c, d)

    def _lines(self, numbers: list[float], *, relative: bool) -> None:
        x, y = self.x, self.y
        for a, b in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = (x + a, y + b) if relative else (a, b)
            self.out.append(("l", (x, y)))
        self.x, self.y = x, y
        self.handle = ("", 0.0, 0.0)

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
        if self.out[-1][0] == "m":
            self.out.append(("l", (self.x, self.y)))  # again a dot
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
        c = [
            self.x + (qx - self.x) * 2 / 3, self.y + (qy - self.y) * 2 / 3,
            x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3,
            x, y,
        ]  # fmt: skip
        self._cubics(c, relative=False)
        self.handle = ("Q", qx, qy)

    def _arcs(self, arguments: str, relative: bool) -> None:
        end = 0
        while match := _ARC.match(arguments, end):
            end = match.end()
            words = match.groups()
            self.read += len("".join(words))
            rx, ry, turn, large, sweep, x, y = map(float, words)
            if not max(map(abs, (rx, ry, turn))) < LARGEST:
                raise BadPathError(f"numbers go up to {LARGEST:,}")
            if relative:
                x, y = x + self.x, y + self.y
            self.out.extend(_arc((self.x, self.y), (x, y), abs(rx), abs(ry), turn, bool(large), bool(sweep)))
            self.x, self.y = x, y
        if not end or arguments[end:].strip(_SEPARATORS):
            raise BadPathError("A takes seven numbers, the fourth and fifth 0 or 1")
        self.handle = ("", 0.0, 0.0)


def _arc(
    start: tuple[float, float], end: tuple[float, float], rx: float, ry: float, turn: float, large: bool, sweep: bool
) -> Iterator[Segment]:
    """An elliptical arc as cubic curves of at most a quarter turn each (SVG 1.1, appendix F.6).

    All is reckoned from `chord`, half the chord where the ellipse is the unit circle: other than differences of
    squares and of angles it keeps its digits when it is very short.
    """
    if start == end:
        return
    phi = math.radians(turn % 360)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    if min(rx, ry) < _SMALLEST_RADIUS or not (chord := math.hypot(px / rx, py / ry)):
        yield "l", end
        return
    u, v = px / rx / chord, py / ry / chord
    if chord > 1:
        rx, ry, chord = rx * chord, ry * chord, 1.0
    height = math.sqrt((1 - chord) * (1 + chord)) * (-1 if large == sweep else 1)
    qx, qy = height * rx * v, -height * ry * u
    cx, cy = cos * qx - sin * qy + (start[0] + end[0]) / 2, sin * qx + cos * qy + (start[1] + end[1]) / 2
    a = math.atan2(chord * v + height * u, chord * u - height * v)
    span = 2 * math.pi - 2 * math.asin(chord) if large else 2 * math.asin(chord)
    pieces = max(1, math.ceil(span / (math.pi / 2) - 1e-9))
    step = (span if sweep else -span) / pieces
    handle = 4 / 3 * math.tan(step / 4)

    def at(x: float, y: float) -> tuple[float, float]:
        return cx + cos * rx * x - sin * ry * y, cy + sin * rx * x + cos * ry * y

    for i in range(pieces):
        u, v = a + i * step, a + (i + 1) * step
        first = at(math.cos(u) - handle * math.sin(u), math.sin(u) + handle * math.cos(u))
        second = at(math.cos(v) + handle * math.sin(v), math.sin(v) - handle * math.cos(v))
        last = end if i == pieces - 1 else at(math.cos(v), math.sin(v))
        yield "c", (*first, *second, *last)
