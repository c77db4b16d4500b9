"""Find the file of a template by its name, and lines in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from pnp.diagnostics import files
from pnp.kit.labels import names

_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,79}")


def find(folders: Iterable[Path], name: str, language: str) -> Path | None:
    """The template's file in the first folder that has one, or None.

    In each folder a file for the language comes first: `name.de.md` before `name.md`.
    """
    folders = list(folders)
    stem, dot, suffix = name.rpartition(".")
    named = [f"{stem}.{one}{dot}{suffix}" for one in names(language)] if stem else []
    return next((folder / one for folder in folders for one in (*named, name) if _is_own(folder, one, folders)), None)


Lines = list[tuple[int, int]]
"""Lines of a template, each with the line of the Python code that it was compiled to."""


def template_line(lines: Lines, code_line: int) -> int:
    """The line of a template that a line of its Python code comes from."""
    return next((own for own, code in reversed(lines) if code <= code_line), 1)


def _is_own(folder: Path, name: str, folders: list[Path]) -> bool:
    """Whether a folder has a file of a plain name that is not a link out of the kit's folders."""
    path = folder / name
    try:
        return bool(_PLAIN_NAME.fullmatch(name)) and path.is_file() and not files.leads_out(path, folders)
    except OSError:  # a name that this system cannot have
        return False
