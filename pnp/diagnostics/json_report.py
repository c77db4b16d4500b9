"""The keys of the report that `pnp check --format json` writes. `pnp check --schema` prints them as JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

VERSION: Literal[1] = 1
"""The version of the form. It changes when a key is renamed or removed, or its meaning changes."""
Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The severities, the worst first."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One error, warning or note."""

    file: str
    """Its path, relative to the folder in which `pnp check` runs if the file is below it; with forward slashes."""
    line: int
    """Counted from 1."""
    column: int
    """Counted from 1, in characters."""
    width: int
    """The number of characters that are wrong."""
    severity: Severity
    """How grave it is."""
    code: str
    """`pnp explain CODE` explains it."""
    message: str
    """What is wrong."""
    hints: tuple[str, ...]
    """What to do."""
    cell: str = ""
    """The cell of a table, such as `row 7, column B ('name')`. Only in tables."""
    card: str = ""
    """The id of the card that it is about. Only if its place is not in the data of the card."""


@dataclass(frozen=True, kw_only=True)
class Summary:
    """The number of diagnostics by severity."""

    error: int
    """Errors."""
    warning: int
    """Warnings."""
    note: int
    """Notes."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """What `pnp check --format json` writes."""

    version: Literal[1]
    """The version of this form."""
    diagnostics: tuple[Entry, ...]
    """Everything that was found, by kit, file, line and column."""
    summary: Summary
    """How many were found."""
    coverage: dict[str, Any] = field(default_factory=dict)
    """What the printed sentences of each kit rest on, by kit. Only with `--coverage`."""
    ignored: dict[str, int] = field(default_factory=dict)
    """The number of ignored diagnostics by code. Only if there are any."""
    failure: str = ""
    """Why nothing was checked. Only if the command was wrong."""
