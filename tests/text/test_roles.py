"""The fonts of a kit by role: which font has a character, and what is measured."""

from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont

from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.kit.model import Font
from pnp.text import fontfile
from pnp.text import fonts as typeface
from pnp.text.characters import ZERO
from pnp.text.hyphenation import SOFT
from pnp.text.roles import Fonts
from tests.support.fonts import packaged
from tests.support.scripts import NOWHERE, fonts


def test_a_narrow_space_is_narrower_and_a_hyphen_at_the_end_is_printed():
    wide, narrow, hair, none = (fonts().width(text, "body", 10) for text in ("a b", "a\u202fb", "a\u200ab", "ab"))
    assert none < hair < wide
    assert none < narrow < wide
    assert narrow - none == pytest.approx(0.6 * (wide - none))
    assert fonts().width(f"a{SOFT}b", "body", 10) == pytest.approx(none)
    assert fonts().width(f"ab{SOFT}", "body", 10) == pytest.approx(fonts().width("ab", "body", 10) + hyphen())
    assert fonts().width(f"a{ZERO}b", "body", 10) == pytest.approx(none)


def test_a_hyphen_of_the_fat_face_is_not_a_hairline():
    assert fonts().width("-", "fat-face", 10) == pytest.approx(fonts().width("-", "fallback-bold", 10))


def hyphen() -> float:
    return fonts().width(SOFT, "body", 10)


def test_the_first_font_of_the_chain_that_has_a_character_is_used(tmp_path):
    diagnostics = Diagnostics()
    roles = {
        role: Font(origin=NOWHERE, file=str(fonts().path(source)), fallback=chain)
        for role, source, chain in (
            ("body", "body", ("second", "third")),
            ("second", "devanagari", ()),
            ("third", "hebrew", ()),
        )
    }
    roles |= dict.fromkeys(("bold", "italic", "bold-italic"), roles["body"])
    mine = Fonts(roles, tmp_path, diagnostics)
    assert not diagnostics
    first = mine.shaped("a है", "body").parts[0]
    assert (first.text, first.role) == ("a ", "body")
    assert {part.role for part in mine.shaped("א", "body").parts} == {"third"}
    assert {part.role for part in mine.shaped("है", "body").parts} == {"second"}
    assert {part.role for part in mine.shaped("10", "body").parts} == {"body"}
    # What no font has is left to the first one, and reported.
    assert mine.missing("aहא本", "body") == ("本",)
    assert {part.role for part in mine.shaped("本", "body").parts} == {"body"}


def test_fallbacks_are_read_only_as_far_as_a_letter_needs_them(monkeypatch):
    read = []

    def characters(path, index):
        read.append(path.name)
        return found(path, index)

    found = fontfile.characters
    monkeypatch.setattr(fontfile, "characters", characters)
    mine = Fonts(load.font_roles(Diagnostics()), paths.fonts_folder(), Diagnostics())
    assert mine.missing("é", "body") == ()
    assert read == []
    assert mine.missing("ж", "body") == ()
    assert set(read) <= {"FiraGO_Regular.py"}


def roles_of(**more):
    body = Font(origin=NOWHERE, file=str(fonts().path("body")), **more)
    lender = Font(origin=NOWHERE, file=str(fonts().path("bold")))
    return {**dict.fromkeys(("body", "bold", "italic", "bold-italic"), body), "second": lender}


def test_a_borrowed_character_is_that_of_the_fallback_in_the_role_itself(tmp_path):
    diagnostics = Diagnostics()
    mine = Fonts(roles_of(fallback=("second",), borrow="0"), tmp_path, diagnostics)
    assert not diagnostics
    assert {part.role for part in mine.shaped("102", "body").parts} == {"body"}
    assert mine.width("0", "body", 10) == pytest.approx(mine.width("0", "second", 10), abs=0.01)
    assert mine.width("0", "body", 10) != pytest.approx(fonts().width("0", "body", 10), abs=0.01)
    assert mine.width("1", "body", 10) == pytest.approx(fonts().width("1", "body", 10))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"borrow": "0"}, "it has no fallback to borrow from"),
        ({"borrow": "0", "fallback": ("nobody",)}, "it has no fallback to borrow from"),
        ({"borrow": "\u6f22", "fallback": ("second",)}, "it has no '\u6f22' (U+6F22)"),
    ],
)
def test_what_cannot_be_borrowed_is_an_error(tmp_path, more, message):
    diagnostics = Diagnostics()
    Fonts(roles_of(**more), tmp_path, diagnostics)
    assert message in next(iter(diagnostics)).message


