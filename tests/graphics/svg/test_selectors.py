"""Selectors: what they match, how specific they are, and what is refused."""

from tests.support.css_lines import lines_of_css
from tests.support.drawn import case_test

test_is_drawn_as_reviewed = case_test("svg/selectors", lines_of_css)
