"""Diagnostics -> what people and tools read: one form per file.

`text` is for people, `github` for annotations in its workflows, `json` and `sarif` for other tools. Each offers
`write(faults, near)`, the whole report as one text; files below `near` are named from there.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path

from pnp.diagnostics.diagnostic import Diagnostic, counted


def write(form: str, diagnostics: Iterable[Diagnostic], near: Path) -> str:
    """The report in one of the forms, without colours."""
    module = importlib.import_module(f"{__package__}.{form}")
    report: str = module.write(list(diagnostics), near)
    return report


def shown(path: Path, near: Path) -> str:
    """A path as short as it can be said, with forward slashes. A file that is a link goes by its own name."""
    try:
        return (path.parent.resolve() / path.name).relative_to(near.resolve()).as_posix()
    except (ValueError, OSError, RuntimeError):  # RuntimeError: links in a circle
        return path.as_posix()


def counts(diagnostics: Iterable[Diagnostic]) -> str:
    """How many of each severity there are: `2 errors, 1 note`."""
    found = [diagnostic.severity for diagnostic in diagnostics]
    return ", ".join(counted(found.count(s), s) for s in ("error", "warning", "note") if s in found) or "no faults"
