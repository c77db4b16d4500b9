"""Temporary files and folders, which are removed after use."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def temporary_folder(name: str) -> Iterator[Path]:
    """A new folder of this name, in one that only this user can open; it is removed at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="pnp-", ignore_cleanup_errors=True) as outer:
        folder = Path(outer).resolve() / name
        folder.mkdir(exist_ok=True)  # it exists if the name is empty
        yield folder


def scratch_place() -> str:
    """The folder in which scratch files are."""
    return tempfile.gettempdir()


def scratch_file(in_memory: int) -> IO[bytes]:
    """A file without a name, in memory up to so many bytes and then in the system's folder for temporary files."""
    return tempfile.SpooledTemporaryFile(max_size=in_memory)
