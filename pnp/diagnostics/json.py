"""Write diagnostics as JSON: file, line, column, width, severity, code, message and hints of each.

A diagnostic in a table also has a `cell`, such as `row 7, column B ('name')`. One that is about a card has the card's
id as `card`.
"""

from __future__ import annotations

import json
from pathlib import Path

from pnp.diagnostics.diagnostic import Diagnostic
from pnp.diagnostics.report import shown


def write(diagnostics: list[Diagnostic], near: Path) -> str:
    """The diagnostics in order, under `diagnostics`, and their number by severity, under `summary`."""
    listed = [
        {
            "file": shown(Path(diagnostic.span.file), near),
            "line": diagnostic.span.line,
            "column": diagnostic.span.column,
            "width": diagnostic.span.width,
            "severity": diagnostic.severity,
            "code": diagnostic.code,
            "message": diagnostic.full_message,
            "hints": list(diagnostic.full_hints),
            **({"cell": str(diagnostic.span.cell)} if diagnostic.span.cell.name else {}),
            **({"card": diagnostic.card.id} if diagnostic.card.id else {}),
        }
        for diagnostic in diagnostics
    ]
    severities = [diagnostic.severity for diagnostic in diagnostics]
    summary = {severity: severities.count(severity) for severity in ("error", "warning", "note")}
    return json.dumps({"diagnostics": listed, "summary": summary}, ensure_ascii=False, indent=1)
