"""Selectors: what they match, how specific they are, and what is refused."""

from __future__ import annotations

import pytest

from pnp.graphics.svg.elements import SvgDocument, SvgElement
from pnp.graphics.svg.selectors import parse

TREE = """<svg xmlns='http://www.w3.org/2000/svg' id='root'>
<g id='g' class='a b'><rect id='r1'/><rect id='r2' width='40' class='b'/><path id='p' d='M0'/><rect id='r3'/></g>
<circle id='c' class='x:y' data-n='en-GB'/></svg>"""


def elements() -> list[SvgElement]:
    found = [SvgDocument(TREE.encode()).root]
    for element in found:
        found.extend(element.children)
    return found


@pytest.mark.parametrize(
    ("selector", "wanted"),
    [
        ("*", "root g c r1 r2 p r3"),
        ("rect", "r1 r2 r3"),
        ("rect.b, #c", "c r2"),
        (".a.b", "g"),
        ("g rect", "r1 r2 r3"),
        ("svg rect", "r1 r2 r3"),
        ("svg>rect", ""),
        ("svg > g > rect", "r1 r2 r3"),
        ("rect+rect", "r2"),
        ("rect ~ rect", "r2 r3"),
        ("path ~ *", "r3"),
        (":root", "root"),
        ("rect:first-child", "r1"),
        ("rect:last-child", "r3"),
        ("path:only-of-type", "p"),
        ("g:only-child", ""),
        ("rect:nth-child(2)", "r2"),
        ("rect:nth-child(even)", "r2 r3"),
        ("rect:nth-child( 2n + 1 )", "r1"),
        ("rect:nth-of-type(odd)", "r1 r3"),
        ("g > :nth-last-child(-n+2)", "p r3"),
        ("rect:nth-last-of-type(3)", "r1"),
        ("rect:not(.b)", "r1 r3"),
        ("rect:not(.b, #r3)", "r1"),
        (":is(path, circle)", "c p"),
        ("g :where(path, .b)", "r2 p"),
        ("rect:is(:not(:first-child))", "r2 r3"),
        ("[width]", "r2"),
        ("[width='40']", "r2"),
        ('rect[width="4"]', ""),
        ("[class~=b]", "g r2"),
        ("[class^='a ']", "g"),
        ("[class$=b]", "g r2"),
        ("[id*='1']", "r1"),
        ("[id*='']", ""),
        ("[data-n|=en]", "c"),
        (".x\\:y", "c"),
        ("rect:hover", ""),
        ("rect::before, rect:after", ""),
        ("RECT", ""),
    ],
)
def test_it_matches_these(selector: str, wanted: str) -> None:
    looks: list[int] = []
    matched = [
        one.attributes["id"] for one in elements() if any(each.matches(one, looks.append) for each in parse(selector))
    ]
    assert " ".join(matched) == wanted
    assert sum(looks) >= len(elements())


@pytest.mark.parametrize(
    ("selector", "specificity"),
    [
        ("*", (0, 0, 0)),
        ("g rect", (0, 0, 2)),
        ("#a .b > c[d]:first-child", (1, 3, 1)),
        (":is(#a, b)", (1, 0, 0)),
        (":not(.a.b) c", (0, 2, 1)),
        (":where(#a)", (0, 0, 0)),
        ("a::before", (0, 0, 2)),
    ],
)
def test_its_specificity_is_that_of_css(selector: str, specificity: tuple[int, int, int]) -> None:
    (found,) = parse(selector)
    assert found.specificity == specificity
