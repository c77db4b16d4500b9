"""Two states of a kit."""

from __future__ import annotations

from tests.conftest import run


def label(*arguments: object) -> str:
    result = run("diff", *arguments)
    assert result.exit_code == 0, result.output
    return result.stdout
