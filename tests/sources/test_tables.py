"""A table that the child process reads is the same as one that is read here, with its places and its errors."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import tables
from pnp.sources import Node, csv, json, xlsx
from pnp.sources import tables as task
from tests.conftest import edit, run
from tests.support import three_cards


def workbook() -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = "Ünsere"
    for row in (("id", "name", "count"), ("ada", "Ada\nLovelace", 2), ("bo", "=1+1", None), (None, None, True)):
        sheet.append(row)
    book.create_sheet("Other")
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


TABLES = {
    "csv": (csv, b'id;name\nada;"Ada ""the"" first"\n;;\nbo;B\xc3\xb6\n', None),
    "csv with an error": (csv, b'id,name\n"ada,Ada\n', None),
    "json": (json, b'{"data": {"cards": [{"id": "a", "tags": ["x", ["y"]], "n": 1.5}, {"n": null}]}}', "data.cards"),
    "json without the key": (json, b'{"data": 1}', "cards"),
    "xlsx": (xlsx, workbook(), None),
    "xlsx by sheet": (xlsx, workbook(), "Other"),
    "xlsx without the sheet": (xlsx, workbook(), "Unsere"),
    "no workbook": (xlsx, b"PK\x03\x04", None),
}  # fmt: skip


@pytest.mark.parametrize("what", TABLES)
def test_it_is_the_same_table_with_the_same_errors(what):
    module, data, name = TABLES[what]
    sheet = Node(name, Span("kit.yaml", 3, 8)) if name else None
    here, there = Diagnostics(), Diagnostics()
    expected = task.read_here(module.__name__, data, "folder/cards.x", sheet, here)
    assert task.read(module.__name__, data, "folder/cards.x", sheet, there) == expected
    assert list(there) == list(here)
    assert bool(list(here)) == (expected == [])


def test_small_texts_are_read_here_and_large_ones_and_workbooks_by_the_child(monkeypatch):
    asked = []
    monkeypatch.setattr(task, "read", lambda form, *_: asked.append(form))
    small, large = b"id,name\na,A\n", b"id,name\n" + b"a,A\n" * tables.LARGE
    for file, data, confined in (
        ("a.csv", small, True), ("a.csv", large, True), ("a.json", b"[]", True), ("a.xlsx", b"", True),
        ("a.xlsx", b"", False),
    ):  # fmt: skip
        tables.sheets_of(file, data, None, Diagnostics(), confined=confined)
    assert asked == [csv.__name__, xlsx.__name__]


@pytest.mark.parametrize(
    ("seconds", "data", "reason"),
    [
        (0.01, b"[" + b'{"a": 1, "b": 2},' * 24_000 + b"{}]" + b" " * 600_000, "it takes more than 0.01 seconds"),
        (60, b"[" + b'"a",' * 4_000_000 + b'"b"]', "more than 25,000 rows in one table"),
        (60, b'[{"a": [' + b"[]," * 6_000_000 + b"[]]}]", "this table cannot be read: it"),
    ],
)  # fmt: skip
def test_a_table_that_needs_too_much_is_an_error_at_the_file(tmp_path, monkeypatch, seconds, data, reason):
    from pnp.confined import Limits

    monkeypatch.setattr(task, "LIMITS", Limits(seconds, memory=450_000_000))
    kit = three_cards.write(tmp_path / "mine")
    (kit / "cards.yaml").unlink()
    (kit / "t.json").write_bytes(data)
    edit(kit, "kit.yaml", "title:", "cards: {all: t.json}\ntitle:")
    result = run("check", kit)
    assert result.exit_code == 1
    assert f"{kit / 't.json'}:1:" in result.output
    assert reason in result.output
