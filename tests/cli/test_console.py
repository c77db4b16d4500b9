"""What commands print: lines and reports, with control characters escaped, and their exit codes."""

from __future__ import annotations

import pytest

from pnp.cli import console
from pnp.diagnostics import Diagnostics, Span


def test_lines_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    console.echo("a\x1b[31mb", "c")
    console.echo("d", err=True)
    printed = capsys.readouterr()
    assert "\x1b" not in printed.out
    assert printed.out.splitlines()[1] == "c"
    assert printed.err == "d\n"


def test_refusing_reports_and_exits_with_wrong_data(capsys: pytest.CaptureFixture[str]) -> None:
    diagnostics = Diagnostics()
    diagnostics.error(Span("kit.yaml", 3, 5, 2), "wrong-type", "expected a number", "write 3")
    with pytest.raises(SystemExit) as leaving:
        console.refuse(diagnostics, "nothing was sold")
    assert leaving.value.code == console.WRONG_DATA
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "kit.yaml:3:5: " in printed.err
    assert "expected a number" in printed.err
    assert "nothing was sold" in printed.err.splitlines()[-1]
