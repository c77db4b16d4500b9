"""Tabletop Simulator: one saved object with all decks, boards, tokens, standees, dice and the rulebook.

Pictures lie beside it, or at the base URL. Sizes are approximate: a card 63 mm wide has the scale 1, and a tile two
inches wide too.
Source: Berserk-Games/Tabletop-Simulator-Knowledge-Base, `docs/custom-content` and `save-file-format.md`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from pnp import pdf
from pnp.export.printed import PrintedSet, backed, encoded, file_name
from pnp.export.sheets import Sheet, sheets
from pnp.graphics import Drawing, Piece, Rect
from pnp.graphics.geometry import MM_PER_INCH
from pnp.imposition import Placed

if TYPE_CHECKING:
    from PIL import Image

LABEL = "Tabletop Simulator"
OPTIONS = ("dpi", "base_url")
CARD_WIDTH, TILE_WIDTH = 63.0, 2 * MM_PER_INCH
"""The widths in mm of a card and of a tile with the scale 1."""
DICE = (4, 6, 8, 10, 12, 20)
ROUND, RECTANGLE = 2, 0
"""The shapes of tiles."""
OUTLINE = 0.4
"""What is cut off a standee on each side, mm: the lines to cut and fold along."""
LEFT_OUT = ("tuckbox",)
"""Kinds of components that are of no use on a digital table."""
APART = 4.0
"""The distance between objects on the table, in its units."""


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`KIT.json`, and the pictures and the rulebook that it names."""
    return _Table(printed).files()


