"""Parse papers and card sizes that the user gives by name or measures."""

from __future__ import annotations

from typing import NamedTuple

from pnp.diagnostics import unknown
from pnp.graphics import Size
from pnp.graphics.geometry import measured
from pnp.kit.model import Measure, PrintFacts

LANDSCAPE = "-landscape"
SMALLEST_PAPER, LARGEST_PAPER = 50.0, 2000.0
SMALLEST_CARD, LARGEST_CARD = 20.0, 300.0


class NamedSize(NamedTuple):
    """A paper or card size: its name for file names, its title for people, and its size in mm."""

    name: str
    title: str
    size: Size

    def __str__(self) -> str:
        return self.name


def paper(text: str, facts: PrintFacts) -> NamedSize:
    """A paper of papers.yaml, such as `a4` or `a4-landscape`, or one by its measures: `200x300mm`, `8.5x11in`.

    Raises ValueError for text that is neither, and for measures outside 50 to 2,000 mm.
    """
    name = text.strip().lower()
    upright = facts.papers.get(name.removesuffix(LANDSCAPE))
    if upright and name.endswith(LANDSCAPE):
        return NamedSize(name, f"{upright.title} landscape", upright.extent.turned())
    measure = _named(name, facts.papers) or _by_measures(name, SMALLEST_PAPER, LARGEST_PAPER)
    if measure is None:
        limits = f"{SMALLEST_PAPER:g} to {LARGEST_PAPER:g} mm, such as 200x300mm or 8.5x11in"
        raise ValueError(f"{unknown('paper', text, facts.papers)}; or give its measures, {limits}")
    return measure


def card_size(text: str, facts: PrintFacts) -> NamedSize:
    """A card size of papers.yaml, or one by its measures. Raises ValueError for text that is neither, and for measures
    outside 20 to 300 mm."""
    name = text.strip().lower()
    card = _named(name, facts.cards) or _by_measures(name, SMALLEST_CARD, LARGEST_CARD)
    if card is None:
        limits = f"{SMALLEST_CARD:g} to {LARGEST_CARD:g} mm, such as 70x120mm or 2.5x3.5in"
        raise ValueError(f"{unknown('card size', text, facts.cards)}; or give its measures, {limits}")
    return card


def _named(name: str, known: dict[str, Measure]) -> NamedSize | None:
    return NamedSize(name, known[name].title, known[name].extent) if name in known else None


def _by_measures(text: str, least: float, most: float) -> NamedSize | None:
    size = measured(text)
    if size is None or not all(least <= side <= most for side in size):
        return None
    return NamedSize(f"{size.w:g}x{size.h:g}mm", str(size), size)
