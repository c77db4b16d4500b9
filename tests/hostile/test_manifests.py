"""A folder for output with a manifest from a stranger: it is not believed, and the kit is built again."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from pnp.pipeline.unchanged import last_build
from tests.conftest import SMALL, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("out")
    assert run("build", SMALL, "--output", found, "--only", "moves").exit_code == 0
    return found


def options(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text("utf-8"))["options"]
    return found


def believed(folder: Path, data: bytes) -> bool:
    """Whether a manifest in the place of the real one is taken for that of a build."""
    path = folder / "manifest.json"
    real, wanted = path.read_bytes(), options(folder)
    try:
        path.write_bytes(data)
        return last_build(folder, SMALL, wanted, folder / "papers.yaml") is not None
    finally:
        path.write_bytes(real)


def changed(folder: Path, **values: Any) -> bytes:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["files"][0] |= values
    return json.dumps(manifest).encode()


@pytest.mark.slow
def test_the_real_one_is_believed(folder):
    assert believed(folder, (folder / "manifest.json").read_bytes())


def test_the_same_values_written_by_another_program_are_not(folder):
    assert not believed(folder, changed(folder))


@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"[" * 200_000, b'{"files": 1}', b"9" * 100_000, b"\xff\x00", b'{"fonts": 1, "kit": 2}'],
)
def test_garbage_is_not(folder, data):
    assert not believed(folder, data)


@pytest.mark.parametrize(
    "values",
    [{"stock": {}}, {"stock": True}, {"path": None}, {"pages": "1\x1b"}, {"cards": [[]]}, {"path": "../x"},
     {"path": "/dev/zero"}, {"path": "."}, {"path": ""}],
)  # fmt: skip
def test_values_of_another_kind_and_files_elsewhere_are_not(folder, values):
    assert not believed(folder, changed(folder, **values))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_not_waited_for(folder, tmp_path):
    os.mkfifo(tmp_path / "manifest.json")
    found: list[object] = []
    thread = threading.Thread(
        target=lambda: found.append(last_build(tmp_path, SMALL, options(folder), tmp_path / "papers.yaml")), daemon=True
    )
    thread.start()
    thread.join(5)
    assert found == [None]
