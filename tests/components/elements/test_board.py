"""The element board: squares in rows by a rule, emphasised, marked, and tagged so that checks can read them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.checks.support.printed import tags, texts
from pnp.components import elements
from pnp.components.arrows import ARROW, BROKEN, BROKEN_RING
from pnp.components.context import RenderContext
from pnp.components.elements.board import PALE
from pnp.components.strips import BRIEF_TAG, HEADER, LINE, STRIP_EDGE, TAG_EDGE, TAG_FOOT, TAG_PAD, TAG_SIGN
from pnp.graphics import Rect
from pnp.graphics.drawing import Path, Tag
from pnp.sources.yaml import parse
from tests.support.board import HIT, MISS, drawn, fill, outline, said, with_board


@pytest.fixture
def context(context: RenderContext) -> RenderContext:
    return with_board(context)


def test_squares_lie_like_bricks(context):
    squares = drawn(context, box="[3, 4, 60, 20]")
    assert list(squares) == ["a1", "a2", "a3", "b1", "b2"]
    assert outline(squares["a1"]) == (3, 4, 23, 14)
    assert outline(squares["a3"]) == (43, 4, 63, 14)
    assert outline(squares["b1"]) == (13, 14, 33, 24)
    assert {tag.origin.line for tag in squares.values()} == {1}
    assert not context.diagnostics


def test_small_squares_carry_their_codes(context):
    assert {id_: said(tag) for id_, tag in drawn(context, "units: 2, cards: squares").items()} == {
        "a1": ["A1"], "a2": ["A2"], "a3": ["A3"], "b1": ["B1"], "b2": ["B2"],
    }  # fmt: skip
    assert said(drawn(context)["a1"]) == ["a1"], "without cards, the id"


@pytest.mark.parametrize(
    ("lit", "scope", "filled", "words"),
    [
        ('"{id}"', {"id": "b1"}, {"b1"}, {}),
        ('"{traits.at}"', {"traits": {"at": ["a1", "a3"]}}, {"a1", "a3"}, {}),
        ('"{traits.covers}"', {"traits": {"covers": {"a2": 2, "b2": -1}}}, {"a2", "b2"}, {"a2": "+2", "b2": "−1"}),
    ],
)
def test_lit_squares_stand_out(context, lit, scope, filled, words):
    squares = drawn(context, f"units: 2, cards: squares, lit: {lit}, colour: red", scope)
    assert {id_ for id_, tag in squares.items() if fill(tag)} == filled
    assert {id_: said(tag)[-1] for id_, tag in squares.items() if len(said(tag)) > 1} == words
    assert not context.diagnostics


@pytest.mark.parametrize(
    ("start", "way", "there"),
    [
        ("b1", "up", {"a1", "a2"}),
        ("a2", "down", {"b1", "b2"}),
        ("a2", "left", {"a1"}),
        ("b1", "right", {"b2"}),
        ("a1", "any", {"a2", "b1"}),
        ("b1", "any", {"a1", "a2", "b2"}),
        ("a1", "up", set()),
    ],
)
def test_a_way_leads_to_the_squares_beside(context, start, way, there):
    squares = drawn(context, f'units: 2, lit: {start}, way: "{{traits.way}}"', {"traits": {"way": way}})
    assert {id_ for id_, tag in squares.items() if fill(tag)} == there
    assert fill(squares[start]) is None
    named = drawn(context, f'units: 2, lit: "{{asides.from}}", way: {way}', {"asides": {"from": start}})
    assert {id_ for id_, tag in named.items() if fill(tag)} == there


def test_a_way_has_a_cross_hair_and_arrows_to_the_squares_beside(context):
    element = "{board: grid, box: [0, 0, 60, 20], units: 2, lit: b1, way: up, colour: red}"
    made = elements.element(parse(element, "faces.yaml", context.diagnostics), context.diagnostics)
    items = elements.draw(context, made, {})
    signs = [item for item in items if isinstance(item, Path) and item.fill == context.kit.palette["red"]]
    assert len(signs) == 4 + 2 * 4, "the lines of the cross hair, and halves of a shaft and a head for each arrow"
    red = [tag for tag in tags(items, "Square") if fill(tag) == context.kit.palette["red"]]
    assert {tag.alt for tag in red} == {"a1", "a2"}
    assert {tag.items[0].alpha for tag in red} == {0.25}, "paler than arrows"


def test_large_squares_carry_all_that_their_cards_say(context):
    squares = drawn(
        context, "units: 2, cards: squares, behind: head.svg, markers: shields, marks: covers", box="[0, 0, 180, 80]"
    )
    assert sorted(said(squares["a1"])) == sorted(["A1", "Left", "A miss", "High +1"])
    assert " ".join(said(squares["a2"])) == "A2 Middle A hit +2 High +2 Low +1"
    assert said(squares["b2"]) == ["B2", "Low right"]
    assert [len(list(tags(squares[id_].items, "Figure"))) for id_ in ("a1", "a2", "a3")] == [1, 1, 0]
    assert list(context.diagnostics) == []


def tags_of(square: Tag) -> list[Rect]:
    """The frames of a large square's markers."""
    rounded = [i for i in square.items if isinstance(i, Path) and i.fill == "#ffffff" and len(i.segments) > 6]
    return [Rect.about([numbers[-2:] for _, numbers in item.segments if numbers]) for item in rounded]


