"""The first line of a data file, which names its schema for editors with the YAML language server."""

from __future__ import annotations

from pathlib import Path

_START = b"# yaml-language-server: $schema="
_LONGEST = 10_000
"""The bytes of a first line that are read."""


def line(schema_file: str, places: str) -> str:
    """The line that names a schema in the folder `places`, a path from the data file with `/`."""
    return f"{_START.decode()}{places}/{schema_file}"


def of(path: Path) -> str:
    """The line of a data file that names its schema; empty if it has none or cannot be read."""
    try:
        with path.open("rb") as file:
            first = file.readline(_LONGEST)
    except OSError:
        return ""
    return first.decode("utf-8", "replace").rstrip("\r\n") if first.startswith(_START) else ""


def with_line(data: bytes, first: str) -> bytes:
    """A data file whose first line is `first`, in place of one that names another schema."""
    rest = data.partition(b"\n")[2] if data.startswith(_START) else data
    return f"{first}\n".encode() + rest
