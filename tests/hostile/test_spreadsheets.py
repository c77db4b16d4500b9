"""Tables that are exported from a stranger's kit: no spreadsheet runs what is in them, and all of it comes back."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics
from pnp.kit import export
from tests.support.tables import node, plain

BEGINNINGS = (
    "=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "'", "'=", '"=', '""-', " =", "\n=", "-3", '"-3"', "'-3'",
)  # fmt: skip
TEXTS = st.builds(str.__add__, st.sampled_from(BEGINNINGS), st.text(st.sampled_from("=+-@'\"\t a1,;\n"), max_size=6))
VALUES = st.recursive(
    TEXTS | st.integers(-9, 9) | st.floats(-9, 9).filter(lambda value: not value.is_integer()),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)
NAMES = TEXTS.filter(lambda text: "\r" not in text)  # a name with one is refused: no table holds it
CARDS = st.fixed_dictionaries(
    {"name": NAMES}, optional={"traits": st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3),
                               "words": st.dictionaries(st.sampled_from("abc"), NAMES, max_size=2)},
)  # fmt: skip


def cells(data: bytes) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")) for cell in row]


def written(card: dict[str, Any], form: str) -> bytes:
    diagnostics = Diagnostics()
    data = export.written(node({"d": {"c": card}}), form, diagnostics)
    assert not diagnostics
    assert data is not None
    return data


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@pytest.mark.slow
@settings(max_examples=100)
@given(CARDS)
def test_no_cell_of_a_csv_file_is_run_and_all_come_back(tmp_path_factory, card):
    data = written(card, "csv")
    for cell in cells(data):
        assert is_number(cell) or not cell.lstrip().startswith(tuple("=+-@＝＋－＠")), cell
        assert not cell.startswith(("\t", "\r"))
    back = plain(tmp_path_factory.getbasetemp() / "run", data, "cards.csv")
    assert json.dumps(back) == json.dumps(
        {"d": {"c": {key: card[key] for key in ("name", "traits", "words") if key in card}}}
    )


@pytest.mark.slow
@settings(max_examples=40)
@given(CARDS)
def test_no_cell_of_a_workbook_is_a_formula_and_all_come_back(tmp_path_factory, card):
    data = written(card, "xlsx")
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert b"<f>" not in packed.read("xl/worksheets/sheet1.xml")
    for row in openpyxl.load_workbook(io.BytesIO(data)).active.iter_rows():
        assert all(cell.data_type != "f" for cell in row)
    back = plain(tmp_path_factory.getbasetemp() / "run", data, "cards.xlsx")
    assert json.dumps(back) == json.dumps(
        {"d": {"c": {key: card[key] for key in ("name", "traits", "words") if key in card}}}
    )


@pytest.mark.parametrize(
    ("value", "cell"),
    [("=1+1", '"=1+1"'), ("-3", '"-3"'), (-3, "-3"), (-3.5, "-3.5"), ("a'=1", "a'=1"), ("@SUM(A1)", '"@SUM(A1)"')],
)
def test_how_cells_are_written(value, cell):
    assert cells(written({"name": "x", "traits": {"a": value}}, "csv"))[-1] == cell
    if isinstance(value, str):
        assert cells(written({"name": value}, "csv"))[-1] == cell


def test_a_cell_in_a_table_of_ones_own_may_begin_as_it_likes(tmp_path):
    found = plain(tmp_path, b'deck,id,name,traits.a\nd,a,-1 speed,=x\nd,b,"""-1 speed""",-3\n', "cards.csv")
    assert found == {
        "d": {"a": {"name": "-1 speed", "traits": {"a": "=x"}}, "b": {"name": "-1 speed", "traits": {"a": -3}}}
    }
