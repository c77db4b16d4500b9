"""`pnp check KIT --explain FILE:LINE`: what the texts of a line rest on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import RHINO, edit, run


def line_of(kit: Path, words: str) -> int:
    lines = (kit / "rulebook.md").read_text("utf-8").split("\n")
    return next(number for number, line in enumerate(lines, start=1) if words in line)


def explained(kit: Path, words: str) -> str:
    result = run("check", kit, "--explain", f"rulebook.md:{line_of(kit, words)}")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_proved_sentence_has_its_rule_its_words_and_its_facts() -> None:
    output = explained(RHINO, "If the draw pile is empty")
    assert "    proved, by the rule draw.reshuffle (rhino/proof.rules:" in output
    assert re.search(r"    borne out in \d+ moments of play\n", output)
    assert "    read as: If the [draw pile] is empty, shuffle the [discard pile|discards] into" in output
    assert "    a: draw_pile\n    b: discard_pile\n    fact draw.empty_pile: reshuffle\n" in output


def test_a_vouched_sentence_has_who_and_why() -> None:
    output = explained(RHINO, "The winner takes the champion card.")
    assert (
        "    vouched\n    fact win.who: scorer\n    vouched for by The pnp authors, 2026-11-27: It is about" in output
    )


@pytest.mark.slow
def test_a_sentence_that_no_rule_reads_has_the_accepted_forms(kit: Path) -> None:
    edit(kit, "rulebook.md", "If the draw pile is empty, shuffle", "If the draw pile is empty, burn")
    output = explained(kit, "If the draw pile is empty")
    assert "no rule reads it: 'burn' (the lexicon lacks it) stands where 'shuffle' is read" in output
    assert "accepted: “If the [draw pile] is empty, shuffle" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rhino", "--explain", "rulebook.md"), "'rulebook.md' is not FILE:LINE"),
        (("rhino", "duel", "--explain", "rulebook.md:1"), "--explain needs one KIT"),
        (("rhino", "--explain", "rulebook.md:1"), "no page of rhino prints a text from line 1 of rulebook.md"),
    ],
)
def test_other_lines_are_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("check", *arguments)
    assert result.exit_code == 2
    assert message in result.output
