"""Products of The Game Crafter that pieces can be printed as, and the choice of the nearest.

Pixels are at 300 per inch. The table is of 2026: identities, sizes of pictures and of the piece cut from their middle.
Source: templative/templative-electron, `src/shared/componentInfo.js`, which the shop's `/tgc/products` lists too.

Faces of pieces as the pictures of products: exactly as large, with the trim in the middle and art to the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import log
from typing import Any, Literal, NamedTuple

from PIL import Image

from pnp.export import parts, pictures
from pnp.export.printed import PrintedSet, Side, backed, encoded
from pnp.graphics import Drawing, Piece, Rect, Size
from pnp.graphics.geometry import MM_PER_INCH

DPI = 300

Group = Literal["card", "mat", "chit", "standee", "book", "pad", "die"]
"""Products that are ordered by the same calls."""
Use = Literal["card", "tile", "board", "token", "standee", "book", "pad", "die"]
"""What a piece is. Tiles are laid edge to edge, boards are not."""


class Product(NamedTuple):
    """What is ordered: its identity, the size of its picture and of the cut piece in px, and its group."""

    identity: str
    picture: tuple[int, int]
    cut: tuple[int, int]
    group: Group


class Fit(NamedTuple):
    """A product for a piece: the piece is drawn `scale` times as large, and `turned` by a quarter to the left."""

    product: Product
    scale: float
    turned: bool
    unlike: float
    """How much the piece changes: 0 if it has the product's size."""


class ProductLimits(NamedTuple):
    """The groups of products for a piece, its least and largest scale, and the share of the cut it may leave empty."""

    groups: tuple[Group, ...]
    least: float
    most: float
    empty: float


LIMITS: dict[Use, ProductLimits] = {
    "card": ProductLimits(("card",), 0.95, 1.05, 0.08),
    "tile": ProductLimits(("card", "mat"), 0.95, 1.05, 0.08),
    "board": ProductLimits(("mat", "card"), 0.85, 1.45, 0.5),
    "token": ProductLimits(("chit",), 0.75, 1.35, 0.1),
    "standee": ProductLimits(("standee",), 0.4, 1.5, 0.7),
    "book": ProductLimits(("book",), 0.75, 1.25, 0.25),
    "pad": ProductLimits(("pad",), 0.75, 1.25, 0.25),
    "die": ProductLimits(("die",), 0.3, 3.0, 0.01),
}
"""Cards and tiles keep their size, because they are laid and shuffled together; others are drawn to fit."""
SAME = 0.015
"""A piece that needs a change of scale below this keeps its size."""

_TABLE: dict[Group, str] = {
    "card": """
        BridgeDeck 750x1125 675x1050
        BusinessDeck 675x1125 600x1050
        DominoDeck 600x1125 525x1050
        EuroPokerDeck 825x1125 746x1043
        EuroSquareDeck 900x900 827x827
        JumboDeck 1125x1725 1051x1649
        MicroDeck 450x600 375x525
        MiniDeck 600x825 525x750
        PokerDeck 825x1125 750x1050
        SmallSquareDeck 825x825 750x750
        SquareDeck 1125x1125 1049x1049
        TarotDeck 900x1500 825x1424
        USGameDeck 750x1125 661x1028
    """,
    "mat": """
        BigMat 3075x4875 3000x4800
        BiFoldMat 2475x2475 2400x2400
        DominoMat 1275x2475 1200x2400
        HalfMat 1575x3075 1500x3000
        LargeSquareMat 3075x3075 3000x3000
        PlacardMat 1275x975 1200x900
        PostcardMat 1875x1275 1800x1200
        QuarterMat 1575x1575 1500x1500
        SkinnyMat 1275x3075 1197x2999
        SliverMat 675x2475 600x2400
        SmallSquareMat 1275x1275 1197x1201
        SquareMat 2475x2475 2400x2400
        StripMat 675x3075 600x3000
        USGameMat 1050x1425 975x1350
    """,
    "chit": """
        LargeCircleChit 375x375 300x300
        MediumCircleChit 300x300 225x225
        MiniCircleTile 450x450 375x375
        SmallCircleChit 225x225 150x150
    """,
    "standee": """
        LargeStandee 375x975 298x895
        MediumStandee 300x750 225x690
        SmallStandee 225x525 150x450
    """,
    "book": """
        JumboBooklet 2475x3075 2400x3000
        LargeBooklet 1575x2475 1500x2400
        MediumBooklet 1125x1575 1050x1500
        SmallBooklet 825x1125 750x1050
        TallBooklet 1425x2475 1350x2400
        TarotBooklet 900x1500 825x1425
    """,
    "pad": """
        LargeScorePadColor 2475x3075 2400x3000
        MediumScorePadColor 1425x2475 1350x2400
        SmallScorePadColor 1125x1725 1050x1650
    """,
    "die": """
        CustomColorD6 180x180 180x180
    """,
}

TUCK_BOXES = {
    "EuroPokerDeck": (36, 54, 72, 90, 108),
    "PokerDeck": (36, 54, 72, 90, 108),
    "BridgeDeck": (54, 108),
    "TarotDeck": (40, 90),
    "SquareDeck": (48, 96),
    "JumboDeck": (90,),
}
"""How many cards the shop's tuck boxes hold, by the deck."""


