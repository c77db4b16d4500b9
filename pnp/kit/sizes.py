"""Papers and card sizes by name or measures, as options and in kits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean, unknown
from pnp.diagnostics.filenames import NAME
from pnp.graphics import Size
from pnp.graphics.drawing import RECTANGLE
from pnp.graphics.geometry import measured
from pnp.kit.print_facts import CardSize, LabelSheet, Measure, PrintFacts

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
