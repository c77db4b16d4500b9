"""Make the files of a first kit, which extends no other: a few pieces of a kind, their looks, and a page of rules.

The files are those of a folder of `starters`, such as `_board`, which have explanations as comments. Cards are
examples, or in a table that is copied into the kit.

Lay out the face of a first kit's poker cards: the elements that print a card's name, picture and texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.files import is_there
from pnp.graphics.images import SUFFIXES, is_unread
from pnp.kit import languages, paths, show, tables
from pnp.kit.address import kept_as
from pnp.kit.fetch import download
from pnp.kit.guess import ART, ASIDES, COST, TEXT, TYPE, Guess, guess, is_usual, misread
from pnp.kit.tables import cards, sheets
from pnp.kit.tables import columns as header
from pnp.kit.tables.columns import COMMENT, NAME
from pnp.sources import Node, html
from pnp.sources import tables as task
from pnp.sources.grid import Grid
from pnp.sources.yaml import MAX_CARDS_BYTES, read_bytes, typed

LEFT, WIDTH = 8.0, 47.5
TOP, BOTTOM = 22.0, 82.0
"""The room below the name, from the trim's top, in mm."""
ROW = 4.2
LONG = 34
"""The number of characters from which a text needs a box of its own."""
HALF = 15
"""The number of characters, with those of the label, that have room in half of a row."""
MOST_BOXES, MOST_ROWS = 3, 5
_PLACED = (NAME, TEXT, TYPE, COST)


def elements(columns: list[Guess]) -> str:
    """The lines of the elements in `faces.yaml`."""
    return "".join(f"      - {{{line}}}\n" for line in _lines(columns))


def left_out(columns: list[Guess]) -> list[str]:
    """The columns with texts for which the face has no room."""
    boxes, rows = _texts(columns)
    shown = [one for row in _rows(rows) for one in row]
    return [one.column for one in (*boxes[MOST_BOXES:], *(one for one in rows if one not in shown))]


def is_repeated(column: Guess, columns: list[Guess]) -> bool:
    """Whether a column of several words has the cells of another one before it, or of one with a place of its own."""
    words = [cell for cell in column.cells if not cell.isdigit()]
    alike = [one for one in columns if one.cells == column.cells and len(set(words)) > 1]
    return len(alike) > 1 and column != min(alike, key=lambda one: (one.key not in _PLACED, columns.index(one)))


def _texts(columns: list[Guess]) -> tuple[list[Guess], list[Guess]]:
    """The columns that need a box each, the rules text first, and those that need a row each. Empty columns are left
    out."""
    asides = [one for one in columns if one.key.startswith(f"{ASIDES}.") and one.cells and one.key not in (COST, TYPE)]
    texts = [one for one in asides if not is_repeated(one, columns)]
    boxes = [one for one in texts if one.key == TEXT or max(map(len, one.cells)) >= LONG]
    return sorted(boxes, key=lambda one: one.key != TEXT), [one for one in texts if one not in boxes]


def _rows(texts: list[Guess]) -> list[list[Guess]]:
    """Texts in rows, as many as there is room for: alone if there are few of them or if one is long, else in pairs."""
    few = len(texts) <= MOST_ROWS // 2
    rows: list[list[Guess]] = []
    pair: list[Guess] = []
    for one in texts:
        if few or len(_label(one)) + 2 + max(map(len, one.cells)) > HALF:
            rows.append([one])
        elif len(pair) == 1:
            pair.append(one)
        else:
            pair = [one]
            rows.append(pair)
    return rows[:MOST_ROWS]


def _lines(columns: list[Guess]) -> Iterator[str]:
    filled = {one.key: _field(one) for one in columns if one.cells}
    boxes, rows = _texts(columns)
    narrow = 10 if COST in filled else 0
    yield "rectangle: [4, 4, 55.5, 80.9], fill: cream, stroke: ink, radius: 3"
    if filled.keys() == {NAME}:
        yield f'text: "{filled[NAME]}", {_box(LEFT, 10, WIDTH, BOTTOM - 13)}, style: card-name'
        return
    yield f'text: "{filled[NAME]}", {_box(LEFT, 7, WIDTH - narrow, 12)}, style: card-name'
    if narrow:
        yield f'text: "{filled[COST]}", {_box(LEFT + WIDTH - narrow, 7, narrow, 12)}, style: card-cost'
    yield "line: [8, 20, 55.5, 20], stroke: accent, width: 0.5"
    top, bottom = TOP, BOTTOM
    if TYPE in filled:
        bottom -= 6
        yield f'text: "{filled[TYPE]}", {_box(LEFT, bottom, WIDTH, 6)}, style: card-type'
    lined = _rows(rows)
    bottom -= ROW * len(lined)
    for down, row in enumerate(lined):
        width = WIDTH / len(row)
        for right, one in enumerate(row):
            yield _labelled(one, _box(LEFT + right * width, bottom + down * ROW, width, ROW), "card-row")
    if ART in filled:
        yield f'art: "{{art}}", {_box(LEFT, top, WIDTH, (bottom - top) / 2 - 1)}, when: art'
        top += (bottom - top) / 2
    shares = [2 if one.key == TEXT else 1 for one in boxes[:MOST_BOXES]]  # rules need more room than other texts
    part = (bottom - top) / max(1, sum(shares))
    for one, share in zip(boxes, shares, strict=False):
        yield f'text: "{_field(one)}", {_box(LEFT, top, WIDTH, share * part)}, style: card-text'
        top += share * part


