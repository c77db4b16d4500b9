"""Pads: heads, rows, columns."""

from __future__ import annotations

from tests.support.drawn import kind_test

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
