"""A sentence that no rule reads is one error, with the nearest form that is accepted."""

from __future__ import annotations

import json

import pytest

from tests.conftest import edit, run


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "Scoring does not move the rhinos.",
            "The rhinos do not move when you score.",
            "no rule reads 'The rhinos do not move when you score.': the nearest sentence has no 'when', 'you'",
        ),
        ("You must be in a position that", "Be in a position that", "the nearest sentence has 'You', '[must]'"),
    ],
)
def test_an_unread_sentence_is_one_error(kit, old, new, message):
    line = edit(kit, "rulebook.md", old, new)
    report = json.loads(run("check", kit, "--format", "json").stdout)
    (found,) = [one for one in report["diagnostics"] if one["severity"] == "error"]
    assert (found["code"], found["line"]) == ("unclassified-words", line)
    assert message in found["message"]


def test_a_fact_without_any_sentence_is_still_an_error(kit):
    edit(kit, "rulebook.md", "Scoring does not move the rhinos.", "")
    edit(kit, "rulebook.md", "You must be in a position that", "Be in a position that")
    report = json.loads(run("check", kit, "--format", "json").stdout)
    found = [one for one in report["diagnostics"] if one["code"] == "unsaid-rule"]
    assert [one["message"] for one in found] == ["no printed sentence states the fact score.moves_rhinos of the game"]


def test_a_sentence_with_its_clauses_in_another_order_is_proved(kit):
    edit(kit, "rulebook.md", "If nobody counters, the card **stands**.", "The card **stands** when nobody counters.")
    assert run("check", kit).exit_code == 0
