"""Sheets: the pin law, slots, bleeds, and how the schemes fill paper."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import imposition
from pnp.graphics.drawing import Drawing, Piece, Use
from pnp.graphics.geometry import Rect, Size
from pnp.imposition import NoRoomError, Placed, Room, Sheet, arrange, duplex
from pnp.imposition.registry import schemes
from pnp.imposition.schemes import booklet
from pnp.imposition.schemes.grid import best_slots
from tests.conftest import PAPERS

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
CARD = Size(63, 88)


def piece(name: str, size: Size = CARD, copies: int = 1, *, backed: bool = True, bleed: float = 0.0, **more) -> Piece:
    front = Drawing(f"{name}-front", size, ())
    back = Drawing(f"{name}-back", size, (), bleed) if backed else None
    return Piece(name, "deck", name, size, front, back, copies=copies, **more)


def matrix(sheet: Sheet) -> list[list[str]]:
    """What lies on the front, row by row as one sees it."""
    return _matrix(sheet.front)


def _matrix(side: tuple[Placed, ...]) -> list[list[str]]:
    rows: dict[float, list[Placed]] = {}
    for placed in side:
        rows.setdefault(round(placed.rect.y, 3), []).append(placed)
    return [[p.piece.id for p in sorted(rows[y], key=lambda p: p.rect.x)] for y in sorted(rows, reverse=True)]


# The pin law -------------------------------------------------------------------------------------------------

sizes = st.builds(Size, st.floats(25, 110), st.floats(25, 110))
papers = st.builds(Size, st.floats(150, 450), st.floats(150, 450))


def through(sheet: Sheet, x: float, y: float, flip: imposition.Flip) -> tuple[float, float]:
    """Where a pin pushed through the front at (x, y) comes out on the back, as the back's page is printed.

    The sheet is turned over about its long or short edge: the mirror image along the other direction. A sheet with a
    fold is folded on it instead, whatever the flip.
    """
    w, h = sheet.paper
    if sheet.fold:
        x1, y1, x2, _ = sheet.fold
        return (2 * x1 - x, y) if x1 == x2 else (x, 2 * y1 - y)
    about_vertical = (flip == "long") == (w <= h)
    return (w - x, y) if about_vertical else (x, h - y)


@given(
    paper=papers,
    mix=st.lists(st.tuples(sizes, st.integers(1, 5), st.booleans()), min_size=1, max_size=4),
    scheme=st.sampled_from(sorted(schemes())),
    flip=st.sampled_from(["long", "short"]),
    gap=st.floats(0, 12),
)
def test_a_pin_through_any_front_comes_out_in_its_own_back_and_up_stays_up(paper, mix, scheme, flip, gap):
    pieces = [piece(f"p{i}", s, n, backed=b, bleed=3) for i, (s, n, b) in enumerate(mix)]
    try:
        sheets = arrange(scheme, pieces, Room(paper, 5), gap)
    except NoRoomError:
        return
    for sheet in (duplex(sheet, flip) for sheet in sheets):
        assert len(sheet.back) == sum(1 for p in sheet.front if p.piece.back)
        for front in (p for p in sheet.front if p.piece.back):
            (back,) = [b for b in sheet.back if (b.piece, b.copy) == (front.piece, front.copy)]
            assert back.drawing is front.piece.back
            # Any point of the card, measured in the card, not only its middle.
            w, h = front.piece.size
            for u, v in ((w / 2, h / 2), (w / 2, 0), (0.0, 0.0)):
                pin = through(sheet, *front.transform().apply(u, v), flip)
                out = back.transform().apply(w - u, v)
                assert math.dist(pin, out) < 1e-6


def test_the_long_edge_of_a_portrait_sheet_mirrors_columns():
    pieces = [piece(c) for c in "abcdefghi"]
    (sheet,) = arrange("grid", pieces, Room(A4, 6.35), 0)
    assert matrix(sheet) == [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]]
    assert _matrix(duplex(sheet, "long").back) == [["c", "b", "a"], ["f", "e", "d"], ["i", "h", "g"]]
    assert {p.turn for p in duplex(sheet, "long").back} == {0}


def test_the_short_edge_of_a_portrait_sheet_mirrors_rows_and_turns_the_backs():
    (sheet,) = arrange("grid", [piece(c) for c in "abcdefghi"], Room(A4, 6.35), 0)
    back = duplex(sheet, "short").back
    assert _matrix(back) == [["g", "h", "i"], ["d", "e", "f"], ["a", "b", "c"]]
    assert {p.turn for p in back} == {180}


def test_odd_slots_stay_empty_on_both_sides():
    (sheet,) = arrange("grid", [piece(c) for c in "abcd"], Room(A4, 6.35), 0)
    assert _matrix(duplex(sheet, "long").back) == [["c", "b", "a"], ["d"]]
    (lonely,) = [p for p in duplex(sheet, "long").back if p.piece.id == "d"]
    assert lonely.rect.right == pytest.approx(210 - 10.5)


def test_pieces_without_backs_leave_no_hole_to_fill():
    (sheet,) = arrange("grid", [piece("a"), piece("b", backed=False), piece("c")], Room(A4, 6.35), 0)
    assert [p.piece.id for p in duplex(sheet, "long").back] == ["a", "c"]


# The schemes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "count", "turn"),
    [("a4", 9, 0), ("letter", 9, 0), ("a3", 18, 90), ("legal", 10, 90), ("tabloid", 18, 90)],
)
def test_cards_per_sheet_of_each_paper(context, paper, count, turn):
    room = Room(context.facts.papers[paper].extent, context.facts.margin)
    slots, turned = best_slots(CARD, room, 0)
    assert (len(slots), turned) == (count, turn)


@given(paper=papers, size=sizes, gap=st.floats(0, 10), margin=st.floats(0, 12), count=st.integers(1, 40))
def test_a_grid_keeps_every_piece_once_apart_and_off_the_margin(paper, size, gap, margin, count):
    room = Room(paper, margin)
    try:
        sheets = arrange("grid", [piece("a", size, count)], room, gap)
    except NoRoomError:
        assert not size.fits(room.printable.size)
        assert not size.turned().fits(room.printable.size)
        return
    _law_of_sheets(sheets, room, {"a": count})


@given(
    paper=papers,
    mix=st.lists(st.tuples(sizes, st.integers(1, 4)), min_size=1, max_size=6),
    gap=st.floats(0, 10),
)
def test_a_nest_keeps_every_piece_once_apart_and_off_the_margin(paper, mix, gap):
    pieces = [piece(str(i), size, n, backed=False) for i, (size, n) in enumerate(mix)]
    room = Room(paper, 5)
    if not all(s.fits(room.printable.size) or s.turned().fits(room.printable.size) for s, _ in mix):
        with pytest.raises(NoRoomError):
            arrange("nest", pieces, room, gap)
        return
    sheets = arrange("nest", pieces, room, gap)
    _law_of_sheets(sheets, room, {p.id: p.copies for p in pieces})
    for sheet in sheets:
        for a in sheet.front:
            near = a.rect.inset(-gap / 2 + 1e-6)
            assert not any(near.overlaps(b.rect.inset(-gap / 2 + 1e-6)) for b in sheet.front if b is not a)


def _law_of_sheets(sheets: list[Sheet], room: Room, wanted: dict[str, int]) -> None:
    found = Counter((p.piece.id, p.copy) for sheet in sheets for p in sheet.front)
    assert found == Counter({(name, copy): 1 for name, count in wanted.items() for copy in range(1, count + 1)})
    for sheet in sheets:
        assert sheet.front
        for p in sheet.front:
            expected = p.piece.size if p.turn in (0, 180) else p.piece.size.turned()
            assert (p.rect.w, p.rect.h) == pytest.approx(expected)
            assert room.printable.contains(p.rect, 1e-6)
            assert not any(p.rect.overlaps(q.rect, 1e-6) for q in sheet.front if q is not p)


def test_fillers_take_the_slots_that_are_left_and_no_more():
    deck = [piece("a", copies=14), piece("blank", copies=0, filler=True)]
    sheets = arrange("grid", deck, Room(A4, 6.35), 0)
    assert [len(s.front) for s in sheets] == [9, 9]
    assert Counter(p.piece.id for s in sheets for p in s.front) == {"a": 14, "blank": 4}
    full = arrange("grid", [piece("a", copies=18), piece("blank", copies=0, filler=True)], Room(A4, 6.35), 0)
    assert Counter(p.piece.id for s in full for p in s.front) == {"a": 18}


def test_fillers_alone_print_nothing():
    assert arrange("grid", [piece("blank", copies=0, filler=True)], Room(A4, 6.35), 0) == []


def test_pages_stand_side_by_side_in_reading_order_on_paper_that_lies():
    pages = [piece(str(n), Size(139.7, 210), backed=False) for n in range(1, 6)]
    sheets = arrange("pages", pages, Room(LETTER, 6.35), 0)
    assert [matrix(s) for s in sheets] == [[["1", "2"]], [["3", "4"]], [["5"]]]
    assert {s.paper for s in sheets} == {LETTER.turned()}


def test_pairs_of_pages_lie_as_in_the_open_book_the_last_one_beside_the_cover():
    pages = [piece(str(n), Size(139.7, 210), backed=False) for n in range(1, 7)]
    sheets = arrange("pages", pages, Room(LETTER, 6.35), 0)
    assert [matrix(s) for s in sheets] == [[["6", "1"]], [["2", "3"]], [["4", "5"]]]
    assert [p.piece.id for p in sheets[0].front] == ["1", "6"]
    three = arrange("pages", pages, Room(Size(430, 215), 6.35), 0)
    assert [matrix(s) for s in three] == [[["1", "2", "3"]], [["4", "5", "6"]]]


def test_a_piece_larger_than_the_paper_is_refused_by_name():
    with pytest.raises(NoRoomError) as error:
        arrange("grid", [piece("giant", Size(300, 300))], Room(A4, 6.35), 0)
    assert error.value.piece.id == "giant"
    assert error.value.area == pytest.approx((197.3, 284.3))


# Bleed -------------------------------------------------------------------------------------------------------


def test_bleed_is_full_on_outer_edges_and_none_where_cards_touch():
    (sheet,) = arrange("grid", [piece(c, bleed=3) for c in "abcdefghi"], Room(A4, 6.35), 0)
    by_id = {p.piece.id: p.spare for p in sheet.front}
    assert by_id["a"] == (3, 0, 0, 3)
    assert by_id["e"] == (0, 0, 0, 0)
    assert by_id["i"] == (0, 3, 3, 0)


def test_bleed_goes_half_way_into_a_gap():
    (sheet,) = arrange("grid", [piece(c, bleed=3) for c in "ab"], Room(A4, 6.35), 4)
    a, b = sheet.front
    assert (a.spare.left, a.spare.right) == (3, 2)
    assert (b.spare.left, b.spare.right) == (2, 3)


def test_a_face_without_bleed_has_none_though_its_back_has():
    (sheet,) = arrange("grid", [piece("a", bleed=3)], Room(A4, 6.35), 0)
    assert sheet.front[0].bleed == (0, 0, 0, 0)
    assert duplex(sheet, "long").back[0].bleed == (3, 3, 3, 3)


def test_bleeds_of_a_back_are_those_of_its_front_mirrored():
    (sheet,) = arrange("grid", [piece(c, bleed=3) for c in "abcdefghi"], Room(A4, 6.35), 0)
    backs = {p.piece.id: p.bleed for p in duplex(sheet, "long").back}
    assert backs["a"] == (0, 0, 3, 3)
    assert {p.piece.id: p.bleed for p in duplex(sheet, "short").back}["a"] == (3, 3, 0, 0)


# Discovery ---------------------------------------------------------------------------------------------------


def test_every_file_of_the_folder_is_a_scheme():
    files = {path.stem for path in (Path(imposition.__file__).parent / "schemes").glob("*.py")} - {"__init__"}
    assert set(schemes()) == files == {"booklet", "grid", "gutterfold", "nest", "pages", "tile"}


def test_all_papers_of_the_data_are_tested(context):
    assert set(context.facts.papers) == {*PAPERS, "a5"}


def test_a_turned_card_maps_its_corners_onto_its_rectangle():
    for turn in (0, 90, 180, 270):
        size = CARD if turn in (0, 180) else CARD.turned()
        placed = Placed(piece("a"), 1, "front", Rect(10, 20, *size), turn)
        corners = [placed.transform().apply(u, v) for u in (0, CARD.w) for v in (0, CARD.h)]
        assert {(round(x, 6), round(y, 6)) for x, y in corners} == {
            (x, y) for x in (10, 10 + size.w) for y in (20, 20 + size.h)
        }


# Folded sheets -----------------------------------------------------------------------------------------------


def test_a_gutterfold_has_fronts_and_backs_on_one_side_of_the_paper():
    sheets = arrange("gutterfold", [piece(c) for c in "abcdef"], Room(A4, 6.35), 0)
    assert [_matrix(sheet.front) for sheet in sheets] == [[["a", "b"], ["c", "d"]], [["e", "f"]]]
    assert _matrix(sheets[0].back) == [["c", "d"], ["a", "b"]]
    assert {p.turn for p in sheets[0].front} == {90}
    assert sheets[0].fold == (0.0, 148.5, 210.0, 148.5)


@given(paper=papers, size=sizes, gap=st.floats(0, 12), count=st.integers(1, 30))
def test_a_fold_is_clear_of_all_pieces_and_their_bleed(paper, size, gap, count):
    try:
        sheets = arrange("gutterfold", [piece("a", size, count, bleed=3)], Room(paper, 5), gap)
    except NoRoomError:
        return
    assert sum(len(sheet.front) for sheet in sheets) == count
    for sheet in sheets:
        x1, y1, x2, y2 = sheet.fold
        for placed in (*sheet.front, *sheet.back):
            box = placed.bleed.around(placed.rect)
            near = min(abs(box.x - x1), abs(box.right - x1)) if x1 == x2 else min(abs(box.y - y1), abs(box.far - y1))
            assert near >= 5 - 1e-6
            assert not box.overlaps(Rect(x1 - 1, y1 - 1, x2 - x1 + 2, y2 - y1 + 2))


# Booklets ----------------------------------------------------------------------------------------------------

PAGE = Size(139.7, 210)


def order_of(count: int) -> list[list[list[str]]]:
    """The pages of each sheet from the outside: left and right of its front, then of its back; blanks are dots."""
    pages = [piece(str(n), PAGE, backed=False) for n in range(1, count + 1)]
    sheets = booklet.in_order(booklet.filled(pages))
    return [[[p.id if p else "." for p in pair] for pair in (four[:2], four[2:])] for four in sheets]


def test_a_booklet_is_read_in_order_when_it_is_folded():
    assert order_of(4) == [[["4", "1"], ["2", "3"]]]
    assert order_of(8) == [[["8", "1"], ["2", "7"]], [["6", "3"], ["4", "5"]]]


def test_blank_pages_stand_inside_the_cover_and_at_the_end():
    assert order_of(7) == [[["7", "1"], [".", "6"]], [["5", "2"], ["3", "4"]]]
    assert order_of(6) == [[[".", "1"], [".", "6"]], [["5", "2"], ["3", "4"]]]
    assert order_of(5) == [[[".", "1"], [".", "."]], [["5", "2"], ["3", "4"]]]


@given(count=st.integers(1, 60))
def test_every_page_of_a_booklet_is_there_once_and_leaves_turn_in_order(count):
    sheets = order_of(count)
    page_sides = [list(sheet) for sheet in sheets]
    read = [front[1] + "," + back[0] for front, back in page_sides] + [
        back[1] + "," + front[0] for front, back in reversed(page_sides)
    ]
    numbers = [n for side_of_sheet in read for n in side_of_sheet.split(",") if n != "."]
    assert numbers == [str(n) for n in range(1, count + 1)]


def test_inner_pages_are_moved_towards_the_fold():
    pages = [piece(str(n), PAGE, backed=False) for n in range(1, 9)]
    sheets = arrange("booklet", pages, Room(A4, 6.35), 0)
    assert [sheet.paper for sheet in sheets] == [A4.turned()] * 2
    places = [
        [item.transform.e for item in sheet.front[0].piece.front.items if isinstance(item, Use)] for sheet in sheets
    ]
    assert places == [[0, 139.7], [booklet.CREEP, pytest.approx(139.7 - booklet.CREEP)]]


def test_a_booklet_needs_paper_for_two_pages():
    with pytest.raises(NoRoomError):
        arrange("booklet", [piece("1", PAGE, backed=False)], Room(Size(148, 210), 6.35), 0)
