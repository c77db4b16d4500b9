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


@pytest.mark.parametrize("text", [CARDS, f'{{"cards": {CARDS}}}'])
def test_objects_are_cards(text, tmp_path):
    storm = {"name": "Storm", "count": 4, "traits": {"x": {"a": [1, "b"]}}}
    assert plain(tmp_path, text, "cards.json") == {"d": {"storm": storm, "sun": {"name": "Sun"}}}


def test_texts_are_names(tmp_path):
    (tmp_path / "cards.json").write_text('["Storm", "It \\"is\\"",\n "7"]', "utf-8")
    named, diagnostics = Node({"d": Node("cards.json", HERE)}, HERE), Diagnostics()
    found = tables.of_kit(tmp_path, named, diagnostics, whole=True)
    assert found, list(diagnostics)
    assert [card["name"] for card in found.plain()["d"].values()] == ["Storm", 'It "is"', "7"]
    assert found.at("d", "card_7", "name").line == 2


def test_values_are_those_of_a_csv_file(tmp_path):
    card = {"deck": "d", "id": "a", "name": 7, "count": None, "traits.b": True, "traits.f": 1.5, "asides.t": "x\r\ny é"}
    found = plain(tmp_path, json.dumps([card]), "cards.json")["d"]["a"]
    assert found == {"name": "7", "traits": {"b": True, "f": 1.5}, "asides": {"t": "x\ny é"}}


def test_every_value_has_its_place(tmp_path):
    found, _ = tree(tmp_path, CARDS, "cards.json")
    lines = CARDS.split("\n")
    for path, written in ((("d", "storm", "count"), "4}"), (("d", "sun", "name"), '"Sun"')):
        span = found.at(*path)
        assert lines[span.line - 1][span.column - 1 :].startswith(written[:1]), span
    assert str(found.at("d", "storm", "count").cell) == "object 1, column 'count'"


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message"),
    [
        ('[{"name": "A"},\n {"name": B}]', "unread-table", 2, 11, "not readable as JSON"),
        ('[{"name": "A"},\n]', "unread-table", 2, 1, "expected an object"),
        ('[{"name": "A"}\n {"name": "B"}]', "unread-table", 2, 2, "expected a comma or the end of the list"),
        ('[{"name": "A",\n  name: 1}]', "unread-table", 2, 3, "expected a key in double quotes"),
        ('[{"name" "A"}]', "unread-table", 1, 10, "expected a colon"),
        ('{"a": [], "b": []}', "unread-table", 1, 9, "must be the only value"),
        ('{"moves": {"a": 1}}', "unread-table", 1, 11, "expected a list of cards"),
        ('"text"', "unread-table", 1, 1, "expected a list of cards"),
        ("[]", "unread-table", 1, 1, "this table is empty"),
        ("[{}] x", "unread-table", 1, 6, "text after the end"),
        ('[{"name": "A", "name": "B"}]', "duplicate-key", 1, 16, "has 'name' twice"),
        ('[{"name": 1e999}]', "unread-cell", 1, 11, "the number must be less than 1e+16"),
        ('[{"name": NaN}]', "unread-table", 1, 11, "too large or not JSON"),
        ('[{"name": "\\u0000"}]', "unread-cell", 1, 11, "a character that is not allowed"),
        ('[{"a": ' + "[" * 100_000, "unread-table", 1, None, ""),
        ("[" + ",".join(f'{{"k{number}": 1}}' for number in range(300)) + "]", "too-many-values", 1, None, "200 diff"),
    ],
)
def test_errors_are_reported_with_their_place(text, code, line, column, message, tmp_path):
    found = diagnostic(tmp_path, text, "cards.json")
    assert found.code == code
    assert message in found.message
    assert found.span.line == line
    assert column in (None, found.span.column)


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


DATA = '{"meta": {"version": 5, "tags": []}, "data": {"cards": [{"deck": "d", "name": "Storm"}], "more": 1}, "end": 2}'


def test_a_list_among_other_values_is_named(tmp_path):
    assert read(tmp_path, DATA, {"sheet": "data.cards"}) == ({"d": {"storm": {"name": "Storm"}}}, [])


@pytest.mark.parametrize(
    ("text", "sheet", "message", "hint"),
    [
        (DATA, "data.card", "there is no key 'card' in this file", "did you mean 'cards'?"),
        (DATA, "other", "there is no key 'other' in this file", "keys: meta, data, end"),
        (DATA, "end.cards", "there is no object with the key 'cards' in this file", "that lead to the list"),
        (DATA, "data", "expected a list of cards", "write ["),
        ("[]", "cards", "there is no object with the key 'cards' in this file", "that lead to the list"),
    ],
)
def test_a_list_that_is_not_there_is_an_error(text, sheet, message, hint, tmp_path):
    _, (wrong,) = read(tmp_path, text, {"sheet": sheet})
    assert wrong.message == message
    assert hint in wrong.hints[0]


def test_several_values_without_a_name_are_an_error_with_the_way_out(tmp_path):
    _, (wrong,) = read(tmp_path, '{"cards": [{"deck": "d", "name": "A"}], "version": 1}', {})
    assert wrong.hints == ("if there are others, name it in kit.yaml: 'sheet: cards', or 'sheet: data.cards'",)


def test_lists_in_a_column_of_texts_become_texts(tmp_path):
    card = {"deck": "d", "name": ["A", "B"], "asides.k": ["Ice", 2, True, None], "asides.e": [], "asides.o": {}}
    found, wrong = read(tmp_path, json.dumps([{**card, "traits.l": [1]}]), {})
    assert not wrong
    assert found["d"]["a_b"] == {"name": "A, B", "asides": {"k": ["Ice", "2", "true"]}, "traits": {"l": [1]}}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([{"a": 1}], "this is a list of lists or objects"),
        ({"en": "Storm"}, "this is an object"),
        ([[1]], "a list of lists"),
    ],
)
def test_what_is_no_text_in_a_column_of_texts_is_an_error(value, message, tmp_path):
    _, (wrong,) = read(tmp_path, json.dumps([{"deck": "d", "name": "A", "asides.x": value}]), {})
    assert (wrong.code, wrong.span.cell.heading) == ("unread-cell", "asides.x")
    assert message in wrong.message