def test_a_narrow_character_keeps_its_height_and_the_space_at_its_sides(tmp_path):
    diagnostics = Diagnostics()
    mine = Fonts(roles_of(widths={"-": 0.5}), tmp_path, diagnostics)
    assert not diagnostics
    whole, half = (TTFont(io.BytesIO(one.typeface("body").data)) for one in (fonts(), mine))
    before, after = (one["glyf"][one.getBestCmap()[ord("-")]] for one in (whole, half))
    assert (after.yMin, after.yMax, after.xMin) == (before.yMin, before.yMax, before.xMin)
    assert after.xMax - after.xMin == pytest.approx((before.xMax - before.xMin) / 2, abs=1)
    saved = (before.xMax - before.xMin) / 2 / whole["head"].unitsPerEm * 10 * 25.4 / 72
    assert mine.width("-", "body", 10) == pytest.approx(fonts().width("-", "body", 10) - saved, abs=0.01)
    assert mine.width("n", "body", 10) == fonts().width("n", "body", 10)


def test_a_wider_space_widens_every_kind_of_space(tmp_path):
    mine = Fonts(roles_of(widths={" ": 1.5}), tmp_path, Diagnostics())
    for space in " \u00a0\u202f":
        assert mine.width(space, "body", 10) == pytest.approx(1.5 * fonts().width(space, "body", 10), rel=0.01)
    gap = fonts().width(" ", "body", 10) / 2
    assert mine.width("a b", "body", 10) == pytest.approx(fonts().width("a b", "body", 10) + gap, rel=0.01)


@pytest.mark.parametrize("character", ["\u6f22", "no", ""])
def test_a_character_that_the_font_lacks_has_no_width(tmp_path, character):
    diagnostics = Diagnostics()
    Fonts(roles_of(widths={character: 0.5}), tmp_path, diagnostics)
    first = next(iter(diagnostics))
    assert (first.code, first.hints) == ("missing-font", ("remove it here",))
    assert f"it has no single character {character!r}" in first.message


def test_the_hyphen_of_titles_is_not_taken_for_a_dash(context):
    font = TTFont(io.BytesIO(context.fonts.typeface("title").data))
    hyphen, dash, n = (font["glyf"][font.getBestCmap()[ord(one)]] for one in "-–n")
    widths = [glyph.xMax - glyph.xMin for glyph in (hyphen, dash, n)]
    assert widths[0] < 0.7 * widths[1]
    assert widths[0] < 0.6 * widths[2]


def test_zeros_of_the_shared_fonts_are_not_slashed(context):
    for role in ("body", "bold", "italic", "bold-italic"):
        font, lender = (
            TTFont(io.BytesIO(context.fonts.typeface(one).data))
            for one in (role, f"fallback-{role}".removesuffix("-body"))
        )
        outlines = [one["glyf"][one.getBestCmap()[ord("0")]].numberOfContours for one in (font, lender)]
        assert outlines == [2, 2], "inside and outside, and no slash"


def test_fallbacks_of_packages_are_opened_only_for_what_a_font_lacks(tmp_path, monkeypatch):
    """With a font of one's own too. Some of them are large, and take seconds to convert."""
    opened = []
    read = typeface.read

    def counted(data, *more, **options):
        opened.append(data)
        return read(data, *more, **options)

    monkeypatch.setattr(typeface, "read", counted)
    (tmp_path / "Mine.ttf").write_bytes(packaged("fat-face"))
    found = Fonts(
        {**load.font_roles(Diagnostics()), "body": Font(origin=NOWHERE, file="Mine.ttf", fallback=("fallback",))},
        tmp_path,
        Diagnostics(),
    )
    assert found.printed("Café, \u201cnow\u201d", "body") == "Café, \u201cnow\u201d"
    assert found.width("Café", "body", 10) > 0
    assert opened == [packaged("fat-face")]
    found.width("\u0436", "body", 10)
    assert len(opened) > 1


def test_a_fallback_of_a_package_is_opened_only_for_a_letter_that_it_has():
    """A letter that no font has took ten seconds, in which all fallbacks were read whole."""
    mine = Fonts(load.font_roles(Diagnostics()), fonts().path("body").parent, Diagnostics())
    before = typeface.read.cache_info()
    assert mine.missing("象", "title") == ("象",)
    assert mine.missing("א", "title") == ()
    after = typeface.read.cache_info()
    assert after.hits + after.misses - before.hits - before.misses <= 2  # the title's font, and the one with Hebrew


@pytest.mark.parametrize(("mine", "others"), [(True, False), (False, True), (False, False)])
def test_fonts_of_two_kits_are_read_as_those_of_the_less_trusted_one(mine, others, monkeypatch):
    roles, folder, asked = load.font_roles(Diagnostics()), fonts().path("body").parent, []
    first, second = (Fonts(roles, folder, Diagnostics(), confined=confined) for confined in (mine, others))
    read = typeface.read

    def recorded(*given, confined, **more):
        asked.append(confined)
        return read(*given, confined=False, **more)

    monkeypatch.setattr(typeface, "read", recorded)
    first.joined(second, {"body": "2 body"}, Diagnostics()).typeface("2 body")
    assert asked == [mine or others]