class _Table:
    """Collects the objects and files of one export."""

    def __init__(self, printed: PrintedSet) -> None:
        self.printed, self.slug = printed, printed.context.kit.slug
        self.found: dict[str, bytes] = {}
        self.keys = count(1)
        self.objects: list[dict[str, Any]] = []

    def files(self) -> dict[str, bytes]:
        for deck in self.printed.decks:
            for number, sheet in enumerate(sheets(self.printed, deck), start=1):
                name = f"{deck.id}-{number}"
                self.objects.append(self._deck(deck.title, name, sheet))
        pages: list[Piece] = []
        for piece in self.printed.others:
            kind = self.printed.kind(piece)
            if kind == "booklet":
                pages.append(piece)
            elif kind not in LEFT_OUT:
                self.objects.extend(self._piece(piece, kind))
        if pages:
            self.objects.append(self._book(pages))
        for number, thing in enumerate(self.objects):
            thing["Transform"] |= {"posX": number % 6 * APART, "posZ": -(number // 6) * APART}
        notes = {"0": {"title": self.printed.title, "body": self._notes(), "color": "Grey", "id": 0}}
        save = {
            "SaveName": self.printed.title,
            "GameMode": "",
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Note": "",
            "TabStates": notes,
            "LuaScript": "",
            "XmlUI": "",
            "ObjectStates": self.objects,
        }
        text = json.dumps(save, ensure_ascii=False, indent=1) + "\n"
        return {**self.found, f"{self.slug}.json": text.encode()}

    def _notes(self) -> str:
        credit = self.printed.context.kit.credit
        return f"{self.printed.context.kit.tagline}\n\n{credit.notice} {credit.licence}".strip()

    def _url(self, name: str, data: bytes) -> str:
        """Where a file will be: at the base URL, or beside the saved object."""
        self.found[name] = data
        base = self.printed.settings.base_url.rstrip("/")
        return f"{base}/{name}" if base else name

    def _object(self, type_: str, name: str, title: str, scale: float, **more: Any) -> dict[str, Any]:
        """An object lying face up; its id is a hash of its name, so that it is the same each time."""
        place = dict.fromkeys(("posX", "posZ", "rotX", "rotZ"), 0.0) | {"posY": 1.0, "rotY": 180.0}
        return {
            "GUID": hashlib.sha256(f"{self.slug}/{name}".encode()).hexdigest()[:6],
            "Name": type_,
            "Transform": place | dict.fromkeys(("scaleX", "scaleY", "scaleZ"), round(scale, 4)),
            "Nickname": title,
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259},
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Tooltip": True,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            **more,
        }

    def _deck(self, title: str, name: str, sheet: Sheet) -> dict[str, Any]:
        """A deck, face down, or a card if there is only one copy."""
        key = next(self.keys)
        picture = {
            "FaceURL": self._url(f"{name}.png", encoded(sheet.faces)),
            "BackURL": self._url(f"{name}-back.png", encoded(sheet.backs)),
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": False,
            "UniqueBack": sheet.unique_backs,
            "Type": 0,
        }
        cards = []
        for index, card in enumerate(sheet.cards):
            for copy in range(1, card.copies + 1):
                scale = card.size.w / CARD_WIDTH
                shown = {"CardID": 100 * key + index, "SidewaysCard": False, "CustomDeck": {str(key): picture}}
                hidden = {"HideWhenFaceDown": True, "Hands": True}
                cards.append(self._object("Card", f"{card.id} {copy}", card.title, scale, **hidden, **shown))
        if len(cards) == 1:
            return cards[0]
        scale = sheet.cards[0].size.w / CARD_WIDTH
        deck = self._object(
            "DeckCustom",
            name,
            title,
            scale,
            HideWhenFaceDown=True,
            Hands=False,
            SidewaysCard=False,
            DeckIDs=[card["CardID"] for card in cards],
            CustomDeck={str(key): picture},
            ContainedObjects=cards,
        )
        deck["Transform"]["rotZ"] = 180.0
        return deck

    def _piece(self, piece: Piece, kind: str) -> Iterator[dict[str, Any]]:
        """A piece, once for each copy: a die, a standee, or a tile."""
        spec: Any = self.printed.context.kit.components[piece.component]
        if kind == "net" and spec.sides in DICE:
            for copy in range(1, piece.copies + 1):
                yield self._object(f"Die_{spec.sides}", f"{piece.id} {copy}", piece.title, 1.0)
            return
        images = list(self.printed.faces([(piece, side) for side in backed(piece)], bleed=0.0))
        type_, scale = "Custom_Tile", piece.size.w / TILE_WIDTH
        if kind == "foldie":
            images = _standee(images[0], spec, self.printed.settings.dpi)
            type_, scale = "Figurine_Custom", 1.0
        stem = file_name(piece.id)
        ends = ("", "-back")
        urls = [self._url(f"{stem}{end}.png", encoded(image)) for end, image in zip(ends, images, strict=False)]
        picture: dict[str, Any] = {
            "ImageURL": urls[0],
            "ImageSecondaryURL": urls[1] if len(urls) > 1 else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
        }
        if type_ == "Custom_Tile":
            shape = ROUND if kind in ("token", "dial") and piece.size.w == piece.size.h else RECTANGLE
            picture["CustomTile"] = {"Type": shape, "Thickness": 0.1, "Stackable": kind == "token", "Stretch": True}
        for copy in range(1, piece.copies + 1):
            yield self._object(type_, f"{piece.id} {copy}", piece.title, scale, CustomImage=picture)

    def _book(self, pages: list[Piece]) -> dict[str, Any]:
        """The rulebook as a PDF, page by page."""
        made = tuple(_page(page) for page in pages)
        document = pdf.Document(self.printed.title, "", "", self.printed.context.kit.language, "Simplex", made)
        url = self._url("rulebook.pdf", pdf.write(document, self.printed.context.fonts))
        book = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        title = self.printed.context.kit.components[pages[0].component].title
        return self._object("Custom_PDF", "rulebook", title, 1.0, CustomPDF=book)


def _page(piece: Piece) -> pdf.Page:
    placed = Placed(piece, 1, "front", Rect(0, 0, *piece.size))
    return pdf.Page(piece.size, (placed,), Drawing("none", piece.size, ()), piece.title)


def _standee(strip: Image.Image, spec: Any, dpi: float) -> list[Image.Image]:
    """Both sides of a folded standee: the lower panel, and the upper one, which stands on its head."""
    line, tab, height = (round(mm / MM_PER_INCH * dpi) for mm in (OUTLINE, spec.tab, spec.panel[1]))
    left, right, middle = line, strip.width - line, tab + height
    lower = strip.crop((left, middle + line, right, middle + height - line))
    upper = strip.crop((left, tab + line, right, middle - line)).rotate(180)
    return [lower, upper]
