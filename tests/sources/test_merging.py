"""Merged cells of workbooks: values are repeated downwards, and reported where they are merged over columns."""

from __future__ import annotations

from tests.support.tables import plain, tree, workbook

HEAD = ["deck", "name", "asides.suit", "asides.text"]


def test_a_value_that_is_merged_over_rows_belongs_to_each(tmp_path):
    rows = [["d", "A", "Sun", "x"], [None, "B", None, None], [None, "C", None, "y"]]
    data = workbook(HEAD, *rows, merged=["A2:A4", "C2:C3"])
    suit = {"suit": "Sun"}
    assert plain(tmp_path, data, "cards.xlsx") == {
        "d": {
            "a": {"name": "A", "asides": {**suit, "text": "x"}},
            "b": {"name": "B", "asides": suit},
            "c": {"name": "C", "asides": {"text": "y"}},
        }
    }
    node, _ = tree(tmp_path, data, "cards.xlsx")
    assert str(node.at("d", "b", "asides", "suit").cell) == "Moves!C3, column 'asides.suit'"


def test_a_value_that_is_merged_over_columns_is_reported_at_the_next_cell(tmp_path):
    data = workbook(HEAD, ["d", "A", "Sun and more", None], ["d", "B", "Sun", "x"], merged=["C2:D2"])
    node, diagnostics = tree(tmp_path, data, "cards.xlsx")
    assert node is None
    (found,) = diagnostics
    assert (found.code, str(found.span.cell)) == ("unread-cell", "Moves!D2, column 'asides.text'")
    assert found.message == "this cell is merged with C2"
    assert "unmerge the cells" in found.hints[0]


def test_columns_that_are_not_read_may_be_merged(tmp_path):
    data = workbook([*HEAD[:2], "# a", "# b"], ["d", "A", "note", None], merged=["C2:D2"])
    assert plain(tmp_path, data, "cards.xlsx") == {"d": {"a": {"name": "A"}}}


def test_a_merged_heading_is_not_repeated_as_a_card(tmp_path):
    data = workbook(HEAD, [None] * 4, ["d", "A", "Sun", "x"], merged=["A1:A2", "B1:B2", "C1:C2", "D1:D2"])
    assert list(plain(tmp_path, data, "cards.xlsx")["d"]) == ["a"]


def test_a_merged_title_is_still_a_title(tmp_path):
    data = workbook(["My game", None, None, None], HEAD, ["d", "A", "Sun", "x"], merged=["A1:D1"])
    _, diagnostics = tree(tmp_path, data, "cards.xlsx")
    assert "the first row has only 'My game'" in next(iter(diagnostics)).message
