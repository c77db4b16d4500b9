"""Fonts: TrueType and PostScript outlines, maps of every format, rules, wrappers, and tables with wrong numbers."""

from __future__ import annotations

import io
import struct
from random import Random
from typing import Any

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.feaLib.error import FeatureLibError
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTCollection, TTFont

from tests.hostile.grammar import kit, maps, outlines
from tests.hostile.grammar.rules import Files

EXPLODING = 0.05
"""The share of fonts whose small files unpack to far too much: composites of composites, and subroutines that call one
another. Each takes all the computing time that a font may take."""
LETTERS = {0x20: "space", **{ord(letter): letter for letter in "ABdabo"}, 0xE9: "eacute", 0x1F98F: "rhino"}
ORDER = [".notdef", *LETTERS.values(), "more1", "more2"]
_RULES = (
    "feature kern { pos A d -50; pos a b <-10 0 -10 0>; } kern;",
    "feature liga { sub a d by more1; } liga;",
    "feature liga { sub A by more2; sub more2 by A; } liga;",
    "feature ccmp { sub eacute by a more1; } ccmp;",
    "feature ccmp { sub a by a a a; sub d by more1 more1; } ccmp;",
    "lookup L { sub a by a d; } L; feature calt { sub a' lookup L d' lookup L; } calt;",
    "feature mark { markClass [more1] <anchor 0 500> @T; pos base A <anchor 300 700> mark @T; } mark;",
    "languagesystem arab dflt; feature init { sub a by more1; } init;",
    "feature kern { pos A 32000; } kern;",
)
_NAMES: tuple[dict[str, str], ...] = (
    {"familyName": "Own", "styleName": "Regular", "fullName": "Own", "psName": "Own"},
    {"familyName": "Own"}, {}, {"psName": "(/)%[ ]\u00e9", "familyName": "\x00\u202e\U0001f98f"},
    {"psName": "x" * 3000},
)  # fmt: skip
_ODD_NUMBERS = (0, 1, 2, 255, 256, 0x7FFF, 0x8000, 0xFFFF)


def write(chance: Random) -> Files:
    """A kit that prints all its texts in a font of its own."""
    suffix = chance.choice(("ttf", "otf", "woff", "woff2", "ttc"))
    role: dict[str, Any] = {"file": f"own.{suffix}"}
    if chance.random() < 0.1:
        role |= chance.choice(({"index": 0}, {"index": 1}, {"fallback": ["body"]}, {"widths": {"A": 2}}))
    elements = [{"text": "Ado bad é🦏 A {name}", "box": [5, 20, 50, 20], "style": "name"}]
    made = kit.files(elements, kit={"fonts": {"title": "mine"}})
    made["fonts.yaml"] = kit.dumped({"mine": role})
    made[f"own.{suffix}"] = data(chance)
    return made


def data(chance: Random) -> bytes:
    """The bytes of a font; rarely damaged tables, or not all bytes."""
    explodes = chance.random() < EXPLODING
    font = _built(chance, explodes=explodes)
    if chance.random() < 0.25:
        _spoil(font, chance)
    made = _wrapped(font, chance)
    return made[: chance.randrange(len(made))] if chance.random() < 0.03 else made


