"""Lanes: one board or cards whose squares go on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.checks.support.printed import tags
from pnp.components.context import RenderContext
from pnp.components.kinds.lane import CLEAR
from pnp.diagnostics import Span
from pnp.graphics import Rect, Transform
from pnp.graphics.drawing import Drawing, Group, Path, Piece, Tag, Use
from tests.support.kinds import label, made, texts

BOARD = """
kind: lane
title: The list
squares: columns
square: [25, 30]
rail: 10
border: [10, 10]
numbers: own
zone: zone
"""
CARDS = "kind: lane\ntitle: Lists\nsquares: cards\nsquare: [21, 36]\nrail: 10\nborder: [0, 3]\nback_art: head.svg\n"


def squares(piece: Piece) -> dict[str, str]:
    """The number printed on each square of a lane."""
    found = {}
    for tag in tags(piece.front.items, "Square"):
        found[tag.alt] = next(t.text for t in Drawing("d", piece.size, tag.items).texts() if t.text.isdigit())
    return found


def test_one_number_makes_one_board_of_two_lanes(grass):
    (piece,) = made(grass, BOARD)
    assert piece.size == (345, 90)
    assert not grass.diagnostics
    numbers = squares(piece)
    assert [numbers[f"2.{n}"] for n in range(1, 14)] == [str(n) for n in range(1, 14)]
    assert [numbers[f"1.{n}"] for n in range(1, 14)] == [str(n) for n in range(13, 0, -1)]
    assert piece.seams == tuple(10 + 25 * i for i in range(1, 13))


def test_the_far_lane_is_read_from_the_other_side(grass):
    (piece,) = made(grass, BOARD)
    far = next(tag for tag in tags(piece.front.items, "Square") if tag.alt == "1.1")
    near = next(tag for tag in tags(piece.front.items, "Square") if tag.alt == "2.1")
    assert [item.transform[:4] for item in far.items if isinstance(item, Group)] == [(-1, 0, 0, -1)]
    assert not [item for item in near.items if isinstance(item, Group)]


def test_both_lanes_may_be_read_from_the_near_side(grass):
    more = "starts: [red, blue]\nsquare_art: head.svg\ncentre_art: head.svg\nread: near\n"
    (piece,) = made(grass, BOARD + more)
    for tag in tags(piece.front.items, "Square"):
        assert not [item for item in tag.items if isinstance(item, Group)], tag.alt
    assert not [
        item for item in piece.front.items if isinstance(item, Group) and item.transform and item.transform[0] < 0
    ]


def test_a_list_of_numbers_makes_cards_whose_squares_go_on(grass):
    pieces = made(grass, CARDS)
    assert [piece.size for piece in pieces] == [(63, 88), (63, 88), (126, 88), (126, 88), (63, 88), (63, 88)]
    numbers = [squares(piece)[f"2.{n}"] for piece, n in zip(pieces, (1, 4, 7, 13, 19, 22), strict=True)]
    assert numbers == ["1", "4", "7", "13", "19", "22"]
    assert pieces[2].title == "Lists, squares 7 to 12"


def test_start_squares_have_the_colour_and_the_sign_of_their_rider(grass):
    more = "starts: [red, blue]\nstart_art: head.svg\nsquare_art: head.svg\ncentre_art: head.svg\n"
    pieces = made(grass, CARDS + more)
    assert not grass.diagnostics
    near = next(tag for tag in tags(pieces[0].front.items, "Square") if tag.alt == "2.1")
    far = next(tag for tag in tags(pieces[-1].front.items, "Square") if tag.alt == "1.24")
    other = next(tag for tag in tags(pieces[0].front.items, "Square") if tag.alt == "2.2")
    fills = [[item.fill for item in tag.items if isinstance(item, Path) and item.fill] for tag in (near, other)]
    assert fills == [[grass.kit.palette["red"]], []]
    turned = next(item for item in far.items if isinstance(item, Group))
    assert [item.fill for item in turned.items if isinstance(item, Path)] == [grass.kit.palette["blue"]]
    words = [Drawing("d", pieces[0].size, tag.items).texts() for tag in (near, other)]
    assert [{text.colour for text in found} == {"#ffffff"} for found in words] == [True, False]
    centre = [tag for piece in pieces for tag in tags(piece.front.items, "Zone") if tag.alt == "centre"]
    assert [[type(item) for item in tag.items] for tag in centre] == [[Group], [Group]], "no line on a cut"


def test_short_lines_are_at_the_cuts_between_cards_whose_edges_have_no_room_for_notes(grass):
    assert [ticks(piece) for piece in made(grass, f"{CARDS}side_art: head.svg\n")] == [
        {63.0},
        {0.0, 63.0},
        {0.0, 126.0},
        {0.0, 126.0},
        {0.0, 63.0},
        {0.0},
    ]
    assert [ticks(piece) for piece in made(grass, CARDS)] == [set()] * 6


def ticks(piece):
    """The x of the thin upright lines that begin on the far or the near edge of the front."""
    lines = (item.segments for item in piece.front.items if isinstance(item, Path) and item.stroke)
    ends = [(a[1], b[1]) for a, b in (outline for outline in lines if len(outline) == 2)]
    found = [(x, y) for (x, y), (other, end) in ends if x == other and abs(end - y) < 2]
    assert {y for _, y in found} <= {0.0, piece.size.h}
    return {x for x, _ in found}


@pytest.mark.parametrize(("height", "foot", "note"), [(36, 3.0, 7.0), (25, 3.0, 7.0), (24, 0.8, 5.2), (21, 0.8, 5.2)])
def test_low_squares_have_their_words_closer_together(grass, height, foot, note):
    more = f"{CARDS}starts: [red, blue]\nstart_art: head.svg\n".replace("square: [21, 36]", f"square: [21, {height}]")
    near = next(tag for tag in tags(made(grass, more)[0].front.items, "Square") if tag.alt == "2.1")
    said = {text.text: text.y for text in Drawing("d", (1, 1), near.items).texts()}
    far = 3 + 2 * height + 10
    assert far - foot - 9 < said["1"] < far - foot, "the number's strip is 9 mm high"
    assert far - foot - 9 - note < said["Start"] < far - foot - 9
    assert not grass.diagnostics


def test_the_centre_line_stands_on_both_inner_edges(grass):
    pieces = made(grass, CARDS)
    lines = {}
    for piece in pieces:
        for tag in tags(piece.front.items, "Zone"):
            if tag.alt == "centre":
                (path,) = tag.items
                lines[piece.id] = {numbers[0] for _, numbers in path.segments}
    assert lines == {"x/3": {126.0}, "x/4": {0.0}}


def test_backs_are_covered_by_the_picture(grass):
    back = made(grass, CARDS)[2].back
    (group,) = back.items
    uses = [item for item in group.items if isinstance(item, Use)]
    drawing = uses[0].drawing
    assert min(use.transform.e for use in uses) <= -grass.facts.bleed
    assert max(use.transform.e for use in uses) + drawing.size.w >= 126 + grass.facts.bleed
    assert max(use.transform.f for use in uses) + drawing.size.h >= 88 + grass.facts.bleed


def test_fronts_are_covered_by_the_picture_below_their_squares(grass):
    plain, covered = made(grass, CARDS)[2].front, made(grass, f"{CARDS}front_art: head.svg\n")[2].front
    kinds = [type(item) for item in covered.items]
    group = covered.items[kinds.index(Group)]
    uses = [item for item in group.items if isinstance(item, Use)]
    assert max(use.transform.e for use in uses) + uses[0].drawing.size.w >= 126 + grass.facts.bleed
    assert kinds.index(Group) < kinds.index(Tag), "what is printed on squares lies over it"
    assert [item for item in covered.items if item is not group] == list(plain.items)
    assert not grass.diagnostics


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("squares: columns", "squares: colums", "unknown-field"),
        ("squares: columns", "squares: odd", "unknown-field"),
        ("zone: zone", "zone: columns", "unknown-field"),
        ("lanes: 2", "lanes: 3", "out-of-range"),
    ],
)
def test_a_lane_without_squares_is_an_error(grass, old, new, code):
    made(grass, f"{BOARD}lanes: 2\n".replace(old, new))
    assert [found for found, _ in label(grass)] == [code]


def test_joints_of_cards_are_labelled(grass):
    roomy = CARDS.replace("border: [0, 3]", "border: [0, 10]")
    joints = [[text.text for text in piece.front.texts()].count("join here") for piece in made(grass, roomy)]
    assert joints == [1, 2, 2, 2, 2, 1]
    assert all("join here" not in texts(piece) for piece in made(grass, CARDS)), "no room"
    assert not grass.diagnostics


def test_the_middle_square_of_the_zone_has_its_name_if_the_kit_names_it(grass):
    assert "zone" not in " ".join(texts(made(grass, BOARD)[0])).lower()
    grass.kit.phrasebook.names["zone"] = "halfway"
    try:
        named = [tag.alt for tag in tags(made(grass, BOARD)[0].front.items, "Square") if "Halfway" in words(tag)]
        assert named == [f"{lane}.{square}" for lane in (1, 2) for square in (7,)]
    finally:
        del grass.kit.phrasebook.names["zone"]


def test_the_lines_across_the_zone_leave_room_around_its_name(grass):
    (plain,) = hatched(made(grass, BOARD)[0])
    grass.kit.phrasebook.names["zone"] = "halfway"
    try:
        (named,) = hatched(made(grass, BOARD)[0])
    finally:
        del grass.kit.phrasebook.names["zone"]
    # The name is in the middle square, above a number that is 9 mm high and 3 mm above the foot; both lanes have it.
    strips = [Rect(160, 22, 25, 7).inset(CLEAR), Rect(160, 61, 25, 7).inset(CLEAR)]
    for strip in strips:
        assert any(inside(strip, line) for line in plain)
        assert not any(inside(strip, line) for line in named)
    length = sum(abs(a[0] - b[0]) for a, b in plain) - sum(abs(a[0] - b[0]) for a, b in named)
    assert 0 < length < sum(strip.w for strip in strips) * 4, "only there"


def hatched(piece: Piece) -> Iterator[list[tuple[tuple[float, float], tuple[float, float]]]]:
    """The ends of the lines across each zone of a lane."""
    for tag in tags(piece.front.items, "Zone"):
        if tag.alt == "zone":
            yield [(path.segments[0][1], path.segments[1][1]) for path in tag.items[1:]]


def inside(box: Rect, ends: tuple[tuple[float, float], tuple[float, float]]) -> bool:
    """Whether a line has a point inside a box."""
    (ax, ay), (bx, by) = ends
    along = [(ax + (bx - ax) * n / 500, ay + (by - ay) * n / 500) for n in range(501)]
    return any(box.x < x < box.right and box.y < y < box.far for x, y in along)


def test_squares_may_have_a_picture_each_upright_for_their_rider(grass):
    (piece,) = made(grass, f"{BOARD}square_art: head.svg\n")
    groups = [item for item in piece.front.items if isinstance(item, Group) and len(item.items) == 1]
    uses = [item.items[0] for item in groups if isinstance(item.items[0], Use)]
    assert len(uses) == 26
    size = uses[0].drawing.size
    boxes = [use.transform.box(Rect(0, 0, *size)) for use in uses]
    assert boxes[0] == pytest.approx((10, 10, 25, 30))
    assert boxes[-1] == pytest.approx((10 + 12 * 25, 50, 25, 30))
    assert [use.transform.d > 0 for use in uses] == [False] * 13 + [True] * 13
    assert not label(grass)


def words(tag: Tag) -> list[str]:
    return [text.text for text in Drawing("d", (1, 1), tag.items).texts()]


def zone_bars(context: RenderContext, piece: Piece) -> list[tuple[float, float, float]]:
    """The middle of each bar at an end of the zone, and where it begins and ends."""
    accent, found = context.colour("accent", Span("kit.yaml")), []
    for item in piece.front.items:
        if isinstance(item, Path) and item.fill == accent:
            corners = [numbers for _, numbers in item.segments if numbers]
            xs, ys = zip(*corners, strict=True)
            found.append((round((min(xs) + max(xs)) / 2, 6), min(ys), max(ys)))
            assert max(xs) - min(xs) == pytest.approx(1.2)
    return found


def test_the_zone_ends_on_the_lines_of_its_squares(grass):
    assert zone_bars(grass, made(grass, BOARD)[0]) == [(10 + 5 * 25, 10, 80), (10 + 8 * 25, 10, 80)]
    parts = made(grass, BOARD.replace("squares: columns", "squares: cards"))
    ends = [[x - 10 for x, _, _ in zone_bars(grass, part)] for part in parts]
    assert ends[:4] == [[], [2 * 25], [2 * 25], []], "squares 6 and 8 of cards with 1 to 3, 4 to 6 and 7 to 12"


def test_every_second_square_has_the_colour_of_stripes(grass):
    plain, striped = (made(grass, f"{BOARD}{more}")[0].front.items for more in ("", "stripe: sand\n"))
    sand = grass.colour("sand", Span("kit.yaml"))
    added = [item for item in striped if item not in plain]
    assert [item.fill for item in added] == [sand] * 12
    assert {item.segments[0][1][0] for item in added} == {10 + 25 * n for n in (1, 3, 5, 7, 9, 11)}


def pictures(piece: Piece) -> list[tuple[float, float, float, float]]:
    """The boxes of all pictures on a piece."""

    def found(items, outer):
        for item in items:
            if isinstance(item, Use):
                yield outer.over(item.transform).box(Rect(0, 0, *item.drawing.size))
            elif isinstance(item, Group):
                yield from found(item.items, outer.over(item.transform) if item.transform else outer)

    return [tuple(box) for box in found(piece.front.items, Transform())]


def test_pictures_run_along_both_sides_and_go_on_from_card_to_card(grass):
    art = grass.gallery.drawing("head.svg", Span("kit.yaml"))
    for text in (BOARD, BOARD.replace("squares: columns", "squares: cards")):
        before = 0
        for piece in made(grass, f"{text}side_art: head.svg\n"):
            boxes = pictures(piece)
            far = [box for box in boxes if box[1] == -3]
            near = [box for box in boxes if box[1] + box[3] == piece.size.h + 3]
            assert len(far) + len(near) == len(boxes)
            for row in (far, near):
                assert min(box[0] for box in row) <= -3
                assert max(box[0] + box[2] for box in row) >= piece.size.w + 3
            assert {round((box[0] - 10 + before) % art.size.w, 6) % art.size.w for box in far} == {0}
            before += piece.size.w - 20
    assert not grass.diagnostics


def test_a_picture_is_the_rail(grass):
    (piece,) = made(grass, f"{BOARD}rail_art: head.svg\n")
    boxes = pictures(piece)
    assert {(box[1], box[3]) for box in boxes} == {(40, 10)}
    assert min(box[0] for box in boxes) == 10
    assert max(box[0] + box[2] for box in boxes) >= 335
    wood = grass.colour("wood", Span("kit.yaml"))
    assert not [item for item in piece.front.items if isinstance(item, Path) and item.fill == wood]


def test_a_picture_at_the_ends_of_the_rail_is_only_where_the_list_ends(grass):
    art = grass.gallery.drawing("head.svg", Span("kit.yaml"))
    width = 10 * art.size.w / art.size.h
    for text in (BOARD, BOARD.replace("squares: columns", "squares: cards")):
        plain = [pictures(piece) for piece in made(grass, f"{text}rail_art: head.svg\n")]
        ended = made(grass, f"{text}rail_art: head.svg\nrail_end_art: head.svg\n")
        more = [pictures(piece)[len(boxes) :] for piece, boxes in zip(ended, plain, strict=True)]
        ends = [box for boxes in more for box in boxes]
        assert all(more[0]), "the first card has the first end"
        assert more[-1]
        assert not any(more[1:-1])
        assert [box[0] + width / 2 for box in ends] == pytest.approx([10, ended[-1].size.w - 10])
        assert {(box[1], box[3]) for box in ends} == {(40, 10)}
