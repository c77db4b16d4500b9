"""Outlines of fonts: of TrueType, simple, composite and nested; of PostScript, with and without subroutines."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from fontTools.cffLib import SubrsIndex
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

if TYPE_CHECKING:
    from fontTools.fontBuilder import FontBuilder
    from fontTools.ttLib.tables import _g_l_y_f as glyf

_COORDINATES = (0, 0, 100, 250, 500, 700, -100, 1, 16383)
_TRANSFORMS = ((1, 0, 0, 1), (0.5, 0, 0, 0.5), (-1, 0, 0, 1), (0, 0, 0, 0), (1.99, 0.3, -0.3, -2))
_CALLS: tuple[list[object], ...] = (
    [0, 0, "rmoveto", -107, "callsubr"], [-107, "callsubr"], [5, "callsubr"], [9999, "callsubr"], ["callsubr"],
    [-107, "callgsubr"],
)  # fmt: skip
_PROGRAMS: tuple[list[object], ...] = (
    [10, 20, "rlineto", "return"], [-107, "callsubr", "return"], [-106, "callsubr", "return"], ["return"], ["endchar"],
    [], ["rlineto", "return"], [1] * 60 + ["rlineto", "return"], [1, 0, "div", "hmoveto", "return"],
    [5, "hstem", "hintmask", b"\xff", "return"], [100, 0, 0, 100, 100, 0, "rrcurveto", "return"],
    [1, 2, 3, "flex", "return"], [0, 0, "rmoveto", "return"], [1, 2, 65, 66, "endchar"],
    [32767, "random", "sqrt", "return"],
)  # fmt: skip
_PRIVATE: tuple[dict[str, object], ...] = ({}, {"defaultWidthX": 500, "nominalWidthX": 600}, {"BlueValues": [-10, 0]})
_LEVELS, _EACH = 14, 10
"""An exploding font has so many levels of composites, each of so many copies of the one below."""


def add_truetype(builder: FontBuilder, order: Sequence[str], chance: Random, *, explodes: bool) -> None:
    """Glyphs of TrueType: some empty, some of others, which are rarely the glyph itself."""
    glyphs = {}
    for number, name in enumerate(order):
        pen = TTGlyphPen(dict.fromkeys(order))
        if number > 1 and chance.random() < 0.3:
            _compose(pen, order, number, chance)
        elif chance.random() < 0.9:
            for _ in range(chance.choice((1, 1, 2))):
                _draw(pen, chance, curves="qCurveTo")
        glyphs[name] = pen.glyph()
    if explodes:
        _explode(glyphs, order)
    builder.setupGlyf(glyphs, calcGlyphBounds=False)
    for glyph in glyphs.values():
        glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax = 0, -100, 700, 700
    builder.font["maxp"].maxComponentDepth = chance.choice((0, 1, 5))


def _compose(pen: TTGlyphPen, order: Sequence[str], number: int, chance: Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 3))):
        below = order[:number] if chance.random() < 0.95 else order
        moved = chance.choice(_COORDINATES), chance.choice(_COORDINATES)
        pen.addComponent(chance.choice(below), (*chance.choice(_TRANSFORMS), *moved))


def _draw(pen: TTGlyphPen | T2CharStringPen, chance: Random, curves: str) -> None:
    """A closed outline, perhaps of a single point."""

    def point() -> tuple[int, int]:
        return chance.choice(_COORDINATES), chance.choice(_COORDINATES)

    pen.moveTo(point())
    for _ in range(chance.choice((0, 1, 2, 3, 4, 20))):
        if chance.random() < 0.3:
            getattr(pen, curves)(point(), point(), point())
        else:
            pen.lineTo(point())
    pen.closePath()


def _explode(glyphs: dict[str, glyf.Glyph], order: Sequence[str]) -> None:
    """Make each glyph of copies of the one before it, so that the last has ten to the power of their number."""
    for number, name in enumerate(order[2 : 2 + _LEVELS], start=2):
        pen = TTGlyphPen(dict.fromkeys(order))
        for _ in range(_EACH):
            pen.addComponent(order[number - 1], (1, 0, 0, 1, 0, 0))
        glyphs[name] = pen.glyph()


def add_postscript(builder: FontBuilder, order: Sequence[str], chance: Random, *, explodes: bool) -> None:
    """Glyphs of PostScript. Subroutines call others, or are written wrong."""
    subroutines = _exploding() if explodes else _subroutines(chance)
    private = chance.choice(_PRIVATE)
    strings = {}
    for name in order:
        pen = T2CharStringPen(chance.choice((None, 500)), None)
        _draw(pen, chance, curves="curveTo")
        strings[name] = pen.getCharString()
        if explodes:
            strings[name] = T2CharString(program=[-107, "callsubr", "endchar"])
        elif subroutines and chance.random() < 0.5:
            strings[name] = T2CharString(program=[*chance.choice(_CALLS), "endchar"])
    builder.setupCFF("Own", {"FullName": "Own"}, strings, private)
    if subroutines:
        _attach(builder, subroutines)


def _subroutines(chance: Random) -> list[T2CharString]:
    count = chance.choice((0, 0, 1, 2, 4))
    return [T2CharString(program=list(chance.choice(_PROGRAMS))) for _ in range(count)]


def _exploding() -> list[T2CharString]:
    """Nine subroutines that call the next one ten times each; CFF allows ten levels."""
    lines = T2CharString(program=[10, 20, "rlineto", "return"])
    calls = [T2CharString(program=[number - 106, "callsubr"] * _EACH + ["return"]) for number in range(9)]
    return [*calls, lines]


def _attach(builder: FontBuilder, subroutines: list[T2CharString]) -> None:
    top = builder.font["CFF "].cff.topDictIndex[0]
    index = SubrsIndex(private=top.Private, globalSubrs=builder.font["CFF "].cff.GlobalSubrs)
    for routine in subroutines:
        routine.private, routine.globalSubrs = top.Private, builder.font["CFF "].cff.GlobalSubrs
        index.append(routine)
    top.Private.Subrs = index
    for name in top.CharStrings.keys():  # noqa: SIM118 - not a mapping
        top.CharStrings[name].private = top.Private
