"""Write diagnostics as a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from pnp.diagnostics.diagnostic import Diagnostic
from pnp.diagnostics.report import ReportContext, anchor, shown, whole_message

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}
_PLACE = re.compile(r"\b(?:line|row) \d+|(?<=[^\W\d]):\d+(?::\d+)?\b|![A-Z]+\d+")
"""Places of other values in a message: `line 4`, `cards.csv row 17`, `mine/kit.yaml:3`, `Moves!C7`."""


def write(diagnostics: list[Diagnostic], near: Path, context: ReportContext) -> str:
    """A list of issues. GitLab compares their fingerprints to find which are new."""
    seen: Counter[str] = Counter()
    issues = []
    for diagnostic in diagnostics:
        identity = _identity(diagnostic, near)
        seen[identity] += 1
        issues.append(_issue(diagnostic, _hash(f"{identity}\0{seen[identity]}"), near, context))
    return json.dumps(issues, ensure_ascii=False, indent=1)


def failure(message: str) -> str:
    """One issue of the whole folder, because an empty list would mean that all kits are correct."""
    location = {"path": ".", "lines": {"begin": 1}}
    issue = {
        "description": message,
        "check_name": "wrong-usage",
        "fingerprint": _hash(message),
        "severity": "blocker",
        "location": location,
    }
    return json.dumps([issue], ensure_ascii=False, indent=1)


def _issue(diagnostic: Diagnostic, fingerprint: str, near: Path, context: ReportContext) -> dict[str, Any]:
    overlay = anchor(diagnostic.span, near, context.overlays)
    span = overlay or diagnostic.span
    places = [f"In the base at {diagnostic.span.short}"] if overlay else []
    return {
        "description": whole_message(diagnostic, *places),
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[diagnostic.severity],
        "location": {"path": shown(Path(span.file), near), "lines": {"begin": span.line}},
    }


def _identity(diagnostic: Diagnostic, near: Path) -> str:
    """What stays the same when lines move, or when a base is installed elsewhere."""
    file, cell = Path(shown(Path(diagnostic.span.file), near)), diagnostic.span.cell
    name = f"{file.parent.name}/{file.name}" if file.is_absolute() else file.as_posix()
    message = _PLACE.sub("", diagnostic.message)
    return "\0".join([name, diagnostic.code, message, diagnostic.card.id, cell.card, cell.heading])


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