def _pixels(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


PRODUCTS = tuple(
    Product(identity, _pixels(picture), _pixels(cut), group)
    for group, lines in _TABLE.items()
    for identity, picture, cut in map(str.split, lines.strip().splitlines())
)


def nearest(size: Size, use: Use) -> Fit | None:
    """The product that changes a piece of this size in mm least; None if the limits allow none."""
    products = [product for product in PRODUCTS if product.group in LIMITS[use].groups]
    fits = [fit for product in products for fit in _fits(size, product, use)]
    return min(fits, key=lambda fit: fit.unlike, default=None)


def tuck_box(deck: str, cards: int) -> str | None:
    """The smallest tuck box of the shop for a number of cards of a deck; None if there is none."""
    holds = next((number for number in TUCK_BOXES.get(deck, ()) if number >= cards), None)
    kind = deck.removeprefix("Euro").removesuffix("Deck")
    return f"{kind}TuckBox{holds}" if holds else None


def _fits(size: Size, product: Product, use: Use) -> Iterator[Fit]:
    """A piece on a product, upright and turned, as far as the limits allow."""
    limits = LIMITS[use]
    width, height = (mm / MM_PER_INCH * DPI for mm in size)
    for turned in (False, True) if use in ("card", "tile", "board") and width != height else (False,):
        wide, high = product.cut[::-1] if turned else product.cut
        exact = min(wide / width, high / height)
        empty = 1 - width * height * exact**2 / (wide * high)
        if limits.least <= exact <= limits.most and empty <= limits.empty:
            scale = 1.0 if abs(exact - 1) < SAME else exact
            yield Fit(product, scale, turned, abs(log(exact)) + empty / 2)


BLEED = 3.175
"""How far art extends past the trim, mm; beyond that its edge is repeated."""
STAND = 8.0
"""How high the shop's stand reaches on a standee, mm; an estimate."""

Faces = Mapping[tuple[Piece, Side], bytes]
"""The pictures of the sides of pieces, as PNG files."""


def faces(printed: PrintedSet, pieces: list[Piece], fit: Fit, *, disc: bool = False) -> Faces:
    """The pictures of all sides; a drawing that pieces share is made once. A disc is extended from its rim."""
    wanted = list(_once(pieces))
    made: dict[int, bytes] = {}
    for (piece, side), image in zip(wanted, printed.faces(wanted, DPI * fit.scale, BLEED), strict=True):
        drawing = _drawing(piece, side)
        made[id(drawing)] = encoded(_fitted(image, drawing, side, fit, disc=disc), DPI)
    return {(piece, side): made[id(_drawing(piece, side))] for piece in pieces for side in backed(piece)}


def standees(printed: PrintedSet, pieces: list[Piece], spec: Any, fit: Fit) -> Faces:
    """Both sides of folded standees."""
    dpi = DPI * fit.scale
    found: dict[tuple[Piece, Side], bytes] = {}
    for piece, strip in zip(pieces, printed.faces([(piece, "front") for piece in pieces], dpi, 0.0), strict=True):
        lower, upper = parts.panels(piece, spec)
        sides: tuple[tuple[Side, Rect, int], ...] = (("front", lower, 0), ("back", upper, 180))
        for side, part, turn in sides:
            image = _standing(pictures.cropped(strip, part, dpi).rotate(turn), fit)
            found[piece, side] = encoded(image, DPI)
    return found


def die(printed: PrintedSet, piece: Piece, fit: Fit) -> dict[int, bytes]:
    """The faces of a die that is a cube, by their numbers."""
    dpi = DPI * fit.scale
    (net,) = printed.faces([(piece, "front")], dpi, 0.0)
    images = {number: pictures.cropped(net, face, dpi) for number, face in parts.faces(piece).items()}
    return {number: encoded(pictures.on_white(image, fit.product.picture), DPI) for number, image in images.items()}


def _drawing(piece: Piece, side: Side) -> Drawing:
    return piece.front if side == "front" or piece.back is None else piece.back


def _once(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Side]]:
    """The sides of pieces, each drawing once."""
    seen = set()
    for piece in pieces:
        for side in backed(piece):
            drawing = id(_drawing(piece, side))
            if drawing not in seen:
                seen.add(drawing)
                yield piece, side


def _fitted(image: Image.Image, drawing: Drawing, side: Side, fit: Fit, *, disc: bool) -> Image.Image:
    """A face with bleed as the picture of a product: up to where its art reaches, then extended, or on white."""
    reach = -parts.LINE if disc else drawing.bleed
    border = round((BLEED - reach) / MM_PER_INCH * DPI * fit.scale)
    image = image.crop((border, border, image.width - border, image.height - border))
    size = fit.product.picture
    if disc:
        return pictures.extended_round(image, size)
    fill = pictures.extended if drawing.bleed else pictures.on_white
    if not fit.turned:
        return fill(image, size)
    return fill(image, size[::-1]).rotate(90 if side == "front" else -90, expand=True)


def _standing(image: Image.Image, fit: Fit) -> Image.Image:
    """A side of a standee on white, above what the shop's stand covers."""
    width, height = fit.product.picture
    out = Image.new("RGB", (width, height), "white")
    foot = (height + fit.product.cut[1]) // 2 - round(STAND / MM_PER_INCH * DPI)
    out.paste(image, ((width - image.width) // 2, foot - image.height))
    return out
