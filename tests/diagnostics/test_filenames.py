"""Names that no file can have."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from pnp.diagnostics import filenames
from tests.support.names import LONG


@pytest.mark.parametrize(
    ("name", "failure"),
    [
        ("rhino", ""),
        ("my kit (2)", ""),
        ("joust.v2", ""),
        ("é" * 120, ""),
        ("console", ""),
        ("é" * 121, "it is 242 bytes long, and the maximum is 240"),
        ("CON", "Windows reserves this name for a device"),
        ("nul.txt", "Windows reserves this name for a device"),
        ("com1", "Windows reserves this name for a device"),
        ("a:b", "Windows allows no : in file names"),
        ("a?", "Windows allows no ? in file names"),
        ("x.", "Windows allows no dot at the end of file names"),
        ("x ", "Windows allows no space at the end of file names"),
        ("a\tb", "it contains a control character"),
    ],
)
def test_which_names_no_file_can_have(name, failure):
    assert filenames.problem(name) == failure


def test_parts_of_paths():
    assert filenames.problem_of_path(PureWindowsPath("C:\\a\\b"), windows=True) == ""
    assert filenames.problem_of_path(PurePosixPath("/a/../b/."), windows=True) == ""
    message = f"'{'x' * 59}…' is not a valid file name: it is 300 bytes long, and the maximum is 240"
    assert filenames.problem_of_path(PurePosixPath("a", LONG, "b"), windows=False) == message
    assert filenames.problem_of_path(PurePosixPath("a:b"), windows=False) == ""
