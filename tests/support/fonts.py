"""Fonts in every format, made from a packaged one."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTCollection, TTFont

from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.text.roles import font_file


@cache
def packaged(role: str = "bold") -> bytes:
    return font_file(load.font_roles(Diagnostics())[role], paths.fonts_folder()).read_bytes()


def edited(change: Callable[[TTFont], Any], data: bytes | None = None) -> bytes:
    """A font after a change to it."""
    font = TTFont(io.BytesIO(data or packaged()), recalcBBoxes=False, recalcTimestamp=False)
    change(font)
    return saved(font)


def saved(font: TTFont | TTCollection) -> bytes:
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def locked(rights: int = 0x0002) -> bytes:
    """A font with these bits of fsType."""
    return edited(lambda font: setattr(font["OS/2"], "fsType", rights))


def variable() -> bytes:
    """A font with an axis of weights, along which its letter H becomes wider."""

    def change(font: TTFont) -> None:
        from fontTools.ttLib.tables.TupleVariation import TupleVariation

        builder = FontBuilder(font=font)
        builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
        count = len(font["glyf"]["H"].coordinates) + 4
        builder.setupGvar({"H": [TupleVariation({"wght": (0, 1, 1)}, [(100, 0)] * count)]})

    return edited(change)


def otf() -> bytes:
    """The packaged font with PostScript outlines (CFF)."""
    font = TTFont(io.BytesIO(packaged()))
    order, glyphs, widths = font.getGlyphOrder(), font.getGlyphSet(), font["hmtx"].metrics
    strings = {}
    for name in order:
        pen = T2CharStringPen(widths[name][0], glyphs)
        glyphs[name].draw(ReverseContourPen(pen))
        strings[name] = pen.getCharString()
    builder = FontBuilder(font["head"].unitsPerEm, isTTF=False)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(font.getBestCmap())
    builder.setupCFF("Mine-CFF", {"FullName": "Mine CFF"}, strings, {})
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    builder.setupNameTable({"familyName": "Mine CFF", "styleName": "Bold", "psName": "Mine-CFF"})
    old = font["OS/2"]
    builder.setupOS2(sTypoAscender=old.sTypoAscender, sTypoDescender=old.sTypoDescender, sCapHeight=old.sCapHeight)
    builder.setupPost()
    return saved(builder.font)


def web(flavour: str, data: bytes | None = None) -> bytes:
    """A font as WOFF or WOFF2."""
    return edited(lambda font: setattr(font, "flavor", flavour), data)


def collection(*roles: str) -> bytes:
    """Packaged fonts in one file."""
    made = TTCollection()
    made.fonts = [TTFont(io.BytesIO(packaged(role))) for role in roles]
    return saved(made)


FORMATS: dict[str, Callable[[], bytes]] = {
    "Mine.ttf": packaged, "Mine.otf": otf, "Mine.woff": lambda: web("woff"), "Mine.woff2": lambda: web("woff2"),
    "Mine.ttc": lambda: collection("bold"), "Cff.woff2": lambda: web("woff2", otf()),
}  # fmt: skip