def plate_of(square: Tag) -> Rect:
    """The white plate in the lower left corner of a large square."""
    white = [i for i in square.items if isinstance(i, Path) and i.fill == "#ffffff" and len(i.segments) < 6]
    return Rect.about([numbers for _, numbers in white[-1].segments if numbers])


def test_markers_are_at_the_right_beside_the_words_or_above_them(context):
    more = "units: 2, cards: squares, behind: head.svg, markers: shields, marks: covers"
    wide = drawn(context, more, box="[0, 0, 240, 80]")["a2"]
    plate, frames, right = plate_of(wide), tags_of(wide), outline(wide)[2]
    assert len(frames) == 2
    assert frames[0].y == frames[1].y
    assert plate.right < frames[0].x
    assert frames[0].right < frames[1].x
    assert frames[1].right == pytest.approx(right - TAG_EDGE)
    assert all(plate.y < frame.far < plate.far for frame in frames)
    narrow = drawn(context, more, box="[0, 0, 105, 80]")["a2"]
    assert all(frame.far == pytest.approx(plate_of(narrow).y - TAG_FOOT) for frame in tags_of(narrow))


def test_markers_may_have_a_sign_before_their_labels(context):
    more = "units: 2, cards: squares, behind: head.svg, markers: shields, marks: covers"
    squares = drawn(context, f"{more}, marker_art: head.svg", box="[0, 0, 180, 80]")
    plain = drawn(context, more, box="[0, 0, 180, 80]")
    assert tags_of(squares["a2"])[1].w - tags_of(plain["a2"])[1].w == pytest.approx(TAG_SIGN + TAG_PAD)
    signs = [len(list(tags(which["a2"].items, "Figure"))) for which in (squares, plain)]
    assert signs[0] - signs[1] == 2, "one before each label"


BRIEF = "units: 2, cards: squares, behind: head.svg, markers: shields, marks: covers, brief: true"


def test_brief_squares_have_codes_signs_and_numbers_only(context):
    context.words["a2"].words.update(impact="+2 Impact")
    context.words["a2"].badge.update(impact="head.svg")
    context.words["a2"].parts.update({"badge.impact": (HIT,)})
    squares = drawn(context, BRIEF, box="[30, 10, 180, 80]")
    assert sorted(said(squares["a1"])) == sorted(["A1", "A miss", "High +1"]), "words without a sign stay words"
    assert " ".join(said(squares["a2"])) == "A2 A hit +2 High +2 Low +1", "a number behind its sign"
    assert said(squares["b2"]) == ["B2"]
    assert list(context.diagnostics) == []


def test_brief_squares_leave_the_middle_of_the_board_free(context):
    squares = drawn(context, BRIEF, box="[30, 10, 180, 80]")
    for id_, right in {"a1": False, "a2": False, "a3": True, "b1": False, "b2": True}.items():
        (x, y, far_x, _), filled = outline(squares[id_]), squares[id_].items[1]
        assert isinstance(filled, Path)
        tab = Rect.about([numbers for _, numbers in filled.segments if numbers])
        assert tab.y == pytest.approx(y)
        assert (tab.right if right else tab.x) == pytest.approx(far_x if right else x), id_


def test_brief_squares_have_numbers_below_the_tab_and_one_strip_of_markers_at_the_foot(context):
    context.words["a2"].words.update(impact="+2 Impact")
    context.words["a2"].badge.update(impact="head.svg")
    context.words["a2"].parts.update({"badge.impact": (HIT,)})
    square = drawn(context, BRIEF, box="[30, 10, 180, 80]")["a2"]
    frames, (left, top, _, far) = tags_of(square), outline(square)
    assert len(frames) == 1, "all markers are in one strip"
    assert (frames[0].x, frames[0].far, frames[0].h) == pytest.approx((left, far - LINE, BRIEF_TAG)), "above the words"
    words = " ".join(said(square))
    assert "High +2 Low +1" in words, "in the order of the deck"
    number = next(text for text in texts(square.items) if text.text == "+2")
    assert top + HEADER < number.y < top + HEADER + BRIEF_TAG


