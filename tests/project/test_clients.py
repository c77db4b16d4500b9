"""The table of clients: what it shows and when it fails. The clients themselves run if `PNP_CLIENTS` is set."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project import clients


@pytest.mark.skipif("PNP_CLIENTS" not in os.environ, reason="PNP_CLIENTS is not set; it needs PyPI and npm")
@pytest.mark.parametrize("name", clients.CLIENTS)
def test_the_project_is_right_for_its_clients(name):
    assert [row for row in clients.rows(name) if row[1].startswith("FAILED")] == []


def good(_: Path) -> Iterator[tuple[str, str]]:
    yield "a thing", ""


def bad(_: Path) -> Iterator[tuple[str, str]]:
    yield "a thing", "it is wrong"


def absent(_: Path) -> Iterator[tuple[str, str]]:
    raise clients.NotRunError("no network")
    yield


def broken(_: Path) -> Iterator[tuple[str, str]]:
    yield "a thing", str([][0])


@pytest.mark.parametrize(
    ("client", "code", "result"),
    [
        (good, 0, "a thing | as expected"), (bad, 1, "a thing | FAILED: it is wrong"),
        (absent, 0, "to install it | not run: no network"), (broken, 1, "to go on | FAILED: IndexError"),
    ],
)  # fmt: skip
def test_only_a_wrong_result_fails(client, code, result, monkeypatch, capsys):
    monkeypatch.setattr(clients, "CLIENTS", {"x": client})
    assert clients.main([]) == code
    assert f"| x | {result}" in capsys.readouterr().out


def test_a_result_is_compared_with_its_exit_code_and_words(tmp_path):
    done = clients.run(sys.executable, "-c", "import sys; sys.exit('no chek')", cwd=tmp_path)
    assert clients.wrong(done, 1, "chek") == ""
    assert "exit code 1, not 0" in clients.wrong(done)
    assert "without ['papr']" in clients.wrong(done, 1, "papr")
    with pytest.raises(clients.NotRunError, match="no chek"):
        clients.needed(done)


def test_a_command_that_does_not_end_is_wrong(tmp_path, monkeypatch):
    def late(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("x", 1)

    monkeypatch.setattr(clients, "PROCESS", late)
    assert "no end after" in clients.wrong(clients.run("x", cwd=tmp_path))
