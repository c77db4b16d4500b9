"""Papers and card sizes by name or measures, as options and in kits.

Data classes of `papers.yaml`: papers, card sizes, and what home printers and print shops need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

from pnp.diagnostics import Diagnostic, Diagnostics, did_you_mean, unknown
from pnp.diagnostics.files import NAME
from pnp.graphics import Rect, Size
from pnp.graphics.contour import TURNED
from pnp.graphics.drawing import RECTANGLE, Shape
from pnp.graphics.geometry import measured
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


Number = Annotated[int, Between(1, 50)]


@dataclass(frozen=True, kw_only=True)
class LabelSheet(Record):
    """A sheet of labels, or of cards to break out along perforations: where they are. Lengths are in mm."""

    rows: Number
    """How many labels are one above another."""
    columns: Number
    """How many labels are side by side."""
    size: tuple[Annotated[float, Between(10, 500)], Annotated[float, Between(10, 500)]]
    """Width and height of a label."""
    first: tuple[Length, Length]
    """From the left and from the top edge of the paper to the first label."""
    pitch: tuple[Length, Length]
    """From the left edge of a label to that of the next one, and from the top edge to that of the next one."""
    corner: Length = 0.0
    """The radius of the labels' corners."""

    @property
    def label(self) -> Size:
        """The size of a label."""
        return Size(*self.size)

    def places(self, paper: Size) -> list[Rect]:
        """The labels in rows from the top left, in sheet coordinates."""
        (w, h), (left, top), (across, down) = self.size, self.first, self.pitch
        return [
            Rect(left + column * across, paper.h - top - row * down - h, w, h)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True, kw_only=True)
class Paper(Measure):
    """A paper: its width and height, upright, in mm, and where its labels are, if it is a sheet of labels."""

    labels: LabelSheet | None = None
    """The places of labels or perforated cards. Then cards are printed in the middle of these, and nothing else is."""


CardSide = Annotated[float, Between(10, 300)]


@dataclass(frozen=True, kw_only=True)
class CardSize(Measure):
    """A card size: its width and height, and the shape that is cut."""

    title: str = ""
    """The name for people; `pnp list KIT` shows it."""
    size: tuple[CardSide, CardSide]
    """Width and height in mm."""
    shape: Shape = RECTANGLE
    """The shape inside this width and height. A hexagon has a corner at the top, `hexagon-flat` a side."""
    corners: Annotated[float, Between(0, 150)] | None = None
    """The radius of a rectangle's corners, in mm; by default, `corner` of `papers.yaml`."""

    @property
    def described(self) -> str:
        """Measures, shape and title, for lists."""
        shape = "" if self.shape == RECTANGLE else f", {self.shape}"
        return f"{self.extent}{shape}{self.title and f': {self.title}'}"

    def turned(self) -> CardSize:
        """The size after a quarter turn."""
        width, height = self.size
        return replace(self, size=(height, width), shape=TURNED.get(self.shape, self.shape))


@dataclass(frozen=True, kw_only=True)
class PrintFacts(Record):
    """`papers.yaml`: the papers, the card sizes, and the margins that home printers need, in mm."""

    papers: dict[Name, Paper]
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


@dataclass(frozen=True, kw_only=True)
class OwnPapers(Record):
    """A user's own `papers.yaml`, beside `printers.yaml`."""

    papers: dict[Name, Paper]
    """More papers, by the names that `--paper` takes. They replace shipped ones of the same name."""


SLACK = 0.05
"""How far labels may overlap or leave the paper in mm, as their measures are rounded."""


def with_own(facts: PrintFacts, mine: OwnPapers | None, diagnostics: Diagnostics) -> PrintFacts:
    """The facts with a user's own papers, which replace shipped ones of the same name.

    A paper that is wrong is an error, and one that differs from the shipped one of its name is a warning.
    """
    own = mine.papers if mine else {}
    diagnostics.add(_replaced(name, paper) for name, paper in own.items() if facts.papers.get(name, paper) != paper)
    together = replace(facts, papers=facts.papers | own)
    check_papers(together.papers, diagnostics)
    return together