def test_markers_without_words_are_in_the_middle(context):
    context.words.pop("a2")
    square = drawn(context, "units: 2, cards: squares, markers: shields, marks: covers", box="[0, 0, 180, 80]")["a2"]
    left, _, right, _ = outline(square)
    first, last = tags_of(square)
    assert first.x - left == pytest.approx(right - last.right)


def test_bars_have_words_that_can_be_read_on_their_tint(context):
    context.words["a1"].badge.update(tint="cream", icon="head.svg")
    squares = drawn(context, "units: 2, cards: squares", box="[0, 0, 180, 80]")
    ink = context.kit.palette["ink"]
    assert {text.colour for text in texts(squares["a1"].items) if text.text in ("A1", "Left")} == {ink}
    assert {text.colour for text in texts(squares["b1"].items)} == {"#ffffff"}


def test_tabs_and_plates_are_as_wide_as_what_they_hold(context):
    context.words["a1"].badge.update(tint="red", icon="head.svg")
    squares = drawn(context, "units: 2, cards: squares, behind: head.svg", box="[0, 0, 180, 80]")
    x, y, right, far = outline(squares["a1"])
    filled = [item for item in squares["a1"].items if isinstance(item, Path) and item.fill]
    assert [item.fill for item in filled] == [context.kit.palette["red"], "#ffffff"]
    tab, plate = (Rect.about([numbers for _, numbers in item.segments if numbers]) for item in filled)
    assert (tab.x, tab.y, tab.h) == pytest.approx((x, y, HEADER))
    assert (plate.x, plate.far, plate.h) == pytest.approx((x, far, LINE))
    words = {text.text: text.x + context.fonts.extent(text) for text in texts(squares["a1"].items)}
    assert words["Left"] < tab.right < right
    assert plate.right - max(words["A miss"], x) == pytest.approx(STRIP_EDGE, abs=0.2)
    assert {text.colour for text in texts(squares["a1"].items)} >= {"#ffffff"}
    assert len(list(tags(squares["a1"].items, "Figure"))) == 1, "its icon"
    (only,) = [i.fill for i in squares["b2"].items if isinstance(i, Path) and i.fill]
    assert only == context.kit.palette["ink"], "without words, no plate"


def test_sentences_share_a_line_if_there_is_room(context):
    wide = drawn(context, "units: 2, cards: squares", box="[0, 0, 180, 80]")["a2"]
    levels = {round(text.y, 2) for text in texts(wide.items) if text.text in ("A", "hit", "A hit", "+2")}
    assert len(levels) == 1
    narrow = drawn(context, "units: 2, cards: squares", box="[0, 0, 90, 80]")["a2"]
    levels = {round(text.y, 2) for text in texts(narrow.items) if text.text in ("A", "hit", "A hit", "+2")}
    assert len(levels) in (1, 2)


def test_a_phrase_may_be_stated_although_its_field_is_left_out(context):
    more = "units: 2, cards: squares, without: [kind]"
    assert said(drawn(context, more, box="[0, 0, 180, 80]")["a1"]) == ["A1", "Left"]
    context.words["a1"].badge["stated"] = "kind"
    assert said(drawn(context, more, box="[0, 0, 180, 80]")["a1"]) == ["A1", "Left", "A miss"]
    assert not context.diagnostics
    context.words["a1"].badge["stated"] = "kin"
    context.words["a1"].parts["badge.stated"] = (MISS,)
    drawn(context, more, box="[0, 0, 180, 80]")
    assert [(d.span, d.code) for d in context.diagnostics] == [(MISS.span, "unknown-field")]


def test_small_squares_may_have_no_codes(context):
    small = drawn(context, "units: 2, cards: squares, behind: head.svg, without: [short]")
    assert said(small["a1"]) == []


def is_white(item: object) -> bool:
    return isinstance(item, Path) and item.fill == "#ffffff"


def test_a_veil_covers_the_picture_except_in_lit_squares(context):
    more = '{board: grid, box: [0, 0, 60, 20], units: 2, behind: head.svg, veil: 0.4, lit: "{id}", colour: red}'
    element = elements.element(parse(more, "faces.yaml", context.diagnostics), context.diagnostics)
    items = elements.draw(context, element, {"id": "b1"})
    assert [item.alpha for item in items if is_white(item)] == [0.4] * 4
    lit = next(tag for tag in tags(items, "Square") if tag.alt == "b1")
    assert fill(lit) == context.kit.palette["red"]
    assert 0 < lit.items[0].alpha < 1, "the picture shows through"
    bars = [item for item in lit.items[1:] if isinstance(item, Path) and item.fill == fill(lit)]
    assert len(bars) == 4


