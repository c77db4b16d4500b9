"""Read the header of a table: for each column, the path of keys in a card, and whether it contains text.

`name` is a key of a card, `traits.gain` a key of a mapping in it, to any depth. Columns whose names begin with `#` are
comments and ignored.

Ids of cards made from their names, for tables without a column of ids.
"""

from __future__ import annotations

import itertools
import re
import types
import typing
from pathlib import PurePath
from typing import Annotated, Any, NamedTuple

from pnp.diagnostics import Diagnostics, Span, did_you_mean
from pnp.kit import schema
from pnp.kit.languages import without_accents
from pnp.kit.model import Card
from pnp.sources import Node
from pnp.sources.grid import CellValue, report_problems, shown
from pnp.sources.yaml import MAX_DEPTH

_ID = re.compile(schema.ID)


def from_name(name: str, taken: set[str]) -> str:
    """An id for a name: its ASCII letters and digits, with underscores between words.

    An id that is in `taken` gets the first free number: `storm`, `storm_2`. The new id is added to `taken`.
    """
    stem = from_text(name) or "card"
    numbered = itertools.chain([stem], (f"{stem}_{number}" for number in itertools.count(2)))
    id_ = next(one for one in numbered if one not in taken)
    taken.add(id_)
    return id_


def is_id(text: str) -> bool:
    """Whether a text is an id as it is."""
    return _ID.fullmatch(text) is not None


def from_text(text: str) -> str:
    """An id for a text, whether or not another has it: `abandoned_mine`, and `card_01001` of a number; may be empty."""
    stem = slug(text)
    return stem if not stem or stem[0].isalpha() else f"card_{stem}"


def slug(text: str) -> str:
    """The lower-case ASCII letters and digits of a text, with underscores between words; may be empty."""
    return re.sub(r"[^a-z0-9]+", "_", re.sub("['’]", "", without_accents(text))).strip("_")


DECK, ID, NAME = "deck", "id", "name"
COMMENT = "#"
_TIMES = re.compile(r"[x×] ?([0-9]+)|([0-9]+)(?: ?[x×]|,00?)", re.IGNORECASE)
"""A number of copies as it is said, `2x` or `x 2`, or as spreadsheets write it in many languages, `2,0`."""


class TableColumn(NamedTuple):
    """A column: its index in a row, its name, the path of keys, whether its cells are texts, used as they are, and
    whether these may also be lists of texts."""

    at: int
    name: str
    path: tuple[str, ...]
    is_text: bool
    takes_list: bool = False


def plain_count(text: str) -> str:
    """The digits of a number of copies, such as `2x`; any other text as it is."""
    found = _TIMES.fullmatch(text)
    return found[1] or found[2] if found else text


def read(
    header: tuple[CellValue, ...], diagnostics: Diagnostics, *, named: bool, whole: bool, mapping: Node | None = None
) -> list[TableColumn]:
    """The columns of a table. If `named`, it needs a column for the deck; if `whole`, also one for each required
    key. `mapping` has the keys of columns with other names."""
    entries: dict[str, CellValue] = {}
    columns = []
    mapped = targets(header, mapping, diagnostics)
    if any(entry.problem for entry in header):
        report_problems(header, diagnostics)
        return []
    for number, entry in enumerate(header):
        target = mapped.get(entry.text)
        name, span = (target.text, target.span) if target else (entry.text, entry.span)
        if entry.is_empty or name.startswith(COMMENT):
            continue
        if name in entries:
            _report_duplicate(name, entries[name], entry, diagnostics)
            continue
        entries[name] = entry
        column = _column(number, name, span, diagnostics, named=named)
        columns += [column] if column else []
    meant = {_near(name, named=named) for name in set(entries) - {column.name for column in columns}}
    present = {*entries, *meant}  # a misspelt column is reported there
    _check_needed(header, present, diagnostics, named=named, whole=whole)
    return columns


def _check_needed(
    header: tuple[CellValue, ...], present: set[str], diagnostics: Diagnostics, *, named: bool, whole: bool
) -> None:
    """Report each column that a table needs and lacks, at the first cell of its header."""
    for name in _needed(named=named, whole=whole):
        if name not in present and not (name == ID and NAME in present):
            file = PurePath(header[0].span.file).name
            alternative = f"or give it to one deck, in kit.yaml: 'cards: {{moves: {file}}}'" if name == DECK else ""
            hint = f"add {name!r} to its first row" + (f", or map a column: {_EXAMPLE}" if not named else "")
            message = f"this table has no column {name!r}"
            diagnostics.error(header[0].span, "missing-column", message, hint, alternative)