def _replaced(name: str, paper: Paper) -> Diagnostic:
    message = f"there is also a shipped paper {name!r}, which differs; yours is used"
    hint = "rename yours to use both, or remove it to use the shipped one"
    return Diagnostic(paper.origin.key_span, "warning", "duplicate-key", message, (hint,))


def check_papers(papers: Mapping[str, Paper], diagnostics: Diagnostics) -> None:
    """Report papers that lie, and labels that overlap, leave their paper, or have corners that are too round."""
    for name, paper in papers.items():
        width, height = paper.size
        if name.endswith(LANDSCAPE):
            message = f"the name of a paper cannot end in {LANDSCAPE}, which turns papers"
            diagnostics.error(paper.origin.key_span, "bad-form", message, "choose another name")
        if paper.labels:
            _check_labels(paper, paper.labels, diagnostics)
        elif width > height:
            message = f"papers are upright, and this one is {width:g} mm wide and {height:g} mm high"
            hint = f"write [{height:g}, {width:g}]; --paper {name}{LANDSCAPE} turns it"
            diagnostics.error(paper.at("size"), "bad-form", message, hint)


def _check_labels(paper: Paper, labels: LabelSheet, diagnostics: Diagnostics) -> None:
    numbers = (labels.columns, labels.rows)
    for edge, start, pitch, side, number in zip(
        paper.size, labels.first, labels.pitch, labels.size, numbers, strict=True
    ):
        if number > 1 and pitch < side - SLACK:
            message = f"labels of {side:g} mm overlap if each begins {pitch:g} mm after the one before"
            diagnostics.error(labels.at("pitch"), "bad-form", message, "the pitch includes the gap between labels")
        end = start + (number - 1) * pitch + side
        if end > edge + SLACK:
            message = f"the last label ends at {end:g} mm, and the paper at {edge:g} mm"
            diagnostics.error(labels.origin.key_span, "bad-form", message)
    if labels.corner > min(labels.size) / 2:
        most = f"{min(labels.size) / 2:g} mm, half of the shorter side"
        diagnostics.error(labels.at("corner"), "out-of-range", f"'corner' is {labels.corner:g}, above {most}")


LANDSCAPE = "-landscape"
SMALLEST_PAPER, LARGEST_PAPER = 50.0, 2000.0
SMALLEST_CARD, LARGEST_CARD = 20.0, 300.0


class NamedSize(NamedTuple):
    """A paper or card size: its name for file names, its title for people, its size in mm, and a paper's labels."""

    name: str
    title: str
    size: Size
    labels: LabelSheet | None = None

    def __str__(self) -> str:
        return self.name


class OwnSize(NamedTuple):
    """The name of a card size that only a kit can have, in its `sizes`."""

    name: str

    def __str__(self) -> str:
        return self.name


def paper(text: str, facts: PrintFacts, hint: str = "") -> NamedSize:
    """A paper of papers.yaml, such as `a4` or `a4-landscape`, or one by its measures: `200x300mm`, `8.5x11in`.

    Raises ValueError for text that is neither, with `hint` at the end, and for measures outside 50 to 2,000 mm.
    """
    name = text.strip().lower()
    upright = facts.papers.get(name.removesuffix(LANDSCAPE))
    if upright and upright.labels:
        if name.endswith(LANDSCAPE):
            raise ValueError(f"{upright.title} is a sheet of labels, whose places are known upright only")
        return NamedSize(name, upright.title, upright.extent, upright.labels)
    if upright and name.endswith(LANDSCAPE):
        return NamedSize(name, f"{upright.title} landscape", upright.extent.turned())
    measure = _named(name, facts.papers) or _by_measures(name, SMALLEST_PAPER, LARGEST_PAPER)
    if measure is None:
        limits = f"{SMALLEST_PAPER:g} to {LARGEST_PAPER:g} mm, such as 200x300mm or 8.5x11in"
        raise ValueError(f"{unknown('paper', text, facts.papers)}; or give its measures, {limits}{hint}")
    return measure