def test_with_a_way_the_veil_covers_lit_squares_too_so_that_arrows_stand_out(context):
    more = '{board: grid, box: [0, 0, 60, 20], units: 2, behind: head.svg, veil: 0.4, lit: "{id}", way: right}'
    element = elements.element(parse(more, "faces.yaml", context.diagnostics), context.diagnostics)
    items = elements.draw(context, element, {"id": "a1"})
    assert [item.alpha for item in items if is_white(item)] == [0.4] * 5 + [1.0] * 2, "the arrow has white below it"
    there = next(tag for tag in tags(items, "Square") if tag.alt == "a2")
    assert there.items[0].alpha == PALE


def test_labels_share_the_width_of_a_square_that_is_too_narrow_for_them(context):
    more = "units: 2, cards: squares, shaded: true, markers: shields, marks: covers"
    narrow = drawn(context, more, box="[0, 0, 30, 24]")["a2"]
    x, _, right, _ = outline(narrow)
    tags_ = [i for i in narrow.items if isinstance(i, Path) and i.fill == "#ffffff" and i.stroke]
    points = [numbers for i in tags_ for _, numbers in i.segments if numbers]
    assert all(x < n < right for numbers in points for n in numbers[::2])


def arrows(context: RenderContext, starts: object, ends: object, more: str = "") -> list[tuple]:
    """The colour, the start and the end of each arrow, and of each ring, over five squares of 20 × 10."""
    text = f'{{board: grid, box: [0, 0, 60, 20], units: 2, arrows: "{{a}}", to: "{{b}}"{more}}}'
    element = elements.element(parse(text, "faces.yaml", context.diagnostics), context.diagnostics)
    assert element
    items = elements.draw(context, element, {"a": starts, "b": ends})
    lines = [i for i in items if isinstance(i, Path) and i.stroke and i.stroke.width == 0.9]
    return [(i.stroke.colour, i.segments[0][1], len(i.segments)) for i in lines if i.stroke]


def test_arrows_lead_from_squares_to_squares(context):
    red, blue = context.kit.palette["red"], context.kit.palette["blue"]
    assert arrows(context, ["a1", "a3"], ["a2", "a2"], ", colours: [red, blue]") == [
        (red, (13.3, 5), 2),
        (blue, (46.7, 5), 2),
    ]
    assert len(arrows(context, "b1", ["a1", "a2"])) == 2, "from one square, an arrow to each"
    ((_, (x, y), parts),) = arrows(context, "a1", "a1")
    assert (round(abs(x - 10) + abs(y - 5), 1), parts > 3) == (3.0, True), "a ring"
    assert not context.diagnostics
    ((_, first, _), _) = arrows(context, ["a1", "a2"], ["a2", "a2"])
    assert first == (13.3, 5), "an arrow to a ring"
    assert not arrows(context, ["a1", "a2"], ["a2", "a2"], ", without: [short]"), "without codes, lighter"
    arrows(context, "a1", "z9")
    assert [(d.code, d.message) for d in context.diagnostics] == [("unknown-id", "the board has no square 'z9'")]


def test_arrows_of_a_second_colour_differ_without_colour_too(context):
    text = "{board: grid, box: [0, 0, 60, 20], units: 2, arrows: '{a}', to: '{b}', colours: [red, red, blue]}"
    element = elements.element(parse(text, "faces.yaml", context.diagnostics), context.diagnostics)
    assert element
    items = elements.draw(context, element, {"a": ["a1", "b1", "a3"], "b": ["a2", "b1", "a2"]})
    red, blue = context.kit.palette["red"], context.kit.palette["blue"]
    lines = [i.stroke for i in items if isinstance(i, Path) and i.stroke and i.stroke.width == ARROW]
    assert [(i.colour, i.dash) for i in lines] == [(red, ()), (red, ()), (blue, BROKEN)]
    heads = [(i.fill, i.stroke and i.stroke.colour) for i in items if isinstance(i, Path) and i.fill]
    assert heads == [(red, None), ("#ffffff", blue)], "the head of the second is open"
    (ring,) = [
        i.stroke
        for i in elements.draw(context, element, {"a": ["a1", "a3", "b2"], "b": ["a2", "a2", "b2"]})
        if isinstance(i, Path) and len(i.segments) > 3 and i.stroke and i.stroke.width == ARROW
    ]
    assert (ring.colour, ring.dash) == (blue, BROKEN_RING)
    shaded = elements.draw(context, replace(element, shaded=True), {"a": "b1", "b": "b1"})
    assert not any(i.stroke.dash for i in shaded if isinstance(i, Path) and i.stroke), "of the first colour: whole"
    shaded = elements.draw(context, replace(element, shaded=True), {"a": ["a1", "a3", "b2"], "b": ["a2", "a2", "b2"]})
    white = [i.stroke for i in shaded if isinstance(i, Path) and i.stroke and i.stroke.width == 1.6]
    assert [i.dash for i in white] == [BROKEN_RING], "what is below the ring is as broken"
    assert not context.diagnostics