def locate_cards(columns: list[TableColumn], *, named: bool) -> bool:
    """Whether columns give each row an id and, if `named`, a deck."""
    names = {column.name for column in columns}
    return bool(names & {ID, NAME}) and (not named or DECK in names)


_EXAMPLE = "'columns: {Title: name}' in kit.yaml"


def _needed(*, named: bool, whole: bool) -> list[str]:
    """The columns that a table needs. A column of names can replace that of ids."""
    return [DECK] * named + [ID] + [key for key, optional in schema.keys_of(Card).items() if whole and not optional]


def _report_duplicate(name: str, first: CellValue, entry: CellValue, diagnostics: Diagnostics) -> None:
    at = first.span.column
    there = f"column {at}" if first.span.cell.start else f"character {at}"
    shared = entry.text if entry.text == first.text else name
    message = f"there is already a column {shared!r}, at {there}"
    diagnostics.error(entry.span, "duplicate-column", message, "merge the two, or remove one of them")


def _column(number: int, name: str, span: Span, diagnostics: Diagnostics, *, named: bool) -> TableColumn | None:
    """A column by its name or by the key that it is mapped to; None, with an error at `span`, if that is unknown."""
    if name == ID or (name == DECK and named) or _kind(name) is not None:
        return TableColumn(number, name, tuple(name.split(".")), is_text(name), _takes_list(name))
    known = [*[DECK] * named, ID, *schema.keys_of(Card)]
    first, dot, rest = name.partition(".")
    near = "" if first in known else did_you_mean(first, known).replace("'?", f"{dot}{rest}'?")
    all_ = f"columns: {', '.join(known)}, and their keys, as in traits.gain; a comment begins with {COMMENT}"
    other = "" if named else f"or map it to a key: {_EXAMPLE}"
    hints = ("remove it: in kit.yaml, the whole table is one deck",) if name == DECK else (near, all_, other)
    diagnostics.error(span, "unknown-column", f"unknown column {shown(name)}", *hints)
    return None


def _near(name: str, *, named: bool) -> str:
    """The known column whose name is closest to a misspelt one, or ""."""
    hint = did_you_mean(name, [*[DECK] * named, ID, *schema.keys_of(Card)])
    return hint.split("'")[1] if hint else ""


def _kind(name: str) -> Any:
    """The type of a column's values; None for an unknown column."""
    first, *others = name.split(".", MAX_DEPTH)
    kind = schema.types_of(Card).get(first) if first in schema.keys_of(Card) else None
    for step in others:
        kind = _inner(kind, step)
    return kind


def _bare(kind: Any) -> Any:
    """A type without its annotations, and without None."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return _bare(args[0])
    if origin in (typing.Union, types.UnionType):
        kinds = [_bare(arg) for arg in args if arg is not type(None)]
        return next((one for one in kinds if typing.get_origin(one) is dict), kinds[0])
    return kind


def _inner(kind: Any, step: str) -> Any:
    """The type of the values of a mapping; None if the type is not a mapping."""
    kind = _bare(kind)
    if kind is Node and step:
        return Node if "." not in step else None
    return typing.get_args(kind)[1] if typing.get_origin(kind) is dict and step else None


def _takes_list(name: str) -> bool:
    """Whether a column of texts takes lists of texts too."""
    kind = _kind(name)
    members = typing.get_args(typing.get_args(kind)[0]) if typing.get_origin(kind) is Annotated else ()
    return any(typing.get_origin(member) is tuple for member in members)


def is_text(name: str) -> bool:
    return name in (DECK, ID) or _bare(_kind(name)) is str


# The mapping --------------------------------------------------------------------------------------------------

# `columns` in kit.yaml maps the columns of a table to keys of a card.


def targets(header: tuple[CellValue, ...], mapping: Node | None, diagnostics: Diagnostics) -> dict[str, Node]:
    """The key of a card, as written in `kit.yaml`, for each mapped column. Reports columns that the table lacks."""
    mapped: dict[str, Node] = mapping.value if mapping is not None else {}
    names = [entry.text for entry in header if not entry.is_empty]
    for name, target in mapped.items():
        if name not in names:
            message = f"the table has no column {name!r}"
            all_ = f"columns: {', '.join(names)}"
            diagnostics.error(target.key_span, "missing-column", message, did_you_mean(name, names), all_)
        _check_key(target, diagnostics)
    return mapped


def _check_key(target: Node, diagnostics: Diagnostics) -> None:
    """Report a text of a card whose name is not an id, once and not for each row."""
    first, dot, rest = target.text.partition(".")
    if first in ("asides", "words") and dot and not is_id(rest):
        hint = f"write '{first}.{from_name(rest, set())}'"
        message = f"{rest!r} is not an id of lower-case letters, digits and underscores"
        diagnostics.error(target.span, "bad-form", message, hint)
