"""Texts of CSS in cases, each with what is read of it, as lines for golden files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pnp.graphics import Size
from pnp.graphics.svg import selectors
from pnp.graphics.svg.css_values import css_colour, origin, transform
from pnp.graphics.svg.elements import SvgDocument, SvgElement
from pnp.graphics.svg.selectors import SelectorError
from pnp.graphics.svg.style import StyleError, StyleSheet, declarations
from tests.support.dump import numbers

TREE = """<svg xmlns='http://www.w3.org/2000/svg' id='root'>
<g id='g' class='a b'><rect id='r1'/><rect id='r2' width='40' class='b'/><path id='p' d='M0'/><rect id='r3'/></g>
<circle id='c' class='x:y' data-n='en-GB'/></svg>"""


def _elements(document: SvgDocument) -> list[SvgElement]:
    found = [document.root]
    for element in found:
        found.extend(element.children)
    return found


def _selected(text: str) -> str:
    looks: list[int] = []
    parsed, document = selectors.parse(text), SvgDocument(TREE.encode())
    every = _elements(document)
    ids = [one.attributes["id"] for one in every if any(each.matches(one, looks.append) for each in parsed)]
    assert sum(looks) >= len(every)
    return f"{' '.join(ids) or 'none'} {[each.specificity for each in parsed]}"


def _styled(sheet: str) -> str:
    """The properties of a path with an id, two classes and perhaps a style, which follows `/` in the text."""
    sheet, _, own = sheet.partition(" / ")
    rules = StyleSheet()
    rules.add(sheet)
    given = f" style='{own}'" if own else ""
    text = f"<svg xmlns='http://www.w3.org/2000/svg'><path class='a  b' id='i'{given}/></svg>"
    document = SvgDocument(text.encode())
    return str(dict(sorted(rules.properties(document.root.children[0]).items())))


def _given(body: str) -> str:
    """What the first shape of a body is given by attributes and by the style sheet that follows ` / `."""
    body, _, style = body.partition(" / ")
    text = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><style>{style}</style><g>{body}</g></svg>"
    document = SvgDocument(text.encode())
    found = dict(sorted(document.root.children[1].children[0].given.items()))
    found.pop("style", None)
    return " ".join([str(found), *(fault.message for fault in document.faults)])


READERS: dict[str, Callable[[str], Any]] = {
    "colour": css_colour,
    "declarations": declarations,
    "given": _given,
    "origin": lambda text: numbers(*origin(text, Size(40, 20), unitless=False)),
    "selector": _selected,
    "style": _styled,
    "transform": lambda text: ",".join(f"{round(value, 6) + 0.0:g}" for value in transform(text)),
}


def lines_of_css(case: dict[str, Any]) -> Iterator[str]:
    """Each text of a case as its reader reads it."""
    for text in case["texts"]:
        try:
            found = READERS[case["as"]](text)
        except (SelectorError, StyleError, ValueError) as error:
            found = f"error: {getattr(error, 'message', error)}"
        yield f"{text!r}: {found}"
