"""The filters of expressions: a small part of jinja2's, on texts, numbers and lists, with bounded results."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import partial
from inspect import signature
from typing import Any

from pnp.kit import languages
from pnp.kit.fields import ExpressionError
from pnp.sources import html

MAX_TEXT = 10_000
"""Maximum length of a text that an expression makes."""
MAX_ITEMS = 1_000
"""Maximum number of items of a list that an expression makes."""
MAX_NUMBER = 10**15
MAX_DIGITS = 10
"""The number of decimals of results."""
_COMMA = re.compile(r"-?[0-9]+,[0-9]+")
"""A number with a decimal comma, as spreadsheets write it in many languages."""


def limited(value: Any) -> Any:
    """The value, with numbers rounded. Raises ExpressionError if it is too large."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if not abs(value) <= MAX_NUMBER:  # true for NaN too
            raise ExpressionError(f"this makes a number above {MAX_NUMBER:,}")
        return round(value, MAX_DIGITS) if isinstance(value, float) else value
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise ExpressionError(f"this makes a text of more than {MAX_TEXT:,} characters")
    if isinstance(value, (list, tuple)) and len(value) > MAX_ITEMS:
        raise ExpressionError(f"this makes a list of more than {MAX_ITEMS:,} items")
    return value


def text_of(value: Any, between: str = ", ") -> str:
    """A value as it is printed; lists are joined by `between`."""
    if isinstance(value, (list, tuple)):
        made = ""
        for number, item in enumerate(value):
            made = limited(f"{made}{between if number else ''}{text_of(item, between)}")
        return made
    if hasattr(value, "keys"):
        raise ExpressionError("this is a mapping, which cannot be printed", f"its keys are {', '.join(value)}")
    return "" if value is None else str(value)


def shown(value: Any) -> str:
    """A value in messages."""
    text = repr(list(value) if isinstance(value, tuple) else value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def plain_text(value: Any) -> str:
    """A value as it is printed. Raises ExpressionError for a list or a mapping."""
    if isinstance(value, (list, tuple)) or hasattr(value, "keys"):
        raise ExpressionError(f"expected a text, found {shown(value)}", 'join a list with |join(", ")')
    return text_of(value)


def _list(value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)):
        raise ExpressionError(f"expected a list, found {shown(value)}", 'make one of a text with |split(",")')
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MAX_DIGITS:
        raise ExpressionError(f"expected a whole number from 0 to {MAX_DIGITS}, found {shown(value)}")
    return value


def number(value: Any) -> Any:
    """The number of a text or number. Raises ExpressionError."""
    if is_number(value):
        return value
    try:
        text = plain_text(value).strip()
        return limited(int(text) if text.lstrip("-").isdecimal() else float(text))
    except ValueError:
        hints = (f"a decimal comma is read with {to_number(text)}",) if _COMMA.fullmatch(text) else ()
        raise ExpressionError(f"{shown(value)} is not a number", *hints) from None


def to_number(*values: Any) -> str:
    """The filters that make a number of those of the values that are texts, as in hints."""
    texts = [value.strip() for value in values if isinstance(value, str)]
    if any(_COMMA.fullmatch(text) for text in texts):
        return '|replace(",", ".")|float'
    return "|float" if any("." in text for text in texts) else "|int"


def _end(at: int) -> Callable[[Any], Any]:
    def item(value: Any) -> Any:
        items = value if isinstance(value, (list, tuple)) else plain_text(value)
        return items[at] if items else None

    return item


def _join(value: Any, between: Any = "") -> str:
    texts, joint = [text_of(item) for item in _list(value)], plain_text(between)
    limited("x" * min(MAX_TEXT + 1, sum(map(len, texts)) + len(joint) * len(texts)))
    return joint.join(texts)


def _replace(value: Any, old: Any, new: Any) -> str:
    text, found, by = plain_text(value), plain_text(old), plain_text(new)
    if not found:
        raise ExpressionError("the text to replace is empty")
    limited("x" * min(MAX_TEXT + 1, len(text) + text.count(found) * len(by)))
    return text.replace(found, by)


def _split(value: Any, at: Any = None) -> tuple[str, ...]:
    separator = None if at is None else plain_text(at)
    if separator == "":
        raise ExpressionError("the text to split at is empty")
    return tuple(part.strip() for part in plain_text(value).split(separator) if part.strip())


def _unique(value: Any) -> tuple[Any, ...]:
    kept: list[Any] = []  # items may be lists, which have no hash
    for item in _list(value):
        if item not in kept:
            kept.append(item)
    return tuple(kept)


def _changed(change: Callable[[str, str], str], value: Any, language: str) -> str:
    return change(plain_text(value), language)


def ordered(value: Any, language: str) -> tuple[Any, ...]:
    """The items of a list: numbers by their size, then texts by the alphabet of a language."""

    def place(item: Any) -> tuple[int, Any]:
        return (0, item) if is_number(item) else (1, languages.order(plain_text(item), language))

    return tuple(sorted(_list(value), key=place))


def _round(value: Any, digits: Any = 0) -> Any:
    if value is None:
        return None
    places = _whole(digits)
    rounded = math.floor(abs(number(value)) * 10**places + 0.5) / 10**places
    signed = math.copysign(rounded, number(value))
    return signed if places else int(signed)


def _pairs(value: Any, between: Any = " ") -> tuple[str, ...]:
    """The keys of a mapping with their values, as texts."""
    if value is not None and not hasattr(value, "items"):
        raise ExpressionError(f"{shown(value)} has no keys")
    pairs = tuple(f"{key}{between}{text_of(item)}" for key, item in (value or {}).items())
    limited(pairs)
    return pairs


FILTERS: dict[str, Callable[..., Any]] = {
    "abs": lambda value: None if value is None else abs(number(value)),
    "default": lambda value, instead="": instead if value is None or value == "" else value,
    "first": _end(0),
    "float": lambda value: None if value is None else float(number(value)),
    "html": lambda value: html.markdown(limited(plain_text(value))),
    "int": lambda value: None if value is None else int(number(value)),
    "join": _join,
    "keys": lambda value: tuple(value.keys()) if hasattr(value, "keys") else _list(value),
    "last": _end(-1),
    "length": lambda value: len(value if isinstance(value, (list, tuple)) else plain_text(value)),
    "pairs": _pairs,
    "replace": _replace,
    "round": _round,
    "split": _split,
    "sum": lambda value: limited(sum(number(item) for item in _list(value))),
    "unique": _unique,
}
OF_LANGUAGE: dict[str, Callable[[Any, str], Any]] = {
    **{name: partial(_changed, change) for name, change in languages.FILTERS.items()},
    "sort": ordered,
}
"""Filters that need the kit's language."""
OF_KIT = (*OF_LANGUAGE, "listed", "said")
"""Filters that need the kit: its language, a list as in a sentence, and the printed name of an id."""


def takes(name: str, count: int) -> bool:
    """Whether a filter takes so many values in brackets."""
    if name in OF_KIT:
        return not count
    try:
        signature(FILTERS[name]).bind(None, *[None] * count)
    except TypeError:
        return False
    return True
