"""Write diagnostics as SARIF 2.1.0, a format that code hosts and editors read."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pnp.diagnostics.diagnostic import Diagnostic, Span
from pnp.diagnostics.program import VERSION
from pnp.diagnostics.report import SEVERITIES, ReportContext, anchor, shown, whole_message

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
WRONG_USE = 2
"""The exit code of a command that could not run."""
_EXAMPLE = re.compile(r"(PASS|FAIL|error|warning|note): ")
"""The beginnings of lines of an explanation that are no sentences: examples, and severities with hints."""
_CODE = re.compile(r"(`[^`]*`)")
_MARKUP = re.compile(r"[\\*_<\[\]&]")


def write(diagnostics: list[Diagnostic], near: Path, context: ReportContext) -> str:
    """A SARIF log of one run, with a rule for each code that occurs."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    rules = [_rule(code, _level(code, diagnostics), context.explanations.get(code, "")) for code in codes]
    results = [_result(diagnostic, codes.index(diagnostic.code), near, context.overlays) for diagnostic in diagnostics]
    return _log(rules, results)


def failure(message: str) -> str:
    """A SARIF log of a run that found nothing because it could not begin."""
    notification = {"level": "error", "message": {"text": message}}
    invocation = {
        "executionSuccessful": False,
        "exitCode": WRONG_USE,
        "toolExecutionNotifications": [notification],
    }
    return _log([], [], invocations=[invocation])


def _log(rules: list[Any], results: list[Any], **more: Any) -> str:
    driver = {"name": "pnp", "version": VERSION, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", **more, "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _level(code: str, diagnostics: list[Diagnostic]) -> str:
    """The gravest severity with which a code occurs. An edition may turn errors into notes."""
    found = {diagnostic.severity for diagnostic in diagnostics if diagnostic.code == code}
    return next(severity for severity in SEVERITIES if severity in found)


def _rule(code: str, level: str, explanation: str) -> dict[str, Any]:
    """The rule of a code. A code without an explanation, such as a plug-in's, has only a name and a level."""
    name = "".join(word.capitalize() for word in code.split("-"))
    rule = {"id": code, "name": name, "defaultConfiguration": {"level": level}}
    if not explanation:
        return rule | {"help": {"text": f"pnp explain {code}"}}
    blocks = explanation.strip().split("\n\n")
    text = [" ".join(block.split()) for block in blocks if not _EXAMPLE.match(block)]
    return rule | {
        "shortDescription": {"text": text[0]},
        "fullDescription": {"text": " ".join(text)},
        "help": {"text": explanation, "markdown": "\n\n".join(map(_markdown, blocks))},
    }


def _markdown(block: str) -> str:
    """A paragraph of an explanation, or a list of its examples, in Markdown."""
    if not _EXAMPLE.match(block):
        return _escaped(" ".join(block.split()))
    return "\n".join(f"- {_escaped(line)}" for line in block.splitlines())


def _escaped(text: str) -> str:
    """Escape what Markdown reads as markup, except in code, which stays as it is."""
    parts = _CODE.split(text)
    return "".join(part if number % 2 else _MARKUP.sub(r"\\\g<0>", part) for number, part in enumerate(parts))


def _result(diagnostic: Diagnostic, rule: int, near: Path, overlays: Mapping[Path, Span]) -> dict[str, Any]:
    """A result at the place of a diagnostic, or at the `extends` that leads there if hosts cannot show the file."""
    span = diagnostic.span
    overlay = anchor(span, near, overlays)
    result = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": whole_message(diagnostic, *([f"In the base at {span.short}"] if overlay else []))},
        "locations": [_location(overlay or span, near)],
    }
    if overlay:
        message = {"text": "the place in the kit that this one extends"}
        result["relatedLocations"] = [{"id": 1, **_location(span, near), "message": message}]
    return result


def _location(span: Span, near: Path) -> dict[str, Any]:
    region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + span.width}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(Path(span.file), near)}, "region": region}}


def _uri(path: Path, near: Path) -> str:
    """The URI of a file, relative to `near` if it is below it, so that hosts find the file in the checkout."""
    name = shown(path, near)
    return (path.parent.resolve() / path.name).as_uri() if Path(name).is_absolute() else quote(os.fsencode(name))
