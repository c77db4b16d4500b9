"""`pnp preflight`: its summary, its JSON, its exit codes."""

from __future__ import annotations

import json

import pytest

from pnp.pdf.preflight import rules
from tests.conftest import run
from tests.support.foreign import A4, saved, sheets
from tests.support.preflight import labelled_without_preferences


def test_the_summary_is_for_people(foreign):
    result = run("preflight", foreign)
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    for line in (
        "pages 1 × 300 × 200 mm",
        "printed sides not given, at a scale that viewers choose",
        "fonts Helvetica, Type1, not embedded",
        "LilitaOne, TrueType, subset",
        "pictures 2, the coarsest at 45 dpi",
        "page 1: 90 × 60 px on 50.8 × 25.4 mm, 45 dpi",
        "colours DeviceCMYK, DeviceRGB",
    ):
        assert line in lines, lines
    assert lines[-1] == "1 error, 3 warnings in 1 file, to be printed at home"
    assert result.exit_code == 1


def test_json_has_all_facts(foreign, tmp_path):
    broken = saved(b"%PDF-1.4 and nothing else", tmp_path / "broken.pdf")
    result = run("preflight", "--format", "json", "--profile", "shop", foreign, broken)
    answer = json.loads(result.stdout)
    assert list(answer) == ["format", "profile", "files", "summary"]
    assert (answer["format"], answer["profile"]) == (2, "shop")
    first, second = answer["files"]
    assert list(first) == ["file", "facts", "diagnostics"]
    assert first["facts"]["pages"][0]["seen"] == pytest.approx([300, 200], abs=0.01)
    assert first["facts"]["pages"][0]["pictures"][0]["dpi"] == pytest.approx(45)
    assert {"severity", "code", "pages", "message", "hint"} == first["diagnostics"][0].keys()
    assert second["diagnostics"][0]["code"] == "damaged-file"
    assert {"no-trim", "rgb-colour", "no-output-intent"} <= {diagnostic["code"] for diagnostic in first["diagnostics"]}
    assert answer["summary"]["error"] == 5


def test_exit_codes(tmp_path):
    good, warned = saved(sheets(A4), tmp_path / "good.pdf"), saved(labelled_without_preferences(), tmp_path / "w.pdf")
    assert run("preflight", good).exit_code == 0
    assert run("preflight", good, warned).exit_code == 0
    assert run("preflight", good, warned, "--warnings-as-errors").exit_code == 1
    assert run("preflight", good, "--profile", "shop").exit_code == 1
    for wrong in ([], [tmp_path / "none.pdf"], [tmp_path], [good, "--profile", "moon"], ["/dev/zero"]):
        result = run("preflight", *wrong)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_page_numbers_are_shown_as_runs():
    assert [rules.page_runs(pages) for pages in ((), (3,), (1, 2, 3, 7), (2, 4))] == [
        "", "page 3", "pages 1–3, 7", "pages 2, 4"
    ]  # fmt: skip
