"""A bitmap with too few pixels for its printed size.

A picture that looks fine on a screen may be blurred or stepped in print. The limits in papers.yaml are pixels per inch
as printed: below `least_dpi` is an error, below `fine_dpi` a warning. The hint gives the number of pixels needed. SVG
has no such limit and is the better choice for drawings.

PASS: cards.yaml: `art: dodge.svg` -> `art: dodge.svg`
PASS: large.png: 900 × 600 pixels; cards.yaml: `art: dodge.svg` -> `art: large.png`
FAIL: tiny.png: 60 × 36 pixels; cards.yaml: `art: dodge.svg` -> `art: tiny.png`
FAIL: middling.png: 500 × 300 pixels; cards.yaml: `art: dodge.svg` -> `art: middling.png`
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot
from typing import NamedTuple

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, Span
from pnp.graphics import Size
from pnp.graphics.bitmap import dpi
from pnp.graphics.drawing import At, Picture, walk

TASTE = True

_SLACK = 0.5
"""Tolerance in pixels per inch, because sizes in pixels are whole numbers."""


class _PrintedBitmap(NamedTuple):
    """A printed bitmap: its resolution and pixels, where it is named, and the title of its piece."""

    dpi: float
    pixels: tuple[int, int]
    span: Span
    title: str


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every place that names a picture that is too coarse on some piece."""
    facts = context.render.facts
    worst: dict[Span, _PrintedBitmap] = {}
    for printed in _all(context):
        if printed.dpi < facts.fine_dpi - _SLACK and printed < worst.get(printed.span, (facts.fine_dpi,)):
            worst[printed.span] = printed
    for pictures in worst.values():
        bad = pictures.dpi < facts.least_dpi - _SLACK
        limit = f"below the minimum {facts.least_dpi:g} dpi" if bad else f"{facts.fine_dpi:g} dpi would look sharp"
        w, h = (ceil(side * facts.fine_dpi / pictures.dpi) for side in pictures.pixels)
        message = (
            f"the picture on {pictures.title!r} has {pictures.dpi:.0f} dpi as printed{', ' if bad else '; '}{limit}"
        )
        hint = f"use a picture of at least {w} × {h} pixels, or an SVG"
        yield diagnostic(__name__, pictures.span, message, hint, severity="error" if bad else "warning")


def _all(context: CheckContext) -> Iterator[_PrintedBitmap]:
    for piece, drawing in context.drawings():
        where = context.render.kit.components[piece.component].origin.key_span
        for item, (frame, span, _) in walk(drawing.items, At(origin=where)):
            if isinstance(item, Picture):
                across, down = hypot(frame.a, frame.b), hypot(frame.c, frame.d)
                size = Size(item.box.w * across, item.box.h * down)
                yield _PrintedBitmap(dpi(item.pixels, size), item.pixels, span or where, piece.title)
