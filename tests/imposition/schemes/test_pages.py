"""Pages side by side."""

from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets

test_is_drawn_as_reviewed = case_test("imposition/pages", lines_of_sheets)
