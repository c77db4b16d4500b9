"""Diagnostics -> annotations of GitHub."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import report
from tests.support.diagnostics import diagnostic


def test_the_github_form_has_a_command_for_each_error_on_one_line(tmp_path: Path) -> None:
    found = [
        diagnostic(tmp_path / "a,b" / "c.yaml", 3, 5, 4, "100 % wrong\nand", "a hint: this"),
        diagnostic(tmp_path / "d.yaml", 1, 1, severity="note"),
    ]
    assert report.write("github", found, tmp_path).split("\n") == [
        "::error file=a%2Cb/c.yaml,line=3,col=5,endColumn=9,title=some-code::100 %25 wrong%0Aand%0Ahint: a hint: this",
        "::notice file=d.yaml,line=1,col=1,endColumn=2,title=some-code::it is wrong",
        "1 error, 1 note",
    ]
