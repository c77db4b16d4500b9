"""Cut marks, label and ruler: where they stand, and that nothing stands where a knife or a printer would hurt it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import pdf
from pnp.graphics.drawing import CUT_LINES, NOTES, Drawing, Group, Item, Path, Piece, Tag, Text, Use
from pnp.graphics.geometry import Rect, Size
from pnp.imposition import NoRoomError, Room, arrange
from pnp.imposition.cuts import MARK, ROUNDED
from pnp.imposition.marks import booklet_marks, machine_marks, printer_marks, ruler
from pnp.imposition.registration import LEAST_SIDE, MACHINES
from pnp.imposition.sheet import EDGE
from tests.support import cutting
from tests.support.cutting import PX, documented
from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets
from tests.support.sheets import A4

test_is_drawn_as_reviewed = case_test("imposition/marks", lines_of_sheets)

MARKS_A4 = Size(210, 297)


def sheet_of(count: int, size: Size, paper: Size, *, bleed: float = 0.0, gap: float = 0.0, outlined: bool = False):
    piece = Piece(
        "p", "deck", "p", size, Drawing("front", size, ()), Drawing("back", size, (), bleed), copies=count,
        outlined=outlined,
    )  # fmt: skip
    return arrange("grid", [piece], Room(paper, 6.35), gap)[0]


def held(drawing: Drawing, name: str) -> list[Item]:
    """What is drawn in a layer; all of them are decoration to those who are read to."""
    (tag,) = drawing.items
    assert isinstance(tag, Tag)
    assert tag.role == "Artifact"
    layers = [layer for item in tag.items for layer in (item.drawing.items if isinstance(item, Use) else (item,))]
    assert {layer.role for layer in layers} == {"Layer"}
    return [item for layer in layers if layer.alt == name for item in layer.items]


def lines(drawing: Drawing) -> list[Rect]:
    """The cut marks, as rectangles on the sheet."""
    found = []
    for item in held(drawing, CUT_LINES):
        if item.stroke != MARK:
            continue
        (_, (x1, y1)), (_, (x2, y2)) = item.segments
        y1, y2 = drawing.size.h - y1, drawing.size.h - y2
        found.append(Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))
    return found


def marks(placed, paper, fonts):
    return lines(printer_marks("marks", Room(paper, 6.35), placed, "x", fonts, cut="corner"))


def test_sheets_of_one_layout_share_the_drawing_of_their_cut_marks(context):
    def cut_lines(label: str, count: int = 9) -> Drawing:
        placed = sheet_of(count, Size(63, 88), MARKS_A4).front
        (tag,) = printer_marks("marks", Room(MARKS_A4, 6.35), placed, label, context.fonts, cut="corner").items
        (use,) = [item for item in tag.items if isinstance(item, Use)]
        return use.drawing

    assert cut_lines("page 9") is cut_lines("page 10")
    assert cut_lines("page 9") is not cut_lines("page 9", 8)


@given(
    size=st.builds(Size, st.floats(25, 90), st.floats(25, 90)),
    paper=st.builds(Size, st.floats(190, 430), st.floats(190, 430)),
    count=st.integers(1, 30),
    gap=st.sampled_from([0.0, 8.0, 10.0]),
)
def test_no_mark_touches_a_piece_or_leaves_the_paper(context, size, paper, count, gap):
    try:
        sheet = sheet_of(count, size, paper, gap=gap)
    except NoRoomError:
        return
    found = marks(sheet.front, paper, context.fonts)
    assert found
    for mark in (mark for mark in found if max(mark.size) != pytest.approx(ROUNDED)):
        assert Rect(0, 0, *paper).inset(EDGE - 1e-6).contains(mark, 0.5)
        for placed in sheet.front:
            near = placed.rect.inset(-0.9)
            assert not near.overlaps(Rect(mark.x, mark.y, mark.w + 1e-3, mark.h + 1e-3))


def strips(drawing: Drawing) -> Group:
    return next(item for item in held(drawing, NOTES) if isinstance(item, Group))


def test_a_long_label_is_set_smaller_until_it_fits(context):
    text = "word " * 60
    drawing = printer_marks("x", Room(MARKS_A4, 6.35), (), text.strip(), context.fonts, cut="none")
    label = next(item for item in strips(drawing).items if isinstance(item, Text))
    assert label.size < 6.5
    assert context.fonts.width(label.text, label.font, label.size) < 210 - 12.7 or label.size == 4


# Styles ------------------------------------------------------------------------------------------------------


def styled(style: str, placed, paper, fonts) -> list[Path]:
    drawing = printer_marks("marks", Room(paper, 6.35), placed, "x", fonts, cut=style)
    return held(drawing, CUT_LINES)


def beside(mark: Rect, by: float) -> Rect:
    """A mark made wider, and no longer."""
    across, along = (by, 0.0) if mark.w < mark.h else (0.0, by)
    return Rect(mark.x - across, mark.y - along, mark.w + 2 * across, mark.h + 2 * along)


def test_lines_run_over_the_whole_sheet_but_over_no_card(context):
    sheet = sheet_of(4, Size(63, 88), MARKS_A4, gap=6.0)
    paths = styled("lines", sheet.front, MARKS_A4, context.fonts)
    boxes = [Rect(*(p.segments[0][1]), 0, 0).union(Rect(*(p.segments[1][1]), 0, 0)) for p in paths]
    trims = [Rect(p.rect.x, 297 - p.rect.far, p.rect.w, p.rect.h) for p in sheet.front]
    assert not [b for b in boxes if any(beside(b, 0.07).overlaps(trim) for trim in trims)]
    for x in {p.rect.x for p in sheet.front} | {p.rect.right for p in sheet.front}:
        mine = [b for b in boxes if b.x == pytest.approx(x, abs=1e-3) and b.w < 0.01]
        assert min(b.y for b in mine) < 10
        assert max(b.far for b in mine) > 287
    between = [b for b in boxes if b.w < 0.01 and b.h == pytest.approx(6, abs=0.05)]
    assert between


def test_no_mark_crosses_the_label(context):
    """There is not enough room above the pieces for the label and whole marks."""
    paper = Size(203, 150)
    sheet = sheet_of(6, Size(63, 67.5), paper)
    label = (
        "Rhinoceros Joust · Cards · page 1 of 16 · front · print at 100 %, two-sided, flip on long edge · data 10ecabfb"
    )
    drawing = printer_marks("marks", Room(paper, 5), sheet.front, label, context.fonts, cut="corner")
    (strips,) = [item for item in held(drawing, NOTES) if isinstance(item, Group)]
    text = next(item for item in strips.items if isinstance(item, Text) and item.text == label)
    width = context.fonts.width(label, text.font, text.size)
    cap = context.fonts.cap_height(text.font, text.size)
    box = Rect(text.x, paper.h - text.y, width, cap)
    assert strips.transform.a == 1
    found = lines(drawing)
    assert found
    assert not any(mark.inset(-0.1).overlaps(box) for mark in found)


@pytest.mark.parametrize(
    "words", ["100 mm above · 4 in below: measure me", "100 mm en haut · 4 po en bas : mesure-moi", "x" * 90]
)
@pytest.mark.parametrize(
    ("width", "length"), [(100, 50), (105, 50), (148, 100), (210, 100), (215.9, 100), (279.4, 100)]
)
def test_the_ruler_and_its_words_stay_within_the_printers_margin(context, width, length, words):
    items = ruler(width, 290, 6.35, context.fonts, lambda mm, _inches: words.replace("100 mm", f"{mm} mm"))
    texts = [item for item in items if isinstance(item, Text)]
    last = texts[-1]
    assert last.text.startswith((f"{length} mm", "x"))
    assert last.x + context.fonts.width(last.text, last.font, last.size) <= width - 6.35
    assert texts[0].x >= 6.35


LETTER = Size(279.4, 215.9)


def test_a_booklet_has_no_marks_that_would_stay_in_it(context):
    assert list(booklet_marks("m", Room(LETTER, 6.35, context.say), context.fonts).texts()) == []


def test_a_draft_says_so(context):
    drawn = booklet_marks("m", Room(LETTER, 6.35, context.say), context.fonts, draft=True)
    assert "DRAFT" in [text.text for text in drawn.texts()]


LABEL = "Rhinoceros Joust · Cards · data 0123abcd · page 12 of 34 · front · print at 100 %, both · layout 0123ab-v1"
SMALLEST = Size(LEAST_SIDE, LEAST_SIDE + 60)


def drawn(context, name: str, paper: Size, side: str, *, vertical: bool = True):
    marks = machine_marks(
        "m", Room(paper, 6.35), MACHINES[name], LABEL, context.fonts, side=side, flips=vertical, draft=False
    )
    page = pdf.Page(paper, (), marks, "m")
    data = pdf.write(pdf.Document("t", "", "", "en", "Simplex", (page,)), context.fonts)
    return cutting.page_of(data)


def lanes(name: str, paper: Size) -> list[Rect]:
    """Where a sensor runs between marks, in mm from the top left: along the top and the left, or along all sides."""
    ends = {"silhouette": 2, "cameo-5-alpha": 4, "generic": 4}.get(name, 0)
    w, h = paper
    found = [Rect(10, 10, w - 20, 6), Rect(10, 10, 6, h - 20), Rect(10, h - 16, w - 20, 6), Rect(w - 16, 10, 6, h - 20)]
    return found[:ends]


@pytest.mark.parametrize("paper", [Size(297, 210), SMALLEST])
@pytest.mark.parametrize("name", [name for name, machine in MACHINES.items() if not machine.by_template])
def test_nothing_but_marks_is_where_a_machine_scans(context, name, paper):
    front, back = (drawn(context, name, paper, side) for side in ("front", "back"))
    marks = documented(name, *paper)
    for mark in marks:
        assert cutting.ink(front, mark.keep) == pytest.approx(mark.ink, abs=2 * PX)
        assert cutting.ink(back, mark.keep) is None
    for lane in lanes(name, paper):
        assert cutting.ink(back, lane) is None
    area = MACHINES[name].area(paper)
    assert cutting.ink(back, Rect(area.x, paper.h - area.far, area.w, area.h)) is None


@pytest.mark.parametrize("name", MACHINES)
def test_everything_is_inside_the_frame(context, name):
    frame = MACHINES[name].frame(A4, 6.35)
    found = cutting.ink(drawn(context, name, A4, "front"), Rect(0, 0, *A4))
    assert found is not None
    assert frame.inset(-2 * PX).contains(found)


@pytest.mark.parametrize(("name", "vertical"), [*((name, True) for name in MACHINES), ("silhouette", False)])
def test_flip_marks_are_behind_each_other(context, name, vertical):
    """Where the front has its mark, the back has one too, seen through the paper; together they are a full disc."""
    front, back = (drawn(context, name, A4, side, vertical=vertical) for side in ("front", "back"))
    frame = MACHINES[name].frame(A4, 6.35)
    x, y = max(25.0, frame.x + 2.6), frame.far - 1.3
    left, right = (x - 0.7, x + 0.7)
    assert cutting.is_dark(front, left, y)
    assert not cutting.is_dark(front, right, y)
    for up in (-0.8, 0.8):
        assert cutting.is_dark(front, x - 0.4, y + up)
        assert not cutting.is_dark(front, x + 0.4, y + up)
    if vertical:
        assert cutting.is_dark(back, A4.w - right, y)
        assert not cutting.is_dark(back, A4.w - left, y)
    else:
        assert cutting.is_dark(back, right, A4.h - y)
        assert not cutting.is_dark(back, left, A4.h - y)


def test_machine_marks_a_draft_says_so(context):
    marks = machine_marks("m", Room(A4, 6.35), MACHINES["silhouette"], LABEL, context.fonts, draft=True)
    assert "'DRAFT'" in repr(marks.items) or "draft" in repr(marks.items)
