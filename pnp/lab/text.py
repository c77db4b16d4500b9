"""Show a report as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.lab.report import BalanceReport
from pnp.lab.sections import Bar, Cell, Section, SectionTable, sections

_LABEL = 12
"""The least width of the labels of facts, in characters."""
_BAR = 20
"""The width of the longest bar, in characters."""


def lines(report: BalanceReport) -> list[str]:
    """The report as text."""
    return [
        f"{report.kit}: {report.games:,} games, {report.players} players, policy {report.policy}, seed {report.seed}",
        "in brackets: 95 % intervals",
        *(line for section in sections(report) for line in ("", *_section(section))),
    ]


def _section(section: Section) -> Iterator[str]:
    yield f"{section.title} ({section.about})" if section.about else section.title
    width = max(_LABEL, *(len(label) + 2 for label, _ in section.facts), 0)
    yield from (f"  {label:<{width}}{text}" for label, text in section.facts)
    if section.table:
        yield from _table(section.table)
    yield from (f"  {note}" for note in section.notes)


def _table(table: SectionTable) -> Iterator[str]:
    rows = [tuple(map(_cell, row)) for row in (table.head, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            f"{cell:<{width}}" if at in table.left else f"{cell:>{width}}"
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"  {'  '.join(cells)}".rstrip()


def _cell(cell: Cell) -> str:
    return "█" * round(_BAR * cell.share) if isinstance(cell, Bar) else cell
