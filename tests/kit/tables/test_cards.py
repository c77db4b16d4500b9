"""Rows of tables as cards."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp
from pnp.diagnostics import DataError, Diagnostics
from pnp.kit import tables
from pnp.sources.yaml import parse
from tests.support.tables import as_bytes, workbook


def test_a_sum_that_counts_hidden_rows_is_a_total_too(tmp_path):
    data = workbook(["name", "count"], ["A", 1], ["B", 2], ["Total", 3], hidden=[3])
    assert codes(tmp_path, data, "{file: cards.xlsx, rows: visible}", "cards.xlsx") == ["total-row"]


def codes(folder: Path, content: str | bytes, named: str = "cards.csv", file: str = "cards.csv") -> list[str]:
    """The codes of the diagnostics of a table that has one deck."""
    (folder / file).write_bytes(as_bytes(content))
    diagnostics = Diagnostics()
    tables.of_kit(folder, parse(f"moves: {named}", "kit.yaml", diagnostics), diagnostics, whole=True)
    return [found.code for found in diagnostics]


def test_a_total_is_left_out_and_the_kit_is_checked_without_it(tmp_path):
    card = "{elements: [{text: '{name}', box: [6, 5, 51, 9], style: title}]}"
    texts = {
        "kit.yaml": "title: Trial\ncomponents: {c: {kind: deck, title: C, size: poker, face: card}}\n"
        "cards: {c: cards.csv}\n",
        "faces.yaml": f"styles: {{title: {{font: title, size: 15, least: 10}}}}\nfaces: {{card: {card}}}\n",
        "cards.csv": "name,count,asides.text\ncafÃ©,1,Itâ€™s\nB,2,#REF!\nTotal,3,\n",
    }
    for file, text in texts.items():
        (tmp_path / file).write_text(text, "utf-8")
    assert [(one.code, one.span.line) for one in pnp.check(tmp_path) if one.code in ("damaged-text", "total-row")] == [
        ("damaged-text", 2), ("damaged-text", 2), ("damaged-text", 3), ("total-row", 4),
    ]  # fmt: skip
    with pytest.raises(DataError, match="total-row"):
        pnp.load(tmp_path)
    with pytest.raises(DataError, match="total-row"):
        pnp.build(tmp_path, paper="a4")
