"""Sheets: the pin law, slots and bleeds."""

import math

from hypothesis import given
from hypothesis import strategies as st

from pnp.graphics.geometry import Rect
from pnp.imposition import NoRoomError, Placed, Room, arrange, duplex
from pnp.imposition.registry import schemes
from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets
from tests.support.sheets import CARD, papers, piece, sizes, through

test_is_drawn_as_reviewed = case_test("imposition/sheet", lines_of_sheets)


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


# Bleed -------------------------------------------------------------------------------------------------------


def test_a_turned_card_maps_its_corners_onto_its_rectangle():
    for turn in (0, 90, 180, 270):
        size = CARD if turn in (0, 180) else CARD.turned()
        placed = Placed(piece("a"), 1, "front", Rect(10, 20, *size), turn)
        corners = [placed.transform().apply(u, v) for u in (0, CARD.w) for v in (0, CARD.h)]
        assert {(round(x, 6), round(y, 6)) for x, y in corners} == {
            (x, y) for x in (10, 10 + size.w) for y in (20, 20 + size.h)
        }
