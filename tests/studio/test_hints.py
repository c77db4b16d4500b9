"""Which hints are mechanical, and what a button at them does."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostic, Span
from pnp.studio import hints


def at(file: Path, message: str, hint: str, line: int = 1, column: int = 1) -> str:
    return hints.label(Diagnostic(Span(str(file), line, column), "error", "x", message, (hint,)))


def test_a_button_is_only_where_the_word_is_once(tmp_path):
    file = tmp_path / "faces.yaml"
    file.write_text("colr: 1\ncolr: colr\nbox: colr, colrs\n", "utf-8")
    hint = "did you mean 'colour'?"
    assert at(file, "unknown key 'colr'", hint) == "write 'colour' in place of 'colr'"
    assert at(file, "unknown key 'colr'", hint, line=2) == "", "it is there twice"
    assert at(file, "unknown key 'colr'", hint, line=2, column=5) == "write 'colour' in place of 'colr'"
    assert at(file, "unknown key 'colr'", hint, line=3) == "write 'colour' in place of 'colr'"
    assert at(file, "unknown key 'color'", hint) == ""
    assert at(file, "unknown key 'colr'", "write another") == ""
    assert at(file, "unknown key 'colr'", hint, line=9) == ""
    assert at(tmp_path / "none.yaml", "unknown key 'colr'", hint) == ""
