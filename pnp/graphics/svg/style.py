"""Parse style sheets and `style` attributes, and apply their rules to elements.

Rules select elements by type, class or id, or by a type with one class or id. Other selectors and at-rules raise
StyleError.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_RULES = 2_000
"""The maximum number of selectors in a file."""

_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(?:\*|([a-zA-Z][\w-]*))?([.#][\w-]+)?")
_DECLARATION = re.compile(r"""((?:[^;"'()]|"[^"]*"|'[^']*'|\([^()]*\))++)(?:;|$)""")
_PROPERTY = re.compile(r"[-\w]+")
_IMPORTANT = re.compile(r"!\s*+important", re.IGNORECASE)


class StyleError(Exception):
    """A style that is not understood. `pixels` if another renderer would understand it."""

    def __init__(self, message: str, *, pixels: bool = False) -> None:
        super().__init__(message)
        self.message, self.pixels = message, pixels


class Value(NamedTuple):
    """A value of a property, with its precedence: important or not, specificity, position."""

    precedence: tuple[bool, int, int]
    text: str


def declarations(text: str) -> dict[str, tuple[bool, str]]:
    """The properties of `name: value; …`: whether each is important, and its value. The last of a name wins."""
    text = _without_comments(text).strip()
    found: dict[str, tuple[bool, str]] = {}
    end = 0
    while end < len(text):
        part = _DECLARATION.match(text, end)
        name, colon, value = part[1].partition(":") if part else ("", "", "")
        name = name.strip().lower()
        if part is None or not (colon and _PROPERTY.fullmatch(name)):
            raise StyleError(f"cannot read the style {text[end : end + 30]!r}")
        important = _IMPORTANT.search(value)
        if important or not found.get(name, (False, ""))[0]:
            found[name] = bool(important), (value[: important.start()] if important else value).strip()
        end = part.end()
        while end < len(text) and text[end] in "; \n\t\r":
            end += 1
    return found


def _without_comments(text: str) -> str:
    """A style sheet with a space in place of each comment. The last one may be open, as in CSS."""
    parts, end = [], 0
    while (start := text.find("/*", end)) >= 0:
        parts.append(text[end:start])
        close = text.find("*/", start + 2)
        end = close + 2 if close >= 0 else len(text)
    return " ".join([*parts, text[end:]])


class StyleSheet:
    """The rules of all `<style>` elements of a file."""

    def __init__(self) -> None:
        self._rules: dict[str, dict[str, Value]] = {}
        self._count = 0

    def add(self, text: str) -> None:
        """Add the rules of a style sheet. Raises StyleError for one that is not understood."""
        text = _without_comments(text).replace("<!--", " ").replace("-->", " ")
        text = re.sub(r"@font-face\s*\{[^{}]*\}|@charset[^;@]*;", " ", text)
        if at := re.search(r"@[\w-]+", text):
            raise StyleError(f"{at[0]} in a style sheet is not supported")
        end = 0
        while rule := _RULE.match(text, end):
            end = rule.end()
            self._add_rule(rule[1], declarations(rule[2]))
        if text[end:].strip():
            raise StyleError(f"cannot read the style sheet at {text[end:].strip()[:30]!r}")

    def _add_rule(self, selectors: str, properties: dict[str, tuple[bool, str]]) -> None:
        for selector in (part.strip() for part in selectors.split(",")):
            match = _SELECTOR.fullmatch(selector)
            if not selector or match is None:
                raise StyleError(f"the selector {selector[:40]!r}", pixels=bool(selector))
            self._count += 1
            if self._count > MAX_RULES:
                raise StyleError(f"more than {MAX_RULES:,} selectors in style sheets")
            tag, rest = match[1] or "", match[2] or ""
            specificity = (100 if rest.startswith("#") else 10 if rest else 0) + bool(tag)
            rule = self._rules.setdefault(tag + rest or "*", {})
            for name, (important, text) in properties.items():
                value = Value((important, specificity, self._count), text)
                rule[name] = max(rule.get(name, value), value)

    def properties(self, tag: str, attributes: dict[str, str]) -> dict[str, str]:
        """The properties of an element, by the style sheets and its `style` attribute."""
        if not self._rules and "style" not in attributes:
            return {}
        found: dict[str, Value] = {}
        names = [f".{name}" for name in attributes.get("class", "").split()]
        names += [f"#{attributes['id']}"] if "id" in attributes else []
        for selector in ("*", tag, *names, *(tag + name for name in names)):
            for name, value in self._rules.get(selector, {}).items():
                found[name] = max(found.get(name, value), value)
        for name, (important, text) in declarations(attributes.get("style", "")).items():
            value = Value((important, 1000, 0), text)
            if name not in found or found[name].precedence <= value.precedence:
                found[name] = value
        return {name: value.text for name, value in found.items()}
