"""Values of damaged files."""

from __future__ import annotations

import math

import pytest
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, NullObject, NumberObject

from pnp.pdf.preflight.values import item, items, number, text, tried


def test_what_is_missing_is_nothing_at_any_depth():
    holder = DictionaryObject({NameObject("/A"): ArrayObject([NumberObject(3), NullObject()])})
    assert item(holder, "/A", 0) == 3
    assert [item(holder, *path) for path in (("/A", 1), ("/A", 2), ("/B", "/C", 0), ("/A", 0, 0))] == [None] * 4
    assert (items(holder, "/A"), items(holder, "/B")) == ([3, None], [])
    assert tried(lambda: [][0], "else") == "else"


@pytest.mark.parametrize(("value", "expected"), [(FloatObject("2.5"), 2.5), (math.inf, 0.0), ("7", 0.0), (None, 0.0)])
def test_numbers_are_finite(value, expected):
    assert number(value) == expected


def test_texts_are_one_line_without_control_characters():
    assert text("a\x1b[2J\nb") == "a [2J b"
    assert (text(NameObject("/Gold")), text(3)) == ("Gold", "")
