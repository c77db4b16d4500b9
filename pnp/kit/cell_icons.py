"""Icons as people write them in spreadsheets: `{coin}` or `[coin]` for `:coin:`."""

from __future__ import annotations

import re

from pnp.sources.grid import CellValue, Grid

_NAME = r"([A-Za-z][A-Za-z0-9]*(?:[-_ ][A-Za-z0-9]+)*)"
WRITTEN = {"braces": re.compile(rf"\{{{_NAME}\}}"), "brackets": re.compile(rf"\[{_NAME}\](?![{{(])")}
"""How an icon is written in cells. Words in brackets before `{` have a colour, those before `(` are a link."""


def icon_named(words: str) -> str:
    """The name of an icon from the words between the marks: `Gold Coin` is `gold-coin`."""
    return words.lower().replace(" ", "-")


def read(grid: Grid, form: str) -> Grid:
    """A grid with the icons in its cells written as in other texts."""
    return grid._replace(rows=tuple(tuple(_read(entry, WRITTEN[form]) for entry in row) for row in grid.rows))


def _read(entry: CellValue, pattern: re.Pattern[str]) -> CellValue:
    def signed(text: str) -> str:
        return pattern.sub(lambda match: f":{icon_named(match[1])}:", text)

    if not isinstance(entry.value, str) or entry.nested is not None:
        return entry
    return entry._replace(value=signed(entry.value), shown=signed(entry.shown))
