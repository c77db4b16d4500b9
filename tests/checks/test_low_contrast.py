"""Colours as they are seen: contrasts, other eyes, what lies behind a text, what tells pieces apart."""

from __future__ import annotations

from pathlib import Path as File

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import checks
from pnp.checks import colour_alone, low_contrast
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic
from pnp.graphics import colour as tones
from pnp.graphics.compositing import Ground, Outline
from pnp.graphics.drawing import Drawing, Group, Item, Path, Piece, Stroke, Tag, Text, Use, ellipse, rectangle
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.gradient import linear
from tests.conftest import edit
from tests.support.printed import reported

colours = st.integers(0, 0xFFFFFF).map(lambda n: f"#{n:06x}")
greys = st.integers(0, 255).map(lambda n: f"#{n:02x}{n:02x}{n:02x}")


# Tones ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#ffffff", 4.0),
        ("#777777", "#777777", 1),
    ],
)
def test_contrasts_are_those_of_wcag(one, other, ratio):
    assert tones.contrast(tones.luminance(one), tones.luminance(other)) == pytest.approx(ratio, abs=0.01)
    assert tones.contrast(tones.luminance(other), tones.luminance(one)) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize(
    ("colour", "lightness"), [("#000000", 0), ("#ffffff", 100), ("#777777", 50.0), ("#ff0000", 53.2)]
)
def test_lightness_is_that_of_cielab(colour, lightness):
    assert tones.lightness(colour) == pytest.approx(lightness, abs=0.1)


@settings(max_examples=15)
@given(st.floats(0, 100))
def test_a_grey_as_light_as_wanted_is_so(lightness):
    assert tones.lightness(tones.grey_as_light(lightness)) == pytest.approx(lightness, abs=0.3)


@given(greys, st.sampled_from(list(tones.SIGHTS)))
def test_all_eyes_see_the_same_greys(colour, observation):
    assert tones.seen(colour, observation) == pytest.approx(tones.luminance(colour), abs=1e-4)


@given(colours, st.sampled_from(list(tones.SIGHTS)))
def test_whatever_eyes_see_is_light(colour, observation):
    assert 0 <= tones.seen(colour, observation) <= 1


def test_red_is_darker_and_green_no_darker_without_the_cones_for_red():
    assert tones.seen("#ff0000", "protanopia") < 0.6 * tones.luminance("#ff0000")
    assert tones.seen("#00ff00", "protanopia") > tones.luminance("#00ff00")


def test_colours_are_laid_over_others_as_pdf_does_it():
    assert tones.blended("#000000", "#ffffff", 0.5) == "#808080"
    assert tones.blended("#b83a26", "#ffffff", 1.0) == "#b83a26"


# The ground -------------------------------------------------------------------------------------------------------

RED, BLUE, WHITE = "#b83a26", "#27608f", "#ffffff"


def ground(*items: Item) -> Ground:
    found = Ground()
    found.items(items)
    return found


def box(x: float, y: float, w: float, h: float, fill: str, alpha: float = 1.0) -> Path:
    return Path(rectangle(Rect(x, y, w, h)), fill=fill, alpha=alpha)


def test_the_uppermost_fill_is_what_lies_at_a_point():
    painted = ground(box(0, 0, 10, 10, RED), box(5, 0, 10, 10, BLUE))
    assert [painted.at(x, 5) for x in (2, 7, 12, 20)] == [RED, BLUE, BLUE, WHITE]
    assert painted.at(20, 5, RED) == RED


def test_lines_are_no_ground():
    assert ground(Path(rectangle(Rect(0, 0, 10, 10)), stroke=Stroke(RED, 5))).at(5, 5) == WHITE


def test_what_is_translucent_lets_through_what_is_below():
    assert ground(box(0, 0, 10, 10, "#000000"), box(0, 0, 10, 10, WHITE, 0.5)).at(5, 5) == "#808080"


@pytest.mark.parametrize(("even_odd", "colour"), [(True, WHITE), (False, RED)])
def test_rings_are_filled_by_their_rule(even_odd, colour):
    ring = (*rectangle(Rect(0, 0, 10, 10)), *rectangle(Rect(3, 3, 4, 4)))
    assert ground(Path(ring, fill=RED, even_odd=even_odd)).at(5, 5) == colour
    placeholder = (
        *rectangle(Rect(0, 0, 10, 10)),
        ("m", (3, 3)),
        ("l", (3, 7)),
        ("l", (7, 7)),
        ("l", (7, 3)),
        ("h", ()),
    )
    assert ground(Path(placeholder, fill=RED)).at(5, 5) == WHITE


