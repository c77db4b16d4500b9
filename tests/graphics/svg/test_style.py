"""Style sheets: which rule wins, and what is refused."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from pnp.graphics.svg.style import MAX_RULES, StyleError, StyleSheet, declarations


def styled(sheet: str, tag: str = "path", **attributes: str) -> dict[str, str]:
    rules = StyleSheet()
    rules.add(sheet)
    return rules.properties(tag, {name.rstrip("_"): text for name, text in attributes.items()})


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


@pytest.mark.parametrize("text", ["fill", "fill red;", ":red", "fill:'red", "fill:rgb(1", "a b:c"])
def test_wrong_declarations_are_refused(text: str) -> None:
    with pytest.raises(StyleError, match="cannot read the style"):
        declarations(text)


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


@pytest.mark.parametrize(
    ("sheet", "pixels"),
    [
        ("g path{fill:red}", True),
        ("g>path{fill:red}", True),
        (".a.b{fill:red}", True),
        ("path:first-child{fill:red}", True),
        ('[id="a"]{fill:red}', True),
        ("@import 'x.css';", False),
        ("@media print{path{fill:red}}", False),
        ("path{fill:red", False),
        ("path{fill red}", False),
        ("{fill:red}", False),
        (",a{fill:red}", False),
    ],
)
def test_other_selectors_need_pixels_and_other_rules_are_refused(sheet: str, pixels: bool) -> None:
    with pytest.raises(StyleError) as found:
        StyleSheet().add(sheet)
    assert found.value.pixels is pixels


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
