"""Selectors: what they match, how specific they are, and what is refused."""

from __future__ import annotations

from pnp.graphics.svg.elements import SvgDocument, SvgElement
from tests.support.css_lines import lines_of_css
from tests.support.drawn import case_test

test_is_drawn_as_reviewed = case_test("svg/selectors", lines_of_css)

TREE = """<svg xmlns='http://www.w3.org/2000/svg' id='root'>
<g id='g' class='a b'><rect id='r1'/><rect id='r2' width='40' class='b'/><path id='p' d='M0'/><rect id='r3'/></g>
<circle id='c' class='x:y' data-n='en-GB'/></svg>"""


def elements() -> list[SvgElement]:
    found = [SvgDocument(TREE.encode()).root]
    for element in found:
        found.extend(element.children)
    return found
