"""Parse SVG path data (with fontTools), lists of numbers and transforms."""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.parsers import expat

from fontTools.svgLib.path.arc import EllipticalArc
from fontTools.svgLib.path.parser import parse_path

from pnp.diagnostics import Diagnostics, Span
from pnp.graphics.drawing import Segment
from pnp.graphics.geometry import Transform
from pnp.graphics.outline import OutlinePen

NUMBER = re.compile(r"[-+]?(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?")
_SPACE = " \n\t\r"
_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_READABLE = re.compile(rf"(?:{NUMBER.pattern}|[MmZzLlHhVvCcSsQqTtAa,{_SPACE}]+)*+")
_STRAY_COMMA = re.compile(rf",[{_SPACE}]*(?:[,A-Za-z]|$)|[A-Za-z][{_SPACE}]*,")
# The groups are atomic: backtracking would try too many ways to split digits into numbers.
_ARC = re.compile(
    r"_(N)_(N)_(N)_([01])_([01])_(N)_(N)_".replace("N", f"(?>{NUMBER.pattern})").replace("_", rf"[,{_SPACE}]*+")
)
_DOCTYPE = re.compile(rb"""<!DOCTYPE\s+svg(?:\s+(?:PUBLIC|SYSTEM|"[^"<>]*+"|'[^'<>]*+'))*+\s*+>""")
_GAP = re.compile(r"\s*,\s*|\s+", re.ASCII)
_TRANSFORM = re.compile(r"(?:\s*,)?\s*(\w+)\s*\(([^)]*)\)", re.ASCII)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}

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


def without_doctype(data: bytes) -> bytes:
    """XML with spaces in place of a document type that declares nothing. Editors write it, and it has no effect."""
    return _DOCTYPE.sub(lambda found: re.sub(rb"[^\n]", b" ", found[0]), data, count=1)


def xml_parser(
    start: Callable[[str, dict[str, str]], None], end: Callable[[str], object], text: Callable[[str], None]
) -> expat.XMLParserType:
    """An XML parser with these handlers, which rejects document types and entities; see `without_doctype`."""
    parser = expat.ParserCreate("utf-8", " ")

    def refuse(*_: object) -> None:
        hint = "remove the DOCTYPE; in Illustrator, save without 'Preserve Illustrator Editing Capabilities'"
        raise LimitError(parser.CurrentLineNumber, 1, "document types with entities are not supported", hint)

    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    return parser


def segments(data: str) -> list[Segment]:
    """Convert path data to PDF's operators m, l, c and h, with absolute coordinates."""
    pen = OutlinePen()
    parse_path(_checked(data), pen, arc_class=_Arc)
    if any(not -LARGEST < number < LARGEST for _, numbers in pen.out for number in numbers):
        raise ValueError(f"coordinates go up to {LARGEST:,}")
    return pen.out


class PathError(ValueError):
    """Path data cannot be read. `start` and `width` are the place of what is wrong in them."""

    def __init__(self, message: str, start: int, width: int = 1) -> None:
        super().__init__(message)
        self.start, self.width = start, width


def _checked(data: str) -> str:
    """Normalise path data for fontTools, which skips what it does not understand.

    Raises ValueError for anything that SVG does not allow.
    """
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
    return " ".join(word for command in _COMMAND.finditer(data) for word in (command[1], *_placed(command)))


def _placed(command: re.Match[str]) -> list[str]:
    """The numbers after a command. What is wrong with them is an error at the command."""
    try:
        return _arguments(command[1], command[2])
    except ValueError as error:
        raise PathError(str(error), command.start(), len(command[0].rstrip(_SPACE))) from None


def _arguments(letter: str, text: str) -> list[str]:
    """The numbers after a command, in a form that fontTools reads."""
    if letter in "Aa":
        return _arc_arguments(text)
    words = NUMBER.findall(text)
    takes = _TAKES.get(letter.upper(), 0)
    if not takes and words:
        raise ValueError("Z takes no numbers")
    if takes and (not words or len(words) % takes):
        raise ValueError(f"{letter} takes numbers by {takes}, found {len(words)}")
    return [_number(word) for word in words]


def _arc_arguments(text: str) -> list[str]:
    numbers, end = [], 0
    while arc := _ARC.match(text, end):
        rx, ry, turn, large, sweep, x, y = arc.groups()
        numbers += [_number(rx), _number(ry), _number(turn), large, sweep, _number(x), _number(y)]
        end = arc.end()
    if not numbers or end < len(text):
        raise ValueError("A takes seven numbers, the fourth and fifth 0 or 1")
    return numbers


def _number(word: str) -> str:
    number = float(word)
    if not -LARGEST < number < LARGEST:
        raise ValueError(f"numbers go up to {LARGEST:,}")
    return repr(number)


class _Arc(EllipticalArc):  # type: ignore[misc]
    """An elliptical arc. In SVG, an arc without a radius is a line, which fontTools alone would skip."""

    def draw(self, pen: OutlinePen) -> None:
        chord = abs(self.target_point - self.current_point)
        if chord >= _SMALLEST_CHORD and min(self.rx, self.ry) >= _SMALLEST_RADIUS:
            super().draw(pen)
        elif chord:
            pen.lineTo((self.target_point.real, self.target_point.imag))


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
    if name == "translate" and len(v) in (1, 2):
        return Transform.move(v[0], v[1] if len(v) == 2 else 0.0)
    if name == "scale" and len(v) in (1, 2):
        return Transform.scale(*v)
    if name == "rotate" and len(v) in (1, 3):
        return Transform.rotate(*v)
    if name in ("skewX", "skewY") and len(v) == 1:
        slope = math.tan(math.radians(v[0]))
        return Transform(c=slope) if name == "skewX" else Transform(b=slope)
    if name == "matrix" and len(v) == 6:
        return Transform(*v)
    raise ValueError(f"the transform {name}({len(v)} numbers) is not drawn")
