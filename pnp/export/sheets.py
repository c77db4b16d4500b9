"""Pictures with all faces of a deck in rows and columns, for digital tables.

Pieces as things on a digital table, besides the cards in decks and the pages of a rulebook.

A token is a disc, a standee has two sides, a dial is a disc with a pointer, the net of a die is a die; all others are
flat tiles. What a digital table does not need is left out of the export.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any, Literal, NamedTuple

from PIL import Image

from pnp.export import parts, pictures
from pnp.export.printed import CARDS, PrintedDeck, PrintedSet, backed, file_name
from pnp.graphics import Piece, Size
from pnp.graphics.geometry import MM_PER_INCH

COLUMNS, ROWS = 10, 7
"""The largest grid that Tabletop Simulator takes."""
MOST = COLUMNS * ROWS - 1
"""The most cards on a sheet: the last cell is what others see of a card in a hand."""
WIDEST = 4096
"""The longest side of a sheet, in px."""


class FaceSheet(NamedTuple):
    """The faces of some cards of a deck: the picture, its grid, the cards from the top left, and their backs.

    `backs` is a picture of the same grid if the cards have different backs, otherwise of one back.
    """

    cards: tuple[Piece, ...]
    columns: int
    rows: int
    faces: Image.Image
    backs: Image.Image
    unique_backs: bool


def grid(cells: int, least: int = 2) -> tuple[int, int]:
    """The columns and rows of the smallest grid with this many cells, at least `least` of each."""
    choices = [(c, max(least, ceil(cells / c))) for c in range(least, COLUMNS + 1)]
    fitting = [(c, r) for c, r in choices if r <= ROWS]
    return min(fitting, key=lambda size: (size[0] * size[1], abs(size[0] - size[1]), -size[0]))


def sheets(printed: PrintedSet, deck: PrintedDeck) -> Iterator[FaceSheet]:
    """The sheets of a deck, with the back in the last cell of each; at most `WIDEST` px wide and high."""
    unique = len({id(card.back) for card in deck.cards}) > 1
    for first in range(0, len(deck.cards), MOST):
        cards = deck.cards[first : first + MOST]
        columns, rows = grid(len(cards) + 1)
        dpi = _finest(printed, deck, columns, rows)
        fronts = list(printed.faces([(card, "front") for card in cards], dpi, 0.0))
        backs = _backs(printed, cards if unique else cards[:1], fronts[0], dpi)
        faces = _filled(fronts, columns, rows)
        _put(faces, columns * rows - 1, columns, backs[0])
        yield FaceSheet(cards, columns, rows, faces, _filled(backs, columns, rows) if unique else backs[0], unique)


def contact_sheets(printed: PrintedSet, deck: PrintedDeck, *, share_backs: bool = False) -> Iterator[FaceSheet]:
    """The sheets of a deck with nothing but its faces: no cell to spare, and every back in its card's cell.

    With `share_backs`, a back that all cards of the deck have is one picture.
    """
    unique = not share_backs or len({id(card.back) for card in deck.cards}) > 1
    for first in range(0, len(deck.cards), COLUMNS * ROWS):
        cards = deck.cards[first : first + COLUMNS * ROWS]
        columns, rows = grid(len(cards), 1)
        dpi = _finest(printed, deck, columns, rows)
        fronts = list(printed.faces([(card, "front") for card in cards], dpi, 0.0))
        backs = _backs(printed, cards if unique else cards[:1], fronts[0], dpi)
        whole = _filled(backs, columns, rows) if unique else backs[0]
        yield FaceSheet(cards, columns, rows, _filled(fronts, columns, rows), whole, unique)


def _finest(printed: PrintedSet, deck: PrintedDeck, columns: int, rows: int) -> float:
    """The resolution in which a sheet is not too large, at most that of the settings."""
    wide, high = WIDEST // columns / deck.size.w, WIDEST // rows / deck.size.h
    return min(float(printed.settings.dpi), wide * MM_PER_INCH, high * MM_PER_INCH)


def _backs(printed: PrintedSet, cards: tuple[Piece, ...], front: Image.Image, dpi: float) -> list[Image.Image]:
    """A back for each card, white for those that have none; backs that several cards share are drawn once."""
    blank = Image.new("RGB", front.size, "white")
    shared = {id(card.back): card for card in cards if card.back}
    images = printed.faces([(card, "back") for card in shared.values()], dpi, 0.0)
    drawn = dict(zip(shared, images, strict=True))
    return [drawn.get(id(card.back), blank) for card in cards]


def _filled(images: list[Image.Image], columns: int, rows: int) -> Image.Image:
    """Pictures in rows and columns, from the top left."""
    width, height = images[0].size
    sheet = Image.new("RGB", (width * columns, height * rows), "white")
    for cell, image in enumerate(images):
        _put(sheet, cell, columns, image)
    return sheet


def _put(sheet: Image.Image, cell: int, columns: int, image: Image.Image) -> None:
    sheet.paste(image, (cell % columns * image.width, cell // columns * image.height))


Shape = Literal["tile", "disc", "cutout", "standee", "die"]
PAGES = "booklet"
"""The kind of components whose pieces are the pages of a rulebook."""
LEFT_OUT = {
    "tuckbox": "a digital table needs no box",
    "pad": "a digital table has no pencil; use the program's notes",
    "bracket": "a digital table has no pencil; use the program's notes",
}
"""Why components of some kinds are left out."""
NOT_A_DECK = "pieces of their own shape, because a deck holds rectangles only"


class Thing(NamedTuple):
    """A thing: the start of its files' names, its title, its shape, its size in mm, its piece and its sides.

    The picture of a cutout is transparent around it; that of a disc is square. A die has `sides` and no picture.
    """

    name: str
    title: str
    shape: Shape
    size: Size
    piece: Piece
    front: Image.Image | None = None
    back: Image.Image | None = None
    sides: int = 0

    @property
    def copies(self) -> int:
        return self.piece.copies

    def clear(self) -> Iterator[tuple[str, Image.Image]]:
        """The pictures of its sides, transparent around discs, each with the end of its file's name."""
        for end, image in (("", self.front), ("-back", self.back)):
            if image:
                yield end, pictures.cut_round(image) if self.shape == "disc" else image


