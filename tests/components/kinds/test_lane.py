"""Lanes: one board or cards whose squares go on."""

from __future__ import annotations

import pytest

from pnp.checks.support.printed import tags
from pnp.graphics.drawing import Drawing, Group, Piece, Tag, Use
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


def test_a_list_of_numbers_makes_cards_whose_squares_go_on(grass):
    pieces = made(grass, CARDS)
    assert [piece.size for piece in pieces] == [(63, 88), (63, 88), (126, 88), (126, 88), (63, 88), (63, 88)]
    numbers = [squares(piece)[f"2.{n}"] for piece, n in zip(pieces, (1, 4, 7, 13, 19, 22), strict=True)]
    assert numbers == ["1", "4", "7", "13", "19", "22"]
    assert pieces[2].title == "Lists, squares 7 to 12"


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


def test_the_zone_has_its_name_on_both_sides_if_the_kit_names_it(grass):
    assert "zone" not in " ".join(texts(made(grass, BOARD)[0])).lower()
    grass.kit.phrasebook.names["zone"] = "half way"
    try:
        assert texts(made(grass, BOARD)[0]).count("Half way") == 2
    finally:
        del grass.kit.phrasebook.names["zone"]
