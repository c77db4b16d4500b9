"""Rows of tables as cards."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import tables
from pnp.kit.tables import cards, columns
from pnp.kit.yaml import Node


@pytest.mark.parametrize(
    ("last", "is_total"),
    [("Total,6,", True), (",6,", True), ("Total,7,", False), ("Storm,6,Draw.", False)],
)
def test_a_last_row_with_the_sum_of_the_counts_is_no_card(tmp_path, last, is_total):
    text = f"name,count,asides.text\nA,1,\nB,2,\nC,2,\nD,,\n{last}\n"
    (tmp_path / "cards.csv").write_text(text, "utf-8")
    diagnostics = Diagnostics()
    grid = tables.grid_of(str(tmp_path / "cards.csv"), (tmp_path / "cards.csv").read_bytes(), None, diagnostics)
    header = columns.read(grid.header, diagnostics, named=False, whole=True)
    cards.read(grid, header, Node("moves", Span("kit.yaml")), diagnostics, set())
    assert ("total-row" in [found.code for found in diagnostics]) == is_total
