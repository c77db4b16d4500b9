"""Parse style sheets and `style` attributes, and apply their rules to elements.

Custom properties are put in place of `var()`. At-rules, nested rules and selectors that are not understood raise
StyleError.

Compute what an element is given by its attributes and by style sheets: properties as attributes would have them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from pnp.graphics import svgpath
from pnp.graphics.geometry import Size, Transform
from pnp.graphics.svg import css_values, names, selectors
from pnp.graphics.svg.selectors import Selector, SelectorError, SelectorNode
from pnp.graphics.svgpath import RefusedError

MAX_RULES = 2_000
"""The maximum number of selectors in a file."""

MAX_LOOKS = 1_000_000
"""The maximum number of looks at an element, to find which selectors match it: some seconds of computing."""
MAX_VALUE = 1_000
"""The maximum length of a value with custom properties, in characters."""

_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_INNER = r"\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\)"
_DECLARATION = re.compile(rf"""((?:[^;"'()]|"[^"]*"|'[^']*'|{_INNER})++)(?:;[; \n\t\r]*|$)""")
_PROPERTY = re.compile(r"[-\w]+")
_VAR = re.compile(r"var\(\s*+(--[\w-]++)\s*+(?:,([^()]*+(?:\([^()]*+\)[^()]*+)*+))?\)")
_IMPORTANT = re.compile(r"!\s*+important", re.IGNORECASE)


class StyleError(Exception):
    """A style that is not understood."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class Value(NamedTuple):
    """A value of a property, with its precedence: important or not, specificity, position."""

    precedence: tuple[bool, tuple[int, int, int], int]
    text: str


def declarations(text: str) -> dict[str, tuple[bool, str]]:
    """The properties of `name: value; …`: whether each is important, and its value. The last of a name wins."""
    text = _without_comments(text).strip()
    found: dict[str, tuple[bool, str]] = {}
    end = 0
    while end < len(text):
        part = _DECLARATION.match(text, end)
        name, colon, value = part[1].partition(":") if part else ("", "", "")
        name = name.strip()
        name = name if name.startswith("--") else name.lower()
        if part is None or not (colon and _PROPERTY.fullmatch(name)):
            raise StyleError(f"cannot read the style {text[end : end + 30]!r}")
        important = _IMPORTANT.search(value)
        if important or not found.get(name, (False, ""))[0]:
            found[name] = bool(important), (value[: important.start()] if important else value).strip()
        end = part.end()
    return found


def _without_comments(text: str) -> str:
    """A style sheet with a space in place of each comment. The last one may be open, as in CSS."""
    parts, end = [], 0
    while (start := text.find("/*", end)) >= 0:
        parts.append(text[end:start])
        close = text.find("*/", start + 2)
        end = close + 2 if close >= 0 else len(text)
    return " ".join([*parts, text[end:]])


def substituted(text: str, custom: Mapping[str, str]) -> str:
    """A value with custom properties in place of `var()`. Raises StyleError for one that is not defined."""
    while found := _VAR.search(text):
        value = custom.get(found[1], found[2])
        if value is None:
            raise StyleError(f"{found[1]} is not defined in this file", "write the value in place of var()")
        text = text[: found.start()] + value.strip() + text[found.end() :]
        if len(text) > MAX_VALUE:
            raise StyleError(f"a value with {found[1]} is longer than {MAX_VALUE:,} characters")
    return text


class _Rule(NamedTuple):
    selector: Selector
    order: int
    properties: dict[str, tuple[bool, str]]


class StyleSheet:
    """The rules of all `<style>` elements of a file."""

    def __init__(self) -> None:
        self._rules: dict[str, list[_Rule]] = {}
        self._count = self._looks = 0
        self.looks_around = False
        """Whether a selector depends on elements around the one that it selects."""

    def add(self, text: str) -> None:
        """Add the rules of a style sheet. Raises StyleError for one that is not understood."""
        text = _without_comments(text).replace("<!--", " ").replace("-->", " ")
        text = re.sub(r"@font-face\s*\{[^{}]*\}|@charset[^;@]*;", " ", text)
        if at := re.search(r"@[\w-]+", text):
            raise StyleError(f"{at[0]} in a style sheet is not supported", "write the rules that are meant without it")
        end = 0
        while rule := _RULE.match(text, end):
            end = rule.end()
            self._add_rule(rule[1], declarations(rule[2]))
        if text[end:].strip():
            raise StyleError(
                f"cannot read the style sheet at {text[end:].strip()[:30]!r}", "rules must not contain other rules"
            )

    def _add_rule(self, text: str, properties: dict[str, tuple[bool, str]]) -> None:
        try:
            found = selectors.parse(text)
        except SelectorError as error:
            raise StyleError(
                str(error), "select by types, classes and ids; docs/art.md lists what else is read"
            ) from None
        self.looks_around |= ":" in text or any(selector.combinators for selector in found)
        for selector in found:
            self._count += 1
            if self._count > MAX_RULES:
                raise StyleError(f"more than {MAX_RULES:,} selectors in style sheets")
            self._rules.setdefault(selector.key, []).append(_Rule(selector, self._count, properties))

    def properties(self, element: SelectorNode) -> dict[str, str]:
        """The properties of an element, by the style sheets and its `style` attribute. Raises StyleError."""
        attributes = element.attributes
        if not self._rules and "style" not in attributes:
            return {}
        found: dict[str, Value] = {}
        matching = [rule for rule in self._rules_for(element) if rule.selector.matches(element, self._look)]
        declared = [(rule.selector.specificity, rule.order, rule.properties) for rule in matching]
        declared.append(((MAX_RULES, 0, 0), 0, declarations(attributes.get("style", ""))))
        for specificity, order, properties in declared:
            for name, (important, text) in properties.items():
                value = Value((important, specificity, order), text)
                found[name] = max(found.get(name, value), value)
        return {name: value.text for name, value in found.items()}

    def _rules_for(self, element: SelectorNode) -> Iterator[_Rule]:
        """The rules whose selectors end in the type, a class or the id of an element."""
        yield from self._rules.get("*", ())
        yield from self._rules.get(element.tag, ())
        for name in dict.fromkeys(element.attributes.get("class", "").split()):
            yield from self._rules.get(f".{name}", ())
        if "id" in element.attributes:
            yield from self._rules.get(f"#{element.attributes['id']}", ())

    def _look(self, count: int) -> None:
        self._looks += count
        if self._looks > MAX_LOOKS:
            raise StyleError("its style sheets have too many selectors for so many elements")


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
    return styled if css_values.is_length(text) else None


def _transform(element: StyledNode, found: dict[str, str], *, is_style: bool, is_origin_style: bool) -> None:
    """Replace a transform with units, and its origin, by a transform as attributes have it."""
    attribute = names.TRANSFORMS.get(element.tag, "transform")
    text, about = found.get("transform" if is_style else attribute, ""), found.pop("transform-origin", "")
    if is_style and attribute != "transform":
        found.pop("transform")
    if not text or not (is_style or about):
        return
    try:
        matrix = css_values.transform(text) if is_style else svgpath.transform(text)
        if about:
            x, y = css_values.origin(about, _viewport(element), unitless=not is_origin_style)
            matrix = Transform.move(x, y).over(matrix).over(Transform.move(-x, -y))
    except ValueError as error:
        element.report(element.refuse(str(error), _HINT))
        matrix = Transform()
    found[attribute] = css_values.written(matrix)


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
