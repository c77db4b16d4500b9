"""The name of a template -> its text, from the uppermost of a few folders that has it as its own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pnp.sheetwords import names
from pnp.source import Diagnostic, Faults, read_text

MAX_SOURCE = 300_000
"""Characters of a template; and no file with more bytes is one."""

_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,79}")


class Source(NamedTuple):
    """A template's file and its text, none if it cannot be read; and what is wrong with it."""

    path: Path
    text: str | None
    faults: tuple[Diagnostic, ...]


class Sources:
    """The templates of a kit by name, in its language; each is looked for and read once."""

    def __init__(self, folders: Iterable[Path], language: str) -> None:
        self.folders, self._language = tuple(folders), language
        self._read: dict[str, Source | None] = {}

    def source(self, name: str) -> Source | None:
        """What is behind a name; None if there is no such template."""
        if name not in self._read:
            path = _found(self.folders, name, self._language)
            faults = Faults()
            self._read[name] = Source(path, read_text(path, faults, limit=MAX_SOURCE), tuple(faults)) if path else None
        return self._read[name]

    def digest(self, name: str) -> str:
        """A hash of a template's text; empty if there is none."""
        source = self.source(name)
        return hashlib.sha256(source.text.encode()).hexdigest() if source and source.text is not None else ""

    def path(self, name: str) -> str:
        """Where a template is, or would be looked for first."""
        source = self.source(name)
        return str(source.path if source else self.folders[0] / name)


def _is_own(folder: Path, name: str) -> bool:
    """Whether a name is a file of the folder itself and no link out of it."""
    path = folder / name
    try:
        if not _PLAIN_NAME.fullmatch(name) or not path.is_file():
            return False
        return not path.is_symlink() or path.resolve().parent == folder.resolve()
    except OSError:  # a name that this system cannot have
        return False


def _found(folders: Iterable[Path], name: str, language: str) -> Path | None:
    """The file of that name in the first folder that has it as its own, there in a language rather than without one:
    `name.de.md` before `name.md`."""
    stem, dot, suffix = name.rpartition(".")
    named = [f"{stem}.{one}{dot}{suffix}" for one in names(language)] if stem else []
    return next((folder / one for folder in folders for one in (*named, name) if _is_own(folder, one)), None)
