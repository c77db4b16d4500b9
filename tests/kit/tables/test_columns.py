"""The columns of tables: numbers of copies as people write them."""

from __future__ import annotations

import pytest

from pnp.kit.tables.columns import plain_count
from tests.conftest import run
from tests.support import typed_kit


@pytest.mark.parametrize(
    ("text", "plain"),
    [("2x", "2"), ("x2", "2"), ("× 12", "12"), ("3 X", "3"), ("2", "2"), ("x2x", "x2x"), ("x", "x"), ("2xx", "2xx")],
)
def test_a_number_of_copies_may_be_written_as_times(text, plain):
    assert plain_count(text) == plain


def test_a_table_has_as_many_copies(tmp_path):
    kit = typed_kit.write(tmp_path / "kit", "Title,Qty,Text\nA,2x,one\nB,× 3,two\nC,,three\n")
    listed = run("list", kit).output
    assert [line.split()[:3] for line in listed.splitlines() if "×" in line] == [
        ["a", "2", "×"], ["b", "3", "×"], ["c", "1", "×"],
    ]  # fmt: skip
