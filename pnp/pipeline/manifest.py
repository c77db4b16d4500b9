"""Write `manifest.json`: the files of a build and the placement of every piece, for tools and CI.

Lengths are mm from the page's lower left corner, rounded to 0.001; turns are degrees anticlockwise.

`drawing` is the fingerprint of a piece's drawing. A piece that depends on the paper (a tile, or a sheet of a booklet)
lists in `of` the pieces that it is part of or contains, by id and fingerprint. A piece with `describes_set` changes
whenever anything else does. The number of copies of a `filler` depends on the room on the sheets. `in_set` is the
number of copies in the whole set, where the build prints another number.

`not_printed` are the pieces of the set that this build left out, as they were at that time. `undrawn`, if any, are
components that could not be listed there, because they have errors.

A file of the stock `screen` is for reading: its `print` is null, and its pages have no placements.

`cut_files`, for a cutting machine, are the files that it cuts by, with the sheets that each is for.

The pieces of a whole set; a build may print only some of them. Manifests list them for `--since` and `diff`.

The version of a kit's data, which labels and manifests show.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple

from pnp.components.fingerprint import Fingerprints
from pnp.diagnostics import Diagnostics
from pnp.graphics import Piece
from pnp.imposition import Placed
from pnp.kit import Kit, load, paths
from pnp.pdf import Page
from pnp.pipeline.options import Earlier
from pnp.sources import Node


class SetPiece(NamedTuple):
    """A piece of the set: its number of copies in the set, and the fingerprint of its drawing."""

    component: str
    title: str
    copies: int
    drawing: str
    filler: bool


class WholeSet(NamedTuple):
    """The pieces of a set by id, without those that describe it, and the components that could not be drawn."""

    pieces: Mapping[str, SetPiece]
    undrawn: tuple[str, ...] = ()

    def left_out(self, printed: Collection[str], since: Earlier | None) -> dict[str, SetPiece]:
        """The pieces that are not among the `printed` ids.

        In a build of what changed since an earlier state, one that changed but was not chosen has its earlier drawing,
        and one that the earlier state lacks is not listed, so that the next such build prints it.
        """
        left = {id_: piece for id_, piece in self.pieces.items() if id_ not in printed}
        if since is None:
            return left
        return {
            id_: piece._replace(drawing=since.drawings[id_]) for id_, piece in left.items() if id_ in since.drawings
        }


def pieces_by_id(pieces: Iterable[Piece], prints: Fingerprints) -> dict[str, SetPiece]:
    """Pieces with the numbers of copies that the kit gives them."""
    return {
        piece.id: SetPiece(piece.component, piece.title, piece.copies, prints.piece(piece), piece.filler)
        for piece in pieces
    }


FORMAT = 1


class File(NamedTuple):
    """A finished PDF: its name, its SHA-256 in hex, its stock, how to print it, and its pages.

    One with no printed `sides` is for reading.

    `printer` is the name and errors of the printer that is corrected for, if any; placements do not include the
    correction. With `once` each piece is in the file once, for all its copies.
    """

    name: str
    sha256: str
    stock: str
    sides: str | None
    flip: str | None
    sheets: int
    pages: tuple[Page, ...]
    printer: dict[str, Any] | None = None
    once: bool = False
    cards: int = 0


def write(
    about: dict[str, Any],
    files: list[File],
    prints: Fingerprints,
    last: Collection[str],
    whole: WholeSet,
    since: Earlier | None,
) -> bytes:
    """The manifest's bytes, with sorted keys and a newline at the end.

    `about` are the entries about the whole build; `last` are the components that describe the set.
    """
    printed = [file for file in files if file.sides]
    placements = [
        (file.name, number, placed)
        for file in printed
        for number, page in enumerate(file.pages, start=1)
        for placed in page.placed
    ]
    pieces = dict.fromkeys(placed.piece for *_, placed in placements)
    copies = _copies(printed)
    left_out = whole.left_out({one.id for piece in pieces for one in _wholes(piece)}, since)
    data = {
        "format": FORMAT,
        **about,
        "files": [_file(file) for file in files],
        "pieces": [
            _piece(piece, copies[piece], prints, last) | _in_set(piece, copies[piece], whole) for piece in pieces
        ],
        "not_printed": [_left_out(id_, piece) for id_, piece in left_out.items()],
        **({"undrawn": list(whole.undrawn)} if whole.undrawn else {}),
        "placements": list(starmap(_placement, placements)),
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
        "print": _how(file) if file.sides else None,
    }


def _how(file: File) -> dict[str, Any]:
    """How to print a file."""
    return {
        "scale": 100,
        "sides": file.sides,
        "flip": file.flip,
        **({"printer": file.printer} if file.printer else {}),
        **({"copies": "as each piece says"} if file.once else {}),
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
        **({"describes_set": True} if piece.component in last else {}),
        **({"filler": True} if piece.filler else {}),
    }


def _wholes(piece: Piece) -> tuple[Piece, ...]:
    """The pieces of the set that a printed piece is part of or contains."""
    return piece.of or (piece,)


def _in_set(piece: Piece, copies: int, whole: WholeSet) -> dict[str, int]:
    """The entry with the number of copies in the set, if it differs from the printed number."""
    in_set = whole.pieces.get(_wholes(piece)[0].id)
    return {"in_set": in_set.copies} if in_set and in_set.copies != copies else {}


def _left_out(id_: str, piece: SetPiece) -> dict[str, Any]:
    entry = {"id": id_, "component": piece.component, "title": piece.title, "copies": piece.copies}
    return {**entry, "drawing": piece.drawing, **({"filler": True} if piece.filler else {})}


def _copies(files: Iterable[File]) -> Counter[Piece]:
    """The number of copies of each piece in the files. A filler's is known only after imposition."""
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


def version(folder: Path, fonts: Iterable[Path], diagnostics: Diagnostics, loaded: Kit | None = None) -> str:
    """The version of the files of a kit, in hex; of a `loaded` one that has been changed since, another one."""
    of_files = paths.data_version(folder, fonts, diagnostics)
    if loaded is None:
        return of_files
    given, fresh = _plain(loaded), load.open_kit(folder, Diagnostics())
    if fresh is not None and _plain(fresh) == given:
        return of_files
    return hashlib.sha256(f"{of_files} {json.dumps(given, sort_keys=True, default=str)}".encode()).hexdigest()


def _plain(value: Any) -> Any:
    """A record as plain data, without the places of its values."""
    if isinstance(value, Node):
        return value.plain()
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value) if one.compare}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        items = [_plain(item) for item in value]
        return sorted(items, key=str) if isinstance(value, (set, frozenset)) else items
    return value
