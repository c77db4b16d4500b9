"""Choose the sheet of a workbook that has the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.sources.grid import Grid, shown
from pnp.sources.workbook import WorkbookSheet

IN_KIT = "write 'sheet: {}' beside 'file' in kit.yaml"
"""How a kit names a sheet."""
_UNREADABLE = 1_000
"""A rank below all sheets that can be read."""
_MOST = 6
"""The most names of sheets in a message."""


def chosen(
    sheets: Sequence[WorkbookSheet],
    misread: Callable[[Grid], int],
    named: Span,
    diagnostics: Diagnostics,
    how: str = IN_KIT,
) -> WorkbookSheet | None:
    """The only sheet that fits; None if there is none, and for several, with an error. Its diagnostics are reported.

    `misread` counts what in a sheet is not as in a table of cards: 0 for one that fits. If no sheet fits, the nearest
    one is taken, whose errors say what is wrong. `named` is the place that names the file, and `how` how a sheet is
    chosen there.
    """
    if not sheets:
        return None
    ranks = [misread(sheet.grid) if sheet.grid else _UNREADABLE for sheet in sheets]
    if len(sheets) > 1 and ranks.count(0) > 1:
        fitting = [sheet.name for sheet, rank in zip(sheets, ranks, strict=True) if rank == 0]
        message = f"{len(fitting)} sheets of this workbook can be read as cards: {_listed(fitting)}"
        diagnostics.error(named, "several-sheets", message, how.format(fitting[0]))
        return None
    best = sheets[ranks.index(min(ranks))]
    if len(sheets) > 1:
        others = _listed([sheet.name for sheet in sheets if sheet is not best])
        reason = "alone can be read as cards" if min(ranks) == 0 else "is the nearest to a table of cards"
        message = f"the sheet {shown(best.name)} is read, because it {reason}; the others are {others}"
        hint = f"to choose a sheet, and leave this note out, {how.format(best.name)}"
        diagnostics.add([Diagnostic(named, "note", "chosen-sheet", message, (hint,))])
    diagnostics.add(best.diagnostics)
    return best


def _listed(names: Sequence[str]) -> str:
    return ", ".join([*map(shown, names[:_MOST]), *["…"] * (len(names) > _MOST)])
