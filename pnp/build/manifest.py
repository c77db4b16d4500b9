"""Sheets and finished files -> `manifest.json`: what lies where, for tools and CI.

Lengths are mm from the page's lower left corner, rounded to 0.001; turns are degrees anticlockwise.

`drawing` is the fingerprint of what is on a piece. A piece that was made to suit the paper, a tile or the sheet of a
booklet, tells in `of` what it is a part of, or what is on it, by ids and fingerprints. A page that `describes_set` is
another one whenever anything else is; of a `filler` there are as many as the sheets have room for.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from pnp.components.fingerprint import Fingerprints
from pnp.graphics.drawing import Piece
from pnp.imposition import Placed
from pnp.pdf import Page

FORMAT = 1


class File(NamedTuple):
    """A finished PDF: its name, its SHA-256 in hex, what it is to be printed on and how, and its pages.

    `printer` is what was taken back of a printer's errors, if anything: its name and numbers. Placements know nothing
    of it. In a file in which pieces are `once`, each stands for as many as its number says.
    """

    name: str
    sha256: str
    stock: str
    sides: str
    flip: str | None
    sheets: int
    pages: tuple[Page, ...]
    printer: dict[str, Any] | None = None
    once: bool = False
    cards: int = 0


def write(about: dict[str, Any], files: list[File], prints: Fingerprints, last: Collection[str]) -> bytes:
    """The manifest's bytes, with sorted keys and a newline at the end. `about` is what it says of the whole build;
    `last` are components that describe the set."""
    pieces = {p.piece: None for file in files for page in file.pages for p in page.placed}
    copies = _copies(files)
    data = {
        "format": FORMAT,
        **about,
        "files": [_file(file) for file in files],
        "pieces": [_piece(piece, copies[piece], prints, last) for piece in pieces],
        "placements": [
            _placement(file.name, number, placed)
            for file in files
            for number, page in enumerate(file.pages, start=1)
            for placed in page.placed
        ],
    }
    return (json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _file(file: File) -> dict[str, Any]:
    return {
        "path": file.name,
        "sha256": file.sha256,
        "stock": file.stock,
        "pages": len(file.pages),
        "sheets": file.sheets,
        "cards": file.cards,
        "print": {"scale": 100, "sides": file.sides, "flip": file.flip}
        | ({"printer": file.printer} if file.printer else {})
        | ({"copies": "as each piece says"} if file.once else {}),
    }


def _piece(piece: Piece, copies: int, prints: Fingerprints, last: Collection[str]) -> dict[str, Any]:
    return {
        "id": piece.id,
        "component": piece.component,
        "title": piece.title,
        "copies": copies,
        "backed": piece.back is not None,
        "trim": {"w": round(piece.size.w, 3), "h": round(piece.size.h, 3)},
        "drawing": prints.piece(piece),
        **({"of": {whole.id: prints.piece(whole) for whole in piece.of}} if piece.of else {}),
        **({"tells_of_set": True} if piece.component in last else {}),
        **({"filler": True} if piece.filler else {}),
    }


def _copies(files: Iterable[File]) -> Counter[Piece]:
    """How many of each piece the files hold: a filler's are known only once the sheets are full."""
    fronts = [(p.piece, file.once) for file in files for page in file.pages for p in page.placed if p.side == "front"]
    return Counter(piece for piece, _ in fronts) | Counter({piece: piece.copies for piece, once in fronts if once})


def _placement(file: str, number: int, placed: Placed) -> dict[str, Any]:
    return {
        "file": file,
        "page": number,
        "side": placed.side,
        "piece": placed.piece.id,
        "copy": placed.copy,
        **{key: round(v, 3) for key, v in zip("xywh", placed.rect, strict=True)},
        "turn": placed.turn,
    }
