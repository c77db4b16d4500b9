"""The hidden rows and the merged cells of a sheet are those of its file."""

from __future__ import annotations

import io
import zipfile

from pnp.sources.xlsx_layout import Merged, SheetLayout, read
from tests.support.tables import workbook

ROWS = (["name", "count"], ["A", 1], ["B", 2], ["C", 3])


def xml(data: bytes) -> bytes:
    return zipfile.ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml")


def test_a_sheet_of_another_program_has_its_hidden_rows_and_merged_cells():
    layout = read(xml(workbook(*ROWS, hidden=[3], merged=["A2:B4", "D1:D2"])))
    assert layout == SheetLayout(frozenset({3}), (Merged(2, 1, 4, 2), Merged(1, 4, 2, 4)))
