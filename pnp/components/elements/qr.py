"""A QR code, such as the address of a video that explains the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from typing import Annotated, Any, Literal

from pnp.components.context import RenderContext, Scope, filled, paint
from pnp.components.elements import Box, Element
from pnp.graphics import Item, Path, Rect, Tag, colour, drawing
from pnp.graphics.drawing import Segment
from pnp.kit.schema import Between, Paint

QUIET = 4
"""The empty squares on each side without which readers do not find the code, as its standard, ISO/IEC 18004, asks."""
LEAST = 0.33
"""The smallest square in mm that telephones read at arm's length from prints of 300 dpi, four dots to a square."""
LEAST_CONTRAST = 4.0
_PAPER, _INK = "#ffffff", "#000000"

Correction = Literal["L", "M", "Q", "H"]


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A QR code, with the empty margin that it needs, as large as a square in its box can be."""

    qr: str
    """What it says: an address or another text, which may have fields of the card in braces."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    correction: Correction = "M"
    """How much of it may be dirty: 7 % with `L`, 15 % with `M`, 25 % with `Q`, 30 % with `H`, which needs more room."""
    colour: Paint = "ink"
    """The colour of its squares, dark."""
    ground: Paint = "paper"
    """The colour behind them, bright."""
    radius: Annotated[float, Between(0, 20)] = 0.0
    """The radius of the corners of the ground, in mm."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    span = element.at("qr")
    text = filled(context, element.qr, scope, span)
    if not text:
        return []
    box = Rect(*element.box)
    side = min(box.w, box.h)
    whole = Rect(box.x + (box.w - side) / 2, box.y + (box.h - side) / 2, side, side)
    across = _across(text, element.correction)
    if across is None or side / across < LEAST:
        needed = f"at least {across * LEAST:.1f} mm" if across else "more than any code has"
        message = f"a QR code of these {len(text.encode())} bytes needs {needed}, its box has {side:g} mm"
        context.diagnostics.error(
            element.at("box"), "text-overflow", message, "make the box larger, or the text shorter", on_card=True
        )
        return []
    ink = paint(context, element.colour, scope, element.at("colour")) or _INK
    ground = paint(context, element.ground, scope, element.at("ground")) or _PAPER
    if colour.luminance(ground) < colour.luminance(ink) or _contrast(ink, ground) < LEAST_CONTRAST:
        message = f"readers need a dark code on a bright ground, this is {ink} on {ground}"
        context.diagnostics.error(element.at("colour"), "low-contrast", message, "choose a darker 'colour'")
    squares = Path(_outline(_dark(text, element.correction), whole, side / across), ink)
    field = Path(drawing.rectangle(whole, element.radius), ground)
    return [Tag("Figure", (field, squares), context.say("qr_code", text=text), span)]


def _contrast(one: str, other: str) -> float:
    return colour.contrast(colour.luminance(one), colour.luminance(other))


@lru_cache(maxsize=256)
def _across(text: str, correction: Correction) -> int | None:
    """The squares on each side, margins too; None for a text that no code can hold."""
    code = _code(text, correction)
    version = code.calculate_version()
    blocks = _encoder().QRRSBlock.getRSBlocks(version, code.errorCorrectLevel)
    if 8 * len(text.encode()) + 20 > 8 * sum(block.dataCount for block in blocks):
        return None
    return int(4 * version + 17 + 2 * QUIET)


@lru_cache(maxsize=256)
def _dark(text: str, correction: Correction) -> tuple[tuple[bool, ...], ...]:
    """The squares of a code, row by row from the top: whether they are dark."""
    code = _code(text, correction)
    code.make()
    return tuple(tuple(map(bool, row)) for row in code.modules)


def _outline(dark: tuple[tuple[bool, ...], ...], whole: Rect, square: float) -> tuple[Segment, ...]:
    """The dark squares of each row, joined to bars."""
    bars = []
    for down, row in enumerate(dark, start=QUIET):
        across = QUIET
        for is_dark, run in groupby(row):
            length = len(list(run))
            if is_dark:
                bars.append(Rect(whole.x + across * square, whole.y + down * square, length * square, square))
            across += length
    return tuple(chain.from_iterable(map(drawing.rectangle, bars)))


def _code(text: str, correction: Correction) -> Any:
    encoder = _encoder()
    code = encoder.QRCode(None, getattr(encoder.QRErrorCorrectLevel, correction))
    code.addData(encoder.QR8bitByte(text))
    return code


def _encoder() -> Any:
    from reportlab.graphics.barcode import qrencoder  # only for kits with a code: it takes 0.1 s to import

    return qrencoder
