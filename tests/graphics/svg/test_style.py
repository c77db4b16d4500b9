"""Style sheets: which rule wins, and what is refused."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from pnp.graphics.svg.elements import SvgDocument
from pnp.graphics.svg.style import MAX_LOOKS, MAX_RULES, MAX_VALUE, StyleError, StyleSheet, declarations, substituted


def styled(sheet: str, **attributes: str) -> dict[str, str]:
    """The properties of a path by a style sheet."""
    given = "".join(f' {name.rstrip("_")}="{text}"' for name, text in attributes.items())
    rules = StyleSheet()
    rules.add(sheet)
    return rules.properties(
        SvgDocument(f"<svg xmlns='http://www.w3.org/2000/svg'><path{given}/></svg>".encode()).root.children[0]
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", {}),
        ("fill:red", {"fill": (False, "red")}),
        (" FILL : Red ;; stroke:none; ", {"fill": (False, "Red"), "stroke": (False, "none")}),
        ("fill:red;fill:blue", {"fill": (False, "blue")}),
        ("fill:red ! important;fill:blue", {"fill": (True, "red")}),
        ("fill:/* a;b */red/* open", {"fill": (False, "red")}),
        ("font-family:'a;b:c';fill:url(#a;b)", {"font-family": (False, "'a;b:c'"), "fill": (False, "url(#a;b)")}),
    ],
)
def test_declarations_are_read(text: str, wanted: dict[str, tuple[bool, str]]) -> None:
    assert declarations(text) == wanted


@pytest.mark.parametrize(
    ("sheet", "fill"),
    [
        ("path{fill:red}", "red"),
        ("rect{fill:red}", None),
        ("*{fill:red}", "red"),
        (".a{fill:red} path{fill:blue}", "red"),
        ("#i{fill:red} path.a{fill:blue} .a{fill:green}", "red"),
        ("path.a{fill:blue} .a{fill:green}", "blue"),
        (".a{fill:red} .b{fill:blue}", "blue"),
        (".b{fill:blue} .a{fill:red}", "red"),
        ("path{fill:red !important} #i{fill:blue}", "red"),
        ("rect,.a , g{fill:red}", "red"),
        ("<!-- .a{fill:red} -->", "red"),
        ("@charset 'utf-8'; @font-face{src:url(x.woff)} .a{fill:red}", "red"),
        (".a{}", None),
    ],
)
def test_the_rule_with_precedence_wins(sheet: str, fill: str | None) -> None:
    assert styled(sheet, class_="a  b", id="i").get("fill") == fill


def test_the_style_attribute_wins_unless_a_rule_is_important() -> None:
    assert styled("#i{fill:red}", id="i", style="fill:blue") == {"fill": "blue"}
    assert styled("path{fill:red!important}", style="fill:blue") == {"fill": "red"}
    assert styled("path{fill:red!important}", style="fill:blue!important") == {"fill": "blue"}


def test_custom_properties_are_put_in_place() -> None:
    known = {"--a": "red", "--b": " var(--a) ", "--loop": "var(--loop)var(--loop)"}
    for text, wanted in (("var(--a)", "red"), ("1px var( --b )", "1px red"), ("var(--c,rgb(1 2 3))", "rgb(1 2 3)")):
        assert substituted(text, known) == wanted
    for text, message in (("var(--c)", "--c is not defined"), ("var(--loop)", f"longer than {MAX_VALUE:,}")):
        with pytest.raises(StyleError, match=message):
            substituted(text, known)


def test_selectors_may_take_only_so_much_work() -> None:
    count = 2_000
    rules = "".join(f"g path:nth-of-type({number}){{fill:red}}" for number in range(count))
    sheet = StyleSheet()
    sheet.add(rules)
    paths = "<path/>" * (MAX_LOOKS // count + 1)
    document = SvgDocument(f"<svg xmlns='http://www.w3.org/2000/svg'><g>{paths}</g></svg>".encode())
    with pytest.raises(StyleError, match="too many selectors for so many elements"):
        [sheet.properties(element) for element in document.root.children[0].children]


def test_there_are_at_most_so_many_selectors() -> None:
    StyleSheet().add("a{}" * MAX_RULES)
    with pytest.raises(StyleError, match="more than 2,000 selectors"):
        StyleSheet().add("a{}" * (MAX_RULES + 1))


@pytest.mark.parametrize(
    "sheet",
    ["/*" * 400_000, "@charset" * 100_000, "{" * 800_000, "a{" * 400_000, "a{b:" + " " * 800_000 + "}", "a,b" * 300_000]
    + ["a{b:" + "(" * 800_000 + "}", "a{b:'" + ";" * 800_000 + "}", "a{b:c!" + " " * 800_000 + "d}", "<!--" * 200_000],
)
def test_hostile_sheets_take_no_long_time(sheet: str) -> None:
    started = time.process_time()
    with suppress(StyleError):
        StyleSheet().add(sheet)
    assert time.process_time() - started < 10
