"""What drawing a kit met so far, and what it keeps: a context itself never changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pnp.diagnostics import Span
from pnp.diagnostics.growing import Growing
from pnp.graphics import Drawing, Item, Rect
from pnp.graphics.tint import Tints
from pnp.kit.sizes import CardSize


class DrawnElement(NamedTuple):
    """What one repetition of an element of a face has drawn."""

    face: str
    number: int
    """The place of the element in its face, from 0."""
    repetition: int
    """From 1; 0 for an element without repetitions."""
    box: Rect | None
    """The upright box around it in the face, in mm."""
    items: tuple[Item, ...]


@dataclass(eq=False)
class Collector(Growing):
    """The fields, conditions, moves and examples of everything drawn so far. The checks read them afterwards."""

    NOTES = ("used_fields", "conditions", "moves", "paints", "shown_examples")

    used_fields: dict[tuple[str, Span], bool] = field(default_factory=dict)
    """The fields in texts of faces, by path and place, and whether any card has the field."""
    conditions: dict[tuple[str, str, Span], set[bool]] = field(default_factory=dict)
    """The conditions of elements, by key, expression and place, and their results on the cards."""
    moves: dict[Span, set[tuple[float, float]]] = field(default_factory=dict)
    """How far repetitions of each element were moved to the right and down, in mm, by the place of `repeat`."""
    paints: dict[Span, bool] = field(default_factory=dict)
    """The places of colours for the `currentColor` of pictures, and whether any picture there has it."""
    shown_examples: set[str] = field(default_factory=set)
    """The worked examples that pictures show."""
    elements: list[DrawnElement] | None = None
    """What each element has drawn; None if it is not kept, as in a build."""
    _reported: set[tuple[str, Span]] = field(default_factory=set)
    _figures: list[str] = field(default_factory=list)

    def use(self, path: str, span: Span, *, filled: bool) -> None:
        """A field was printed at a place; `filled` if it had a value."""
        self.used_fields[path, span] = filled or self.used_fields.get((path, span), False)

    def test(self, key: str, text: str, span: Span, *, result: bool) -> None:
        """A condition had a result."""
        self.conditions.setdefault((key, text, span), set()).add(result)

    def move(self, span: Span, x: float, y: float) -> None:
        """A repetition was moved to the right and down, mm."""
        self.moves.setdefault(span, set()).add((round(x, 3), round(y, 3)))

    def paint(self, span: Span, *, taken: bool) -> None:
        """A colour was meant for a picture; `taken` if the picture has `currentColor`."""
        self.paints[span] = taken or self.paints.get(span, False)

    def is_first_report(self, path: str, span: Span) -> bool:
        """Whether an unknown field is reported for the first time. One error is enough for all cards."""
        if (path, span) in self._reported:
            return False
        self._reported.add((path, span))
        return True

    @contextmanager
    def figure(self, name: str) -> Iterator[tuple[str, ...]]:
        """Draw a picture that is made from the kit. Yields the pictures around it, which must not be itself."""
        around = tuple(self._figures)
        self._figures.append(name)
        try:
            yield around
        finally:
            self._figures.pop()


@dataclass(frozen=True, eq=False)
class Memos:
    """What drawing computes once: each value depends on its key and the context alone."""

    backs: dict[tuple[str, CardSize, str], Drawing] = field(default_factory=dict)
    """The backs that cards share, by face, size and colourway; one with fields of the card also by drawing."""
    elements: dict[str, list[Any]] = field(default_factory=dict)
    """The elements of faces by name, and by size where they are stretched."""
    face_fields: dict[str, frozenset[str]] = field(default_factory=dict)
    """The fields that faces use, by name."""
    tints: Tints = field(default_factory=Tints)