def _built(chance: Random, *, explodes: bool) -> TTFont:
    size = chance.choice((1000, 1000, 2048, 16, 16384))
    postscript = chance.random() < 0.35
    builder = FontBuilder(size, isTTF=not postscript)
    builder.font.recalcBBoxes = False  # it would run the programs of the glyphs
    builder.updateHead(created=0, modified=0)  # or they would depend on the clock
    builder.setupGlyphOrder(ORDER)
    builder.setupCharacterMap(LETTERS)
    if postscript:
        outlines.add_postscript(builder, ORDER, chance, explodes=explodes)
    else:
        outlines.add_truetype(builder, ORDER, chance, explodes=explodes)
    widths = (0, size // 2, size, chance.choice((1, 0xFFFF, 3 * size)))
    builder.setupHorizontalMetrics({name: (chance.choice(widths), 0) for name in ORDER})
    ascent, descent = chance.choice(((800, -200), (0, 0), (32767, -32768), (-200, 800)))
    builder.setupHorizontalHeader(ascent=ascent, descent=descent)
    builder.setupNameTable(chance.choice(_NAMES), mac=chance.random() < 0.3)
    builder.setupOS2(
        xAvgCharWidth=500,
        sTypoAscender=ascent, sTypoDescender=descent, usWinAscent=abs(ascent), usWinDescent=abs(descent),
        sCapHeight=chance.choice((700, 0, -5, 32767)), fsType=chance.choice((0,) * 20 + (4, 8, 2, 0x100, 0x200)),
    )  # fmt: skip
    builder.setupPost(isFixedPitch=chance.randrange(2), keepGlyphNames=chance.random() < 0.7)
    _add_more(builder, chance)
    font: TTFont = _read(builder.font)
    return font


def _add_more(builder: FontBuilder, chance: Random) -> None:
    """Tables that a font may also have: rules, kerning, axes, other maps."""
    if chance.random() < 0.4:
        rules = "".join(chance.sample(_RULES, chance.choice((1, 2))))
        try:
            addOpenTypeFeaturesFromString(builder.font, rules)
        except (FeatureLibError, struct.error, OverflowError):
            builder.font.tables.pop("GPOS", None)
    if chance.random() < 0.2:
        maps.add_kerning(builder.font, [("A", "d", chance.choice((-50, 0, 32767))), ("a", "b", -32768)])
    if chance.random() < 0.1 and "glyf" in builder.font:
        builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
        builder.setupGvar({})
    if chance.random() < 0.5:
        maps.replace(builder.font, LETTERS, chance)


def _read(font: TTFont) -> TTFont:
    """The font, compiled: its tables are bytes."""
    stream = io.BytesIO()
    font.save(stream)
    return TTFont(io.BytesIO(stream.getvalue()), lazy=True, recalcBBoxes=False, recalcTimestamp=False)


def _spoil(font: TTFont, chance: Random) -> None:
    """Put wrong numbers into one or two tables, or take one away."""
    for _ in range(chance.choice((1, 1, 2))):
        tag = chance.choice([tag for tag in font.keys() if tag != "GlyphOrder"])  # noqa: SIM118 - not a mapping
        if chance.random() < 0.15:
            del font[tag]
            continue
        raw = bytearray(font.getTableData(tag))
        for _ in range(chance.choice((1, 1, 3))):
            at = chance.randrange(max(1, min(len(raw) - 1, 60))) & ~1
            raw[at : at + 2] = struct.pack(">H", chance.choice((*_ODD_NUMBERS, chance.randrange(0x10000))))
        font[tag] = maps.Raw(tag, bytes(raw))


def _wrapped(font: TTFont, chance: Random) -> bytes:
    """The file: plain, compressed, or a collection; what its name says is not always what it is."""
    stream = io.BytesIO()
    font.flavor = chance.choice((None, None, None, "woff", "woff2"))
    if font.flavor is None and chance.random() < 0.1:
        collection = TTCollection()
        collection.fonts = [font] * chance.choice((1, 2))
        collection.save(stream, shareTables=False)
        return stream.getvalue()
    try:
        font.save(stream, reorderTables=None)
    except Exception:  # noqa: BLE001 - a damaged table cannot be compressed as WOFF2 does
        stream = io.BytesIO()
        font.flavor = None
        font.save(stream, reorderTables=None)
    made = bytearray(stream.getvalue())
    if chance.random() < 0.1:  # in the header or the list of tables
        at = chance.randrange(4, min(len(made), 200))
        made[at : at + 2] = struct.pack(">H", chance.choice(_ODD_NUMBERS))
    return bytes(made)
