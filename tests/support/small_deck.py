"""Small kits of one deck, and what is printed on their cards."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pnp import components
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics import Piece
from pnp.pipeline.context import open_context

DECK = "{kind: deck, title: Cards, size: poker, face: front, back: back}"
BOX = "box: [8, 40, 47.5, 12], style: name"
FACES = "styles:\n  name: {font: title, size: 12, least: 7}\nfaces:\n"
BACK = "  back: {bleeds: true, elements: [{rectangle: [-3, -3, 69.5, 94.9], fill: accent}]}\n"


class Drawn(NamedTuple):
    """The pieces of a kit by id, and the diagnostics of loading and drawing it."""

    pieces: dict[str, Piece]
    diagnostics: tuple[Diagnostic, ...]

    def words(self, id_: str, side: str = "front") -> list[str]:
        """The texts on one side of a piece."""
        drawing = getattr(self.pieces[f"all/{id_}"], side)
        return [text.text for text in drawing.texts()] if drawing else []

    @property
    def messages(self) -> list[tuple[str, str]]:
        """The code and the message of each diagnostic."""
        return [(one.code, one.message) for one in self.diagnostics]


def written(folder: Path, faces: str, cards: str = "one: {name: One}", deck: str = DECK) -> Path:
    """A kit with a deck `all`; `cards` and the face's `elements` are lines of YAML."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"  {line}\n" for line in cards.strip().splitlines())
    (folder / "kit.yaml").write_text(f"title: My cards\ncomponents:\n  all: {deck}\n", "utf-8")
    (folder / "cards.yaml").write_text(f"all:\n{lines}", "utf-8")
    (folder / "faces.yaml").write_text(faces, "utf-8")
    return folder


def face(*elements: str) -> str:
    """A faces.yaml with a face `front` of these elements, and a back."""
    return f"{FACES}  front:\n    elements:\n" + "".join(f"      - {{{one}}}\n" for one in elements) + BACK


def text(words: str, more: str = "") -> str:
    """A text element; `words` are in single quotes."""
    return f"text: '{words}', {BOX}{more}"


def drawn(folder: Path) -> Drawn:
    """Draw all components of a kit."""
    diagnostics = Diagnostics()
    context = open_context(folder, diagnostics)
    kit = context.kit if context else None
    pieces = [components.pieces(id_, spec, context) for id_, spec in kit.components.items()] if kit and context else []
    return Drawn({piece.id: piece for mine in pieces for piece in mine}, tuple(diagnostics))
