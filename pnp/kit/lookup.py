"""Find the file of a template by name, and the template line of compiled code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from pnp.diagnostics import files
from pnp.kit.languages import names

RULING = "ruling/"
"""What begins the place of a ruling's text in a filled template instead of a file; its id and its key follow."""

MAX_SOURCE = 300_000
"""Maximum bytes of a template file."""
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,79}")


def find(folders: Iterable[Path], name: str, language: str) -> Path | None:
    """The file of a template in the first folder that has one, or None.

    In each folder, a file for the language comes first: `name.de.md` before `name.md`.
    """
    folders = list(folders)
    stem, dot, suffix = name.rpartition(".")
    named = [f"{stem}.{one}{dot}{suffix}" for one in names(language)] if stem else []
    paths = (files.named(folder / one) for folder in folders for one in (*named, name) if _PLAIN_NAME.fullmatch(one))
    return next((path for path in paths if _is_own(path, folders)), None)


Lines = list[tuple[int, int]]
"""Pairs of a template's line and the line of the Python code that it is compiled to."""


def template_line(lines: Lines, code_line: int) -> int:
    """The line of a template for a line of its Python code."""
    return next((own for own, code in reversed(lines) if code <= code_line), 1)


def _is_own(path: Path, folders: list[Path]) -> bool:
    """Whether a path is a file that is not a link out of the kit's folders."""
    try:
        return path.is_file() and not files.leads_out(path, folders)
    except OSError:  # an invalid name
        return False