def things(printed: PrintedSet) -> Iterator[Thing]:
    """The things of a kit in its order; what is of no use is noted in `printed.left_out`."""
    useful = []
    for piece in printed.others:
        kind = printed.kind(piece)
        if kind in LEFT_OUT:
            printed.left_out[piece.component] = LEFT_OUT[kind]
        elif kind != PAGES:
            useful.append(piece)
    images = printed.faces(((piece, side) for piece in useful for side in backed(piece)), bleed=0.0)
    for piece in useful:
        sides = [next(images) for _ in backed(piece)]
        yield from _MAKERS.get(printed.kind(piece), _tile)(printed, piece, sides)


def pages(printed: PrintedSet) -> list[Piece]:
    """The pages of the rulebook."""
    return [piece for piece in printed.others if printed.kind(piece) == PAGES]


def people_see(printed: PrintedSet) -> Piece | None:
    """The piece that stands for the game: the cover of the rulebook, or the first card."""
    cards = [piece for piece in printed.pieces if printed.kind(piece) == CARDS]
    return next(iter([*pages(printed), *cards]), None)


def _tile(_printed: PrintedSet, piece: Piece, sides: list[Image.Image]) -> Iterator[Thing]:
    front, *rest = (pictures.at_most(image, WIDEST) for image in sides)
    back = rest[0] if rest else None
    yield Thing(_name(piece), piece.title, "tile", piece.size, piece, front, back)


def _token(printed: PrintedSet, piece: Piece, sides: list[Image.Image]) -> Iterator[Thing]:
    for thing in _tile(printed, piece, sides):
        yield thing._replace(shape="disc")


def _shaped_card(printed: PrintedSet, piece: Piece, sides: list[Image.Image]) -> Iterator[Thing]:
    """A card that is no rectangle, which a deck on the table cannot hold."""
    printed.notes[piece.component] = NOT_A_DECK
    for thing in _tile(printed, piece, sides):
        if piece.shape == "circle":
            yield thing._replace(shape="disc")
            continue
        front, back = (image and pictures.cut_to(image, piece) for image in (thing.front, thing.back))
        yield thing._replace(shape="cutout", front=front, back=back)


def _standee(printed: PrintedSet, piece: Piece, sides: list[Image.Image]) -> Iterator[Thing]:
    lower, upper = parts.panels(piece, _spec(printed, piece))
    front, back = (pictures.cropped(sides[0], panel, printed.settings.dpi) for panel in (lower, upper))
    yield Thing(_name(piece), piece.title, "standee", lower.size, piece, front, back.rotate(180))


def _dial(printed: PrintedSet, piece: Piece, sides: list[Image.Image]) -> Iterator[Thing]:
    name, dpi = _name(piece), printed.settings.dpi
    disc, pointer = parts.disc(piece), parts.pointer(piece)
    front = pictures.cropped(sides[0], disc, dpi)
    yield Thing(name, piece.title, "disc", disc.size, piece, front)
    arrow = pictures.cut_out(pictures.cropped(sides[0], pointer, dpi))
    size = Size(arrow.width / dpi * MM_PER_INCH, arrow.height / dpi * MM_PER_INCH)
    title = f"{piece.title}: {printed.context.say('pointer')}"
    yield Thing(f"{name}-pointer", title, "cutout", size, piece, arrow)


def _die(printed: PrintedSet, piece: Piece, _sides: list[Image.Image]) -> Iterator[Thing]:
    edge: Any = _spec(printed, piece)
    size = Size(edge.edge, edge.edge)
    yield Thing(_name(piece), piece.title, "die", size, piece, sides=edge.sides)


def _name(piece: Piece) -> str:
    """The start of a thing's files: its component and its name in it, which no other thing has."""
    return "_".join(map(file_name, piece.id.split("/")))


def _spec(printed: PrintedSet, piece: Piece) -> Any:
    return printed.context.kit.components[piece.component]


_MAKERS = {CARDS: _shaped_card, "token": _token, "foldie": _standee, "dial": _dial, "net": _die}


def die_pictures(printed: PrintedSet, thing: Thing, edge: int) -> dict[int, Image.Image]:
    """The faces of a die that is a cube by their numbers, `edge` px wide; none for other dice."""
    faces = parts.faces(thing.piece)
    if len(faces) != parts.CUBE:
        return {}
    dpi = edge / min(face.w for face in faces.values()) * MM_PER_INCH
    (net,) = printed.faces([(thing.piece, "front")], dpi, 0.0)
    squares = {number: face._replace(h=face.w) for number, face in faces.items()}
    return {number: pictures.cropped(net, square, dpi).resize((edge, edge)) for number, square in squares.items()}
