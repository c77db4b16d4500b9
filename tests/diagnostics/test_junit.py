"""Diagnostics -> JUnit XML."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from pnp.diagnostics import Diagnostic, report
from pnp.diagnostics.report import ReportContext
from tests.support.diagnostics import diagnostic


def read(text: str) -> ET.Element:
    """The root of a report, whose counts are compared with what it contains."""
    root = ET.fromstring(text)  # noqa: S314 - our own
    assert root.tag == "testsuites"
    for element in (root, *root.iter("testsuite")):
        assert element.get("tests") == str(len(list(element.iter("testcase"))))
        assert element.get("failures") == str(len(list(element.iter("failure"))))
        assert element.get("errors") == str(len(list(element.iter("error"))))
    return root


def suites(near: Path, kits: dict[Path, list[Diagnostic]], **context: frozenset[str]) -> list[ET.Element]:
    every = [one for found in kits.values() for one in found]
    return list(read(report.write("junit", every, near, ReportContext(kits=kits, **context))))


def test_each_kit_is_a_suite_and_each_error_a_test_case_that_fails(tmp_path: Path) -> None:
    wrong = [diagnostic(tmp_path / "kits" / "a" / "c.yaml", line, 5, 4, "<wrong>", "better") for line in (3, 4)]
    first, second = suites(tmp_path, {tmp_path / "kits" / "a": wrong, tmp_path / "kits" / "b": []})
    assert (first.get("name"), second.get("name")) == ("kits/a", "kits/b")
    assert [case.get("name") for case in first] == ["some-code kits/a/c.yaml:3:5", "some-code kits/a/c.yaml:4:5"]
    failure = first[0][0]
    assert (failure.tag, failure.get("type"), failure.get("message")) == (
        "failure",
        "some-code",
        "<wrong>. Hint: better",
    )
    assert failure.text == "kits/a/c.yaml:3:5: error[some-code]: <wrong>. Hint: better"
    (passed,) = second
    assert (passed.get("name"), list(passed)) == ("pnp check: no errors", [])


def test_warnings_pass_unless_they_are_errors(tmp_path: Path) -> None:
    kits = {tmp_path / "a": [diagnostic(tmp_path / "a" / "c.yaml", 3, 5, severity="warning")]}
    (suite,) = suites(tmp_path, kits)
    passed, warning = suite
    assert passed.get("name") == "pnp check: 1 warning"
    assert warning.findtext("system-out") == "a/c.yaml:3:5: warning[some-code]: it is wrong"
    (suite,) = suites(tmp_path, kits, failing=frozenset({"error", "warning"}))
    assert [[child.tag for child in case] for case in suite] == [["failure"]]


def test_a_suite_has_no_path_of_the_machine_in_its_name(tmp_path: Path) -> None:
    near = tmp_path / "near"
    near.mkdir()
    assert [suite.get("name") for suite in suites(near, {tmp_path / "a": [], near: []})] == ["a", "near"]


def test_control_characters_do_not_break_the_xml(tmp_path: Path) -> None:
    every = "".join(map(chr, range(0x20))) + "\x7f\ud800\ufffe\uffff<&\"']]>é🂡"
    (suite,) = suites(tmp_path, {tmp_path: [diagnostic(tmp_path / f"{every}.yaml", 1, 1, 1, every, every)]})
    message = suite[0][0].get("message") or ""
    assert r"\x00" in message
    assert message.endswith("<&\"']]>é🂡")


def test_without_kits_all_diagnostics_are_one_suite(tmp_path: Path) -> None:
    assert len(read(report.write("junit", [diagnostic(tmp_path / "c.yaml", 1, 1)], tmp_path))) == 1
    assert len(read(report.write("junit", [], tmp_path))) == 0


def test_a_command_that_could_not_run_is_an_error() -> None:
    ((case,),) = read(report.failure("junit", "there is no kit '\x1b'"))
    assert case[0].get("message") == r"there is no kit '\x1b'"
