"""Collect outlines from fontTools as segments of a drawing."""

from __future__ import annotations

from fontTools.pens.basePen import BasePen

from pnp.graphics.drawing import Segment


class OutlinePen(BasePen):  # type: ignore[misc]
    """Collects segments from fontTools; BasePen converts quadratic curves to cubic ones."""

    def __init__(self) -> None:
        super().__init__()
        self.out: list[Segment] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - fontTools calls these
        self.out.append(("m", point))

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.out.append(("l", point))

    def _curveToOne(self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        dot = one == two == end == self.out[-1][1][-2:]  # as a line, PDF viewers draw it as a dot
        self.out.append(("l", end) if dot else ("c", (*one, *two, *end)))

    def _closePath(self) -> None:  # noqa: N802
        """Close the subpath. The closing line that fontTools draws is removed because `h` draws it."""
        start = next(numbers for operator, numbers in reversed(self.out) if operator == "m")
        if self.out[-1][0] == "m":
            self.out.append(("l", start))
        elif self.out[-1] == ("l", start) and self.out[-2][0] != "m":
            self.out.pop()
        self.out.append(("h", ()))
