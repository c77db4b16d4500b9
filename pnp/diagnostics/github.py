"""Diagnostics -> workflow commands, which GitHub turns into annotations beside the lines they are about."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import terminal
from pnp.diagnostics.diagnostic import Diagnostic
from pnp.diagnostics.report import counts, shown

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def write(diagnostics: list[Diagnostic], near: Path) -> str:
    """One command a line; GitHub keeps ten of each kind for every step, so the summary says how many there are."""
    return "\n".join([*(_command(diagnostic, near) for diagnostic in diagnostics), counts(diagnostics)])


def _command(diagnostic: Diagnostic, near: Path) -> str:
    span = diagnostic.span
    place = {
        "file": terminal.line(shown(Path(span.file), near)),
        "line": span.line,
        "col": span.column,
        "endColumn": span.column + span.width,
        "title": diagnostic.code,
    }
    properties = ",".join(f"{key}={_property(str(value))}" for key, value in place.items())
    where = [f"in {span.cell}"] if span.cell.name else []
    message = terminal.escaped("\n".join([diagnostic.message, *where, *(f"hint: {hint}" for hint in diagnostic.hints)]))
    return f"::{_COMMANDS[diagnostic.severity]} {properties}::{_data(message)}"


def _data(text: str) -> str:
    """A message must stay on one line, and its own percent signs must not be taken for escapes."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """In a property, the signs that end it are escaped too."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
