"""Guess what the columns of a spreadsheet contain, by their names and cells."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import NamedTuple

from pnp.graphics.images import SUFFIXES
from pnp.kit.tables.columns import COMMENT, ID, NAME
from pnp.kit.tables.grid import Grid
from pnp.kit.tables.ids import from_name, slug

COUNT, ART, ASIDES = "count", "art", "asides"
TEXT, TYPE, COST = "asides.text", "asides.type", "asides.cost"
_WORDS = {
    ID: ("id", "card_id", "key"),
    NAME: ("name", "title", "card_name", "card_title", "card", "titel", "kartenname", "nom", "titre"),
    COUNT: ("count", "qty", "quantity", "copies", "amount", "number", "anzahl", "menge", "nombre", "quantite"),
    TEXT: (
        "text", "rules", "rules_text", "rule", "card_text", "effect", "effects", "ability", "description", "wirkung",
        "effekt", "regel", "beschreibung", "texte", "effet", "regle",
    ),
    TYPE: ("type", "card_type", "kind", "category", "typ", "art_der_karte", "kategorie", "categorie"),
    COST: ("cost", "costs", "price", "kosten", "preis", "cout", "prix"),
    ART: ("art", "image", "picture", "illustration", "artwork", "art_file", "image_file", "bild", "dessin"),
}  # fmt: skip
"""Names of columns, in ASCII, by the key of a card; the first that a table has counts."""
_ID = re.compile(r"[a-z][a-z0-9_]*")


class Guess(NamedTuple):
    """A column: its name, the key of a card that it is read as, and its cells that are not empty."""

    column: str
    key: str
    cells: tuple[str, ...]


def guess(grid: Grid) -> list[Guess]:
    """The key of each column with a name, in the order of the table; columns of comments are left out.

    A column that cannot be what its name means, such as counts that are not numbers, is kept as a text, and so is every
    other column. Without a column of names, the first column without empty cells is the name.
    """
    named = [
        (entry.text, tuple(row[at].text for row in grid.rows if at < len(row) and not row[at].is_empty))
        for at, entry in enumerate(grid.header)
        if not entry.is_empty and not entry.text.startswith(COMMENT)
    ]
    rows = len(grid.rows)
    keys: dict[str, str] = {}
    for key, words in _WORDS.items():
        fitting = {slug(column): column for column, cells in reversed(named) if _fits(key, cells, rows)}
        found = next((fitting[word] for word in words if fitting.get(word, "") not in ("", *keys)), None)
        if found is not None:
            keys[found] = key
    if NAME not in keys.values():
        full = (column for column, cells in named if column not in keys and len(cells) == rows)
        keys |= {column: NAME for column in [next(full, "")] if column}
    taken = {key.removeprefix(f"{ASIDES}.") for key in keys.values()}
    return [Guess(column, keys.get(column) or _aside(column, taken), cells) for column, cells in named]


def _fits(key: str, cells: tuple[str, ...], rows: int) -> bool:
    """Whether cells can be the values of a key."""
    if key == ID:
        return len(set(cells)) == rows and all(_ID.fullmatch(cell) for cell in cells)
    if key == COUNT:
        return all(cell.isascii() and cell.isdigit() and int(cell) <= 999 for cell in cells)
    if key == ART:
        return all(PurePath(cell).suffix.lower() in SUFFIXES for cell in cells)
    return True


def _aside(column: str, taken: set[str]) -> str:
    return f"{ASIDES}.{from_name(column, taken)}"
