"""Diagnostics -> Code Quality of GitLab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pnp.diagnostics import Cell, Diagnostic, Span, report
from pnp.diagnostics.report import ReportContext
from tests.support.diagnostics import diagnostic

# What GitLab's documentation requires of a report.
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/]"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}


def issues(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def fingerprints(near: Path, *found: Diagnostic) -> list[str]:
    return [issue["fingerprint"] for issue in issues(report.write("gitlab", found, near))]


def test_an_issue_has_the_place_and_the_whole_message(tmp_path: Path) -> None:
    found = [
        diagnostic(tmp_path / "a" / "c.yaml", 3, 5, 4, "is it wrong?", "better"),
        *(diagnostic(tmp_path / "d.yaml", 1, 1, severity=severity) for severity in ("warning", "note")),
    ]
    first, second, third = issues(report.write("gitlab", found, tmp_path))
    assert first["description"] == "is it wrong? Hint: better"
    assert (first["check_name"], first["severity"]) == ("some-code", "major")
    assert first["location"] == {"path": "a/c.yaml", "lines": {"begin": 3}}
    assert (second["severity"], third["severity"]) == ("minor", "info")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("also in line 4", "also in line 5"),
        ("also at mine/kit.yaml:3", "also at mine/kit.yaml:30"),
        ("also at kit.yaml:3:1", "also at kit.yaml:4:12"),
        ("like (cards.csv row 17)", "like (cards.csv row 18)"),
        ("like Moves!C7", "like Moves!C8"),
    ],
)
def test_a_fingerprint_stays_when_lines_move(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "c.yaml"
    assert fingerprints(tmp_path, diagnostic(file, 3, 5, 4, before)) == fingerprints(
        tmp_path, diagnostic(file, 30, 7, 4, after)
    )


def test_different_errors_have_different_fingerprints(tmp_path: Path) -> None:
    same = diagnostic(tmp_path / "c.yaml", 3, 5, 4, "contrast is 4.40:1")
    others = [
        same._replace(span=Span(str(tmp_path / "d.yaml"))),
        same._replace(code="other-code"),
        same._replace(message="contrast is 4.40:2"),
        same._replace(span=same.span._replace(line=4)),  # the same message again
        same._replace(span=same.span._replace(cell=Cell("row 4", "name", card="Dodge"))),
    ]
    found = fingerprints(tmp_path, same, *others)
    assert len(set(found)) == len(found)


def test_the_fingerprint_of_a_base_does_not_depend_on_its_folder(tmp_path: Path) -> None:
    near = tmp_path / "near"
    near.mkdir()
    first, second = (diagnostic(tmp_path / place / "base" / "c.yaml", 1, 1) for place in ("x", "y"))
    texts = [report.write("gitlab", [one], near) for one in (first, second)]
    assert len({json.loads(text)[0]["fingerprint"] for text in texts}) == 1


def test_an_error_in_a_base_is_at_extends(tmp_path: Path) -> None:
    near, base = tmp_path / "near", tmp_path / "base"
    near.mkdir()
    overlays = {base.resolve(): Span(str(near / "kit.yaml"), 2, 10)}
    (issue,) = issues(
        report.write("gitlab", [diagnostic(base / "c.yaml", 9, 1)], near, ReportContext(overlays=overlays))
    )
    assert issue["location"] == {"path": "kit.yaml", "lines": {"begin": 2}}
    assert issue["description"] == "it is wrong. In the base at base/c.yaml:9"


def test_a_command_that_could_not_run_is_an_issue() -> None:
    (issue,) = issues(report.failure("gitlab", "there is no kit 'x'"))
    assert (issue["description"], issue["severity"]) == ("there is no kit 'x'", "blocker")
