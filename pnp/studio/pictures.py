"""Pictures that are dropped on a card: checked as the program reads them, and named so that they replace no other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pnp import writing
from pnp.components.elements import Element
from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.files import is_there, read
from pnp.graphics import Size
from pnp.graphics.bitmap import KNOWN
from pnp.graphics.images import SUFFIXES, Gallery
from pnp.kit import Kit
from pnp.kit.languages import without_accents
from pnp.kit.overlay import FACES_FILE
from pnp.sources import Node
from pnp.sources.yaml import keys_of
from pnp.studio import cells
from pnp.studio.cells import CellChange
from pnp.studio.edits import ElementChange, RefusedEditError, with_element
from pnp.studio.element_files import Changes, ElementFiles, by_file

MAX_BYTES = 10_000_000
"""The largest picture that can be dropped, in bytes."""
LONGEST = 30.0
"""The longer side of a new picture, in mm."""
LONGEST_NAME = 40
MOST = 1_000
"""How many pictures may have one name with different numbers."""
ART = "art"
_FIELD = re.compile(r"\{(art|asides\.[a-z_][a-z0-9_]*)\}")
"""A field that prints a value of the card, which a picture replaces."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""Names that are no files on Windows."""


class Dropped(NamedTuple):
    """A picture that is dropped on a face: on a place, in mm, or on an element, whose picture it replaces."""

    name: str
    data: bytes
    face: str
    at: tuple[float, float]
    on: ElementChange | None


class CheckedPicture(NamedTuple):
    """A picture that can be read: the name of its file in the kit, its size, and whether that file is there already."""

    name: str
    size: Size
    is_there: bool

    def element(self, at: tuple[float, float]) -> dict[str, Any]:
        """A new element with the picture, whose middle is at a place."""
        share = LONGEST / max(*self.size, 1e-6)
        w, h = (max(0.5, round(side * share, 1)) for side in self.size)
        return {ART: self.name, "box": [round(at[0] - w / 2, 1), round(at[1] - h / 2, 1), w, h]}


def checked(name: str, data: bytes, gallery: Gallery, folder: Path) -> CheckedPicture:
    """A dropped picture with its name in a kit's folder. Raises RefusedEditError if the program cannot read it."""
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise RefusedEditError(f"{name[-LONGEST_NAME:]} is not a picture that pnp reads: {KNOWN}")
    if len(data) > MAX_BYTES:
        raise RefusedEditError(f"a dropped picture has at most {MAX_BYTES // 1_000_000} MB: save it smaller")
    stem = safe_stem(name)
    size = _size(f"{stem}{suffix}", data)
    for number in range(1, MOST):
        file = f"{stem}-{number}{suffix}" if number > 1 else f"{stem}{suffix}"
        if _has(folder / file, data):
            return CheckedPicture(file, size, is_there=True)
        if not gallery.has(file) and not is_there(folder / file):
            return CheckedPicture(file, size, is_there=False)
    raise RefusedEditError(f"there are too many pictures with the name {stem}")


def safe_stem(name: str) -> str:
    """The name of a file without its suffix, in small letters, digits and hyphens."""
    stem = re.split(r"[/\\]", name)[-1].rpartition(".")[0]
    safe = re.sub(r"[^a-z0-9]+", "-", without_accents(stem))[:LONGEST_NAME].strip("-")
    return f"picture-{safe}".strip("-") if not safe or _DEVICES.fullmatch(safe) else safe


def _size(name: str, data: bytes) -> Size:
    """The size of a picture. Raises RefusedEditError if it cannot be read."""
    found = Diagnostics()
    with writing.temporary_folder("pnp-picture-") as folder, writing.Tree(folder) as tree:
        tree.create(name, data, lasts=False)
        drawing = Gallery([folder], found).drawing(name, Span(name))
    errors = [one.message for one in found if one.severity == "error"]
    if drawing is None or errors:
        raise RefusedEditError(f"{name} was not copied into the kit: {errors[0] if errors else 'it cannot be read'}")
    return drawing.size


def _has(file: Path, data: bytes) -> bool:
    """Whether a file has these bytes."""
    try:
        return read(file, len(data)) == data
    except OSError:
        return False


def changes(
    files: ElementFiles, kit: Kit, id_: str, dropped: Dropped, element: Element | None, picture: CheckedPicture
) -> Changes:
    """What shows a picture on a piece: a new element, or another value of the card or of the element that it is on.

    Raises RefusedEditError.
    """
    if element is None or dropped.on is None:
        add = partial(with_element, face=dropped.face, values=picture.element(dropped.at))
        return {files.folder / FACES_FILE: [add]}
    if ART not in dropped.on.shown:
        raise RefusedEditError("this element is not a picture")
    component, _, name = id_.partition("/")
    deck = cells.deck_of(kit, component) or ""
    cards = kit.cards.get(deck, {})
    card = name if name in cards else name.rpartition("-")[0]  # one of several copies that differ
    field = _FIELD.fullmatch(str(dropped.on.shown[ART]))
    if card not in cards or field is None:
        return files.changes([(element, dropped.on._replace(box=None, values={ART: picture.name}))])
    shown = _value(cards[card].origin, field[1].split("."))
    cell = CellChange(card, field[1], shown, picture.name)
    return by_file(cells.changes(kit, deck, files.folder, [cell]))


def _value(node: Node | None, path: Sequence[str]) -> Any:
    """The plain value at a path; None if there is none."""
    for key in path:
        node = keys_of(node).get(key)
    return node.plain() if node else None
