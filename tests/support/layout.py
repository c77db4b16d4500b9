"""A kit of one poker card with some elements, to draw and to read back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics import Drawing, Piece, Rect
from pnp.graphics.geometry import MM_PER_POINT
from pnp.imposition import Placed
from pnp.pipeline.context import open_context
from tests.conftest import drawn_context
from tests.support.writing import document

if TYPE_CHECKING:
    from PIL import Image

KIT = (
    'title: One card\npalette: {red: "#b83a26", gold: "#e0b040"}\n'
    "components:\n  all: {kind: deck, title: Cards, size: poker, face: card}\n"
)
CARDS = "all:\n  one: {name: One, art: photo.png, asides: {tint: '#3060a0'}}\n"
STYLES = (
    "styles:\n  name: {font: title, size: 16, align: centre, valign: middle}\n"
    "  left: {font: title, size: 16, valign: middle}\n"
)
SCALE = 6
"""Pixels per mm of rendered cards."""


class Card:
    """A card with its context, the diagnostics of drawing it, and ways to look at it."""

    def __init__(self, folder: Path, *elements: str, more: str = "") -> None:
        folder.mkdir(exist_ok=True)
        lines = "".join(f"      - {{{element}}}\n" for element in elements)
        face = f"{STYLES}faces:\n  card:\n    bleeds: true\n    elements:\n{lines}"
        for name, text in (("kit", KIT + more), ("cards", CARDS), ("faces", face)):
            (folder / f"{name}.yaml").write_text(text, "utf-8")
        self.diagnostics = Diagnostics()
        opened = open_context(folder, self.diagnostics)
        assert opened is not None, list(self.diagnostics)
        self.context: RenderContext = opened
        self.checked = drawn_context(opened)
        (self.piece,) = [piece for pieces in self.checked.pieces.values() for piece in pieces]

    @property
    def errors(self) -> list[str]:
        """Places and messages of the errors of drawing it."""
        return [f"{one.span.line}:{one.span.column} {one.message}" for one in self.diagnostics]

    @property
    def items(self) -> tuple[Any, ...]:
        return self.piece.front.items

    def found(self, check: Any) -> list[Diagnostic]:
        """The diagnostics of one check."""
        return list(check.check(self.checked))

    def pdf(self, piece: Piece | None = None, **condition: Any) -> bytes:
        """The card alone on a page of its size, for a print shop if there is a condition."""
        card = piece or self.piece
        placed = Placed(card, 1, "front", Rect(0, 0, *card.size))
        made = document(pdf.Page(card.size, (placed,), Drawing("marks", card.size, ()), "card"))
        if condition:
            made = made._replace(condition=pdf.PrintingCondition(**condition))
        return pdf.write(made, self.context.fonts)

    def image(self, piece: Piece | None = None, **condition: Any) -> Image.Image:
        """The rendered card."""
        with pypdfium2.PdfDocument(self.pdf(piece, **condition)) as file:
            return file[0].render(scale=SCALE * MM_PER_POINT).to_pil().convert("RGB")


def at(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """The colour of a rendered card at a point in mm."""
    return image.getpixel((round(x * SCALE), round(y * SCALE)))
