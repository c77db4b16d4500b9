"""Sizes of pages -> their names, whether they are alike, and how people say them."""

from __future__ import annotations

from typing import NamedTuple

from pnp.geometry import Size

SAME = 0.5
"""Sizes in mm that differ by less are the same: programs round points, and paper stretches more than that."""


class Known(NamedTuple):
    """The sizes that have names: papers and cards, by title."""

    papers: dict[str, Size]
    cards: dict[str, Size]

    def paper(self, size: Size) -> str:
        """The paper or card of a page; nothing if there is none of that size."""
        return _named(size, {**self.cards, **self.papers})


def alike(one: Size, other: Size) -> bool:
    return abs(one.w - other.w) < SAME and abs(one.h - other.h) < SAME


def _named(size: Size, known: dict[str, Size]) -> str:
    """The name of a size, upright or lying down; the nearest where several are alike, as cards are."""
    found = [(off(size, other), title) for title, other in known.items() if alike(size, other)]
    found += [
        (off(size, other.turned()), f"{title} landscape")
        for title, other in known.items()
        if alike(size, other.turned()) and not alike(other, other.turned())
    ]
    return min(found)[1] if found else ""


def off(one: Size, other: Size) -> float:
    """By how much sizes differ, in mm."""
    return max(abs(one.w - other.w), abs(one.h - other.h))


def said(size: Size) -> str:
    """A size as people say it, to a tenth of a millimetre."""
    return f"{round(size.w, 1):g} × {round(size.h, 1):g} mm"