def _box(*numbers: float) -> str:
    return f"box: [{', '.join(f'{round(number, 2):g}' for number in numbers)}]"


def _labelled(one: Guess, box: str, style: str) -> str:
    """A text with the column's name before it, on cards that have it."""
    return f"text: {show.quoted(f'{_label(one)}: {_field(one)}')}, {box}, style: {style}, when: {one.key}"


def _field(one: Guess) -> str:
    """The field of a column, as Markdown if it has HTML."""
    return f"{{{one.key}|html}}" if any(map(html.found, one.cells)) else f"{{{one.key}}}"


def _label(one: Guess) -> str:
    """A column's name as a label, without what has a meaning in texts."""
    return " ".join(re.sub(r"[{}*_`\\:]", " ", one.column).split())


STARTERS = Path(__file__).parent / "starters"
GAME = "game"
KINDS = ("cards", "board", "dice", "tokens", GAME)
"""What a first kit may have."""
_NO_CODE = ".txt"
"""The suffix of programs in a starter, which are no code of this package: `engine.py.txt`."""
CARDS, PICTURE = "cards.yaml", "island.svg"
DECK = "cards"
"""The deck of a first kit."""
FORMATS = tuple(tables.FORMS)
"""The suffixes of tables."""
WITH_SHEETS = (*tables.WORKBOOKS, ".json")
"""Those of which a sheet may be named, or the keys that lead to a list."""
_BARE = re.compile(r"[A-Za-z][\w-]*(?:[ .][\w-]+)*", re.ASCII)
_EXAMPLES = [Guess(key, key, ("example",)) for key in (NAME, ART, TEXT, TYPE)]
"""The keys of the example cards."""


class FirstKit(NamedTuple):
    """The files of a kit made from a table, its number of cards, and what its columns are read as."""

    files: dict[str, bytes]
    cards: int
    columns: list[Guess]
    comments: list[str]
    """The columns that are not read, because their names begin with `#`."""
    sheet: str = ""
    """The sheet of a workbook, if it has several."""

    @property
    def lone_heading(self) -> str:
        """The heading of the only column, if it may be a card: it is not a usual name of a column of names."""
        first = self.columns[0].column if len(self.columns) == 1 and not self.comments else ""
        return "" if is_usual(first) else first

    @property
    def missing_pictures(self) -> list[str]:
        """The pictures that cards name and the kit does not have."""
        return [name for name in self._named_pictures if name not in self.files and not is_unread(name)]

    @property
    def unread_pictures(self) -> list[str]:
        """The pictures that cards name and that are of a kind that is not read, such as GIF."""
        return [name for name in self._named_pictures if is_unread(name)]

    @property
    def _named_pictures(self) -> list[str]:
        return list(dict.fromkeys(cell for one in self.columns if one.key == ART for cell in one.cells))


def from_nothing(folder: Path, kind: str = "cards") -> dict[str, bytes]:
    """The files of a first kit in a folder, with examples of one of KINDS."""
    return _filled(folder, CARDS, elements(_EXAMPLES), kind=kind)


def in_language(files: dict[str, bytes], language: str) -> dict[str, bytes]:
    """The files of a first kit whose texts are in a language. Other languages than English have longer words, so long
    texts of cards are hyphenated in these."""
    if language == languages.FIRST:
        return files
    line = rf"\1language: {language}  # of your texts and of the labels on sheets\n".encode()
    kit = re.sub(rb"(?m)^(title: .*\n)", line, files[paths.KIT_FILE], count=1)
    texts = re.sub(rb"(?m)^(  card-text: \{.*)\}$", rb"\1, hyphenate: true}", files["faces.yaml"])
    return {**files, paths.KIT_FILE: kit, "faces.yaml": texts}


def has_labels(language: str) -> bool:
    """Whether this program has the labels of sheets in a language."""
    common = paths.data_folder() / paths.COMMON
    return any((common / f"sheets.{name}.yaml").is_file() for name in languages.names(language))


def from_address(folder: Path, address: str, diagnostics: Diagnostics) -> FirstKit | None:
    """Like `from_table`, with the table at an address. Raises FetchError."""
    return _from_data(folder, kept_as(DECK), download(address), diagnostics, address)


