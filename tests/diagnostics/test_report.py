"""Reports of diagnostics: what they end with, and the order in which files come."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from pnp.diagnostics import Cell, Diagnostic, Span, report, text
from pnp.diagnostics.diagnostic import CardPlace
from pnp.diagnostics.report import VERSION, Entry, Report, Summary, counts, whole_message
from tests.support.diagnostics import diagnostic, written

# What came of it


def test_the_last_line_says_how_many_and_what_came_of_them(tmp_path: Path) -> None:
    assert text.lines([], tmp_path) == ["no errors, nothing was printed"]
    assert text.lines([], tmp_path, result="") == ["no errors"]
    assert text.lines([], tmp_path, result="all is well") == ["no errors, all is well"]


@pytest.mark.parametrize(
    ("severities", "said"),
    [
        ([], "no errors"),
        (["error"], "1 error"),
        (["error", "error"], "2 errors"),
        (["note", "warning", "error"], "1 error, 1 warning, 1 note"),
        (["note", "note", "warning", "warning"], "2 warnings, 2 notes"),
    ],
)
def test_errors_are_counted_by_severity(tmp_path: Path, severities: list[str], said: str) -> None:
    assert counts(diagnostic(tmp_path, 1, 1, severity=severity) for severity in severities) == said


# Other forms


def test_the_text_form_is_the_report_without_a_result(tmp_path: Path) -> None:
    path = written(tmp_path, "a: b\n")
    assert report.write("text", iter([diagnostic(path, 1, 4)]), tmp_path) == (
        "cards.yaml:1:4: error[some-code]: it is wrong\n    a: b\n       ^\n1 error"
    )


def test_the_readers_own_files_come_first_wherever_others_lie(tmp_path):
    own = Diagnostic(Span(str(tmp_path / "mine" / "kit.yaml"), 1, 1), "error", "x", "own")
    others = [Diagnostic(Span(path, 1, 1), "error", "x", "other") for path in ("/a/kit.yaml", "/zz/kit.yaml")]
    first, *_ = text.lines(sorted([*others, own]), tmp_path)
    assert first == "mine/kit.yaml:1:1: error[x]: own"


@pytest.mark.parametrize("form", ["sarif", "gitlab", "junit"])
def test_no_full_stop_follows_a_question_mark(form, tmp_path):
    found = diagnostic(tmp_path / "c.yaml", 1, 1, 1, "unknown key", "did you mean 'name'?", "see the list")
    assert whole_message(found) == "unknown key. Hint: did you mean 'name'? Hint: see the list"
    assert "?. " not in report.write(form, [found], tmp_path).replace("&#39;", "'")


def test_a_report_has_the_keys_of_its_records_in_their_order(tmp_path: Path) -> None:
    found = diagnostic(tmp_path / "c.csv", 3, 5)._replace(card=CardPlace("dodge"))
    found = found._replace(span=found.span._replace(cell=Cell("row 3")))
    data = json.loads(report.write("json", [found], tmp_path))
    assert data["version"] == VERSION
    assert list(data) == [field.name for field in fields(Report) if field.name in data]
    assert list(data["summary"]) == [field.name for field in fields(Summary)]
    assert list(data["diagnostics"][0]) == [field.name for field in fields(Entry)]
