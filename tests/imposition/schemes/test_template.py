"""Cards in the cells of a ready template."""

from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets

test_is_drawn_as_reviewed = case_test("imposition/template", lines_of_sheets)