def test_curves_bound_what_they_bound():
    disc = ground(Path(ellipse(10, 10, 5, 5), fill=RED))
    assert [disc.at(*point) for point in ((10, 10), (13.4, 13.4), (14, 14), (5.1, 10))] == [RED, RED, WHITE, RED]


def test_frames_and_clips_and_drawings_in_drawings_are_followed():
    art = Drawing("art", Size(10, 10), (box(0, 0, 10, 10, RED), box(0, 0, 5, 10, BLUE)))
    clip = rectangle(Rect(0, 0, 10, 5))
    turned = Group((Tag("Figure", (Use(art, Transform()),)),), Transform.rotate(180, 20, 20), clip)
    painted = ground(turned)
    assert painted.at(32, 38) == RED  # 8, 2 in the drawing
    assert painted.at(38, 38) == BLUE
    assert painted.at(32, 32) == WHITE  # 8, 8: beyond the clip
    assert painted.is_pictured(32, 38)
    assert not painted.is_pictured(5, 5)


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3))
def test_the_way_back_leads_back(a, b, c, d):
    frame = Transform(a, b, c, d, 4, 5)
    if abs(a * d - b * c) > 0.01:
        assert frame.inverse().apply(*frame.apply(7, 8)) == pytest.approx((7, 8), abs=1e-3)
    flat = Transform(0, 0, 0, 0, 1, 1)
    assert flat.inverse().apply(*flat.apply(7, 8)) == (0, 0)


def test_an_outline_of_nothing_holds_nothing():
    assert not Outline(()).holds(0, 0)


# Words on their ground --------------------------------------------------------------------------------------------


def desk_of(context: RenderContext, *items: Item) -> checks.CheckContext:
    drawing = Drawing("it", Size(63, 88), items)
    return checks.CheckContext(
        context, None, {"score-track": [Piece("score-track/it", "score-track", "It", drawing.size, drawing)]}
    )


def low(context: RenderContext, *items: Item) -> list[Diagnostic]:
    return list(low_contrast.check(desk_of(context, *items)))


def words(colour: str, size: float = 9.0, font: str = "body") -> Text:
    return Text(10, 10, "Gain one position", font, size, colour)


def test_words_need_contrast_and_large_ones_less(context):
    assert not low(context, words("#767676"))
    (found,) = low(context, words("#8a8a8a"))
    assert found.code == "low-contrast"
    assert "'Gain one position', #8a8a8a on #ffffff, has a contrast of 3.45:1" in found.message
    assert "below the minimum 4.5:1" in found.message
    assert not low(context, words("#8a8a8a", 18))
    assert low(context, words("#8a8a8a", 14))
    assert not low(context, words("#8a8a8a", 14, "bold"))
    assert low(context, words("#a0a0a0", 18))


def test_words_that_only_some_eyes_read_are_reported_for_these(context):
    (found,) = low(
        context, words("#c01818"), box(0, 0, 60, 20, "#ffffff"), box(0, 0, 60, 20, "#111111"), words("#e23030")
    )
    assert "in protanopia" in found.message


def test_words_are_read_on_what_was_painted_before_them(context):
    assert not low(context, box(0, 0, 60, 20, RED), words(WHITE))
    assert low(context, words(WHITE), box(0, 0, 60, 20, RED))
    assert low(context, box(0, 0, 60, 20, RED), box(0, 0, 60, 20, WHITE), words(WHITE))


def test_over_a_picture_all_of_a_run_is_looked_behind(context):
    """White words run off a dark field: in their middle all is well."""
    dark = (box(0, 0, 25, 20, "#222222"),)
    width = context.fonts.width("Gain one position", "body", 9.0)
    assert 10 + width / 2 < 25 < 10 + 0.9 * width
    assert not low(context, *dark, words(WHITE))
    assert low(context, Use(Drawing("art", Size(60, 20), dark), Transform()), words(WHITE))


def test_words_in_a_turned_group_are_found_where_they_are(context):
    turned = Group((words(WHITE),), Transform.rotate(180, 20, 20))
    assert low(context, box(0, 0, 60, 15, RED), turned)
    assert not low(context, box(0, 25, 60, 15, RED), turned)


