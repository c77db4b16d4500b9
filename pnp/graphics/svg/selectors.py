"""Parse CSS selectors, and match them with elements.

Selectors of types, classes, ids and attributes are read, with every combinator, `:is()`, `:where()`, `:not()` and the
places among siblings. Those of states that paper lacks, such as `:hover`, match nothing. Others raise SelectorError.

cssselect2 would need half as many lines to adapt elements and limits to it. It is not used because it evaluates Python
source that it makes of each selector, which strangers wrote, and cannot count the work of a match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

MAX_DEPTH = 4
"""How deep `:is()` and its like may be nested."""
MAX_COMPOUNDS = 20
"""The maximum number of parts of a selector that combinators join."""

_QUICK = 50
"""Siblings that are counted in the time of a look at an element."""

_NAME = re.compile(r"(?:[\w-]|[^\x00-\x7f]|\\[^\n0-9a-fA-F])++")
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
_ATTRIBUTE = re.compile(
    r"""\[\s*([\w:-]++)\s*(?:([~|^$*]?=)\s*(?:"([^"\\]*+)"|'([^'\\]*+)'|([\w-]++))\s*([iIsS])?\s*)?\]"""
)
_PLACE = re.compile(r"\s*(?:(odd)|(even)|([+-]?\d*+)n(?:\s*([+-])\s*(\d++))?|([+-]?\d++))\s*", re.IGNORECASE)
_NEVER = {"hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "before", "after"}
_PLACES = {
    "first-child": ["nth-child"], "last-child": ["nth-last-child"], "only-child": ["nth-child", "nth-last-child"],
    "first-of-type": ["nth-of-type"], "last-of-type": ["nth-last-of-type"],
    "only-of-type": ["nth-of-type", "nth-last-of-type"],
}  # fmt: skip


class SelectorError(Exception):
    """A selector that is not understood."""


class SelectorNode(Protocol):
    """What selectors see of an element."""

    @property
    def tag(self) -> str: ...
    @property
    def attributes(self) -> dict[str, str]: ...
    @property
    def around(self) -> SelectorNode | None: ...
    @property
    def inside(self) -> Sequence[SelectorNode]: ...


Count = Callable[[int], None]
"""Called with the work that a match takes, in looks at an element; it may raise an error."""
Test = Callable[[SelectorNode, Count], bool]
Specificity = tuple[int, int, int]


class Selector(NamedTuple):
    """Tests of elements from the last to the first, and the combinator before each but the first."""

    compounds: tuple[tuple[Test, ...], ...]
    combinators: tuple[str, ...]
    specificity: Specificity
    key: str
    """An id, a class or a type that an element must have, as `#id`, `.class` or `type`; `*` if there is none."""

    def matches(self, element: SelectorNode, count: Count, at: int = 0) -> bool:
        """Whether an element is selected."""
        count(1)
        if not all(test(element, count) for test in self.compounds[at]):
            return False
        if at + 1 == len(self.compounds):
            return True
        return any(self.matches(other, count, at + 1) for other in _related(element, self.combinators[at], count))


def _related(element: SelectorNode, combinator: str, count: Count) -> Sequence[SelectorNode]:
    """The elements that the part of a selector before a combinator may match."""
    around = element.around
    if around is None:
        return []
    if combinator == ">":
        return [around]
    if combinator == " ":
        found = []
        while around is not None:
            found.append(around)
            around = around.around
        return found
    count(len(around.inside) // _QUICK)
    before = around.inside[: around.inside.index(element)]
    return before[-1:] if combinator == "+" else before


def parse(text: str) -> list[Selector]:
    """The selectors of a list with commas. Raises SelectorError."""
    parser = _Parser(text)
    found = parser.listed(0)
    if parser.end < len(text):
        raise parser.error()
    return found


class _Parser:
    """Reads selectors from a position in a text."""

    def __init__(self, text: str) -> None:
        self.text, self.end = text, 0

    def error(self) -> SelectorError:
        return SelectorError(f"the selector {self.text.strip()[:40]!r} is not understood")

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.end)
        if found:
            self.end = found.end()
        return found

    def _name(self) -> str:
        found = self._take(_NAME)
        if not found:
            raise self.error()
        return re.sub(r"\\(.)", r"\1", found[0])

    def _next(self) -> str:
        return self.text[self.end : self.end + 1]

    def listed(self, depth: int) -> list[Selector]:
        """Selectors up to the end of the text or of the parenthesis."""
        found = [self._selector(depth)]
        while self._next() == ",":
            self.end += 1
            found.append(self._selector(depth))
        return found

    def _selector(self, depth: int) -> Selector:
        self._take(re.compile(r"\s*"))
        compounds: list[tuple[Test, ...]] = []
        combinators: list[str] = []
        total, key = (0, 0, 0), "*"
        while True:
            tests, specificity, key = self._compound(depth)
            compounds.append(tests)
            total = _sum(total, specificity)
            combinator = self._take(_COMBINATOR)
            if self._next() in ("", ",", ")"):
                if combinator and combinator[1]:
                    raise self.error()
                return Selector(tuple(compounds[::-1]), tuple(combinators[::-1]), total, key)
            if not combinator or len(compounds) >= MAX_COMPOUNDS:
                raise self.error()
            combinators.append(combinator[1] or " ")

    def _compound(self, depth: int) -> tuple[tuple[Test, ...], Specificity, str]:
        """The tests of an element, with their specificity and the key."""
        tests: list[Test] = []
        total, key, start = (0, 0, 0), "*", self.end
        if self._next() == "*":
            self.end += 1
        elif _NAME.match(self.text, self.end):
            tag = key = self._name()
            tests.append(lambda element, _: element.tag == tag)
            total = (0, 0, 1)
        while (sign := self._next()) in (".", "#", "[", ":") and sign:
            test, specificity, name = self._simple(sign, depth)
            tests.append(test)
            total = _sum(total, specificity)
            key = name if name and not key.startswith("#") else key
        if self.end == start:
            raise self.error()
        return tuple(tests), total, key

    def _simple(self, sign: str, depth: int) -> tuple[Test, Specificity, str]:
        if sign == "[":
            return self._attribute(), (0, 1, 0), ""
        self.end += 1
        if sign == ":":
            return (*self._pseudo(depth), "")
        name = self._name()
        if sign == "#":
            return lambda element, _: element.attributes.get("id") == name, (1, 0, 0), f"#{name}"
        return lambda element, _: name in element.attributes.get("class", "").split(), (0, 1, 0), f".{name}"

    def _attribute(self) -> Test:
        found = self._take(_ATTRIBUTE)
        if not found or ":" in found[1] or (found[6] or "s") in "iI":
            raise self.error()
        name, sign, value = found[1], found[2], next((text for text in found.group(3, 4, 5) if text is not None), "")

        def test(element: SelectorNode, _: Count) -> bool:
            text = element.attributes.get(name)
            return text is not None and (sign is None or _compared(text, sign, value))

        return test

    def _pseudo(self, depth: int) -> tuple[Test, Specificity]:
        if self._next() == ":":  # a pseudo-element, and a drawing has none
            self.end += 1
            self._name()
            return lambda _, __: False, (0, 0, 1)
        name = self._name().lower()
        if self._next() == "(":
            self.end += 1
            return self._function(name, depth)
        if name in _NEVER:
            return lambda _, __: False, (0, 1, 0)
        if name == "root":
            return lambda element, _: element.around is None and element.tag == "svg", (0, 1, 0)
        if name in _PLACES:
            tests = [_place(place, 0, 1) for place in _PLACES[name]]
            return lambda element, count: all(test(element, count) for test in tests), (0, 1, 0)
        raise self.error()

    def _function(self, name: str, depth: int) -> tuple[Test, Specificity]:
        if name.startswith("nth-"):
            test = self._nth(name)
            specificity = (0, 1, 0)
        elif name in ("is", "where", "not") and depth < MAX_DEPTH:
            inner = self.listed(depth + 1)
            specificity = (0, 0, 0) if name == "where" else max(one.specificity for one in inner)
            wanted = name != "not"

            def test(element: SelectorNode, count: Count) -> bool:
                return any(one.matches(element, count) for one in inner) == wanted
        else:
            raise self.error()
        if self._next() != ")":
            raise self.error()
        self.end += 1
        return test, specificity

    def _nth(self, name: str) -> Test:
        found = self._take(_PLACE)
        if not found or name not in ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"):
            raise self.error()
        step, first = 2, 1 if found[1] else 0
        if found[6]:
            step, first = 0, int(found[6])
        elif found[3] is not None:
            step = int(found[3] + "1") if found[3] in ("", "+", "-") else int(found[3])
            first = int((found[4] or "+") + (found[5] or "0"))
        return _place(name, step, first)


def _sum(one: Specificity, other: Specificity) -> Specificity:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _compared(text: str, sign: str, value: str) -> bool:
    if sign == "=":
        return text == value
    if sign == "~=":
        return value in text.split()
    if sign == "|=":
        return text == value or text.startswith(f"{value}-")
    if not value:
        return False
    return {"^=": text.startswith, "$=": text.endswith, "*=": text.__contains__}[sign](value)


def _place(name: str, step: int, first: int) -> Test:
    """Whether an element is at the place `first` among its siblings, or any number of steps after it."""
    typed, last = name.endswith("-of-type"), name.startswith("nth-last-")

    def test(element: SelectorNode, count: Count) -> bool:
        siblings = element.around.inside if element.around else [element]
        count(len(siblings) // (1 if typed else _QUICK))
        if typed:
            siblings = [one for one in siblings if one.tag == element.tag]
        at = siblings.index(element)
        steps = (len(siblings) - at if last else at + 1) - first
        return steps == 0 if step == 0 else steps % step == 0 and steps // step >= 0

    return test
