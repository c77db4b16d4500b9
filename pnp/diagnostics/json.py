"""Write diagnostics as JSON, in the form of `report.Report`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from pnp.diagnostics.diagnostic import Diagnostic
from pnp.diagnostics.report import SEVERITIES, VERSION, Entry, Report, ReportContext, Severity, Summary, shown


def write(diagnostics: list[Diagnostic], near: Path, _context: ReportContext) -> str:
    """The report of the diagnostics, in order."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    summary = Summary(**{severity: severities.count(severity) for severity in SEVERITIES})
    listed = tuple(_entry(diagnostic, near) for diagnostic in diagnostics)
    return _text(Report(version=VERSION, diagnostics=listed, summary=summary))


def failure(message: str) -> str:
    """The report of a command that could not run."""
    return _text(Report(version=VERSION, diagnostics=(), summary=Summary(error=0, warning=0, note=0), failure=message))


def _entry(diagnostic: Diagnostic, near: Path) -> Entry:
    span = diagnostic.span
    return Entry(
        file=shown(Path(span.file), near),
        line=span.line,
        column=span.column,
        width=span.width,
        severity=cast("Severity", diagnostic.severity),
        code=diagnostic.code,
        message=diagnostic.full_message,
        hints=diagnostic.full_hints,
        cell=str(span.cell) if span.cell.name else "",
        card=diagnostic.card.id,
    )


def _text(report: Report) -> str:
    """A report without the keys that have no value."""
    return json.dumps(report, default=_keys, ensure_ascii=False, indent=1)


def _keys(record: Any) -> dict[str, Any]:
    """The keys of a record, without the optional ones that have their default."""
    optional = {"cell", "card", "coverage", "ignored", "failure"}
    return {key: value for key, value in vars(record).items() if value or key not in optional}
