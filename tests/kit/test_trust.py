"""The Python files of a folder are read once, hashed by name and content, and remembered by folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import trust


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two Python files, and others."""
    for name in ("engine.py", "data.py", "kit.yaml", "notes.pyc"):
        (tmp_path / name).write_text(f"# {name}\n", "utf-8")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "other.py").write_text("", "utf-8")
    return tmp_path


def test_the_python_files_directly_in_a_folder_are_read(folder):
    code = trust.read(folder)
    assert code == (str(folder), (("data.py", b"# data.py\n"), ("engine.py", b"# engine.py\n")))


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda folder: (folder / "data.py").write_text("# data.py \n", "utf-8"), False),
        (lambda folder: (folder / "data.py").rename(folder / "date.py"), False),
        (lambda folder: (folder / "new.py").touch(), False),
        (lambda folder: (folder / "data.py").unlink(), False),
        (lambda folder: (folder / "data.py").write_bytes(b"# data.py\r\n"), False),
        (lambda folder: (folder / "kit.yaml").unlink(), True),
        (lambda folder: (folder / "inner" / "other.py").unlink(), True),
    ],
)
def test_the_hash_is_of_all_names_and_contents(folder, change, same):
    before = trust.read(folder).hash
    change(folder)
    assert (trust.read(folder).hash == before) is same


def test_text_that_moves_from_one_file_to_the_next_is_another_hash():
    one = trust.PythonFiles("", (("a.py", b"12"), ("b.py", b"")))
    assert one.hash != trust.PythonFiles("", (("a.py", b"1"), ("b.py", b"2"))).hash


def test_what_was_written_is_allowed(folder, monkeypatch):
    monkeypatch.setattr(trust, "_store", [])
    assert trust.allowed(Diagnostics()) == {}
    hashes = {str(folder): "0" * 64, "C:\\Spiele\\Ritter ♞": f"{1:064}"}
    trust.use(folder / trust.FILE)
    assert trust.allowed(Diagnostics()) == {}
    for kept in ({}, hashes):
        (folder / trust.FILE).write_text(trust.written(kept), "utf-8")
        assert trust.allowed(Diagnostics()) == kept
