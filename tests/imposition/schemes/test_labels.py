"""Pieces in the middle of labels."""

from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets

test_is_drawn_as_reviewed = case_test("imposition/labels", lines_of_sheets)
