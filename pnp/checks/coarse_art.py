"""A bitmap that has too few pixels for the size it is printed in.

What looks fine on a screen comes out of the printer in steps and blurs. The limits are in papers.yaml, pixels to the
inch as printed: fewer than `least_dpi` are a fault, fewer than `fine_dpi` a warning. The hint says how many pixels
would do; SVG has no such limit and is the better choice for drawings.

PASS: cards.yaml: `art: dodge.svg` -> `art: dodge.svg`
PASS: large.png: 900 × 600 pixels; cards.yaml: `art: dodge.svg` -> `art: large.png`
FAIL: tiny.png: 60 × 36 pixels; cards.yaml: `art: dodge.svg` -> `art: tiny.png`
FAIL: middling.png: 500 × 300 pixels; cards.yaml: `art: dodge.svg` -> `art: middling.png`
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot
from typing import NamedTuple

from pnp.bitmap import dpi
from pnp.checks import Desk, fault
from pnp.drawing import Drawing, Group, Item, Picture, Tag, Use
from pnp.geometry import Size, Transform
from pnp.source import Diagnostic, Span

_SLACK = 0.5
"""Pixels to the inch that nobody sees, as sizes in pixels are whole."""


class _Printed(NamedTuple):
    """A bitmap with its pixels to the inch, where it is named, and on which piece it is coarsest."""

    dpi: float
    pixels: tuple[int, int]
    span: Span
    title: str


def check(desk: Desk) -> Iterator[Diagnostic]:
    """One fault for every place that names a picture which is too coarse on some piece."""
    facts, kit = desk.bench.facts, desk.bench.kit
    if not kit.rasterise and all(path.suffix.lower() == ".svg" for path in desk.bench.gallery.files()):
        return
    worst: dict[Span, _Printed] = {}
    for printed in _all(desk):
        if printed.dpi < facts.fine_dpi - _SLACK and printed < worst.get(printed.span, (facts.fine_dpi,)):
            worst[printed.span] = printed
    for found in worst.values():
        bad = found.dpi < facts.least_dpi - _SLACK
        limit = f"{facts.least_dpi:g} are the least" if bad else f"{facts.fine_dpi:g} look sharp"
        w, h = (ceil(side * facts.fine_dpi / found.dpi) for side in found.pixels)
        message = f"the picture on {found.title!r} has {found.dpi:.0f} dpi as printed; {limit}"
        hint = f"use one of {w} × {h} pixels or more, or an SVG"
        yield fault(__name__, found.span, message, hint, severity="error" if bad else "warning")


def _all(desk: Desk) -> Iterator[_Printed]:
    known: dict[Drawing, bool] = {}
    for component, pieces in desk.pieces.items():
        where = desk.bench.kit.components[component].origin.key_span
        for piece in pieces:
            for side in (piece.front, piece.back):
                for picture, frame, span in _bitmaps(side.items if side else (), Transform(), where, known):
                    across, down = hypot(frame.a, frame.b), hypot(frame.c, frame.d)
                    size = Size(picture.box.w * across, picture.box.h * down)
                    yield _Printed(dpi(picture.pixels, size), picture.pixels, span, piece.title)


def _bitmaps(
    items: tuple[Item, ...], frame: Transform, span: Span, known: dict[Drawing, bool]
) -> Iterator[tuple[Picture, Transform, Span]]:
    """The bitmaps among items, with their frames and with where they are named."""
    for item in items:
        if isinstance(item, Picture):
            yield item, frame, span
        elif isinstance(item, Group):
            yield from _bitmaps(item.items, frame.over(item.transform), span, known)
        elif isinstance(item, Tag):
            yield from _bitmaps(item.items, frame, item.origin or span, known)
        elif isinstance(item, Use) and _holds(item.drawing, known):
            yield from _bitmaps(item.drawing.items, frame.over(item.transform), span, known)


def _holds(drawing: Drawing, known: dict[Drawing, bool]) -> bool:
    """Whether there are bitmaps in a drawing, which is looked through once, however often it is used."""
    if drawing not in known:
        found = next(_bitmaps(drawing.items, Transform(), Span(""), known), None)
        known[drawing] = found is not None
    return known[drawing]
