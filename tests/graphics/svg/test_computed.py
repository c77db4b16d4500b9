"""What elements are given by attributes, style sheets and custom properties."""

from __future__ import annotations

import pytest

from pnp.graphics.svg.elements import SvgDocument


def given(body: str, style: str = "") -> tuple[dict[str, str], list[str]]:
    """What the first shape is given, and the messages about it."""
    text = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><style>{style}</style><g>{body}</g></svg>"
    document = SvgDocument(text.encode())
    element = document.root.children[1].children[0]
    return element.given, [fault.message for fault in document.faults]


@pytest.mark.parametrize(
    ("body", "style", "wanted"),
    [
        ("<circle r='1'/>", "circle{r:4px;cx:1in}", {"r": "4px", "cx": "1in"}),
        ("<rect r='1'/>", "rect{r:4px;rx:auto}", {"r": "1", "rx": "auto"}),
        ("<g/>", "g{x:4px}", {}),
        ("<path d='M0'/>", "path{d:path('M1 1')}", {"d": "M1 1"}),
        ("<path transform='scale(2)'/>", "", {"transform": "scale(2)"}),
        ("<path transform='scale(2)'/>", "path{transform:scale(3)}", {"transform": "matrix(3 0 0 3 0 0)"}),
        ("<path transform='scale(2)' transform-origin='1 2'/>", "", {"transform": "matrix(2 0 0 2 -1 -2)"}),
        ("<path style='transform:scale(2);transform-origin:center'/>", "", {"transform": "matrix(2 0 0 2 -20 -10)"}),
        ("<path transform-origin='1 2'/>", "", {}),
        ("<pattern style='transform:scale(2)'/>", "", {"patternTransform": "matrix(2 0 0 2 0 0)"}),
        ("<path/>", "g{--a:red} path{--b:var(--a);fill:var(--b)}", {"fill": "red"}),
        ("<path fill='var(--a)'/>", "svg{--a:blue} g{--a:red}", {"fill": "red"}),
        ("<path style='fill:var(--a,green)'/>", "", {"fill": "green"}),
        ("<path style='fill:inherit'/>", "", {}),
    ],
)
def test_styles_are_given_as_attributes_would_be(body: str, style: str, wanted: dict[str, str]) -> None:
    found, messages = given(body, style)
    found.pop("style", None)
    assert (found, messages) == (wanted, [])


@pytest.mark.parametrize(
    ("body", "style", "message"),
    [
        ("<path/>", "path{fill:var(--a)}", "--a is not defined in this file"),
        ("<circle/>", "circle{r:4}", "r '4' in a style is not drawn"),
        ("<line/>", "line{x1:4px}", "'x1' in a style is not drawn"),
        ("<path/>", "path{transform:rotate(9)}", "the transform 'rotate(9)' is not drawn"),
        ("<path transform='scale(2)' transform-origin='a'/>", "", "transform-origin 'a' is not understood"),
    ],
)
def test_a_style_with_an_error_is_reported_and_left_out(body: str, style: str, message: str) -> None:
    found, messages = given(body, style)
    assert messages == [message]
    assert not found.keys() & {"fill", "r", "x1"}