def from_table(folder: Path, table: Path, diagnostics: Diagnostics, sheet: str = "") -> FirstKit | None:
    """The files of a first kit in a folder, with its cards in a copy of a table, or of one of its sheets; None, with
    errors, if the table cannot be read or has no names."""
    data = read_bytes(table, Span(str(table)), diagnostics, MAX_CARDS_BYTES)
    return None if data is None else _from_data(folder, str(table), data, diagnostics, sheet=sheet)


def _from_data(
    folder: Path, file: str, data: bytes, diagnostics: Diagnostics, address: str = "", sheet: str = ""
) -> FirstKit | None:
    """Like `from_table`, with the data of a file, and the address where the table was fetched."""
    table = Path(file)
    if table.suffix.lower() == ".json" and not sheet:
        sheet = task.only_list(data)
    several = tables.sheets_of(file, data, Node(sheet, Span(file)) if sheet else None, diagnostics)
    found = Diagnostics()
    chosen = sheets.chosen(several, misread, Span(file), found, "choose one with --sheet {}")
    diagnostics.add(one for one in found if one.severity == "error")
    if chosen is None or chosen.grid is None:
        return None
    grid, sheet = chosen.grid, sheet or (chosen.name if len(several) > 1 else "")
    columns = guess(grid)
    if not _is_usable(grid, columns, diagnostics):
        return None
    file = table.name if tables.is_file_name(table.name) else f"cards{table.suffix.lower()}"
    files = _filled(folder, file, elements(columns), _declared(address or file, columns, sheet))
    for example in (CARDS, PICTURE):
        del files[example]
    pictures = _pictures(table.parent, columns, diagnostics)
    return FirstKit({**files, **pictures, file: data}, len(grid.rows), columns, _comments(grid, columns), sheet)


def _comments(grid: Grid, columns: list[Guess]) -> list[str]:
    """The headings of the columns that are comments."""
    read = {one.column for one in columns}
    return [entry.text for entry in grid.header if entry.text.startswith(COMMENT) and entry.text not in read]


def _is_usable(grid: Grid, columns: list[Guess], diagnostics: Diagnostics) -> bool:
    """Whether a table has cards, names, no column twice, and cells that can be read; if not, errors are reported."""
    before, here = diagnostics.noted, grid.header[0].span
    if not grid.rows:
        diagnostics.error(here, "unread-table", "this table has no cards", "write one in each row below the first")
    elif not any(one.key == NAME for one in columns):
        hint = "write the names of cards into a column 'name'"
        diagnostics.error(here, "missing-column", "no column of this table has a name in every row", hint)
    else:
        mapping = {one.column: Node(one.key, here, None, one.key) for one in columns}
        read = header.read(grid.header, diagnostics, named=False, whole=True, mapping=Node(mapping, here))
        if diagnostics.noted == before:
            cards.read(cards.without_total(grid, read, diagnostics), read, Node(DECK, here), diagnostics, set())
    return diagnostics.noted == before


def _declared(file: str, columns: list[Guess], sheet: str = "") -> str:
    """The lines of `kit.yaml` that name a table, its sheet, or in a JSON file the keys that lead to its list, and its
    columns."""
    list_ = f"    sheet: {_quoted(sheet)}\n" if sheet else ""
    mapped = "".join(f"      {_quoted(one.column)}: {_quoted(one.key)}\n" for one in columns)
    return (
        "\n# The cards are in a spreadsheet: each of its columns, and the key of a card that it is read as. Change\n"
        '# what is wrong; "#" ignores a column. docs/tables.md explains the keys.\n'
        f"cards:\n  {DECK}:\n    file: {_quoted(file)}\n{list_}    columns:\n{mapped}"
    )


def _quoted(text: str) -> str:
    return text if _BARE.fullmatch(text) and typed(text) == text else show.quoted(text)


def _pictures(home: Path, columns: list[Guess], diagnostics: Diagnostics) -> dict[str, bytes]:
    """The pictures that a table names and that are beside it, by file name."""
    named = {cell for one in columns if one.key == ART for cell in one.cells if Path(cell).name == cell}
    read = (
        (name, read_bytes(home / name, Span(str(home / name)), diagnostics, paths.MAX_HASHED))
        for name in sorted(named)
        if Path(name).suffix.lower() in SUFFIXES and is_there(home / name)
    )
    return {name: data for name, data in read if data is not None}


def _filled(folder: Path, source: str, elements: str, table: str = "", kind: str = "cards") -> dict[str, bytes]:
    """The files of the starter with their `$` fields filled in."""
    title = folder.name.replace("-", " ").capitalize()
    fields = {"title": title, "path": folder.name, "cards": source, "elements": elements, "table": table}
    starter = STARTERS / f"_{kind}"
    sources = {path.relative_to(starter).as_posix(): path for path in sorted(starter.rglob("*.*"))}
    texts = {name.removesuffix(_NO_CODE): path.read_text("utf-8") for name, path in sources.items()}
    return {name: Template(text).substitute(fields).encode() for name, text in texts.items()}
