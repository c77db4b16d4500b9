"""Diagnostics -> JSON."""

from __future__ import annotations

import json
from pathlib import Path

from pnp.diagnostics import report
from tests.support.diagnostics import diagnostic


def test_the_json_form_has_every_field_of_each_error(tmp_path: Path) -> None:
    found = [
        diagnostic(tmp_path / "c.yaml", 3, 5, 4, "“wrong”", "one", "two"),
        diagnostic(tmp_path, 1, 1, severity="warning"),
    ]
    label = report.write("json", found, tmp_path)
    assert "“wrong”" in label
    first, second = json.loads(label)["diagnostics"]
    assert first == {
        "file": "c.yaml",
        "line": 3,
        "column": 5,
        "width": 4,
        "severity": "error",
        "code": "some-code",
        "message": "“wrong”",
        "hints": ["one", "two"],
    }
    assert (second["severity"], second["hints"]) == ("warning", [])
    assert json.loads(label)["summary"] == {"error": 1, "warning": 1, "note": 0}
