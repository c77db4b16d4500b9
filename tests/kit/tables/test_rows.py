"""Rows of a table that an expression keeps, and their order."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import overlay, tables
from pnp.sources.yaml import parse
from tests.support.tables import ods, ods_row, workbook


def test_a_cell_that_cannot_be_read_is_reported_if_an_expression_uses_it(tmp_path):
    data = workbook(["name", "# sum"], ["Fox", "=1+1"], ["Ant", 3])
    diagnostics = Diagnostics()
    (tmp_path / "c.xlsx").write_bytes(data)
    named = parse("deck: {file: c.xlsx, where: sum > 1}", "kit.yaml", diagnostics)
    assert tables.of_kit(tmp_path, named, diagnostics, whole=True) is None
    assert [(one.code, one.span.cell.name) for one in diagnostics] == [("unread-cell", "Moves!B2")]


def test_numbers_and_booleans_of_workbooks_are_compared_as_such(tmp_path):
    rows = ods_row("name", "# ok") + ods_row("Fox", "<table:table-cell/>") + ods_row("Ant", "TRUE") + ods_row("Owl", 0)
    (tmp_path / "c.ods").write_bytes(ods(S=rows))
    diagnostics = Diagnostics()
    named = parse("{deck: {file: c.ods, where: ok == true}}", "kit.yaml", diagnostics)
    node = tables.of_kit(tmp_path, named, diagnostics, whole=True)
    assert list(node.plain()["deck"]) == ["ant"]


@pytest.mark.parametrize(("language", "ids"), [("de", ["affe", "arger", "zobel"]), ("sv", ["affe", "zobel", "arger"])])
def test_texts_are_sorted_by_the_alphabet_of_the_kit_or_of_its_base(tmp_path, language, ids):
    base, kit = tmp_path / "base", tmp_path / "kit"
    for folder, text in ((base, f"language: {language}"), (kit, "extends: ../base")):
        folder.mkdir()
        (folder / "kit.yaml").write_text(f"{text}\ncards: {{deck: {{file: c.csv, sort: name}}}}\n", "utf-8")
        (folder / "c.csv").write_text("name\nZobel\nÄrger\nAffe\n", "utf-8")
        cards = overlay.trees([folder], ["cards.yaml"], Diagnostics(), {})["cards.yaml"]
        assert list(cards.plain()["deck"]) == ids
