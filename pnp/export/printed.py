"""A finished set for an export: its pieces and decks, and their faces as pictures.

Pictures are rendered by PDFium from the PDF that would be printed. Their sizes in pixels are those of the face with its
bleed at a resolution, rounded to whole pixels.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.graphics import Drawing, Piece, Rect, Size
from pnp.graphics.drawing import RECTANGLE, total
from pnp.graphics.geometry import MM_PER_INCH, Edges
from pnp.imposition import Placed
from pnp.pdf import PrintingCondition, png
from pnp.pdf.icc import OutputProfile

if TYPE_CHECKING:
    from PIL import Image

Side = Literal["front", "back"]
BATCH, PIXELS = 24, 40_000_000
"""The most faces in one PDF while they are rendered, and the most pixels of more than one. They keep memory low."""
CARDS = "deck"
"""The kind of components whose pieces are cards."""
ONLY_RECTANGLES = "its cards are rectangles only, and these have another shape"


class Settings(NamedTuple):
    """What the user chose; a target takes those of them that are in its `OPTIONS`."""

    dpi: int = 300
    bleed: float = 0.0
    """How far pictures extend past the trim, in mm."""
    corners: Literal["square", "round"] = "square"
    sheets: bool = False
    """Whether each deck is also drawn in rows and columns."""
    base_url: str = ""
    """Where the files will be on the web."""
    icc: OutputProfile | None = None
    """The ICC profile of a print shop's press; None: FOGRA39."""


class PrintedDeck(NamedTuple):
    """A component that is a deck: its id, its title, the size of its cards in mm, and its cards."""

    id: str
    title: str
    size: Size
    cards: tuple[Piece, ...]

    @property
    def total(self) -> int:
        """The number of its cards, copies included."""
        return total(self.cards)


@dataclass(frozen=True, eq=False)
class PrintedSet:
    """The pieces of a kit that are printed, at least once each, with those that describe the printing at home left out.

    `step` is called after each face."""

    context: RenderContext
    settings: Settings
    pieces: tuple[Piece, ...]
    step: Callable[[], None] = lambda: None
    left_out: dict[str, str] = field(default_factory=dict)
    """Why pieces are not in the export, by their component or their id; the target fills it."""
    notes: dict[str, str] = field(default_factory=dict)
    """What the target made of components, by their ids, where that is not obvious."""

    @property
    def title(self) -> str:
        return self.context.kit.title

    @property
    def decks(self) -> list[PrintedDeck]:
        """The decks of rectangular cards in the kit's order."""
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            if self.kind(piece) == CARDS and piece.shape == RECTANGLE:
                found.setdefault(piece.component, []).append(piece)
        specs = self.context.kit.components
        return [PrintedDeck(id_, specs[id_].title, cards[0].size, tuple(cards)) for id_, cards in found.items()]

    @property
    def others(self) -> list[Piece]:
        """The pieces that are not rectangular cards."""
        return [p for p in self.pieces if self.kind(p) != CARDS or p.shape != RECTANGLE]

    def of_kind(self, *kinds: str) -> list[Piece]:
        """The pieces of components of some kinds."""
        return [piece for piece in self.others if self.kind(piece) in kinds]

    def leave_out(self, pieces: Iterable[Piece], reason: str) -> None:
        """Note why components are not in the export."""
        for piece in pieces:
            self.left_out[piece.component] = ONLY_RECTANGLES if self.kind(piece) == CARDS else reason

    def kind(self, piece: Piece) -> str:
        """The kind of a piece's component."""
        return self.context.kit.components[piece.component].kind

    def faces(
        self, wanted: Iterable[tuple[Piece, Side]], dpi: float | None = None, bleed: float | None = None
    ) -> Iterator[Image.Image]:
        """The pictures of faces in RGB, in order, at the settings' resolution and bleed unless others are given."""
        batch: list[tuple[Piece, Side]] = []
        resolution, around = dpi or self.settings.dpi, self.settings.bleed if bleed is None else bleed
        number = 0
        for face in wanted:
            width, height = pixels(_paper(face[0], around), resolution)
            if batch and (len(batch) == BATCH or number + width * height > PIXELS):
                yield from self._rendered(batch, resolution, around)
                batch, number = [], 0
            batch.append(face)
            number += width * height
        if batch:
            yield from self._rendered(batch, resolution, around)

    def book(self, pages: list[Piece]) -> bytes:
        """A PDF with these pages of a rulebook."""
        made = tuple(face_page(page, "front", 0.0) for page in pages)
        kit = self.context.kit
        document = pdf.Document(self.title, "", "", kit.language, "Simplex", made, right_to_left=kit.right_to_left)
        return pdf.write(document, self.context.fonts)

    def shop_pdf(self, pages: Iterable[pdf.Page], condition: PrintingCondition) -> bytes:
        """A PDF file for a print shop; `step` is called after each page."""
        credit = self.context.kit.credit
        document = pdf.Document(
            self.title,
            credit.designer,
            f"{credit.notice} {credit.licence}".strip(),
            self.context.kit.language,
            "Simplex",
            tuple(pages),
            condition,
            self.context.say,
            right_to_left=self.context.kit.right_to_left,
        )
        return pdf.write(document, self.context.fonts, self.step)

    def _rendered(self, batch: list[tuple[Piece, Side]], dpi: float, bleed: float) -> list[Image.Image]:
        """The pictures of a batch. They are complete before the first is used, because PDFium renders one at a time."""
        pages = tuple(face_page(piece, side, bleed) for piece, side in batch)
        document = pdf.Document(self.title, "", "", self.context.kit.language, "Simplex", pages)
        found = []
        for page, image in zip(pages, png.images(document, self.context.fonts, dpi), strict=True):
            self.step()
            found.append(image.resize(pixels(page.paper, dpi)) if image.size != pixels(page.paper, dpi) else image)
        return found


def face_page(piece: Piece, side: Side, bleed: float) -> pdf.Page:
    """A page with one face, as large as its trim and bleed; a white one for a side that the piece does not have."""
    paper, trim = _paper(piece, bleed), Rect(bleed, bleed, *piece.size)
    placed = Placed(piece, 1, side, trim, 0, Edges(bleed, bleed, bleed, bleed))
    shown = (placed,) if side in backed(piece) else ()
    return pdf.Page(paper, shown, Drawing("none", paper, ()), f"{piece.title}, {side}", trim=trim)


def _paper(piece: Piece, bleed: float) -> Size:
    return Size(piece.size.w + 2 * bleed, piece.size.h + 2 * bleed)


def pixels(paper: Size, dpi: float) -> tuple[int, int]:
    """Width and height of a face's picture, rounded."""
    return round(paper.w / MM_PER_INCH * dpi), round(paper.h / MM_PER_INCH * dpi)


LEVEL = 3
"""How hard PNG files are compressed, up to 9: with 6, duel's faces take 1.6 times as long and are 3 % smaller."""


def encoded(image: Image.Image, dpi: float | None = None) -> bytes:
    """A picture as a PNG file, the same bytes each time."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=LEVEL, **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()


def backed(piece: Piece) -> tuple[Side, ...]:
    """The sides of a piece that have a drawing."""
    return ("front", "back") if piece.back else ("front",)


def file_name(text: str) -> str:
    """A part of a file's name: small letters, digits and hyphens."""
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in text.lower())
    return "-".join(part for part in kept.split("-") if part) or "piece"
