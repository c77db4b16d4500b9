"""Write diagnostics as GitHub workflow commands, which GitHub shows as annotations beside the lines."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import terminal
from pnp.diagnostics.diagnostic import Diagnostic
from pnp.diagnostics.report import ReportContext, counts, shown

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def write(diagnostics: list[Diagnostic], near: Path, _context: ReportContext) -> str:
    """One command per line, and a summary with the counts, because GitHub shows at most ten of each kind per step."""
    return "\n".join([*(_command(diagnostic, near) for diagnostic in diagnostics), counts(diagnostics)])


def failure(message: str) -> str:
    """One command, without a place."""
    return f"::error title=wrong usage::{_data(terminal.escaped(message))}"


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
    message = terminal.escaped(
        "\n".join([diagnostic.full_message, *where, *(f"hint: {hint}" for hint in diagnostic.full_hints)])
    )
    return f"::{_COMMANDS[diagnostic.severity]} {properties}::{_data(message)}"


def _data(text: str) -> str:
    """Escape line breaks, which would end the command, and percent signs, which begin an escape."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape the value of a property, in which colons and commas are special too."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
