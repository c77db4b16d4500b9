"""Path data, of elements of a face and of an SVG file beside it."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.hostile.grammar import kit
from tests.hostile.grammar.rules import Files, Rules, written

RULES: Rules = {
    "path": ("M 1 1 L 9 9", "$move$part*", "$move$part$part*", "$move$part$part$part*$closed?", "§$moves", "§$spoilt"),
    "moves": ("M0 0", "$move$move*", "$move$closed", "$move$closed$move", "$move L $same $same", "m 0 0 l 0 0 z"),
    "move": ("M 5 5", "M$pair", "M$pair", "m$pair", "M$pair $pair", "§M$pair,$pair"),
    "part": (
        "L 9 9", "$closed", "$line$pair", "$line$pair$gap$pair", "$flat$gap$coordinate", "$cubic$pair $pair $pair",
        "$smooth$pair $pair", "$quadratic$pair $pair", "$next$pair", "$arc$radius $radius $turn $flags$pair",
        "$arc$radius $radius $turn $flags$pair", "$move", "$cubic$pair $pair $pair $pair $pair $pair",
    ),
    "closed": ("Z", "z", "§zz"),
    "line": ("L", "l"), "flat": ("H", "h", "V", "v"), "cubic": ("C", "c"), "smooth": ("S", "s"),
    "quadratic": ("Q", "q"), "next": ("T", "t"), "arc": ("A", "a"),
    "pair": ("5 5", "$coordinate$gap$coordinate", "$coordinate$gap$coordinate", "0 0", "$same $same", "$point"),
    "point": ("10 10", "0 0", "30 0", "30 50", "0 50"),
    "same": ("7",),
    "gap": (" ", ",", " , ", "\n", "  "),
    "coordinate": ("5", "$whole", "$whole", "$digit.$digit", "-$digit", "§$number"),
    "radius": ("5", "0", "1e-6", "1e-4", "-3", "$digit", "$whole", "§$number"),
    "turn": ("0", "45", "90", "-30", "361", "1e5", "§$number"),
    "flags": ("0 0 ", "0 1 ", "1 0 ", "1,1,", "11", "00", "§2 0 ", "§0 "),
    "spoilt": (
        "$move$part*$line", "$move$part*$arc$radius", "$move$part*,", "$pair$part", "$move x $part", "", " ", "Z",
        "$move$part* $number", "L 1 1", "M", "M 1", "$move$line$gap$gap$pair", "none", "$text",
    ),
}  # fmt: skip


def write(chance: Random) -> Files:
    """A face with two paths, with what fills and strokes them, and an SVG picture of a third."""
    elements: list[dict[str, Any]] = [_shape(chance), _shape(chance), {"art": "path.svg", "box": [5, 50, 30, 30]}]
    made = kit.files(elements)
    made["path.svg"] = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><title>P</title><path d="{_data(chance)}" '
        f'fill="{chance.choice(("none", "#c80", "#1f1b3d"))}" stroke="{chance.choice(("none", "#123456"))}" '
        f'stroke-width="{chance.choice(("1", "0", "0.02", "90"))}" '
        f'stroke-linecap="{chance.choice(("butt", "round", "square"))}"/></svg>\n'
    ).encode()
    return made


def _shape(chance: Random) -> dict[str, Any]:
    paint: dict[str, Any] = {
        "fill": [None, "#c08000", "red", {"linear": ["#ff0000", "#0000ff"]}, {"radial": ["red", "accent", "#fff"]}],
        "stroke": [None, "#000000", "accent"],
        "width": [None, 0.01, 0.3, 100],
        "dash": [None, None, [1, 1], [0.01], [1000, 0.5, 2]],
        "repeat": [None, None, None, 2, 0],
    }
    picked = {key: chance.choice(values) for key, values in paint.items()}
    return {"path": _data(chance), **{key: value for key, value in picked.items() if value is not None}}


def _data(chance: Random) -> str:
    return written(RULES, "path", chance, chance.choice((15, 40, 150)))
