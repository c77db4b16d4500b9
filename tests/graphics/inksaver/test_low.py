"""Little ink, by what is drawn: areas become light, signs, frames that mark something and folds stay dark."""

from __future__ import annotations

from dataclasses import replace

from pnp.graphics import colour as tones
from pnp.graphics import emoji
from pnp.graphics.black_form import black_form
from pnp.graphics.drawing import FOLD_LINES, Drawing, Item, Path, Stroke, Tag, Text, Use, ellipse, line, rectangle
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.inksaver import low
from pnp.text.table import BAR
from tests.support.drawn import case_test
from tests.support.svg_lines import lines_with_low_ink

test_is_drawn_as_reviewed = case_test("svg/low_ink", lines_with_low_ink)


def drawn(*items: Item) -> tuple[Item, ...]:
    return low.LowConverter().drawing(Drawing("it", Size(63, 88), items)).items


def test_a_small_dark_field_stays_with_its_words_and_a_larger_one_keeps_a_tint():
    (field, text) = drawn(Path(rectangle(Rect(5, 5, 12, 7)), "#27608f"), Text(6, 10, "A3", "body", 9, "#ffffff"))
    assert field.fill == tones.grey("#27608f")
    assert text.colour == "#ffffff"
    (field, *_) = drawn(Path(rectangle(Rect(5, 5, 16, 8)), "#27608f", Stroke("#000000", 0.2)))
    assert 75 < tones.lightness(field.fill) < 95


def test_in_an_illustration_only_short_strokes_are_signs():
    art = Drawing(
        "art", Size(60, 40), tuple(line(5, y, 5 + long, y, Stroke("#2b2118", 0.8)) for y, long in ((5, 4), (9, 20)))
    )
    (use,) = drawn(Use(art, Transform()))
    assert [item.stroke.width < 0.25 for item in use.drawing.items] == [False, True]


def test_in_an_illustration_an_arm_becomes_an_outline():
    """Artists draw an arm as a dark line with a light one on it; a thin line in its place looks like wire."""
    steel, edge = Stroke("#c2c8cd", 2.0), Stroke("#2b2118", 3.0)
    arm = tuple(line(5, 5, 35, 5, stroke) for stroke in (edge, steel))
    (use,) = drawn(Use(Drawing("art", Size(60, 40), arm), Transform()))
    outer, inner, light = (item.stroke for item in use.drawing.items)
    assert (outer.width, light.width) == (3.0, 2.0)
    assert tones.lightness(outer.colour) < low.DIM
    assert 0.1 < outer.width - inner.width < 0.4
    assert inner.colour == light.colour == "#ffffff"


def test_large_illustrations_have_thicker_lines():
    def width(mm: float) -> float:
        art = Drawing("art", Size(mm, mm), (Path(rectangle(Rect(5, 5, 12, 12)), "#b83a26"),))
        (use,) = drawn(Use(art, Transform()))
        return use.drawing.items[-1].stroke.width

    assert width(40) == width(80) < width(150)


def test_folds_are_dark_though_they_were_white_on_a_colour():
    folds = Tag("Layer", (line(5, 5, 5, 50, Stroke("#ffffff", 0.25, (2.0, 1.2), alpha=0.4)),), FOLD_LINES)
    (tag,) = drawn(folds)
    assert tag.items[0].stroke.colour == "#000000"


def test_the_lines_across_a_zone_stay_visible():
    items = (Path(rectangle(Rect(5, 5, 40, 40)), "#f3e6c4"), line(5, 20, 20, 5, Stroke("#cdbf9f", 0.25)))
    (hatched,), (plain,) = drawn(Tag("Zone", items, hatched=True)), drawn(Tag("Zone", items))
    assert tones.lightness(hatched.items[-1].stroke.colour) < 70 < tones.lightness(plain.items[-1].stroke.colour)


def test_the_bar_beside_a_callout_is_one_solid_grey_however_its_pieces_are_cut():
    pieces = [Path(rectangle(Rect(0, 0, BAR, height)), fill="#b83a26") for height in (2.0, 5.0, 20.0, 80.0)]
    inked = [drawn(piece) for piece in pieces]
    assert all(len(items) == 1 for items in inked)
    assert {items[0].fill for items in inked} == {tones.grey("#b83a26")}


def test_white_words_on_a_flood_become_dark():
    flood = Path(rectangle(Rect(5, 5, 50, 20)), fill="#b83a26")
    *_, text = drawn(flood, Text(10, 15, "Lunge", "title", 16, "#ffffff"))
    assert tones.contrast(tones.luminance(text.colour), 1.0) > 7


def test_a_white_sign_on_a_flood_becomes_dark_and_one_on_white_keeps_its_grey():
    sign = Drawing("sign", Size(24, 24), (Path(ellipse(12, 12, 10, 10), fill="#ffffff"),))
    pale = Drawing("sign", Size(24, 24), (Path(ellipse(12, 12, 10, 10), fill="#d8cdbd"),))
    flood = Path(rectangle(Rect(5, 5, 50, 20)), fill="#b83a26")
    at = Transform(0.25, 0, 0, 0.25, 10, 10)
    *_, dark = drawn(flood, Use(sign, at))
    assert dark.drawing.items[0].fill == low.DARK
    (use,) = drawn(Use(pale, at))
    assert use.drawing.items[0].fill == tones.grey("#d8cdbd")


def test_a_small_picture_of_a_piece_is_as_light_as_the_piece_and_its_signs_stay():
    pip = Drawing(
        "pip", Size(24, 24), (Path(ellipse(12, 12, 12, 6), "#27608f"), Path(ellipse(12, 12, 4, 4), "#f3e6c4"))
    )
    items = (Path(rectangle(Rect(0, 0, 10, 5)), "#b03a2e"), Use(pip, Transform(0.15, 0, 0, 0.15, 3, 8)))
    for full, header in ((0.0, tones.grey("#b03a2e")), (6.3, "#ffffff")):
        (use,) = drawn(Use(Drawing("small", Size(10, 14), items, full=full), Transform.move(5, 5)))
        band, *_, sign = use.drawing.items
        assert band.fill == header
        assert sign.drawing.items[0].fill == tones.grey("#27608f")


def test_a_large_sign_can_stay_as_dark_as_other_signs():
    pip = Drawing(
        "pip", Size(24, 24), (Path(ellipse(12, 12, 12, 6), "#27608f"), Path(ellipse(12, 12, 4, 4), "#f3e6c4"))
    )
    fills = []
    for sign in (pip, replace(pip, full=16 / 24)):
        (use,) = drawn(Use(sign, Transform.scale(30 / 24)))
        fills.append(use.drawing.items[0].fill)
    assert fills == ["#ffffff", tones.grey("#27608f")]


def test_widths_are_those_on_paper_whatever_the_scale():
    art = Drawing("art", Size(630, 880), (line(50, 50, 500, 50, Stroke("#2b2118", 8.0)),))
    widths = []
    for scale in (0.1, 0.05):
        (use,) = drawn(Use(art, Transform.scale(scale)))
        widths.append(use.drawing.items[0].stroke.width * scale)
    assert all(0.1 <= width <= 0.25 for width in widths)


def test_an_emoji_in_a_text_has_its_black_form_at_its_place():
    star = emoji.drawing("⭐")
    (sign,) = drawn(Text(5, 5, "⭐", "body", 8, "#000000", icon=Use(star, Transform.move(5, 5))))
    assert sign.icon == Use(black_form(star), Transform.move(5, 5))
