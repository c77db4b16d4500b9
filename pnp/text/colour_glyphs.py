"""Draw the coloured glyphs of a font (COLR, versions 0 and 1) as vectors.

HarfBuzz follows the paints; they are written as SVG, which is read like any picture. A glyph that cannot be drawn so,
because it has sweeping gradients, glyphs inside glyphs or blend modes, is one that the font does not have.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from pnp.graphics import Drawing, Transform
from pnp.graphics.images import vectors
from pnp.text import shaping

MOST_PAINTS = 2_000
"""The maximum number of paints of a glyph."""
_EXTENDS = ("pad", "repeat", "reflect")
_FILE = Path("glyph.svg")


@lru_cache(maxsize=500)
def drawing(data: bytes, cluster: str) -> Drawing | None:
    """The drawing of a letter in the colours of its font, as wide as the letter; None if the font has none."""
    font = shaping.opened(data)
    if not (font.face.has_color_layers or font.face.has_color_paint):
        return None
    glyphs = shaping.glyphs(data, cluster)
    if len(glyphs) != 1 or not _is_coloured(font.face, glyphs[0]):
        return None
    painter = _Painter(font)
    painter.paint(glyphs[0])
    return None if painter.failed else painter.drawn(glyphs[0], cluster)


def _is_coloured(face: Any, glyph: int) -> bool:
    return bool(face.glyph_has_color_paint(glyph) or face.get_glyph_color_layers(glyph))


class _Painter:
    """Writes what HarfBuzz paints as the elements of an SVG. Coordinates are in units of the font, y upwards."""

    def __init__(self, font: Any) -> None:
        self._font = font
        self._frames = [Transform(1, 0, 0, -1, 0, 0)]
        self._clips: list[tuple[int, Transform] | None] = []
        self._shapes: list[str] = []
        self._gradients: list[str] = []
        self.failed = False

    def paint(self, glyph: int) -> None:
        """Follow the paints of a glyph."""
        import uharfbuzz as hb

        functions = hb.PaintFuncs()
        functions.set_push_transform_func(self._push_transform)
        functions.set_pop_transform_func(lambda _: self._frames.pop())
        functions.set_push_clip_glyph_func(lambda one, _: self._clips.append((one, self._frames[-1])))
        functions.set_push_clip_rectangle_func(lambda *_: self._clips.append(None))
        functions.set_pop_clip_func(lambda _: self._clips.pop())
        functions.set_pop_group_func(self._pop_group)
        functions.set_color_func(lambda colour, _is_foreground, _: self._fill(*_paint(colour)))
        functions.set_linear_gradient_func(self._linear)
        functions.set_radial_gradient_func(self._radial)
        functions.set_sweep_gradient_func(self._fail)
        self._font.paint_glyph(glyph, functions, None)

    def _fail(self, *_: Any) -> None:
        self.failed = True

    def _push_transform(self, *matrix: Any) -> None:
        self._frames.append(self._frames[-1].over(Transform(*matrix[:6])))

    def _pop_group(self, mode: Any, _: Any) -> None:
        if getattr(mode, "name", "") != "SRC_OVER":
            self._fail()

    def _fill(self, paint: str, alpha: float) -> None:
        """Fill the glyph to which the paint is clipped."""
        clips = [clip for clip in self._clips if clip]
        if len(clips) != 1 or len(self._shapes) >= MOST_PAINTS:
            self._fail()
            return
        glyph, frame = clips[0]
        outline = shaping.path(self._font, glyph)
        self._shapes.append(
            f'<path transform="{_matrix(frame)}" d="{outline}" fill="{paint}" fill-opacity="{alpha:g}"/>'
        )

    def _linear(self, line: Any, *places: float) -> None:
        """A gradient from the first point to the second, square to the line to the third."""
        x0, y0, x1, y1, x2, y2 = places[:6]
        across, up = x2 - x0, y2 - y0
        length = across * across + up * up
        share = ((x1 - x0) * across + (y1 - y0) * up) / length if length else 0.0
        ends = f'x1="{x0}" y1="{y0}" x2="{x1 - share * across}" y2="{y1 - share * up}"'
        self._gradient("linearGradient", line, ends)

    def _radial(self, line: Any, *places: float) -> None:
        x0, y0, r0, x1, y1, r1 = places[:6]
        self._gradient("radialGradient", line, f'fx="{x0}" fy="{y0}" fr="{r0}" cx="{x1}" cy="{y1}" r="{r1}"')

    def _gradient(self, kind: str, line: Any, ends: str) -> None:
        clips = [clip for clip in self._clips if clip]
        if len(clips) != 1:
            self._fail()
            return
        placed = clips[0][1].inverse().over(self._frames[-1])  # the glyph may have been clipped in another frame
        name = f"g{len(self._gradients)}"
        paints = [(stop.offset, *_paint(stop.color)) for stop in line.color_stops]
        stops = "".join(
            f'<stop offset="{at}" stop-color="{one}" stop-opacity="{alpha:g}"/>' for at, one, alpha in paints
        )
        spread = _EXTENDS[int(line.extend)]
        self._gradients.append(
            f'<{kind} id="{name}" gradientUnits="userSpaceOnUse" gradientTransform="{_matrix(placed)}" {ends}'
            f' spreadMethod="{spread}">{stops}</{kind}>'
        )
        self._fill(f"url(#{name})", 1.0)

    def drawn(self, glyph: int, cluster: str) -> Drawing | None:
        """What was painted; None if it cannot be drawn exactly."""
        extents = self._font.get_font_extents("ltr")
        width, height = self._font.get_glyph_h_advance(glyph), extents.ascender - extents.descender
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-extents.ascender} {width} {height}">'
            f"<title>{cluster}</title><defs>{''.join(self._gradients)}</defs>{''.join(self._shapes)}</svg>"
        )
        return vectors(text.encode("utf-8"), _FILE)


def _paint(colour: Any) -> tuple[str, float]:
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}", colour.alpha / 255


def _matrix(frame: Transform) -> str:
    return f"matrix({' '.join(f'{value:.9g}' for value in frame)})"
