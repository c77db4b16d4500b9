"""Python files in the folders of kits: read them, hash them, and remember which of them the user allowed to run.

What was allowed is a folder with a hash of all its Python files. They are read once: what is hashed is what runs. This
module runs nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

from pnp.diagnostics import Diagnostics, files
from pnp.sources.yaml import read as read_yaml

ENGINE = "engine.py"
"""The file with the engine, and what `kit.yaml` names to use it."""
FILE = "trusted.yaml"
MAX_FILES = 100
MAX_SOURCE = 1_000_000

_store: list[Path] = []


class PythonFiles(NamedTuple):
    """The Python files of a folder, by name."""

    folder: str
    files: tuple[tuple[str, bytes], ...]

    @property
    def hash(self) -> str:
        """SHA-256, in hex, of the names and contents of all files."""
        total = hashlib.sha256()
        for name, data in self.files:
            total.update(f"{name}\0{len(data)}\0".encode() + data)
        return total.hexdigest()


def use(store: Path) -> None:
    """Read what the user allowed from this file. Without it, nothing is allowed."""
    _store[:] = [store]


def store() -> Path | None:
    """The file with what the user allowed."""
    return _store[0] if _store else None


def read(folder: Path) -> PythonFiles:
    """The Python files directly in a folder.

    Raises ValueError, with the reason, if they cannot be read or there is no engine among them.
    """
    try:
        home = folder.resolve(strict=True)
        paths = sorted(path for path in home.iterdir() if path.suffix == ".py")
        if home / ENGINE not in paths:
            raise ValueError(f"there is no {ENGINE} in this folder")
        if len(paths) > MAX_FILES:
            raise ValueError(f"there are more than {MAX_FILES} Python files in this folder")
        return PythonFiles(_text(home), tuple((_text(path.name), _source(path)) for path in paths))
    except OSError as error:
        raise ValueError(f"cannot read its Python files: {error.strerror or error}") from None


def _text(name: Path | str) -> str:
    """A name that a file can contain."""
    try:
        return str(name).encode("utf-8").decode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"the name of {str(name)!r} is not UTF-8") from None


def _source(path: Path) -> bytes:
    if files.leads_out(path):
        raise ValueError(f"{path.name!r} is a link that leads out of the folder")
    try:
        return files.read(path, MAX_SOURCE)
    except OSError as error:
        raise ValueError(f"cannot read {path.name!r}: {error.strerror or error}") from None


def allowed(diagnostics: Diagnostics) -> dict[str, str]:
    """The hashes that the user allowed, by folder; none, with an error, if the file cannot be read."""
    file = store()
    if file is None or not files.is_there(file):
        return {}
    node = read_yaml(file, diagnostics)
    if node is None:
        return {}
    plain = node.plain()
    if not isinstance(plain, dict) or not all(isinstance(value, str) for value in plain.values()):
        hint = "remove the file, and allow the folders again"
        diagnostics.error(node.span, "wrong-type", "expected a hash for each folder", hint)
        return {}
    return {str(folder): value for folder, value in plain.items()}


def written(hashes: Mapping[str, str]) -> str:
    """The text of the file."""
    text = yaml.safe_dump(dict(hashes), default_style='"', allow_unicode=True)
    return f"# Folders whose Python files may run, as `pnp trust` writes them.\n{text}"
