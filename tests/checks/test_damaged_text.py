"""Damaged texts are warnings at their cells, and no text that a designer means is one."""

from __future__ import annotations

from tests.support import typed_kit

TABLE = "Title,Qty,Text\ncafÃ©,1,Itâ€™s late\nBroken,2,#REF!\nLate,1,Loading...\nLines,1,Draw one.\\nDiscard one.\n"


def test_a_text_that_is_meant_is_ignored_by_its_code(tmp_path):
    kit = typed_kit.write(tmp_path / "kit", TABLE, more="checks: {ignore: [damaged-text]}\n")
    assert typed_kit.found(kit, "typewriter-signs") == []
