"""A sentence that no rule reads is one error, with the nearest form that is accepted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import edit, run
from tests.support.printed import reported


def errors(kit: Path) -> list[tuple[str, int, str]]:
    report = json.loads(run("check", kit, "--format", "json").stdout)
    return [(one["code"], one["line"], one["message"]) for one in report["diagnostics"] if one["severity"] != "note"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "The total begins at 0.",
            "At first, the total is 0.",
            "no rule reads 'At first, the total is 0.': the nearest sentence has no",
        ),
        ("Each card that you have taken is 1 point.", "Each card taken is 1 point.", "is read"),
    ],
)
def test_an_unread_sentence_is_one_error(six, old, new, message):
    line = edit(six, "rulebook.md", old, new)
    ((code, at, said),) = errors(six)
    assert (code, at) == ("unclassified-words", line)
    assert message in said


def test_a_fact_without_any_sentence_is_still_an_error(six):
    edit(six, "rulebook.md", "The total begins at 0.", "")
    edit(six, "rulebook.md", "Each card that you have taken is 1 point.", "Each card taken is 1 point.")
    facts = [message for code, _, message in errors(six) if code == "unsaid-rule"]
    assert facts == ["no printed sentence states the fact total.start of the game"]


def test_a_sentence_with_its_clauses_in_another_order_is_proved(kit):
    edit(kit, "rulebook.md", "If nobody counters, the card **stands**.", "The card **stands** when nobody counters.")
    assert reported(kit, "unclassified-words", "false-sentence", only=("rulebook",)) == []
