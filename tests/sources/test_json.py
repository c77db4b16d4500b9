"""Tables in JSON: what they mean, and where their errors are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import tables
from pnp.sources import Node, grid
from tests.support.tables import diagnostic, node, plain, tree

HERE = Span("kit.yaml")
CARDS = (
    '[\n {"deck": "d", "name": "Storm", "count": 4, "traits.x": {"a": [1, "b"]}},\n {"name": "Sun", "deck": "d"}\n]\n'
)


def test_texts_are_names(tmp_path):
    (tmp_path / "cards.json").write_text('["Storm", "It \\"is\\"",\n "7"]', "utf-8")
    named, diagnostics = Node({"d": Node("cards.json", HERE)}, HERE), Diagnostics()
    found = tables.of_kit(tmp_path, named, diagnostics, whole=True)
    assert found, list(diagnostics)
    assert [card["name"] for card in found.plain()["d"].values()] == ["Storm", 'It "is"', "7"]
    assert found.at("d", "card_7", "name").line == 2


def test_every_value_has_its_place(tmp_path):
    found, _ = tree(tmp_path, CARDS, "cards.json")
    lines = CARDS.split("\n")
    for path, written in ((("d", "storm", "count"), "4}"), (("d", "sun", "name"), '"Sun"')):
        span = found.at(*path)
        assert lines[span.line - 1][span.column - 1 :].startswith(written[:1]), span
    assert str(found.at("d", "storm", "count").cell) == "object 1, column 'count'"


def test_lists_that_are_too_deep_and_rows_that_are_too_wide_are_refused(tmp_path):
    assert diagnostic(tmp_path, '[{"a": ' + "[" * 100_000, "cards.json").code == "unread-table"
    wide = "[" + ",".join(f'{{"k{number}": 1}}' for number in range(300)) + "]"
    found = diagnostic(tmp_path, wide, "cards.json")
    assert (found.code, "200 different" in found.message) == ("too-many-values", True)


@pytest.mark.parametrize("name", ["cards.csv", "cards.json"])
def test_too_many_rows_and_cells_name_the_way_out(name, tmp_path, monkeypatch):
    rows = [{"deck": "d", "name": f"C{number}"} for number in range(6)]
    text = json.dumps(rows) if name.endswith("json") else "deck,name\n" + "".join(f"d,C{n}\n" for n in range(6))
    assert len(plain(tmp_path, text, name)["d"]) == 6
    monkeypatch.setattr(grid, "MAX_ROWS", 5)
    other = tmp_path / "other"  # what was read without faults is not read again
    found = diagnostic(other, text, name)
    assert (found.code, found.message) == ("too-many-values", "more than 5 rows in one table")
    assert "split the cards" in found.hints[0]
    monkeypatch.setattr(grid, "MAX_CELLS", 9)
    assert "split the table by deck" in diagnostic(other, text, name).hints[0]


def test_six_thousand_rows_are_read(tmp_path):
    text = "deck,id,name\n" + "".join(f"d,c{number},C\n" for number in range(6000))
    assert len(plain(tmp_path, text)["d"]) == 6000


def read(folder: Path, text: str, named: dict[str, Any]) -> tuple[Any, list[Diagnostic]]:
    """The cards of a file that is named by a mapping in `kit.yaml`, and what is wrong."""
    (folder / "cards.json").write_text(text, "utf-8")
    diagnostics = Diagnostics()
    found = tables.of_kit(folder, node({"file": "cards.json", **named}), diagnostics, whole=True)
    return found.plain() if found else None, list(diagnostics)