def card_size(text: str, facts: PrintFacts) -> NamedSize | OwnSize:
    """A card size of papers.yaml, one by its measures, or a name that only the kit may have.

    Raises ValueError for text that is none of them, and for measures outside 20 to 300 mm.
    """
    name = text.strip().lower()
    card = _named(name, facts.cards) or _by_measures(name, SMALLEST_CARD, LARGEST_CARD)
    if card is not None:
        return card
    if measured(name) or not re.fullmatch(NAME, name):
        raise ValueError(_no_card_size(text, facts.cards))
    return OwnSize(name)


def own_size(own: OwnSize, sizes: Mapping[str, CardSize], facts: PrintFacts) -> NamedSize:
    """A card size of a kit. Raises ValueError if the kit has none of that name, or it is no rectangle."""
    size = sizes.get(own.name)
    if size is None:
        raise ValueError(_no_card_size(own.name, {**facts.cards, **sizes}))
    if size.shape != RECTANGLE:
        raise ValueError(f"{own.name!r} is a {size.shape}, and cards can be laid out for rectangles only")
    return NamedSize(own.name, size.title, size.extent)


def _no_card_size(text: str, known: Mapping[str, CardSize]) -> str:
    limits = f"{SMALLEST_CARD:g} to {LARGEST_CARD:g} mm, such as 70x120mm or 2.5x3.5in"
    return f"{unknown('card size', text, known)}; or give its measures, {limits}"


def for_decks(facts: PrintFacts, own: Mapping[str, CardSize], wanted: Iterable[str]) -> PrintFacts:
    """The facts with a kit's own card sizes, and with those that its decks give as measures or with `-landscape`."""
    cards = {**facts.cards, **own}
    for text in wanted:
        size = cards.get(text) or _turned(text, cards) or _measures(text, facts)
        if size:
            cards[text] = size
    return replace(facts, cards=cards)


def _turned(text: str, known: Mapping[str, CardSize]) -> CardSize | None:
    upright = known.get(text.removesuffix(LANDSCAPE)) if text.endswith(LANDSCAPE) else None
    return upright.turned() if upright else None


def _measures(text: str, facts: PrintFacts) -> CardSize | None:
    size = _by_measures(text, SMALLEST_CARD, LARGEST_CARD)
    return CardSize(origin=facts.origin, title=size.title, size=size.size) if size else None


def with_landscape(known: Iterable[str]) -> list[str]:
    """The names of card sizes, and those of the same sizes after a quarter turn."""
    return [*known, *(f"{name}{LANDSCAPE}" for name in known)]


def unknown_size(text: str, known: Mapping[str, CardSize]) -> tuple[str, str]:
    """The message and the hint for a deck's size that is not known."""
    if measured(text):
        limits = f"{SMALLEST_CARD:g} to {LARGEST_CARD:g} mm"
        return f"card size {text!r}: each side must be {limits}", "such as 70x120mm"
    near = did_you_mean(text, with_landscape(known))
    hint = near or f"card sizes: {', '.join(known)}; or write measures, such as 70x120mm"
    return f"there is no card size {text!r}", hint


def check(own: Mapping[str, CardSize], diagnostics: Diagnostics) -> None:
    """Report a kit's card sizes whose shape does not fit their measures."""
    for size in own.values():
        if size.shape == "circle" and size.extent.w != size.extent.h:
            message = f"a circle is as wide as it is high, and this is {size.extent}"
            diagnostics.error(size.at("size"), "bad-form", message, "write the diameter twice: [40, 40]")
        if size.corners is None:
            continue
        if size.shape != RECTANGLE:
            message = f"'corners' is for rectangles, and this is a {size.shape}"
            diagnostics.error(size.at("corners"), "bad-form", message, "remove 'corners'")
        elif size.corners > min(size.extent) / 2:
            most = f"{min(size.extent) / 2:g} mm, half of the shorter side"
            diagnostics.error(size.at("corners"), "out-of-range", f"'corners' is {size.corners:g}, above {most}")


def _named(name: str, known: Mapping[str, Measure]) -> NamedSize | None:
    return NamedSize(name, known[name].title, known[name].extent) if name in known else None


def _by_measures(text: str, least: float, most: float) -> NamedSize | None:
    size = measured(text)
    if size is None or not all(least <= side <= most for side in size):
        return None
    return NamedSize(f"{size.w:g}x{size.h:g}mm", str(size), size)
