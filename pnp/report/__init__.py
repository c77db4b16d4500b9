"""Diagnostics -> what people and tools read: one form per file.

`text` is for people, `github` for annotations in its workflows, `json` and `sarif` for other tools. Each offers
`write(faults, near)`, the whole report as one text; files below `near` are named from there.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from pathlib import Path

from pnp.source import Diagnostic


def names() -> list[str]:
    """The forms that are here."""
    return sorted(module.name.rstrip("_") for module in pkgutil.iter_modules(__path__))


def write(form: str, faults: Iterable[Diagnostic], near: Path) -> str:
    """The report in one of the forms that `text`'s colours play no part in."""
    module = importlib.import_module(f"{__name__}.{form}_" if form == "json" else f"{__name__}.{form}")
    report: str = module.write(list(faults), near)
    return report


def shown(path: Path, near: Path) -> str:
    """A path as short as it can be said, with forward slashes."""
    try:
        return path.resolve().relative_to(near.resolve()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def counts(faults: Iterable[Diagnostic]) -> str:
    """How many of each severity there are: `2 errors, 1 note`."""
    found = [fault.severity for fault in faults]
    parts = [
        f"{found.count(s)} {s}{'s' if found.count(s) != 1 else ''}" for s in ("error", "warning", "note") if s in found
    ]
    return ", ".join(parts) or "no faults"
