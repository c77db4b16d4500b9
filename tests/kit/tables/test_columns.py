"""The columns of tables: numbers of copies as people write them."""

from __future__ import annotations

from tests.conftest import run
from tests.support import typed_kit


def test_a_table_has_as_many_copies(tmp_path):
    kit = typed_kit.write(tmp_path / "kit", "Title,Qty,Text\nA,2x,one\nB,× 3,two\nC,,three\n")
    listed = run("list", kit).output
    assert [line.split()[:3] for line in listed.splitlines() if "×" in line] == [
        ["a", "2", "×"], ["b", "3", "×"], ["c", "1", "×"],
    ]  # fmt: skip
