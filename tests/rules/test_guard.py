"""Modules are made from bytes in memory: no file is read, none is written, and an error has its file and line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from pnp.kit.plugins import PluginError
from pnp.kit.trust import PythonFiles
from pnp.rules import guard


def code(folder: Path, **sources: str) -> PythonFiles:
    """Python files that are in no folder."""
    return PythonFiles(str(folder), tuple((f"{name}.py", text.encode()) for name, text in sorted(sources.items())))


def test_modules_import_each_other_and_nothing_is_opened(tmp_path):
    opened: list[str] = []
    on = [True]

    def note(event: str, args: tuple[Any, ...]) -> None:
        if on and event == "open" and str(args[0]).startswith(str(tmp_path)):
            opened.append(str(args[0]))

    sys.addaudithook(note)
    made = code(tmp_path, engine="from .data import X\nfrom . import data\nY = X + data.X", data="X = 2")
    assert guard.own_module(made, "engine").Y == 4
    on.clear()
    assert opened == []
    assert list(tmp_path.iterdir()) == []


def test_a_module_has_the_path_of_its_file(tmp_path):
    assert guard.own_module(code(tmp_path, engine="import os"), "engine").__file__ == str(tmp_path / "engine.py")


def test_the_same_files_in_another_folder_and_other_files_are_other_modules(tmp_path):
    one = guard.own_module(code(tmp_path / "a", engine="X = []"), "engine")
    assert guard.own_module(code(tmp_path / "a", engine="X = []"), "engine") is one
    assert guard.own_module(code(tmp_path / "b", engine="X = []"), "engine") is not one
    assert guard.own_module(code(tmp_path / "a", engine="X = [1]"), "engine").X == [1]


def test_a_module_of_the_same_name_elsewhere_is_not_imported(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "data.py").write_text("X = 'wrong'", "utf-8")
    with pytest.raises(PluginError, match=r"engine\.py cannot be loaded: engine\.py:1: ModuleNotFoundError"):
        guard.own_module(code(tmp_path, engine="from .data import X"), "engine")


def test_an_error_has_the_file_and_the_line_where_it_was_raised(tmp_path):
    with pytest.raises(PluginError, match=r"^engine\.py cannot be loaded: data\.py:2: ZeroDivisionError: division by"):
        guard.own_module(code(tmp_path, engine="from . import data", data="\n1 / 0"), "engine")
