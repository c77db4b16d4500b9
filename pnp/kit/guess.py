"""Guess what the columns of a spreadsheet contain, by their names and cells."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import NamedTuple

from pnp.graphics.images import SUFFIXES, is_unread
from pnp.kit.tables.columns import COMMENT, ID, NAME, from_name, is_id, plain_count, slug
from pnp.sources.grid import CellValue, Grid

MOST = 999
COUNT, ART, ASIDES = "count", "art", "asides"
TEXT, TYPE, COST = "asides.text", "asides.type", "asides.cost"
_WORDS = {
    ID: ("id", "card_id", "key"),
    NAME: (
        "name", "title", "card_name", "card_title", "card", "titel", "kartenname", "nom", "titre", "word",
        "wort", "mot",
    ),
    COUNT: (
        "count", "qty", "quantity", "copies", "amount", "number", "anzahl", "menge", "nombre", "quantite", "cantidad",
        "how_many", "no", "nr", "nb", "num", "of_cards", "of_copies", "cards", "times", "x", "kopien", "exemplaires",
    ),
    TEXT: (
        "text", "rules", "rules_text", "rule", "card_text", "effect", "effects", "ability", "description", "wirkung",
        "effekt", "regel", "beschreibung", "texte", "effet", "regle",
    ),
    TYPE: ("type", "card_type", "type_code", "kind", "category", "typ", "art_der_karte", "kategorie", "categorie"),
    COST: ("cost", "costs", "price", "kosten", "preis", "cout", "prix"),
    ART: (
        "art", "image", "picture", "illustration", "artwork", "art_file", "image_file", "picture_file", "img", "photo",
        "file", "bild", "bilddatei", "foto", "dessin", "fichier", "imagen",
    ),
}  # fmt: skip
"""Names of columns, in ASCII, by the key of a card; the first that a table has counts."""
_COUNTING = re.compile(r"(?:^|_)(?:how_many|number_of|no_of|num_of|count|copies|qty|quantity|anzahl)(?:_|$)")
"""A name of a column of small numbers that is one of counts."""
_NUMBERING = ("", "no", "nr", "nb", "num", "number", "x")
"""Names of a column that may as well number the rows: 1, 2, 3."""
_PARTED = re.compile(r"[/(,;]")


Columns = list[tuple[str, tuple[str, ...]]]
"""The names of columns, each with its cells that are not empty."""


class Guess(NamedTuple):
    """A column: its name, the key of a card that it is read as, and its cells that are not empty.

    `problem` is why none of its cells can be read; the column is then ignored.
    """

    column: str
    key: str
    cells: tuple[str, ...]
    problem: str = ""


def guess(grid: Grid) -> list[Guess]:
    """The key of each column with a name, in the order of the table; columns of comments are left out.

    A column that cannot be what its name means, such as counts that are not numbers, is kept as a text, and so is every
    other column. One that cannot be read, such as a column of dates or of objects, is ignored. Without a column of
    names, the first column without empty cells is the name, and one of numbers or rules text only if there is no other.
    """
    entries = _entries(grid)
    ignored = {column: problem for column, found in entries if (problem := _problem(found))}
    named = [(column, tuple(one.text for one in found)) for column, found in entries]
    keys = _keys(named, dict.fromkeys(ignored, COMMENT), len(grid.rows))
    taken = {key.removeprefix(f"{ASIDES}.") for key in keys.values()}
    return [
        Guess(column, keys.get(column) or f"{ASIDES}.{from_name(column, taken)}", cells, ignored.get(column, ""))
        for column, cells in named
    ]


def _entries(grid: Grid) -> list[tuple[str, list[CellValue]]]:
    """The columns with a name that are no comments, each with its cells that are not empty."""
    return [
        (entry.text, _cells(grid, at))
        for at, entry in enumerate(grid.header)
        if not entry.is_empty and not (entry.text.startswith(COMMENT) and _is_comment(grid, at))
    ]


def _cells(grid: Grid, at: int) -> list[CellValue]:
    return [row[at] for row in grid.rows if at < len(row) and not row[at].is_empty]


def _keys(named: Columns, ignored: dict[str, str], rows: int) -> dict[str, str]:
    """The keys of columns: by their names, then by their cells; those of other columns are asides."""
    keys = dict(ignored)
    for key, words in _WORDS.items():
        possible = [column for column, cells in reversed(named) if _fits(key, cells, rows, column)]
        fitting = {word: column for column in possible for word in _slugs(column)}
        found = next((fitting[word] for word in words if fitting.get(word, "") not in ("", *keys)), None)
        if found is not None:
            keys[found] = key
    for key in (COUNT, ART):
        if key not in keys.values() and (column := _by_cells(key, named, keys, rows)):
            keys[column] = key
    if NAME not in keys.values() and (column := _instead(named, keys, rows)):
        keys[column] = NAME
    return keys


def _is_comment(grid: Grid, at: int) -> bool:
    """Whether a column whose name begins with `#` is a comment, and not a number of cards: `#`, `# cards`."""
    cells = tuple(one.text for one in _cells(grid, at))
    rest = slug(grid.header[at].text.removeprefix(COMMENT))
    return not cells or rest not in ("", *_WORDS[COUNT]) or not _fits(COUNT, cells, len(grid.rows), "#")


def _by_cells(key: str, named: Columns, keys: dict[str, str], rows: int) -> str:
    """The first column whose cells are plainly counts or pictures, whatever exactly its name is; empty if none is."""
    for column, cells in named:
        is_so = key == ART or column.strip() == COMMENT or _COUNTING.search(slug(column))
        if cells and column not in keys and is_so and _fits(key, cells, rows, column):
            return column
    return ""


def _instead(named: Columns, keys: dict[str, str], rows: int) -> str:
    """The column that can be the name where no column is called so; empty if all have empty cells."""
    full = [(column, cells) for column, cells in named if len(cells) == rows and keys.get(column) in (None, TEXT)]
    ranks = {column: (all(map(_is_number, cells)), column in keys) for column, cells in full}
    return min(ranks, key=lambda column: ranks[column], default="")


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.replace(".", "", 1).isdigit()


def _problem(found: list[CellValue]) -> str:
    """Why a column cannot be read: none of its cells can, or some are lists of objects, as in JSON; empty if it can."""
    if any(one.is_deep for one in found):
        return "its cells are lists or objects"
    return found[0].problem[0] if found and all(one.problem for one in found) else ""


def _slugs(column: str) -> list[str]:
    """The words that a column's name stands for: itself, or its parts, as in `Effect / Text` and `Cost (gold)`."""
    return [slug(part) for part in (column, *reversed(_PARTED.split(column)))]


