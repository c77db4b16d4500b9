"""A shape of any lines and curves, as path data of SVG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from pnp.components.shapes import Shape, draw
from pnp.graphics import svgpath
from pnp.graphics.drawing import Segment
from pnp.kit.schema import Sound, TextPart

__all__ = ["Spec", "draw"]

MAX_TEXT = 20_000
"""The maximum number of characters of path data."""


def _problem(data: str) -> str | TextPart:
    if len(data) > MAX_TEXT:
        return f"the path has more than {MAX_TEXT:,} characters"
    try:
        has_line = any(operator != "m" for operator, _ in outline(data))
        return "" if has_line else "the path has no line"
    except svgpath.PathError as error:
        return TextPart(f"bad path data: {error}", error.start, error.width)
    except ValueError as error:
        return f"bad path data: {error}"


@lru_cache(maxsize=1000)
def outline(data: str) -> tuple[Segment, ...]:
    """Path data as an outline. Raises ValueError."""
    return svgpath.segments(data)


PathData = Annotated[str, Sound("bad-form", _problem, {}, "write path data like 'M 10 10 L 30 10 L 20 30 Z'")]


@dataclass(frozen=True, kw_only=True)
class Spec(Shape):
    """A shape of any lines and curves, as path data of SVG."""

    path: PathData
    """Path data of SVG, in mm from the trim's top left: `M 10 10 L 30 10 L 20 30 Z`."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return outline(self.path)
