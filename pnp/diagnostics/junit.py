"""Write diagnostics as JUnit XML, which CI systems show among the results of tests."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pnp.diagnostics import terminal
from pnp.diagnostics.diagnostic import Diagnostic
from pnp.diagnostics.report import ReportContext, counts, shown, whole_message

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow, not even as references."""


def write(diagnostics: list[Diagnostic], near: Path, context: ReportContext) -> str:
    """A suite for each kit, or one for all diagnostics if the kits are unknown."""
    kits = context.kits or ({near: diagnostics} if diagnostics else {})
    return _document(_suite(folder, found, near, context.failing) for folder, found in kits.items())


def failure(message: str) -> str:
    """One test case with an error, for a command that could not run."""
    suite = Element("testsuite", name="pnp check", tests="1", failures="0", errors="1", skipped="0")
    case = SubElement(suite, "testcase", name="pnp check", classname="pnp check")
    SubElement(case, "error", type="wrong-usage", message=_clean(message)).text = _clean(message)
    return _document([suite])


def _document(suites: Iterable[Element]) -> str:
    root = Element("testsuites", name="pnp check")
    root.extend(suites)
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}'


def _suite(folder: Path, diagnostics: list[Diagnostic], near: Path, failing: frozenset[str]) -> Element:
    """A test case for each diagnostic, and a passing one for a kit in which nothing fails."""
    place = shown(folder, near)
    name = _clean(folder.name if place == "." or Path(place).is_absolute() else place)
    failures = sum(diagnostic.severity in failing for diagnostic in diagnostics)
    tests = len(diagnostics) + (not failures)
    suite = Element("testsuite", name=name, tests=str(tests), failures=str(failures), errors="0", skipped="0")
    if not failures:
        SubElement(suite, "testcase", name=f"pnp check: {counts(diagnostics)}", classname=name)
    for diagnostic in diagnostics:
        _case(suite, diagnostic, near, failing)
    return suite


def _case(suite: Element, diagnostic: Diagnostic, near: Path, failing: frozenset[str]) -> None:
    """A test case of one diagnostic. It passes, with the message as its output, if its severity does not fail."""
    span = diagnostic.span
    file, message = _clean(shown(Path(span.file), near)), _clean(whole_message(diagnostic))
    place = f"{file}:{span.line}:{span.column}"
    case = SubElement(suite, "testcase", name=f"{diagnostic.code} {place}", classname=file, file=file)
    text = f"{place}: {diagnostic.severity}[{diagnostic.code}]: {message}"
    if diagnostic.severity in failing:
        SubElement(case, "failure", type=diagnostic.code, message=message).text = text
    else:
        SubElement(case, "system-out").text = text


def _clean(text: str) -> str:
    """A text without the characters that XML does not allow: control characters are shown, others removed."""
    return _NOT_IN_XML.sub("", terminal.escaped(text))
