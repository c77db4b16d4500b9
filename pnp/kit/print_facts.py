"""Data classes of `papers.yaml`: papers, card sizes, and what home printers and print shops need."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pnp.graphics import Size
from pnp.graphics.drawing import RECTANGLE, Shape
from pnp.graphics.trim import TURNED
from pnp.kit.record import Record
from pnp.kit.schema import Between, Length, Name

Stock = Literal["cardstock", "paper"]


@dataclass(frozen=True, kw_only=True)
class Measure(Record):
    """A named width and height, upright, in mm."""

    title: str
    """The name as printed."""
    size: tuple[Annotated[float, Between(10, 2000)], Annotated[float, Between(10, 2000)]]
    """Width and height, upright, in mm."""

    @property
    def extent(self) -> Size:
        return Size(*self.size)


CardSide = Annotated[float, Between(10, 300)]


@dataclass(frozen=True, kw_only=True)
class CardSize(Measure):
    """A card size: its width and height, and the shape that is cut."""

    title: str = ""
    """The name as printed."""
    size: tuple[CardSide, CardSide]
    """Width and height in mm."""
    shape: Shape = RECTANGLE
    """The shape inside this width and height. A hexagon has a corner at the top, `hexagon-flat` a side."""
    corners: Annotated[float, Between(0, 150)] | None = None
    """The radius of a rectangle's corners, in mm; by default, `corner` of `papers.yaml`."""

    def turned(self) -> CardSize:
        """The size after a quarter turn."""
        width, height = self.size
        return replace(self, size=(height, width), shape=TURNED.get(self.shape, self.shape))


@dataclass(frozen=True, kw_only=True)
class PrintFacts(Record):
    """`papers.yaml`: the papers, the card sizes, and the margins that home printers need, in mm."""

    papers: dict[Name, Measure]
    """Papers, by the names that `--paper` takes."""
    cards: dict[Name, CardSize]
    """Card sizes, by the names that decks give as `size`."""
    margin: Length
    """The printer's margin: the distance from the paper's edge within which nothing is printed, in mm."""
    bleed: Length
    """How far printing extends beyond the trim, in mm."""
    safe: Length
    """The distance inside the trim within which nothing important is printed, in mm."""
    corner: Length
    """The radius of cards' corners, in mm."""
    smallest_type: Annotated[float, Between(1, 50)]
    """The smallest type size allowed, in pt."""
    least_dpi: Annotated[float, Between(10, 2400)]
    """The lowest resolution allowed for pictures, in pixels per printed inch."""
    fine_dpi: Annotated[float, Between(10, 2400)]
    """The resolution that print shops expect, in pixels per inch; pictures below it get a warning."""
    thickness: dict[Stock, Annotated[float, Between(0.02, 5)]]
    """The thickness of one sheet, in mm, by stock."""
