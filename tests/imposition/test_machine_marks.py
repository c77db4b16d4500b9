"""Labels, rulers and flip marks of sheets for machines: where no machine scans, and one behind the other."""

from __future__ import annotations

import pytest

from pnp import pdf
from pnp.graphics import Rect, Size
from pnp.imposition import Room
from pnp.imposition.machine_marks import machine_marks
from pnp.imposition.registration import LEAST_SIDE, MACHINES
from tests.support import cutting
from tests.support.cutting import PX, documented
from tests.support.sheets import A4

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


def test_a_draft_says_so(context):
    marks = machine_marks("m", Room(A4, 6.35), MACHINES["silhouette"], LABEL, context.fonts, draft=True)
    assert "'DRAFT'" in repr(marks.items) or "draft" in repr(marks.items)
