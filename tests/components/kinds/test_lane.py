"""Lanes: one board, or cards whose squares go on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.checks.support.printed import tags
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect
from pnp.graphics.drawing import Drawing, Path, Piece, walk
from pnp.kit.model import Face
from pnp.kit.schema import build
from pnp.sources.yaml import parse
from tests.conftest import fresh
from tests.support.kinds import label, made

BOARD = "kind: lane\ntitle: The list\nsquares: columns\nsize: [25, 90]\nmargin: 0.4\nface: list\n"
CARDS = "kind: lane\ntitle: Lists\nsquares: cards\nsize: [21, 88]\nface: lists\nback: behind\n"
FACES = """
list:
  size: [25, 90]
  bleeds: true
  elements:
    - {grid: columns, rows: 2, box: [10, 10, 25, 30], pitch: [25, 40], face: square}
lists:
  size: [21, 88]
  bleeds: true
  elements:
    - {grid: cards, rows: 2, box: [0, 3, 21, 36], pitch: [21, 46], face: square}
    - {rectangle: [0, 0, 21, 3], fill: red, repeat: rules.cards|sum, step: [21, 0]}
    - {line: [252, 3, 252, 85], stroke: red, area: centre}
square:
  elements:
    - {text: "{square.column}", box: [2, 2, 17, 9], style: card-list}
behind:
  elements:
    - {rectangle: [0, 0, 126, 88], fill: red}
"""


@pytest.fixture
def grass(grass: RenderContext) -> RenderContext:
    """The kit with faces for lanes."""
    diagnostics = Diagnostics()
    faces = build(dict[str, Face], parse(FACES, "faces.yaml", diagnostics), diagnostics)
    assert faces, list(diagnostics)
    book = replace(grass.kit.facebook, faces={**grass.kit.facebook.faces, **faces})
    return fresh(grass, kit=replace(grass.kit, facebook=book), diagnostics=diagnostics)


def squares(piece: Piece) -> dict[str, str]:
    """The number printed on each square of a lane."""
    front = tags(piece.front.items, "Square")
    return {tag.alt: next(text.text for text in Drawing("d", piece.size, tag.items).texts()) for tag in front}


def places(piece: Piece) -> dict[str, Rect]:
    """The box of each square on its card."""
    (part,) = (item for item in piece.front.items if getattr(item, "clip", ()))
    outlines = {tag.alt: tag.items[0] for tag in tags((part,), "Square")}
    return {id_: part.transform.box(about(outline)) for id_, outline in outlines.items()}


def about(path: Path) -> Rect:
    return Rect.about(numbers[:2] for _, numbers in path.segments if numbers)


def test_one_number_makes_one_board(grass):
    (piece,) = made(grass, BOARD)
    assert not grass.diagnostics
    assert piece.size == (345, 90)
    assert squares(piece) == {f"{row}.{n}": str(n) for row in (1, 2) for n in range(1, 14)}
    assert piece.seams == pytest.approx([10 + 25 * i for i in range(1, 13)])
    assert piece.title == "The list"


def test_the_face_is_stretched_to_other_squares(grass):
    (piece,) = made(grass, BOARD.replace("[25, 90]", "[40, 180]"))
    assert piece.size == pytest.approx((552, 180))
    assert places(piece)["1.1"] == pytest.approx((16, 20, 40, 60))
    assert places(piece)["2.13"] == pytest.approx((16 + 12 * 40, 100, 40, 60))
    assert piece.seams[0] == pytest.approx(16 + 40)


def test_a_list_of_numbers_makes_cards_whose_squares_go_on(grass):
    pieces = made(grass, CARDS)
    assert not grass.diagnostics
    assert [piece.size for piece in pieces] == [(63, 88), (63, 88), (126, 88), (126, 88), (63, 88), (63, 88)]
    for piece, first, number in zip(pieces, (1, 4, 7, 13, 19, 22), (3, 3, 6, 6, 3, 3), strict=True):
        expected = {f"{row}.{n}": str(n) for row in (1, 2) for n in range(first, first + number)}
        assert squares(piece) == expected, "the squares of the card, and no others"
        assert places(piece)[f"1.{first}"] == pytest.approx((0, 3, 21, 36))
    assert pieces[2].title == "Lists, squares 7 to 12"


def test_what_is_at_a_cut_extends_into_the_bleed_of_both_cards(grass):
    pieces = made(grass, CARDS)
    red = grass.kit.palette["red"]
    for piece, first, last in ((pieces[0], 0, 3), (pieces[1], -1, 3), (pieces[5], -1, 2)):
        assert piece.front.bleed == grass.facts.bleed
        fills = [
            at.frame.box(about(item))
            for item, at in walk(piece.front.items)
            if isinstance(item, Path) and item.fill == red
        ]
        assert [box.x for box in fills] == pytest.approx([21 * n for n in range(first, last + 1)]), piece.id
    centre = [len(list(tags(piece.front.items, "Zone"))) for piece in pieces]
    assert centre == [0, 0, 1, 1, 0, 0], "a line on the cut is on both cards"


def test_short_lines_are_at_the_cuts_between_cards(grass):
    both = {0.0, 126.0}
    assert [ticks(piece) for piece in made(grass, CARDS)] == [{63.0}, {0.0, 63.0}, both, both, {0.0, 63.0}, {0.0}]
    assert [ticks(piece) for piece in made(grass, BOARD)] == [set()]
    assert [ticks(piece) for piece in made(replace(grass, for_shop=True), CARDS)] == [set()] * 6


def ticks(piece: Piece) -> set[float]:
    """The x of the thin upright lines that begin on the far or the near edge of the front."""
    lines = (item.segments for item in piece.front.items if isinstance(item, Path) and item.stroke)
    return {a[1][0] for a, b in (outline for outline in lines if len(outline) == 2) if a[1][1] in (0.0, piece.size.h)}


def test_backs_have_a_face(grass):
    back = made(grass, CARDS)[2].back
    assert back
    assert (back.size, len(back.items)) == ((126, 88), 1)
    assert made(grass, BOARD)[0].back is None


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("squares: columns", "squares: colums", "unknown-field"),
        ("squares: columns", "squares: odd", "unknown-field"),
        ("face: list", "face: lisst", "unknown-face"),
        ("face: list", "face: behind", "missing-key"),
        ("squares: columns", "squares: tilts", "out-of-range"),
        ("margin: 0.4", "margin: 0.5", "out-of-range"),
        ("margin: 0.4", "margin: -1", "out-of-range"),
    ],
)
def test_a_lane_that_cannot_be_drawn_is_an_error(grass, old, new, code):
    made(grass, BOARD.replace(old, new))
    assert [found for found, _ in label(grass)] == [code]
