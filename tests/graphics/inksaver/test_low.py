"""Little ink, by what is drawn: areas become light, signs, frames that mark something and folds stay dark."""

from __future__ import annotations

from dataclasses import replace

from pnp.graphics import colour as tones
from pnp.graphics import emoji
from pnp.graphics.black_form import black_form
from pnp.graphics.drawing import (
    FOLD_LINES,
    Drawing,
    Item,
    Path,
    Stroke,
    Tag,
    Text,
    Use,
    ellipse,
    line,
    rectangle,
    rounded,
)
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.inksaver import low
from pnp.text.callout import BAR


def drawn(*items: Item) -> tuple[Item, ...]:
    return low.LowConverter().drawing(Drawing("it", Size(63, 88), items)).items


def test_a_flood_becomes_white_with_a_line_where_it_ends():
    flood = Path(rectangle(Rect(5, 5, 50, 20)), fill="#b83a26")
    white, edge = drawn(flood)
    assert white == flood._replace(fill="#ffffff")
    assert edge.stroke.width <= 0.25
    assert tones.lightness(edge.stroke.colour) < 50


def test_an_edge_that_was_not_seen_is_not_drawn():
    """A white rectangle over a flood's lower half: only its upper edge is where two colours meet."""
    flood = Path(rectangle(Rect(5, 5, 50, 20)), fill="#b83a26")
    *_, edge = drawn(flood, Path(rectangle(Rect(5, 15, 50, 30)), fill="#ffffff"))
    assert edge.segments == (("m", (5, 15)), ("l", (55, 15)))


def test_a_small_dark_field_stays_with_its_words_and_a_larger_one_keeps_a_tint():
    (field, text) = drawn(Path(rectangle(Rect(5, 5, 12, 7)), "#27608f"), Text(6, 10, "A3", "body", 9, "#ffffff"))
    assert field.fill == tones.grey("#27608f")
    assert text.colour == "#ffffff"
    (field, *_) = drawn(Path(rectangle(Rect(5, 5, 16, 8)), "#27608f", Stroke("#000000", 0.2)))
    assert 75 < tones.lightness(field.fill) < 95


def test_a_small_light_field_keeps_a_paler_tint():
    (field, *_) = drawn(Path(rectangle(Rect(5, 5, 7, 5)), "#f3e6c4"))
    assert tones.lightness("#f3e6c4") < tones.lightness(field.fill) < 98


def test_a_narrow_dark_bar_stays_and_a_long_black_strip_keeps_a_tint_and_an_edge():
    (bar,) = drawn(Path(rectangle(Rect(5, 5, 1.2, 60)), "#b03a2e"))
    assert bar.fill == tones.grey("#b03a2e")
    (strip, edge) = drawn(Path(rectangle(Rect(5, 5, 80, 6)), "#2b2118"))
    assert strip.fill == low.STRIPS[2]
    assert edge.stroke.width == low.STRIPS[3]


def test_a_part_of_a_band_is_as_light_as_the_band():
    band, lower = (Path(rectangle(Rect(5, y, 53, h)), "#b03a2e") for y, h in ((5, 5), (7, 3)))
    assert drawn(lower)[0].fill == tones.grey("#b03a2e")
    assert [item.fill for item in drawn(band, lower) if item.fill] == ["#ffffff", "#ffffff"]


def test_frames_that_mark_something_and_arrows_keep_their_width_and_those_of_pieces_do_not():
    frame, arrow, edge = drawn(
        Path(rectangle(Rect(5, 5, 20, 12)), stroke=Stroke("#000000", 1.0)),
        line(5, 30, 25, 30, Stroke("#2b2118", 0.8)),
        Path(rectangle(Rect(0, 0, 63, 88)), stroke=Stroke("#000000", 1.0)),
    )
    assert (frame.stroke.width, arrow.stroke.width) == (1.0, 0.8)
    assert frame.stroke.colour == "#000000"
    assert edge.stroke.width < 0.25


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


def test_a_halo_around_a_solid_mark_stays_white():
    (mark,) = drawn(Path(ellipse(10, 10, 2, 2), "#b03a2e", Stroke("#ffffff", 0.8)))
    assert mark.stroke.colour == "#ffffff"


def test_a_small_white_petal_with_an_outline_stays_white_and_one_without_becomes_dark():
    flood = Path(rectangle(Rect(5, 5, 50, 20)), fill="#3c7a4b")
    *_, petal = drawn(flood, Path(ellipse(10, 10, 0.6, 0.6), "#ffffff", Stroke("#2b2118", 0.2)))
    assert petal.fill == "#ffffff"
    *_, petal = drawn(flood, Path(ellipse(10, 10, 0.6, 0.6), "#ffffff"))
    assert petal.fill == low.DARK


def test_the_edge_of_a_rounded_plate_is_drawn_whole_or_not_at_all():
    plate = Path(rounded(Rect(10, 10, 30, 20), 2, 2), "#ffffff")
    dark, pale = (Path(rectangle(Rect(5, 5, 50, 8)), colour) for colour in ("#6d4a8c", "#dfeaf2"))
    *_, edge = drawn(dark, plate)
    assert len([s for s in edge.segments if s[0] == "l"]) == 4
    assert drawn(pale, plate)[-1].fill == "#ffffff"


def test_folds_are_dark_though_they_were_white_on_a_colour():
    folds = Tag("Layer", (line(5, 5, 5, 50, Stroke("#ffffff", 0.25, (2.0, 1.2), alpha=0.4)),), FOLD_LINES)
    (tag,) = drawn(folds)
    assert tag.items[0].stroke.colour == "#000000"


def test_the_lines_across_a_zone_stay_visible():
    items = (Path(rectangle(Rect(5, 5, 40, 40)), "#f3e6c4"), line(5, 20, 20, 5, Stroke("#cdbf9f", 0.25)))
    (hatched,), (plain,) = drawn(Tag("Zone", items, hatched=True)), drawn(Tag("Zone", items))
    assert tones.lightness(hatched.items[-1].stroke.colour) < 70 < tones.lightness(plain.items[-1].stroke.colour)


def test_what_is_tiny_stays_solid():
    dot = Path(ellipse(10, 10, 0.6, 0.6), fill="#2b2118")
    assert drawn(dot) == (dot._replace(fill=tones.grey("#2b2118")),)


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


def test_an_almost_black_tag_stays_where_another_colour_does_not():
    black, blue = (drawn(Path(rectangle(Rect(5, 5, 30, 5.5)), colour))[0] for colour in ("#2b2118", "#27608f"))
    assert black.fill == tones.grey("#2b2118")
    assert tones.lightness(blue.fill) > 75


def test_dots_of_a_line_are_not_thinned_away():
    (dots,) = drawn(line(5, 5, 50, 5, Stroke("#b83a26", 0.9, (0.01, 1.8), cap=1)))
    assert dots.stroke.width >= 0.4


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