def test_a_colour_is_reported_where_it_is_set(kit):
    """A text's own colour, else its style's, once for each card that has it; reports group them."""
    own = edit(kit, "faces.yaml", 'style: card-effect, colour: "{badge.tint}"', "style: card-effect, colour: sand")
    style = edit(kit, "faces.yaml", "size: 7, colour: soft", "size: 7, colour: pale")
    found = reported(kit, "low-contrast", only=("moves", "rhinos"))
    assert {(File(d.span.file).name, d.span.line) for d in found} == {("faces.yaml", own), ("faces.yaml", style)}
    assert all(d.card for d in found)
    assert len({(d.card, d.span.line) for d in found}) == len(found)


def test_the_worst_of_many_tints_is_reported(kit):
    edit(kit, "kit.yaml", 'gold: "#8f6410"', 'gold: "#8f6410"\n  dawn: "#eeeebb"')
    edit(kit, "cards.yaml", "tint: green", "tint: dawn")
    found = reported(kit, "low-contrast", only=("rhinos",))
    assert found
    assert all("#eeeebb" in d.message for d in found)


# Pieces that differ in colour only --------------------------------------------------------------------------------


def alike(context: RenderContext, one: tuple[Item, ...], other: tuple[Item, ...]) -> list[Diagnostic]:
    size = Size(15, 15)
    made = [
        Piece(f"score-markers/{name}", "score-markers", name, size, Drawing(name, size, items))
        for name, items in (("One", one), ("Other", other))
    ]
    return list(colour_alone.check(checks.CheckContext(context, None, {"score-markers": made})))


def test_colours_as_light_as_each_other_tell_nothing_apart(context):
    (found,) = alike(context, (box(0, 0, 9, 9, RED),), (box(0, 0, 9, 9, "#2f7a4c"),))
    assert found.message.startswith("'One' and 'Other' differ only in colour")
    assert found.span == context.kit.components["score-markers"].at("colours")


def test_gradients_are_told_apart_by_their_colours_and_forms(context):
    def graded(last: str, angle: float = 0) -> Path:
        fill = linear(Rect(0, 0, 9, 9), ((0.0, WHITE), (1.0, last)), angle)
        return Path(rectangle(Rect(0, 0, 9, 9)), fill=fill)

    assert len(alike(context, (graded(RED),), (graded("#2f7a4c"),))) == 1
    assert not alike(context, (graded(RED),), (graded("#f3e6c4"),))
    assert not alike(context, (graded(RED),), (graded("#2f7a4c", 90),))
    assert not alike(context, (graded(RED),), (box(0, 0, 9, 9, "#2f7a4c"),))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((box(0, 0, 9, 9, RED),), (box(0, 0, 9, 9, "#f3e6c4"),)),
        ((box(0, 0, 9, 9, RED),), (box(0, 0, 8, 9, "#2f7a4c"),)),
        ((words(RED),), (words("#2f7a4c")._replace(text="Score"),)),
        ((box(0, 0, 9, 9, RED),), (box(0, 0, 9, 9, RED),)),
        ((box(0, 0, 9, 9, RED),), (box(0, 0, 9, 9, "#2f7a4c"), box(1, 1, 1, 1, WHITE))),
        ((box(0, 0, 9, 9, RED), box(1, 1, 5, 5, WHITE)), (box(0, 0, 9, 9, "#2f7a4c"), box(1, 1, 5, 5, "#2b2118"))),
    ],
    ids=["much lighter", "another shape", "other words", "the very same", "one thing more", "another colour differs"],
)
def test_pieces_that_are_told_apart_or_the_same_are_no_error(context, one, other):
    assert not alike(context, one, other)


def test_colours_are_found_in_drawings_groups_and_lines(context):
    def deep(colour: str) -> tuple[Item, ...]:
        art = Drawing("art", Size(9, 9), (Path(rectangle(Rect(0, 0, 9, 9)), stroke=Stroke(colour, 1)), words(colour)))
        return (Group((Tag("Figure", (Use(art, Transform()),)),), Transform.scale(2)),)

    assert alike(context, deep(RED), deep("#2f7a4c"))


def test_colourways_are_compared_card_by_card_and_reported_once(kit):
    edit(kit, "kit.yaml", "    back: move-back\n", "    back: move-back\n    colourway: red\n")
    others = "  others: {kind: deck, title: Others, size: euro-poker, face: move, cards: moves, colourway: green}\n"
    text = f"{others}  rhinos:\n"
    line = edit(kit, "kit.yaml", "  rhinos:\n", text)
    edit(kit, "faces.yaml", 'fill: "{badge.tint}", radius', 'fill: "{colourway}", radius')
    (found,) = reported(kit, "colour-alone")
    assert found.message.startswith("'Move cards' and 'Others' differ only in colour")
    assert (File(found.span.file).name, found.span.line) == ("kit.yaml", line)
