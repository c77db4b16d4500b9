"""Read the transforms and lengths of CSS, which have units, unlike those in attributes."""

from __future__ import annotations

import re
from math import degrees, radians, tan

from pnp.graphics.geometry import Size, Transform
from pnp.graphics.svgpath import NUMBER

UNITS = {"": 1.0, "px": 1.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "Q": 96 / 101.6, "pt": 96 / 72, "pc": 16.0}
"""CSS pixels per unit of length."""
ANGLES = {"deg": 1.0, "grad": 0.9, "rad": degrees(1), "turn": 360.0}
"""Degrees per unit of angle."""
_WORD = re.compile(rf"({NUMBER.pattern})([a-zA-Z]*|%)")
_FUNCTION = re.compile(r"\s*([a-zA-Z]\w*)\(([^()]*)\)")
_SHARES = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


def is_length(text: str) -> bool:
    """Whether a text is a length with a unit, a percentage, or zero."""
    found = _WORD.fullmatch(text.strip())
    return found is not None and (found[2] == "%" or (found[2] in UNITS and (found[2] != "" or not float(found[1]))))


def transform(text: str) -> Transform:
    """The transform of a list of functions. Raises ValueError."""
    total, end = Transform(), 0
    if text.strip() == "none":
        return total
    while match := _FUNCTION.match(text, end):
        end = match.end()
        words = [word.strip() for word in match[2].split(",")]
        one = _of_function(match[1].lower(), words)
        if one is None:
            raise ValueError(f"the transform {match[0].strip()[:40]!r} is not drawn")
        total = total.over(one)
    if not end or text[end:].strip():
        raise ValueError(f"the transform {text[:40]!r} is not understood")
    return total


def _of_function(name: str, words: list[str]) -> Transform | None:
    if name in ("rotate", "skewx", "skewy", "skew"):
        angles = [_angle(word) for word in words]
        return None if None in angles else _turned(name, [angle for angle in angles if angle is not None])
    read = _length if name.startswith("translate") else _number
    values = [read(word) for word in words]
    numbers = [value for value in values if value is not None]
    return None if len(numbers) < len(values) else _moved(name, numbers)


def _turned(name: str, angles: list[float]) -> Transform | None:
    if name == "rotate" and len(angles) == 1:
        return Transform.rotate(angles[0])
    slopes = [tan(radians(angle)) for angle in angles]
    if name == "skew" and len(slopes) in (1, 2):
        return Transform(c=slopes[0], b=slopes[1] if len(slopes) == 2 else 0.0)
    if len(slopes) != 1:
        return None
    return {"skewx": Transform(c=slopes[0]), "skewy": Transform(b=slopes[0])}.get(name)


def _moved(name: str, v: list[float]) -> Transform | None:
    if name in ("translate", "scale") and len(v) in (1, 2):
        return Transform.move(v[0], v[1] if len(v) == 2 else 0.0) if name == "translate" else Transform.scale(*v)
    if name == "matrix" and len(v) == 6:
        return Transform(*v)
    if len(v) != 1:
        return None
    return {
        "translatex": Transform.move(v[0], 0),
        "translatey": Transform.move(0, v[0]),
        "scalex": Transform.scale(v[0], 1),
        "scaley": Transform.scale(1, v[0]),
    }.get(name)


def _angle(word: str) -> float | None:
    """An angle in degrees; None without a unit, unless it is zero."""
    found = _WORD.fullmatch(word)
    if not found or (not found[2] and float(found[1])):
        return None
    return float(found[1]) * ANGLES[found[2]] if found[2] in ANGLES else 0.0 if not found[2] else None


def _length(word: str) -> float | None:
    found = _WORD.fullmatch(word)
    return float(found[1]) * UNITS[found[2]] if found and is_length(word) and found[2] != "%" else None


def _number(word: str) -> float | None:
    found = _WORD.fullmatch(word)
    if not found or found[2] not in ("", "%"):
        return None
    return float(found[1]) / (100 if found[2] else 1)


def origin(text: str, size: Size | None, *, unitless: bool) -> tuple[float, float]:
    """The point of a `transform-origin`, with shares of a size. Raises ValueError."""
    words = text.split()
    if words[0:1] in (["top"], ["bottom"]) or words[1:2] in (["left"], ["right"]):
        words[:2] = [*words[1:2], words[0]] if len(words) > 1 else ["center", words[0]]
    words += ["center"] * (len(words) == 1)
    if len(words) == 3 and _length(words[2]) == 0:
        words.pop()
    sides = (size.w, size.h) if size else (None, None)
    values = [_coordinate(word, side, unitless=unitless) for word, side in zip(words, sides, strict=False)]
    point = [value for value in values if value is not None]
    if not len(words) == len(point) == 2:
        raise ValueError(f"transform-origin {text[:40]!r} is not understood")
    return point[0], point[1]


def _coordinate(word: str, side: float | None, *, unitless: bool) -> float | None:
    found = _WORD.fullmatch(word)
    share = _SHARES.get(word, float(found[1]) / 100 if found and found[2] == "%" else None)
    if share is not None:
        return share * side if side is not None else None
    return float(found[1]) if unitless and found and not found[2] else _length(word)


def written(matrix: Transform) -> str:
    """A transform as an attribute has it."""
    return f"matrix({' '.join(f'{value:.9g}' for value in matrix)})"
