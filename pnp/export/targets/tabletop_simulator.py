"""Tabletop Simulator: one saved object with all decks, boards, tokens, standees, dice and the rulebook.

Pictures are named by the base URL, because the game takes only full addresses: of the web, or `file:///…`. Sizes are
approximate: units are inches, a card with the scale 1 is 3.04 of them high, and a tile 2 wide.
Source: Berserk-Games/Tabletop-Simulator-Knowledge-Base, `docs/custom-content` and `save-file-format.md`. The texture
of a die is laid out as in templative/templative-electron, which also measured cards (`customObjectAdapter.js`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import count
from typing import Any

from PIL import Image

from pnp.export.printed import PrintedDeck, PrintedSet, encoded
from pnp.export.sheets import FaceSheet, Thing, die_pictures, pages, people_see, sheets, things
from pnp.graphics import Size
from pnp.graphics.drawing import each_copy
from pnp.graphics.geometry import MM_PER_INCH

LABEL = "Tabletop Simulator"
OPTIONS = ("dpi", "base_url")
CARD_HEIGHT, TILE_WIDTH = MM_PER_INCH / 0.329, 2 * MM_PER_INCH
"""The height of a card and the width of a tile with the scale 1, mm."""
DICE = (4, 6, 8, 10, 12, 20)
SHAPES = {"tile": 0, "disc": 2}
"""The shapes of tiles."""
SIX_SIDED = 1
"""The type of a die with six sides."""
DIE_CELL, DIE_GRID = 682, 3
"""The width in px of a face on the texture of a die, and the number of columns and rows."""
DIE_PLACES = {1: (0, 2, 180), 2: (0, 1, 0), 3: (1, 2, 0), 4: (1, 1, 0), 5: (2, 1, 0), 6: (2, 2, 180)}
"""The column, the row and the turn in degrees of each face on it."""
THUMBNAIL = 256
WIDE, GAP = 32.0, 1.0
"""How wide the things are laid out on the table and the gap between them, in its units of about an inch."""


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`KIT.json`, its thumbnail `KIT.png`, and the pictures and the rulebook that it names."""
    if not printed.settings.base_url:
        printed.notes["pictures"] = "they have no full addresses yet, which the game needs; use --base-url"
    table = _Table(printed)
    for deck in printed.decks:
        table.deck(deck)
    for thing in things(printed):
        table.thing(thing)
    table.book()
    return table.files()


