"""Style sheets: which rule wins, and what is refused."""

import time
from contextlib import suppress

import pytest

from pnp.graphics.svg.elements import SvgDocument
from pnp.graphics.svg.style import MAX_LOOKS, MAX_RULES, MAX_VALUE, StyleError, StyleSheet, substituted
from tests.support.css_lines import lines_of_css
from tests.support.drawn import case_test

test_is_drawn_as_reviewed = case_test("svg/style", lines_of_css)


def test_custom_properties_are_put_in_place():
    known = {"--a": "red", "--b": " var(--a) ", "--loop": "var(--loop)var(--loop)"}
    for text, wanted in (("var(--a)", "red"), ("1px var( --b )", "1px red"), ("var(--c,rgb(1 2 3))", "rgb(1 2 3)")):
        assert substituted(text, known) == wanted
    for text, message in (("var(--c)", "--c is not defined"), ("var(--loop)", f"longer than {MAX_VALUE:,}")):
        with pytest.raises(StyleError, match=message):
            substituted(text, known)


def test_selectors_may_take_only_so_much_work():
    count = 2_000
    rules = "".join(f"g path:nth-of-type({number}){{fill:red}}" for number in range(count))
    sheet = StyleSheet()
    sheet.add(rules)
    paths = "<path/>" * (MAX_LOOKS // count + 1)
    document = SvgDocument(f"<svg xmlns='http://www.w3.org/2000/svg'><g>{paths}</g></svg>".encode())
    with pytest.raises(StyleError, match="too many selectors for so many elements"):
        [sheet.properties(element) for element in document.root.children[0].children]


def test_there_are_at_most_so_many_selectors():
    StyleSheet().add("a{}" * MAX_RULES)
    with pytest.raises(StyleError, match="more than 2,000 selectors"):
        StyleSheet().add("a{}" * (MAX_RULES + 1))


@pytest.mark.parametrize(
    "sheet",
    ["/*" * 400_000, "@charset" * 100_000, "{" * 800_000, "a{" * 400_000, "a{b:" + " " * 800_000 + "}", "a,b" * 300_000]
    + ["a{b:" + "(" * 800_000 + "}", "a{b:'" + ";" * 800_000 + "}", "a{b:c!" + " " * 800_000 + "d}", "<!--" * 200_000],
)
def test_hostile_sheets_take_no_long_time(sheet):
    started = time.process_time()
    with suppress(StyleError):
        StyleSheet().add(sheet)
    assert time.process_time() - started < 10


test_computed_is_drawn_as_reviewed = case_test("svg/computed", lines_of_css)
