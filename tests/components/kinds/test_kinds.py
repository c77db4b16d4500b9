"""Kinds of components that make pieces from rules and faces: mats, pads, lanes, tokens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp import components
from pnp.checks.support.printed import tags
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Group, Path, Piece, Tag, Text, Use
from pnp.kit.yaml import parse
from tests.conftest import fresh

RULES = "columns: 13\nzone: [6, 8]\ncards: [3, 3, 6, 6, 3, 3]\ntilts: 3\nodd: {rows: 4}\n"


@pytest.fixture
def context(context: RenderContext) -> RenderContext:
    """The rhino kit with rules of lists and colours of grass."""
    diagnostics = Diagnostics()
    palette = {**context.kit.palette, "turf": "#eef3e0", "wood": "#e3d2b0"}
    kit = replace(context.kit, rules=parse(RULES, "rules.yaml", diagnostics), palette=palette)
    return fresh(context, kit=kit, diagnostics=diagnostics)


def made(context: RenderContext, text: str) -> list[Piece]:
    """The pieces of a component described in YAML."""
    spec = components.component(parse(text, "kit.yaml", context.diagnostics), context.diagnostics)
    return components.pieces("x", spec, context) if spec else []


def label(context: RenderContext) -> list[tuple[str, str]]:
    return [(diagnostic.code, diagnostic.message) for diagnostic in context.diagnostics]


# Lanes -------------------------------------------------------------------------------------------------------

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


def test_one_number_makes_one_board_of_two_lanes(context):
    (piece,) = made(context, BOARD)
    assert piece.size == (345, 90)
    assert not context.diagnostics
    numbers = squares(piece)
    assert [numbers[f"2.{n}"] for n in range(1, 14)] == [str(n) for n in range(1, 14)]
    assert [numbers[f"1.{n}"] for n in range(1, 14)] == [str(n) for n in range(13, 0, -1)]
    assert piece.seams == tuple(10 + 25 * i for i in range(1, 13))


def test_the_far_lane_is_read_from_the_other_side(context):
    (piece,) = made(context, BOARD)
    far = next(tag for tag in tags(piece.front.items, "Square") if tag.alt == "1.1")
    near = next(tag for tag in tags(piece.front.items, "Square") if tag.alt == "2.1")
    assert [item.transform[:4] for item in far.items if isinstance(item, Group)] == [(-1, 0, 0, -1)]
    assert not [item for item in near.items if isinstance(item, Group)]


def test_a_list_of_numbers_makes_cards_whose_squares_go_on(context):
    pieces = made(context, CARDS)
    assert [piece.size for piece in pieces] == [(63, 88), (63, 88), (126, 88), (126, 88), (63, 88), (63, 88)]
    numbers = [squares(piece)[f"2.{n}"] for piece, n in zip(pieces, (1, 4, 7, 13, 19, 22), strict=True)]
    assert numbers == ["1", "4", "7", "13", "19", "22"]
    assert pieces[2].title == "Lists, squares 7 to 12"


def test_the_centre_line_stands_on_both_inner_edges(context):
    pieces = made(context, CARDS)
    lines = {}
    for piece in pieces:
        for tag in tags(piece.front.items, "Zone"):
            if tag.alt == "centre":
                (path,) = tag.items
                lines[piece.id] = {numbers[0] for _, numbers in path.segments}
    assert lines == {"x/3": {126.0}, "x/4": {0.0}}


def test_backs_are_covered_by_the_picture(context):
    back = made(context, CARDS)[2].back
    (group,) = back.items
    uses = [item for item in group.items if isinstance(item, Use)]
    drawing = uses[0].drawing
    assert min(use.transform.e for use in uses) <= -context.facts.bleed
    assert max(use.transform.e for use in uses) + drawing.size.w >= 126 + context.facts.bleed
    assert max(use.transform.f for use in uses) + drawing.size.h >= 88 + context.facts.bleed


def test_fronts_are_covered_by_the_picture_below_their_squares(context):
    plain, covered = made(context, CARDS)[2].front, made(context, f"{CARDS}front_art: head.svg\n")[2].front
    kinds = [type(item) for item in covered.items]
    group = covered.items[kinds.index(Group)]
    uses = [item for item in group.items if isinstance(item, Use)]
    assert max(use.transform.e for use in uses) + uses[0].drawing.size.w >= 126 + context.facts.bleed
    assert kinds.index(Group) < kinds.index(Tag), "what is printed on squares lies over it"
    assert [item for item in covered.items if item is not group] == list(plain.items)
    assert not context.diagnostics


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("squares: columns", "squares: colums", "unknown-field"),
        ("squares: columns", "squares: odd", "unknown-field"),
        ("zone: zone", "zone: columns", "unknown-field"),
        ("lanes: 2", "lanes: 3", "out-of-range"),
    ],
)
def test_a_lane_without_squares_is_an_error(context, old, new, code):
    made(context, f"{BOARD}lanes: 2\n".replace(old, new))
    assert [found for found, _ in label(context)] == [code]


# Pads --------------------------------------------------------------------------------------------------------

PAD = """
kind: pad
title: Score
size: [100, 120]
note: Write here.
rows: tilts
spans: [{columns: 1}, {title: Red, columns: 2}]
columns: [{title: Tilt, fill: numbers}, {title: Impact, width: 2}, {title: Points}]
"""


def texts(piece: Piece) -> list[str]:
    return [text.text for text in piece.front.texts()]


def test_a_pad_has_its_heads_and_as_many_rows_as_the_rules_say(context):
    (piece,) = made(context, PAD)
    assert texts(piece) == ["Score", "Write here.", "Red", "Tilt", "Impact", "Points", "1", "2", "3"]
    assert not context.diagnostics
    (other,) = made(context, PAD.replace("rows: tilts", "rows: 7"))
    assert texts(other)[-7:] == [str(n) for n in range(1, 8)]
    (deep,) = made(context, PAD.replace("rows: tilts", "rows: odd.rows"))
    assert texts(deep)[-1] == "4"


def test_columns_are_as_wide_as_they_say(context):
    (piece,) = made(context, PAD)
    cells = {tag.alt: tag for tag in tags(piece.front.items, "Cell")}
    assert list(cells) == ["Tilt", "Impact", "Points"]
    lines = [item for item in piece.front.items if isinstance(item, Path) and len(item.segments) == 2]
    upright = sorted({p.segments[0][1][0] for p in lines if p.segments[0][1][0] == p.segments[1][1][0]})
    assert upright == pytest.approx([7 + 86 / 4, 7 + 86 * 3 / 4])


@pytest.mark.parametrize("rows", ["0", "61", "zone", "nothing"])
def test_rows_that_are_no_number_are_an_error(context, rows):
    assert made(context, PAD.replace("rows: tilts", f"rows: {rows}")) == []
    assert [code for code, _ in label(context)] == ["unknown-field"]


def test_more_spans_than_columns_are_an_error(context):
    assert made(context, PAD.replace("columns: 2}]", "columns: 3}]")) == []
    assert label(context) == [("out-of-range", "the headings span more than the 3 columns of the form")]


# Mats and tokens ---------------------------------------------------------------------------------------------


def test_a_mat_is_a_face_at_its_own_size(context):
    (piece,) = made(context, "kind: mat\ntitle: Mat\nsize: [130, 90]\nface: title\nback: credits\ncopies: 2\n")
    assert piece.size == (130, 90)
    assert piece.copies == 2
    assert "Rhinoceros Joust" in " ".join(texts(piece))
    assert piece.back is not None


def notches(drawing: Drawing) -> int:
    return sum(
        1 for item in drawing.items if isinstance(item, Path) and item.stroke and item.stroke.colour == "#ffffff"
    )


def test_tokens_are_told_apart_without_colour(context):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: marker.svg\ncolours: [red, blue, green, gold]\n"
    pieces = made(context, text)
    assert [notches(piece.front) for piece in pieces] == [0, 1, 2, 3]
    assert all(piece.back is None for piece in pieces)
    both = made(context, f"{text}back_art: head.svg\n")
    assert [notches(piece.back) for piece in both] == [0, 1, 2, 3]


def test_a_track_tags_its_cells(context):
    (piece,) = made(context, "kind: track\ntitle: T\nsize: [63, 30]\nsteps: tilts\n")
    cells = list(tags(piece.front.items, "Cell"))
    assert [cell.alt for cell in cells] == ["0", "1", "2", "3"]
    assert [[t.text for t in cell.items if isinstance(t, Text)] for cell in cells] == [["0"], ["1"], ["2"], ["3"]]
    assert isinstance(cells[0], Tag)
