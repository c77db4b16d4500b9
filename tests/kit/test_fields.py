"""Texts with expressions in braces: where one begins and ends, and where it is in a file."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Cell, Span
from pnp.kit import fields
from pnp.kit.fields import Expression


def test_only_a_path_needs_no_parser():
    found = fields.expressions("{asides.text} {cost + 1} {true} {a.b_c.d1} {1}")
    assert [one.path for one in found] == ["asides.text", "", "", "a.b_c.d1", ""]


def test_a_single_expression():
    assert fields.single("{name}") == Expression("name", 1, "name")
    assert [fields.single(text) for text in ("a{name}", "{a}{b}", "", "name", "{")] == [None] * 5


@pytest.mark.parametrize(
    ("width", "column", "wide"),
    [(8, 12, 4), (10, 13, 4), (1, 10, 1), (12, 10, 12)],
    ids=["plain", "quoted", "several lines", "escapes"],
)
def test_the_place_of_an_expression_is_inside_its_text(width, column, wide):
    text = "a {name}"
    assert len(text) == 8
    place = fields.within(text, Span("faces.yaml", 3, 10, width), 2, 4)
    assert (place.line, place.column, place.width) == (3, column, wide)


def test_a_place_inside_a_cell_of_a_workbook_stays_in_its_column_of_the_sheet():
    cell = Cell("Moves!C7", "Text", "a {name}", start=1)
    place = fields.within("a {name}", Span("cards.xlsx", 7, 3, 8, cell), 2, 4)
    assert place == Span("cards.xlsx", 7, 3, 4, cell._replace(start=3))


def test_a_field_is_looked_up_in_mappings_only():
    assert fields.field_value({"a": {"b": 3}}, "a.b") == 3
    assert [fields.field_value({"a": "text"}, path) for path in ("a.upper", "a.__class__", "b.c")] == [None] * 3


def test_long_texts_are_split_in_a_moment():
    assert fields.parted("{" * 50_000) == ["{" * 50_000]
    assert len(fields.parted("{a}" * 20_000)) == 40_001
    assert fields.expressions("{" + '"' * 49_999) == ()
