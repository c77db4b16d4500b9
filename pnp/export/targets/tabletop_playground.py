"""Tabletop Playground: a package with a template for each deck, board, token, standee and the rulebook.

Decks are cards on sheets. So are boards, which are thick cards without round corners, tokens, which are round cards,
and the pages of the rulebook: the size of a card is exact, in cm. Names of files and ids are the same each time.
Source: plasticity-studios/tabletop-playground-schemas, `src/templates.ts`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pnp.export.printed import PrintedDeck, PrintedSet, encoded
from pnp.export.sheets import FaceSheet, Thing, contact_sheets, pages, things
from pnp.graphics import Size
from pnp.graphics.drawing import each_copy

LABEL = "Tabletop Playground"
OPTIONS = ("dpi",)
VERSION = "1"
ONE_PICTURE, SAME_CELL = -2, -3
"""Where a card's back is: one picture for all, or the same cell of another sheet."""
NO_BACK = -1
HIDDEN_IS_BACK = -3
"""Others see the back of a card in a hand."""
THICK = {"card": 0.05, "page": 0.02, "tile": 0.15, "disc": 0.2, "cutout": 0.1}
"""How thick things are, in cm."""
MODELS = {"card": "Rounded", "page": "Square", "tile": "Square", "disc": "Round"}
"""The outlines of things; that of a cutout is its picture's."""
BOARD = 150.0
"""The width or height in mm from which a tile is a board, which stays on the table."""
BASE = "StaticMesh'/Game/Meshes/Basic/Cube.Cube'"
"""What standees stand on."""


def files(printed: PrintedSet) -> dict[str, bytes]:
    """`KIT/manifest.json`, `KIT/Templates/ID.json`, and their pictures in `KIT/Textures`."""
    package = _Package(printed)
    for deck in printed.decks:
        package.deck(deck, "card")
    for thing in things(printed):
        package.thing(thing)
    book = pages(printed)
    if book:
        title = printed.context.kit.components[book[0].component].title
        package.deck(PrintedDeck(book[0].component, title, book[0].size, tuple(book)), "page")
    return package.files()