def misread(grid: Grid) -> int:
    """How far a table is from one of cards: 0 if it has cards and a column that is called like those of names."""
    names = [one.column for one in guess(grid) if one.key == NAME]
    if not names or not grid.rows:
        return 2
    return int(not any(slug_ in _WORDS[NAME] for slug_ in _slugs(names[0])))


def is_usual(column: str) -> bool:
    """Whether a column's name is one by which its key is guessed."""
    return any(slug(column) in words for words in _WORDS.values())


def _fits(key: str, cells: tuple[str, ...], rows: int, column: str) -> bool:
    """Whether the cells of a column can be the values of a key."""
    if key == ID:
        return len(set(cells)) == rows and all(is_id(cell) for cell in cells)
    if key == COUNT:
        return _are_counts(tuple(map(plain_count, cells)), column)
    return key != ART or _are_pictures(cells, column)


def _are_pictures(cells: tuple[str, ...], column: str) -> bool:
    """Whether cells name pictures. Those of kinds that are not read are reported when the cards are drawn.

    In a column that is called like pictures, some suffixes may be left out.
    """
    named = sum(PurePath(cell).suffix.lower() in SUFFIXES or is_unread(cell) for cell in cells)
    return named == len(cells) or (named > 0 and not {*_WORDS[ART]}.isdisjoint(_slugs(column)))


def _are_counts(cells: tuple[str, ...], column: str) -> bool:
    """Whether cells are numbers of copies. The last may be a total, which is reported when the cards are read."""
    if len(cells) > 1 and slug(column.lstrip(COMMENT)) in _NUMBERING and _is_numbering(cells):
        return False
    digits = all(cell.isascii() and cell.isdigit() for cell in cells)
    return digits and all(int(cell) <= MOST for cell in cells[:-1] or cells)


def _is_numbering(cells: tuple[str, ...]) -> bool:
    """Whether cells are 1, 2, 3 and so on."""
    return [*cells] == [str(number) for number in range(1, len(cells) + 1)]
