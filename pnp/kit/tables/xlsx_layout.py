"""What a sheet of a workbook hides and merges, which openpyxl does not report when it reads row by row."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

_TOKENS = re.compile(rb"\bhidden=|mergeCell\b")


class Merged(NamedTuple):
    """A range of merged cells, by its first and last rows and columns, counted from 1."""

    top: int
    left: int
    bottom: int
    right: int


class SheetLayout(NamedTuple):
    """The numbers of the hidden rows of a sheet, and its merged ranges of cells."""

    hidden: frozenset[int] = frozenset()
    merged: tuple[Merged, ...] = ()


def read(xml: bytes) -> SheetLayout:
    """The layout in the XML of a sheet, whose size and entities were checked. Most sheets need no parsing."""
    hidden, merged, number = set(), list[Merged](), 0
    if not _TOKENS.search(xml.replace(b"\0", b"")):
        return SheetLayout()
    for event, element in ET.iterparse(io.BytesIO(xml), events=("start", "end")):  # noqa: S314 - without entities
        name = element.tag.rpartition("}")[2]
        if event == "end" and name == "row":
            element.clear()
        elif event == "start" and name == "row":
            number = int(element.get("r") or number + 1)
            if element.get("hidden") in ("1", "true"):
                hidden.add(number)
        elif event == "start" and name == "mergeCell":
            merged.extend(_ranges(element.get("ref") or ""))
    return SheetLayout(frozenset(hidden), tuple(merged))


def _ranges(ref: str) -> Iterator[Merged]:
    from openpyxl.utils import range_boundaries

    left, top, right, bottom = range_boundaries(ref)
    if None not in (left, top, right, bottom):
        yield Merged(top, left, bottom, right)