class _Package:
    """Collects the templates and textures of a package."""

    def __init__(self, printed: PrintedSet) -> None:
        self.printed, self.slug = printed, printed.context.kit.slug
        self.found: dict[str, bytes] = {}

    def files(self) -> dict[str, bytes]:
        """The files of the package, in a folder of its name."""
        manifest = {"Name": self.printed.title, "Version": VERSION, "GUID": self._guid("")}
        found = {**self.found, "manifest.json": _json(manifest)}
        return {f"{self.slug}/{name}": data for name, data in found.items()}

    def _guid(self, name: str) -> str:
        """An id of 32 hexadecimal digits."""
        return hashlib.md5(f"pnp/{self.slug}/{name}".encode(), usedforsecurity=False).hexdigest().upper()

    def _texture(self, name: str, data: bytes) -> str:
        self.found[f"Textures/{name}.png"] = data
        return f"{name}.png"

    def _template(self, name: str, title: str, **more: Any) -> None:
        """Add a template."""
        guid = self._guid(name)
        template = {
            "GUID": guid,
            "Name": title,
            "Metadata": "",
            "CollisionType": "Regular",
            "Friction": 0.7,
            "Restitution": 0,
            "Density": 0.5,
            "SurfaceType": "Cardboard",
            "Roughness": 1,
            "Metallic": 0,
            "Flippable": True,
            "AutoStraighten": False,
            "ShouldSnap": True,
            "ScriptName": "",
            "Blueprint": "",
            "Models": [],
            "Collision": [],
            "SnapPointsGlobal": False,
            "SnapPoints": [],
            "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 0},
            "Tags": [],
            **more,
        }
        self.found[f"Templates/{guid}.json"] = _json(template)

    def deck(self, deck: PrintedDeck, kind: str) -> None:
        """Add the cards of a deck: a stack for each sheet, from the top."""
        drawn = list(contact_sheets(self.printed, deck, share_backs=True))
        for number, sheet in enumerate(drawn, start=1):
            name = deck.id if len(drawn) == 1 else f"{deck.id}-{number}"
            title = deck.title if len(drawn) == 1 else f"{deck.title} {number}"
            self._cards(name, title, deck.size, kind, **self._sheet(name, sheet))

    def _sheet(self, name: str, sheet: FaceSheet) -> dict[str, Any]:
        cells = [cell for cell, card in enumerate(sheet.cards) for _ in each_copy([card])]
        backed = any(card.back for card in sheet.cards)
        return {
            "FrontTexture": self._texture(name, encoded(sheet.faces)),
            "BackTexture": self._texture(f"{name}-back", encoded(sheet.backs)) if backed else "",
            "BackIndex": (SAME_CELL if sheet.unique_backs else ONE_PICTURE) if backed else NO_BACK,
            "NumHorizontal": sheet.columns,
            "NumVertical": sheet.rows,
            "Indices": cells,
            "CardNames": {str(cell): card.title for cell, card in enumerate(sheet.cards)},
            "HiddenInHand": True,
        }

    def _cards(self, name: str, title: str, size: Size, kind: str, **more: Any) -> None:
        held = kind == "card"
        given = {
            "Type": "Card",
            "Width": round(size.w / 10, 3),
            "Height": round(size.h / 10, 3),
            "Thickness": THICK[kind],
            "Model": MODELS.get(kind, more["FrontTexture"]),
            "HiddenTexture": "",
            "HiddenIndex": HIDDEN_IS_BACK if more["BackTexture"] else -1,
            "UsedWithCardHolders": held,
            "CanStack": kind != "tile" or len(more["Indices"]) > 1,
            "UsePrimaryColorForSide": False,
            "FrontTextureOverrideExposed": False,
            "AllowFlippedInStack": False,
            "MirrorBack": True,
            "EmissiveFront": False,
            "CardMetadata": {},
            "CardTags": {},
        }
        self._template(name, title, **{**given, **more})

    def thing(self, thing: Thing) -> None:
        """Add a board, a token or a standee. Dice are the program's own."""
        if thing.shape == "die":
            self.printed.left_out[thing.piece.component] = f"take a die of {thing.sides} from the package Dice"
            return
        front = self._texture(thing.name, encoded(thing.front)) if thing.front else ""
        back = self._texture(f"{thing.name}-back", encoded(thing.back)) if thing.back else ""
        if thing.shape == "standee":
            self._standee(thing, front, back)
            return
        board = thing.shape == "tile" and max(thing.size) >= BOARD
        self._cards(
            thing.name,
            thing.title,
            thing.size,
            thing.shape,
            FrontTexture=front,
            BackTexture=back,
            BackIndex=ONE_PICTURE if back else NO_BACK,
            NumHorizontal=1,
            NumVertical=1,
            Indices=[0] * thing.copies,
            CardNames={"0": thing.title},
            HiddenInHand=False,
            CollisionType="Ground" if board else "Regular",
        )

    def _standee(self, thing: Thing, front: str, back: str) -> None:
        """A figure; its base is flat and as wide as the figure."""
        none = {"X": 0, "Y": 0, "Z": 0}
        base = {"Model": BASE, "Offset": none, "Rotation": none, "Scale": {"X": 1, "Y": 2, "Z": 0.2}}
        textures = dict.fromkeys(("Texture", "NormalMap", "ExtraMap", "ExtraMap2"), "")
        looks = {"IsTransparent": False, "CastShadow": True, "IsTwoSided": False, "UseOverrides": True, "Roughness": 1}
        for _, copy in each_copy([thing.piece]):
            name, title = (thing.name, thing.title) if copy == 1 else (f"{thing.name}-{copy}", f"{thing.title} {copy}")
            self._template(
                name,
                title,
                Type="Cardboard Figure",
                Blueprint="Blueprints/Figure.json",
                Flippable=False,
                FrontTexture=front,
                BackTexture=back,
                FrontExtraMap="",
                BackExtraMap="",
                FigureWidth=1,
                FigureHeight=1,
                FigureZOffset=0,
                UseAlpha=False,
                Collide=True,
                Models=[{**base, **textures, **looks}],
            )


def _json(data: Any) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
