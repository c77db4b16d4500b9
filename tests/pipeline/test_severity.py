"""Errors that are for a person to decide about, by the edition of a kit."""

from __future__ import annotations

from dataclasses import replace

import pytest

import pnp
from pnp.checks import tastes
from pnp.diagnostics import Diagnostic, Span
from pnp.pipeline.severity import TO_READ, errors, graded, to_read
from tests.conftest import SIX

READ, TASTE, PLAIN = min(TO_READ - tastes()), min(tastes() - TO_READ), "missing-art"


def diagnostic(code: str, severity: str) -> Diagnostic:
    return Diagnostic(Span("x.yaml"), severity, code, "it is wrong")


@pytest.mark.parametrize(
    ("code", "edition", "engine", "strict", "wanted"),
    [
        (READ, None, "six", False, "error"),
        (READ, "custom", "six", False, "warning"),
        (READ, "custom", "six", True, "warning"),
        (TASTE, None, "six", False, "error"),
        (TASTE, None, None, False, "warning"),
        (TASTE, "custom", "six", False, "warning"),
        (TASTE, "custom", "six", True, "error"),
        (PLAIN, "custom", None, False, "error"),
    ],
)
def test_an_error_is_graded_by_the_edition(code, edition, engine, strict, wanted):
    kit = replace(pnp.load(SIX), edition=edition, engine=engine)
    (found,) = graded(kit, [diagnostic(code=code, severity="error")], strict=strict)
    assert found.severity == wanted
    assert any("to keep it so" in hint for hint in found.hints) == (code == TASTE)


def test_a_note_stays_a_note():
    note = diagnostic(code=TASTE, severity="note")
    assert graded(pnp.load(SIX), [note], strict=True) == [note]


def test_errors_and_what_is_for_a_person():
    every = [diagnostic(code=code, severity=name) for code in (READ, TASTE, PLAIN) for name in ("error", "warning")]
    assert [one.code for one in errors(every)] == [READ, TASTE, PLAIN]
    assert {one.code for one in to_read(every)} == {READ, TASTE}
