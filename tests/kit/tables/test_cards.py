"""Rows of tables as cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import tables
from pnp.kit.yaml import parse
from tests.support.tables import as_bytes, workbook


@pytest.mark.parametrize(
    ("last", "is_total"),
    [
        ("Total,6,", True), (",6,", True), ("Storm,6,", True), ("Summe:,5,", True), ("Total,7,", False),
        ("Storm,6,Draw.", False), ("Total,6,Draw.", False),
    ],
)  # fmt: skip
def test_a_last_row_with_the_sum_of_the_counts_is_no_card(tmp_path, last, is_total):
    text = f"name,count,asides.text\nA,1,\nB,2,\nC,2,\nD,,\n{last}\n"
    assert codes(tmp_path, text) == ["total-row"] * is_total


@pytest.mark.parametrize(
    ("table", "is_total"),
    [
        ("name,count,asides.text\nA,1,\nB,2,\nTotal,3,\n", True),
        ("name,count,asides.cost\nA,1,4\nB,2,5\nTotal,3,9\n", True),
        ("name,asides.cost\nA,4\nB,5\nGesamtsumme:,9\n", True),
        ("name,asides.cost\nA,4\nB,5\nTotal,8\n", False),
        ("name,count,asides.text\nA,1,\nB,2,\nC,3,\n", False),
        ("name,asides.cost\nA,1\nB,2\nC,3\nD,6\n", False),
        ("name,asides.text\nA,\nB,\nTotal,\n", False),
        ("name,count\nTotal,3\n", False),
    ],
)
def test_a_row_that_is_named_a_total_needs_one_sum_only(tmp_path, table, is_total):
    assert codes(tmp_path, table) == ["total-row"] * is_total


def test_a_sum_that_counts_hidden_rows_is_a_total_too(tmp_path):
    data = workbook(["name", "count"], ["A", 1], ["B", 2], ["Total", 3], hidden=[3])
    assert codes(tmp_path, data, "{file: cards.xlsx, rows: visible}", "cards.xlsx") == ["total-row"]


def codes(folder: Path, content: str | bytes, named: str = "cards.csv", file: str = "cards.csv") -> list[str]:
    """The codes of the diagnostics of a table that has one deck."""
    (folder / file).write_bytes(as_bytes(content))
    diagnostics = Diagnostics()
    tables.of_kit(folder, parse(f"moves: {named}", "kit.yaml", diagnostics), diagnostics, whole=True)
    return [found.code for found in diagnostics]
