"""Diagnostics -> SARIF."""

from __future__ import annotations

import json
from pathlib import Path

from pnp import __version__
from pnp.diagnostics import report
from tests.support.diagnostics import diagnostic


def test_the_sarif_form_has_rules_and_results(tmp_path: Path) -> None:
    found = [
        diagnostic(tmp_path / "my kit" / "c.yaml", 3, 5, 4, "wrong", "better"),
        diagnostic(tmp_path.parent / "d.yaml", 1, 1, severity="note")._replace(code="a-code"),
    ]
    log = json.loads(report.write("sarif", found, tmp_path))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("pnp", __version__)
    assert [rule["id"] for rule in driver["rules"]] == ["a-code", "some-code"]
    first, second = run["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("some-code", 1, "error")
    assert first["message"] == {"text": "wrong. Hint: better"}
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "my%20kit/c.yaml"},
                "region": {"startLine": 3, "startColumn": 5, "endColumn": 9},
            }
        }
    ]
    assert (second["ruleIndex"], second["level"]) == (0, "note")
    where = second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert where == (tmp_path.parent / "d.yaml").resolve().as_uri()
