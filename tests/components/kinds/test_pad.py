"""Pads: heads, rows, columns."""

from __future__ import annotations

import pytest

from tests.support.drawn import kind_test
from tests.support.kinds import label, made

test_is_drawn_as_reviewed = kind_test("pad")

PAD = """
kind: pad
title: Score
size: [100, 120]
note: Write here.
rows: tilts
spans: [{columns: 1}, {title: Red, columns: 2}]
columns: [{title: Tilt, fill: numbers}, {title: Impact, width: 2}, {title: Points}]
"""


@pytest.mark.parametrize("rows", ["0", "61", "zone", "nothing"])
def test_rows_that_are_no_number_are_an_error(small_kit, rows):
    assert made(small_kit, PAD.replace("rows: tilts", f"rows: {rows}")) == []
    assert [code for code, _ in label(small_kit)] == ["unknown-field"]


def test_more_spans_than_columns_are_an_error(small_kit):
    assert made(small_kit, PAD.replace("columns: 2}]", "columns: 3}]")) == []
    assert label(small_kit) == [("out-of-range", "the headings span more than the 3 columns of the form")]


def test_rows_that_leave_a_part_without_its_total_are_an_error(small_kit):
    assert made(small_kit, PAD.replace("rows: tilts", "rows: 5\ntotal_after: 2")) == []
    (diagnostic,) = small_kit.diagnostics
    assert diagnostic.code == "out-of-range"
    assert "5 rows cannot be divided into parts of 2" in diagnostic.message
