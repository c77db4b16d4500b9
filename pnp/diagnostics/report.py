"""Write diagnostics in one of several formats, each in a module of this package.

`text` is for people, `github` for annotations in its workflows, `json` and `sarif` for other tools. Each has a function
`write(diagnostics, near)` that returns the report; paths of files below the folder `near` are relative to it.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pnp.diagnostics.diagnostic import Diagnostic, counted


def write(form: str, diagnostics: Iterable[Diagnostic], near: Path) -> str:
    """Return the report in a format, without terminal colours."""
    module = importlib.import_module(f"{__package__}.{form}")
    report: str = module.write(list(diagnostics), near)
    return report


def shown(path: Path, near: Path) -> str:
    """A path relative to `near` if it is below it, with forward slashes. Links to files are not followed."""
    try:
        return (path.parent.resolve() / path.name).relative_to(near.resolve()).as_posix()
    except (ValueError, OSError, RuntimeError):  # RuntimeError: a loop of links
        return path.as_posix()


def by_code(diagnostics: Iterable[Diagnostic]) -> str:
    """The number of diagnostics by code: `12 typewriter-signs, 1 small-type`."""
    codes = Counter(diagnostic.code for diagnostic in diagnostics)
    return ", ".join(f"{count} {code}" for code, count in codes.most_common())


def counts(diagnostics: Iterable[Diagnostic]) -> str:
    """The number of diagnostics by severity: `2 errors, 1 note`."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    listed = (counted(severities.count(s), s) for s in ("error", "warning", "note") if s in severities)
    return ", ".join(listed) or "no errors"
