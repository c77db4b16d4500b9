"""Compute what an element is given by its attributes and by style sheets: properties as attributes would have them."""

from __future__ import annotations

import re
from typing import Protocol

from pnp.graphics import svgpath
from pnp.graphics.geometry import Size, Transform
from pnp.graphics.svg import css_transform, names
from pnp.graphics.svg.selectors import SelectorNode
from pnp.graphics.svg.style import StyleError, substituted
from pnp.graphics.svgpath import RefusedError

_PATH = re.compile(r"""path\(\s*(?:"([^"]*)"|'([^']*)')\s*\)""")
_AUTO = ("rx", "ry", "width", "height")
_HINT = "write it as an attribute, or save the file as plain SVG in a drawing program"


class StyledNode(SelectorNode, Protocol):
    """An element with its properties by style sheets, in a tree of such elements."""

    @property
    def parent(self) -> StyledNode | None: ...

    @property
    def styled(self) -> dict[str, str]: ...

    @property
    def custom(self) -> dict[str, str]: ...

    def refuse(self, message: str, hint: str = "") -> RefusedError: ...

    def report(self, fault: RefusedError) -> None: ...


def custom(element: StyledNode) -> dict[str, str]:
    """The custom properties of an element, with those that it inherits. Reports those that are not defined."""
    inherited = element.parent.custom if element.parent else {}
    own = {name: text for name, text in element.styled.items() if name.startswith("--")}
    if not own:
        return inherited
    known = {**inherited, **own}
    for name in own:
        known[name] = _substituted(element, known[name], {**known, name: inherited.get(name, "")}) or ""
    return known


def given(element: StyledNode) -> dict[str, str]:
    """The attributes and properties of an element; style sheets have precedence. Reports styles with errors."""
    styled = {name: text for name, text in element.styled.items() if not name.startswith("--")}
    found = {**element.attributes, **styled}
    for name in [name for name, text in found.items() if "var(" in text]:
        text = _substituted(element, found.pop(name), element.custom)
        found |= {} if text is None else {name: text}
    for name in sorted(styled.keys() & found.keys() & names.GEOMETRY - {"transform"}):
        _place(element, name, found)
    _transform(element, found, is_style="transform" in styled, is_origin_style="transform-origin" in styled)
    return {name: text for name, text in found.items() if text != "inherit" or name not in names.INHERITED}


def _substituted(element: StyledNode, text: str, known: dict[str, str]) -> str | None:
    try:
        return substituted(text, known)
    except StyleError as error:
        element.report(element.refuse(error.message, error.hint))
        return None


def _place(element: StyledNode, name: str, found: dict[str, str]) -> None:
    """Take a coordinate or size from a style, where it has an effect on such an element."""
    if element.tag not in names.STYLED_GEOMETRY.get(name, ()):
        if element.tag in names.SHAPES and name not in names.STYLED_GEOMETRY:
            element.report(element.refuse(f"{name!r} in a style is not drawn", f"write {name} as an attribute"))
        found.pop(name)
        if name in element.attributes:
            found[name] = element.attributes[name]
        return
    text = _as_attribute(element, name, found[name])
    if text is None:
        element.report(element.refuse(f"{name} {found[name][:40]!r} in a style is not drawn", _HINT))
        found.pop(name)
    else:
        found[name] = text


def _as_attribute(element: StyledNode, name: str, styled: str) -> str | None:
    """A coordinate, size or path of a style as an attribute has it; None if it is not drawn."""
    text = styled.strip()
    if name == "d":
        path = _PATH.fullmatch(text)
        return "".join(path.groups("")) if path else None
    if element.tag == "svg" and element.parent:
        return None  # programs differ on the size of an inner picture by styles
    if text == "auto" and name in _AUTO:
        return "100%" if element.tag == "svg" else styled
    return styled if css_transform.is_length(text) else None


def _transform(element: StyledNode, found: dict[str, str], *, is_style: bool, is_origin_style: bool) -> None:
    """Replace a transform with units, and its origin, by a transform as attributes have it."""
    attribute = names.TRANSFORMS.get(element.tag, "transform")
    text, about = found.get("transform" if is_style else attribute, ""), found.pop("transform-origin", "")
    if is_style and attribute != "transform":
        found.pop("transform")
    if not text or not (is_style or about):
        return
    try:
        matrix = css_transform.transform(text) if is_style else svgpath.transform(text)
        if about:
            x, y = css_transform.origin(about, _viewport(element), unitless=not is_origin_style)
            matrix = Transform.move(x, y).over(matrix).over(Transform.move(-x, -y))
    except ValueError as error:
        element.report(element.refuse(str(error), _HINT))
        matrix = Transform()
    found[attribute] = css_transform.written(matrix)


def _viewport(element: StyledNode) -> Size | None:
    """The size of the viewBox around an element; None if there is none that is known."""
    around = element.parent
    while around and around.tag not in ("svg", "symbol"):
        around = around.parent
    try:
        box = svgpath.numbers(around.attributes["viewBox"]) if around else []
    except (KeyError, ValueError):
        return None
    return Size(*box[2:]) if len(box) == 4 and around and around.tag == "svg" else None
