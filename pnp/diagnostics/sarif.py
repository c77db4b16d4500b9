"""Write diagnostics as SARIF 2.1.0, a format that code hosts and editors read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pnp.diagnostics.diagnostic import Diagnostic
from pnp.diagnostics.program import VERSION
from pnp.diagnostics.report import shown

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write(diagnostics: list[Diagnostic], near: Path) -> str:
    """A SARIF log of one run, with a rule for each code that occurs."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    rules = [{"id": code, "help": {"text": f"pnp explain {code}"}} for code in codes]
    driver = {"name": "pnp", "version": VERSION, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes.index(diagnostic.code), near) for diagnostic in diagnostics],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _result(diagnostic: Diagnostic, rule: int, near: Path) -> dict[str, Any]:
    span = diagnostic.span
    region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + span.width}
    where = [f"In {span.cell}"] if span.cell.name else []
    location = {"artifactLocation": {"uri": _uri(Path(span.file), near)}, "region": region}
    return {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {
            "text": ". ".join([diagnostic.full_message, *where, *(f"Hint: {hint}" for hint in diagnostic.full_hints)])
        },
        "locations": [{"physicalLocation": location}],
    }


def _uri(path: Path, near: Path) -> str:
    """The URI of a file, relative to `near` if it is below it, so that hosts find the file in the checkout."""
    name = shown(path, near)
    return (path.parent.resolve() / path.name).as_uri() if Path(name).is_absolute() else quote(os.fsencode(name))
