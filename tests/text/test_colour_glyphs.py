"""Glyphs in the colours of their font."""

from __future__ import annotations

import io

import pytest
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.otTables import PaintFormat

from pnp.graphics.drawing import Path, every
from pnp.graphics.gradient import GradientFill
from pnp.text import colour_glyphs, fonts

RED, GOLD = "#cc1a1a", "#e6b21a"
LAYERS = {"heart": [("left", 0), ("right", 1)]}


def square(x: int):
    pen = TTGlyphPen(None)
    pen.moveTo((x, 0))
    for point in ((x, 800), (x + 500, 800), (x + 500, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def coloured(paints: dict[str, object]) -> bytes:
    """A font with a heart, in two halves, without an outline of its own."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "heart", "left", "right"])
    builder.setupCharacterMap({ord("❤"): "heart"})
    empty = TTGlyphPen(None).glyph()
    builder.setupGlyf({".notdef": empty, "heart": empty, "left": square(0), "right": square(500)})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "heart": (1000, 0), "left": (1000, 0), "right": (1000, 500)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Colours", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    builder.font["COLR"] = buildCOLR(paints)
    builder.font["CPAL"] = buildCPAL([[(0.8, 0.1, 0.1, 1), (0.9, 0.7, 0.1, 1)]])
    out = io.BytesIO()
    builder.font.save(out)
    return fonts.read(out.getvalue(), confined=False).data


def within(glyph: str, paint: dict[str, object]) -> dict[str, object]:
    return {"Format": PaintFormat.PaintGlyph, "Glyph": glyph, "Paint": paint}


def gradient(kind: PaintFormat, **places: int) -> dict[str, object]:
    return {"Format": kind, "ColorLine": {"Extend": "pad", "ColorStop": [(0.0, 0), (1.0, 1)]}, **places}


def solid(colour: int, alpha: float = 1.0) -> dict[str, object]:
    return {"Format": PaintFormat.PaintSolid, "PaletteIndex": colour, "Alpha": alpha}


def paths(data: bytes) -> list[Path]:
    drawn = colour_glyphs.drawing(data, "❤")
    assert drawn
    assert (drawn.size, drawn.alt) == ((1000, 1000), "❤")
    return [item for item in every(drawn.items) if isinstance(item, Path)]


def test_layers_are_filled_in_their_colours():
    left, right = paths(coloured(LAYERS))
    assert (left.fill, right.fill) == (RED, GOLD)
    assert [x for _, numbers in right.segments for x in numbers[::2]] == [500, 500, 1000, 1000]


def test_paints_may_be_translucent_moved_and_gradients():
    line = gradient(PaintFormat.PaintLinearGradient, x0=0, y0=0, x1=500, y1=0, x2=0, y2=500)
    circle = gradient(PaintFormat.PaintRadialGradient, x0=750, y0=400, r0=0, x1=750, y1=400, r1=400)
    moved = {"Format": PaintFormat.PaintTranslate, "Paint": within("left", solid(1, 0.5)), "dx": 100, "dy": 50}
    layers = {"Format": PaintFormat.PaintColrLayers, "Layers": [within("left", line), within("right", circle), moved]}
    first, second, third = paths(coloured({"heart": layers}))
    assert isinstance(first.fill, GradientFill)
    assert (first.fill.kind, first.fill.colours, first.fill.frame.a) == ("linear", (RED, GOLD), 500)
    assert isinstance(second.fill, GradientFill)
    assert (second.fill.kind, second.fill.frame.a, second.fill.frame.e) == ("radial", 400, 750)
    assert (third.fill, third.alpha) == (GOLD, pytest.approx(0.5, abs=0.01))


def test_a_paint_that_cannot_be_drawn_exactly_makes_no_glyph():
    sweep = gradient(PaintFormat.PaintSweepGradient, centerX=250, centerY=400, startAngle=0, endAngle=180)
    assert colour_glyphs.drawing(coloured({"heart": within("left", sweep)}), "❤") is None
    inside = within("left", within("right", solid(0)))
    assert colour_glyphs.drawing(coloured({"heart": inside}), "❤") is None


def test_a_letter_without_colours_has_no_drawing():
    assert colour_glyphs.drawing(coloured(LAYERS), "🔥") is None
