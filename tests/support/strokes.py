"""The lines of finished files, as wide as they are printed."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
from pypdf.generic import ContentStream

from pnp.graphics.geometry import Transform

PAINTS = {b"S", b"s", b"B", b"B*", b"b", b"b*"}


def widths(data: Path | bytes) -> Iterator[float]:
    """The width in pt of each line on each page, where it is thinnest, wherever its form is placed."""
    read: dict[int, Any] = {}
    for page in pypdf.PdfReader(io.BytesIO(data) if isinstance(data, bytes) else data).pages:
        if page.get_contents() is not None:
            yield from _widths(page.get_contents(), page["/Resources"], Transform(), read)


def _widths(stream: Any, resources: Any, frame: Transform, read: dict[int, Any]) -> Iterator[float]:
    if id(stream) not in read:
        read[id(stream)] = ContentStream(stream, None).operations, stream  # kept, so that its id stays its own
    width, saved = 1.0, []
    for operands, operator in read[id(stream)][0]:
        if operator == b"q":
            saved.append((frame, width))
        elif operator == b"Q":
            frame, width = saved.pop()
        elif operator == b"cm":
            frame = frame.over(Transform(*map(float, operands)))
        elif operator == b"w":
            width = float(operands[0])
        elif operator in PAINTS:
            yield width * thinnest(frame)
        elif operator == b"Do":
            placed = resources["/XObject"][operands[0]].get_object()
            if placed["/Subtype"] == "/Form":
                inner = frame.over(Transform(*map(float, placed.get("/Matrix", Transform()))))
                yield from _widths(placed, placed.get("/Resources", resources), inner, read)


def thinnest(frame: Transform) -> float:
    """The smaller singular value of a matrix: its scale in the direction in which it shrinks most."""
    a, b, c, d, *_ = frame
    squares, determinant = a * a + b * b + c * c + d * d, a * d - b * c
    rest = math.sqrt(max(squares * squares - 4 * determinant * determinant, 0.0))
    return math.sqrt(max(squares - rest, 0.0) / 2)
