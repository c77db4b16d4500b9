"""Diagnostics -> JSON for tools: a list of faults with file, line, column, width, severity, code, message, hints.

A fault in a table has a `cell` besides, as people name it.
"""

from __future__ import annotations

import json
from pathlib import Path

from pnp.diagnostics.diagnostic import Diagnostic
from pnp.diagnostics.report import shown


def write(faults: list[Diagnostic], near: Path) -> str:
    """The faults in order, and how many of each severity there are."""
    listed = [
        {
            "file": shown(Path(fault.span.file), near),
            "line": fault.span.line,
            "column": fault.span.column,
            "width": fault.span.width,
            "severity": fault.severity,
            "code": fault.code,
            "message": fault.message,
            "hints": list(fault.hints),
            **({"cell": str(fault.span.cell)} if fault.span.cell.name else {}),
        }
        for fault in faults
    ]
    severities = [fault.severity for fault in faults]
    summary = {severity: severities.count(severity) for severity in ("error", "warning", "note")}
    return json.dumps({"faults": listed, "summary": summary}, ensure_ascii=False, indent=1)
