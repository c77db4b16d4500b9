"""Rows of tables as cards."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp
from pnp.diagnostics import DataError, Diagnostics
from pnp.kit import tables
from pnp.sources.yaml import parse
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
        ("name,count,asides.text\nA,1,\nB,2,\nTotal cards:,3,\n", True),
        ("name,count,asides.text\nA,1,\nB,2,\nTotal war,3,\n", False),
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


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("name,count,asides.text\nA,many,#REF!\nB,[1,x\n", ["wrong-type", "damaged-text", "bad-yaml"]),
        ("name,cuont,asides.text\nA,2,#REF!\nB,1,[1\n", ["unknown-column", "damaged-text"]),
        (
            "id,cuont,asides.text\na,2,#REF!\n,1,B\n",
            ["missing-column", "unknown-column", "damaged-text", "missing-key"],
        ),
        ("name,count\nA,{x\n,2\n", ["bad-yaml", "missing-key"]),
    ],
)
def test_an_error_of_a_table_hides_no_others(tmp_path, table, expected):
    assert codes(tmp_path, table) == expected