class _Table:
    """Collects the objects and files of one export."""

    def __init__(self, printed: PrintedSet) -> None:
        self.printed, self.slug = printed, printed.context.kit.slug
        self.found: dict[str, bytes] = {}
        self.keys = count(1)
        self.objects: list[tuple[dict[str, Any], Size]] = []

    def files(self) -> dict[str, bytes]:
        """The saved object and what it names."""
        _lay_out(self.objects)
        notes = {
            "title": self.printed.title,
            "body": self._notes(),
            "color": "Grey",
            "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5},
            "id": 0,
        }
        empty = ("GameMode", "Date", "Table", "Sky", "Note", "Rules", "LuaScript", "LuaScriptState", "XmlUI")
        save = {
            "SaveName": self.printed.title,
            **dict.fromkeys((*empty, "VersionNumber"), ""),
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "TabStates": {"0": notes},
            "ObjectStates": [thing for thing, _ in self.objects],
        }
        text = json.dumps(save, ensure_ascii=False, indent=1) + "\n"
        return {**self.found, **self._thumbnail(), f"{self.slug}.json": text.encode()}

    def _notes(self) -> str:
        credit = self.printed.context.kit.credit
        return f"{self.printed.context.kit.tagline}\n\n{credit.notice} {credit.licence}".strip()

    def _thumbnail(self) -> dict[str, bytes]:
        """A small square picture, which the game shows beside the name."""
        piece = people_see(self.printed)
        if piece is None:
            return {}
        (image,) = self.printed.faces([(piece, "front")], bleed=0.0)
        image.thumbnail((THUMBNAIL, THUMBNAIL))
        square = Image.new("RGB", (THUMBNAIL, THUMBNAIL), "white")
        square.paste(image, ((THUMBNAIL - image.width) // 2, (THUMBNAIL - image.height) // 2))
        return {f"{self.slug}.png": encoded(square)}

    def _url(self, name: str, data: bytes) -> str:
        """Where a file will be: at the base URL, or only its name."""
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
            "Tags": [],
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

    def deck(self, deck: PrintedDeck) -> None:
        """Add a deck, face down, or a card if there is only one copy."""
        cards: list[dict[str, Any]] = []
        drawn: dict[str, dict[str, Any]] = {}
        for number, sheet in enumerate(sheets(self.printed, deck), start=1):
            key = next(self.keys)
            drawn[str(key)] = self._sheet(f"{deck.id}-{number}", sheet)
            cards.extend(self._cards(key, drawn[str(key)], sheet))
        scale = deck.size.h / CARD_HEIGHT
        whole = cards[0]
        if len(cards) > 1:
            whole = self._object("DeckCustom", deck.id, deck.title, scale, HideWhenFaceDown=True, Hands=False)
            ids = [card["CardID"] for card in cards]
            whole |= {"SidewaysCard": False, "DeckIDs": ids, "CustomDeck": drawn, "ContainedObjects": cards}
        whole["Transform"]["rotZ"] = 180.0
        self.objects.append((whole, deck.size))

    def _sheet(self, name: str, sheet: FaceSheet) -> dict[str, Any]:
        return {
            "FaceURL": self._url(f"{name}.png", encoded(sheet.faces)),
            "BackURL": self._url(f"{name}-back.png", encoded(sheet.backs)),
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": False,
            "UniqueBack": sheet.unique_backs,
            "Type": 0,
        }

    def _cards(self, key: int, picture: dict[str, Any], sheet: FaceSheet) -> Iterator[dict[str, Any]]:
        """The cards of a sheet, one per copy."""
        for index, card in enumerate(sheet.cards):
            for _, copy in each_copy([card]):
                shown = {"CardID": 100 * key + index, "SidewaysCard": False, "CustomDeck": {str(key): picture}}
                scale = card.size.h / CARD_HEIGHT
                name = f"{card.id} {copy}"
                yield self._object("Card", name, card.title, scale, HideWhenFaceDown=True, Hands=True, **shown)

    def thing(self, thing: Thing) -> None:
        """Add a thing, once for each copy."""
        type_, scale, more = self._type(thing)
        for _, copy in each_copy([thing.piece]):
            self.objects.append((self._object(type_, f"{thing.name} {copy}", thing.title, scale, **more), thing.size))

    def _type(self, thing: Thing) -> tuple[str, float, dict[str, Any]]:
        """The type of an object, its scale, and its pictures."""
        if thing.shape == "die":
            return self._die(thing)
        images = (image for image in (thing.front, thing.back) if image)
        ends = ("", "-back")
        urls = [self._url(f"{thing.name}{end}.png", encoded(image)) for end, image in zip(ends, images, strict=False)]
        picture = _picture(*urls)
        if thing.shape == "standee":
            return "Figurine_Custom", 1.0, {"CustomImage": picture}
        scale = thing.size.w / TILE_WIDTH
        if thing.shape == "cutout":
            token = {"Thickness": 0.1, "MergeDistancePixels": 10.0, "StandUp": False, "Stackable": False}
            return "Custom_Token", scale, {"CustomImage": picture | {"CustomToken": token}}
        tile = {"Type": SHAPES[thing.shape], "Thickness": 0.1, "Stackable": thing.shape == "disc", "Stretch": True}
        return "Custom_Tile", scale, {"CustomImage": picture | {"CustomTile": tile}}

    def _die(self, thing: Thing) -> tuple[str, float, dict[str, Any]]:
        """A die of six with the kit's faces, or one of the game's own dice."""
        faces = die_pictures(self.printed, thing, DIE_CELL)
        if not faces:
            return f"Die_{min(DICE, key=lambda sides: abs(sides - thing.sides))}", 1.0, {}
        texture = Image.new("RGB", (DIE_CELL * DIE_GRID, DIE_CELL * DIE_GRID), "white")
        for number, (column, row, turn) in DIE_PLACES.items():
            texture.paste(faces[number].rotate(turn), (column * DIE_CELL, row * DIE_CELL))
        picture = _picture(self._url(f"{thing.name}.png", encoded(texture)))
        return "Custom_Dice", 1.0, {"CustomImage": picture | {"CustomDice": {"Type": SIX_SIDED}}}

    def book(self) -> None:
        """Add the rulebook as a PDF."""
        book = pages(self.printed)
        if book:
            url = self._url("rulebook.pdf", self.printed.book(book))
            data = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
            title = self.printed.context.kit.components[book[0].component].title
            self.objects.append((self._object("Custom_PDF", "rulebook", title, 1.0, CustomPDF=data), book[0].size))


def _picture(front: str, back: str = "") -> dict[str, Any]:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}


def _lay_out(objects: list[tuple[dict[str, Any], Size]]) -> None:
    """Put objects side by side in rows, so that none is on another; copies that stack are put onto each other."""
    x = z = high = level = 0.0
    place: dict[str, float] = {}
    last: tuple[str, str] | None = None
    for thing, size in objects:
        width, height = size.w / MM_PER_INCH + GAP, size.h / MM_PER_INCH + GAP
        same = (thing["Nickname"], json.dumps(thing.get("CustomImage", {})))
        if same != last or thing["Name"] != "Custom_Tile":
            if x and x + width > WIDE:
                x, z, high = 0.0, z - high, 0.0
            place = {"posX": round(x + width / 2, 3), "posZ": round(z - height / 2, 3)}
            x, high, level = x + width, max(high, height), 1.0
        else:
            level += 0.2
        thing["Transform"] |= {**place, "posY": round(level, 3)}
        last = same