def test_what_is_wrong_with_a_cards_texts_is_reported_where_they_are_written(context):
    context.words["a1"].words["kind"] = "A miss :x:"
    drawn(context, "units: 2, cards: squares, markers: shields, marks: covers", box="[0, 0, 180, 80]")
    assert [(d.span, d.code, d.message) for d in context.diagnostics] == [
        (MISS.span, "unknown-icon", "there is no icon 'x'")
    ]


def test_another_game_has_its_own_rows_markers_and_trait(context: RenderContext) -> None:
    """Rows side by side like a chessboard: no bricks, no deck for the squares, another trait."""
    squares = drawn(context, "markers: flags, marks: camps", box="[0, 0, 180, 90]", rule="field")
    assert list(squares) == ["r1", "r2", "r3", "s1", "s2", "s3", "t1", "t2", "t3"]
    assert outline(squares["r1"]) == (0, 0, 60, 30)
    assert outline(squares["s2"]) == (60, 30, 120, 60)
    assert outline(squares["t3"]) == (120, 60, 180, 90)
    assert " ".join(said(squares["r1"])) == "r1 Red +3"
    assert " ".join(said(squares["t3"])) == "t3 Red +1 Blue +2"
    assert said(squares["s2"]) == ["s2"]
    assert list(context.diagnostics) == []
    none = drawn(context, "markers: flags", box="[0, 0, 120, 90]", rule="field")
    assert said(none["r1"]) == ["r1"], "no card has the trait 'marks'"


@pytest.mark.parametrize(("start", "way", "there"), [("s2", "up", {"r2"}), ("r1", "any", {"r2", "s1", "s2"})])
def test_a_way_leads_to_the_squares_beside_in_straight_rows(
    context: RenderContext, start: str, way: str, there: set[str]
) -> None:
    squares = drawn(context, f"lit: {start}, way: {way}", rule="field")
    assert {id_ for id_, tag in squares.items() if fill(tag)} == there


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("{board: nowhere, box: [0, 0, 9, 9]}", "unknown-field", "the rules have no 'nowhere' with"),
        ("{board: flat, box: [0, 0, 9, 9]}", "unknown-field", "the rules have no 'flat' with"),
        ("{board: columns, box: [0, 0, 9, 9]}", "unknown-field", "the rules have no 'columns' with"),
        ("{board: grid, box: [0, 0, 60, 20], lit: id}", "unknown-field", "'id' must be a single field"),
        ('{board: grid, box: [0, 0, 60, 20], lit: "{nobody}"}', "unknown-field", "no field 'nobody'"),
        ("{board: grid, box: [0, 0, 60, 20], lit: c1, way: up}", "unknown-id", "there is no square to start from"),
        ("{board: grid, box: [0, 0, 60, 20], way: up}", "unknown-id", "there is no square to start from"),
        ("{board: grid, box: [0, 0, 60, 20], lit: a1, way: north}", "unknown-id", "no way 'north'"),
        ("{board: grid, box: [0, 0, 60, 20], cards: few}", "no-cards", "'few' has no card 'a2'"),
        ("{board: grid, box: [0, 0, 180, 80], markers: swords}", "unknown-deck", "no deck 'swords'"),
        ("{board: grid, box: [0, 0, 60, 20], size: 3}", "unknown-key", "'size'"),
    ],
)
def test_errors_name_their_place(context, text, code, message):
    element = elements.element(parse(text, "faces.yaml", context.diagnostics), context.diagnostics)
    if element:
        elements.draw(context, element, {})
    found = [
        diagnostic for diagnostic in context.diagnostics if diagnostic.code == code and message in diagnostic.message
    ]
    assert found, list(context.diagnostics)
    assert found[0].span.file == "faces.yaml"
