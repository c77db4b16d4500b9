"""What elements are given by attributes, style sheets and custom properties."""

from __future__ import annotations

from pnp.graphics.svg.elements import SvgDocument
from tests.support.css_lines import lines_of_css
from tests.support.drawn import case_test

test_is_drawn_as_reviewed = case_test("svg/computed", lines_of_css)


def given(body: str, style: str = "") -> tuple[dict[str, str], list[str]]:
    """What the first shape is given, and the messages about it."""
    text = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><style>{style}</style><g>{body}</g></svg>"
    document = SvgDocument(text.encode())
    element = document.root.children[1].children[0]
    return element.given, [fault.message for fault in document.faults]
