"""The ready cutting templates of silhouette-card-maker: their grids and marks, by paper and card.

Users of that project own `.studio3` files such as `a4-standard-v5.studio3`. A sheet that keeps to its SPECIFICATION.md
is cut by them: cards are centred on the page, all in one orientation, 1.25 mm apart, and the marks have a length of
their own for each template. Places are whole pixels at 300 to the inch, rounded to the even one, as in its
page_manager.py. Rows, columns and versions are those of its layouts.json at 0616641.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pnp.graphics import Rect, Size
from pnp.imposition.registration import Machine, template_marks
from pnp.imposition.sheet import Placed

DOT = 25.4 / 300
"""A pixel of the templates, mm."""
GAP = 1.25
INSET = 10.0
ARMS = (5.0, 20.0)
"""The least and the greatest length of an arm of the marks, mm."""
SAME = 0.1
"""How far a paper or a card may be from the template's, mm."""

PAPERS = {
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
    "a4": Size(210, 297),
    "a3": Size(297, 420),
}
CARDS = {
    "standard": Size(63, 88),
    "poker": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "american_mini": Size(41, 63),
    "euro_mini": Size(44, 68),
    "mini": Size(44.45, 63.5),
    "business": Size(88.9, 50.8),
    "tarot": Size(69.85, 120.65),
    "70mm_square": Size(70, 70),
    "jumbo": Size(88.9, 139.7),
    "micro": Size(31.75, 44.45),
    "domino": Size(44.45, 88.9),
}
# For each paper and each card of CARDS, in their order: upright or landscape, rows × columns, version.
_LAYOUTS = {
    "letter": "L2x4v6 L2x4v4 L2x4v4 P4x4v2 P3x4v2 L3x5v2 P5x2v2 P2x2v3 L2x3v2 L1x2v2 L4x7v2 L2x5v3",
    "legal": "L2x5v1 L2x5v1 L2x5v1 L3x7v1 P4x4v1 L3x7v1 P6x2v1 L1x4v1 L2x4v1 P2x2v1 L4x9v1 L2x7v1",
    "tabloid": "P4x4v5 P4x4v3 P4x4v3 L4x9v2 L3x9v2 L4x8v2 L5x4v2 L2x5v3 L3x5v2 L1x4v2 P9x7v2 P4x5v2",
    "a4": "L2x4v5 L2x4v3 P3x3v4 P4x4v2 L2x6v2 P4x4v2 P5x2v2 P2x2v3 L2x3v2 L1x3v2 P6x5v2 L2x5v2",
    "a3": "L3x6v5 P4x4v2 L3x6v2 L4x9v2 L4x8v2 L4x8v2 P7x3v2 L2x5v2 L3x5v2 P2x3v2 L6x11v2 L3x8v2",
}


class Template(NamedTuple):
    """A template: its name without `.studio3`, its paper as it lies, its card as it is cut, its grid."""

    name: str
    paper: Size
    card: Size
    rows: int
    columns: int

    @property
    def arm(self) -> float:
        """The length of the marks' arms in mm: as long as cards and bleed leave room for, within limits."""
        left, top = self._corner
        longest = (max(left, top) - _dots(INSET) - _dots(GAP)) * DOT
        return min(max(round(longest, 2), ARMS[0]), ARMS[1])

    def slots(self, size: Size) -> list[Rect]:
        """Where trims of this size are, in rows from the top left: each in the middle of a cell that is cut."""
        left, top = self._corner
        across, down = (_dots(side) + _dots(GAP) for side in self.card)
        w, h = (_dots(side) * DOT for side in self.card)
        corners = (
            ((left + column * across) * DOT, self.paper.h - (top + row * down) * DOT - h)
            for row in range(self.rows)
            for column in range(self.columns)
        )
        return [Rect(x + (w - size.w) / 2, y + (h - size.h) / 2, *size) for x, y in corners]

    @property
    def _corner(self) -> tuple[int, int]:
        """The left and the top edge of the first card, in pixels."""
        return _first(self.paper.w, self.card.w, self.columns), _first(self.paper.h, self.card.h, self.rows)


def find(paper: Size, card: Size) -> Template | None:
    """The template for a card on a paper, whichever way either lies."""
    name = _named(PAPERS, paper)
    kind = _named(CARDS, card)
    if name is None or kind is None:
        return None
    layout = _LAYOUTS[name].split()[list(CARDS).index(kind)]
    grid, _, version = layout[1:].partition("v")
    rows, columns = map(int, grid.split("x"))
    lies = PAPERS[name].turned() if layout[0] == "L" else PAPERS[name]
    return Template(f"{name}-{kind}-v{version}", lies, CARDS[kind], rows, columns)


def has_paper(paper: Size) -> bool:
    """Whether there are templates for a paper."""
    return _named(PAPERS, paper) is not None


def fitted(machine: Machine, paper: Size, front: Iterable[Placed]) -> Machine:
    """A machine with the marks of the template for a sheet; itself, if it cuts by no templates."""
    first = next(iter(front), None)
    template = find(paper, first.piece.size) if machine.by_template and first else None
    return template_marks(machine, template.name, template.arm) if template else machine


def _named(known: dict[str, Size], size: Size) -> str | None:
    """The name of a size, upright or turned."""
    sides = sorted(size)
    near = (name for name, one in known.items() if _is_near(sides, sorted(one)))
    return next(near, None)


def _is_near(sides: list[float], others: list[float]) -> bool:
    return all(abs(a - b) <= SAME for a, b in zip(sides, others, strict=True))


def _dots(length: float) -> int:
    return round(length / DOT)


def _first(paper: float, card: float, number: int) -> int:
    """Where the first of so many cards begins, in pixels: cards and the gaps around them are centred."""
    gap = _dots(GAP)
    grid = number * _dots(card) + (number + 1) * gap
    return round((_dots(paper) - grid) / 2 + gap)
