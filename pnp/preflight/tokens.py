"""The bytes of a page's operators -> each operator with its operands, one at a time.

Made for looking, not for drawing: strings come as an empty text, since nobody asks what they say. Never raises, and
holds no more than one operator's operands; what makes no sense is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

_DELIMITED = rb"\x00\t\n\x0c\r ()<>\[\]{}/%"
_TOKEN = re.compile(
    rb"(?:[\x00\t\n\x0c\r ]|%[^\r\n]*)*"
    rb"(?:(?P<number>[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30}))(?=[" + _DELIMITED + rb"]|\Z)"
    rb"|(?P<word>[^" + _DELIMITED + rb"]+)"
    rb"|/(?P<name>[^" + _DELIMITED + rb"]*)"
    rb"|(?P<open>\()"
    rb"|(?P<hex><(?!<)[^>]*>?)"
    rb"|(?P<mark><<|>>|\[|\])"
    rb"|.|\Z)",
    re.DOTALL,
)
_PAREN = re.compile(rb"[()\\]")
_END_OF_IMAGE = re.compile(rb"[\x00\t\n\x0c\r ]EI(?=[\x00\t\n\x0c\r ]|\Z)")
_ESCAPED = re.compile(rb"#([0-9a-fA-F]{2})")
_NO_OPERATORS = re.compile(rb"[^\x00\t\n\x0c\r\x20-\x7e]")
_MAX_OPERANDS, _MAX_NESTING, _MAX_STRING = 64, 1000, 1_000_000
_TOKENS_A_UNIT, _BYTES_A_UNIT = 8, 16


class Name(str):
    """A name, without its slash."""

    __slots__ = ()


class Mark(str):
    """One of `<<`, `>>`, `[` and `]`."""

    __slots__ = ()


def operators(data: bytes, spend: Callable[[int], None]) -> Iterator[tuple[str, list[Any]]]:
    """Operators with their operands: numbers, names, marks, and an empty text for any string.

    An inline image is one operator, `BI`, with its settings as operands. `spend` is told of units of work, each the
    reading of some tokens.
    """
    operands: list[Any] = []
    at, end, number = 0, len(data), 0
    while at < end:
        number += 1
        if not number % _TOKENS_A_UNIT:
            spend(1)
        found = _TOKEN.match(data, at)
        assert found  # noqa: S101 - a single byte of any kind is a token
        kind, at = found.lastgroup, found.end()
        if kind == "number":
            operands.append(float(found[kind]))
        elif kind == "word":
            word = found[kind].decode("latin-1")
            if word == "ID":
                word, at = "BI", _after_image(data, at)
            elif word == "BI":
                operands = []
                continue
            yield word, operands
            operands = []
        elif kind == "open":
            operands.append("")
            before, at = at, _after_string(data, at)
            spend((at - before) // _BYTES_A_UNIT)
        elif kind is not None:
            operands.append(_operand(kind, found))
        if len(operands) > _MAX_OPERANDS:
            del operands[: -_MAX_OPERANDS // 2]


def _operand(kind: str, found: re.Match[bytes]) -> str:
    if kind == "name":
        return Name(_ESCAPED.sub(lambda code: bytes([int(code[1], 16)]), found["name"]).decode("latin-1"))
    return Mark(found[kind].decode("latin-1")) if kind == "mark" else ""


def _after_string(data: bytes, at: int) -> int:
    """Where a string ends whose opening bracket ends at `at`, or where it has become too long to be one."""
    depth, limit = 1, min(len(data), at + _MAX_STRING)
    while 0 < depth < _MAX_NESTING:
        found = _PAREN.search(data, at, limit)
        if found is None:
            return limit
        at = found.end() + (found[0] == b"\\")
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
    return limit if depth else at


def _after_image(data: bytes, at: int) -> int:
    """Where an inline image ends: at an EI with operators after it, and not more pixels."""
    for found in _END_OF_IMAGE.finditer(data, at):
        if not _NO_OPERATORS.search(data, found.end(), found.end() + 20):
            return found.end()
    return len(data)
