"""`pnp vouch`: texts that are not vouched for are read one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.checks import unvouched_words
from pnp.cli import main, vouch
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job
from tests.conftest import edit, run

IS_AT_TERMINAL = vouch.is_at_terminal
CHANGE = ("rulings.yaml", "somebody draws", "someone draws")


def errors(kit: Path) -> list[Diagnostic]:
    """The errors of the check that this command is for."""
    diagnostics = Diagnostics()
    context = job.to_check(kit, diagnostics)
    assert context is not None, list(diagnostics)
    return [found for found in unvouched_words.check(context) if found.severity == "error"]


@pytest.fixture(autouse=True)
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers of these tests count as those of a person."""
    monkeypatch.setattr("pnp.cli.vouch.is_at_terminal", lambda: True)


def answered(kit: Path, *answers: str) -> str:
    return CliRunner().invoke(main, ["vouch", str(kit)], input="\n".join(answers)).output


def test_a_changed_text_is_shown_with_what_it_was_and_renewed(six: Path) -> None:
    line = edit(six, *CHANGE)
    (found,) = errors(six)
    assert (found.code, found.span.line) == ("unvouched-words", line)
    assert found.hints[0].startswith("it was 'Can both players {swap}")
    assert "swap.both: False" in found.hints[1]
    assert "the answer 'y' is neither" in answered(six, "y", "n")
    assert len(errors(six)) == 1
    output = answered(six, "cards")
    assert "was: Can both players {swap}" in output
    assert "fact swap.both: False" in output
    assert errors(six) == []


def test_a_text_is_not_renewed_without_a_yes(six: Path) -> None:
    edit(six, *CHANGE)
    before = (six / "vouched.yaml").read_bytes()
    answered(six, "n")
    assert (six / "vouched.yaml").read_bytes() == before


def test_answers_from_a_pipe_vouch_for_nothing(six: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.cli.vouch.is_at_terminal", IS_AT_TERMINAL)
    edit(six, *CHANGE)
    before = (six / "vouched.yaml").read_bytes()
    result = CliRunner().invoke(main, ["vouch", str(six)], input="cards\n" * 9)
    assert result.exit_code == 2
    assert "1 text must be read by a person at a terminal" in result.output
    assert (six / "vouched.yaml").read_bytes() == before


def test_one_text_is_vouched_for_by_its_beginning(six: Path) -> None:
    edit(six, *CHANGE)
    assert run("vouch", six, "--text", "Can both", "--by", "Ann").output == "vouched for in vouched.yaml\n"
    assert errors(six) == []
    refused = run("vouch", six, "--text", "Can both")
    assert refused.exit_code == 2
    assert "0 texts that are not vouched for begin with 'Can both'" in refused.output


def test_an_entry_of_a_text_that_is_gone_is_an_error_at_its_line(six: Path) -> None:
    path = six / "vouched.yaml"
    path.write_text(path.read_text("utf-8") + 'labels:\n  "rulebook.md":\n    - "Rhubarb"\n', "utf-8")
    (found,) = errors(six)
    line = path.read_text("utf-8").split("\n").index('    - "Rhubarb"') + 1
    assert (found.span.line, found.message) == (line, "the text 'Rhubarb' is not printed any more")
    answered(six, "y")
    assert errors(six) == []


def test_a_fact_that_changes_under_an_unchanged_text_is_an_error(six: Path) -> None:
    path = six / "vouched.yaml"
    path.write_text(path.read_text("utf-8").replace("swap.both: false", "swap.both: true"), "utf-8")
    assert "swap.both was True, is False" in errors(six)[0].message


def test_a_kit_without_the_file_has_one_error(six: Path) -> None:
    (six / "vouched.yaml").unlink()
    (found,) = errors(six)
    assert found.code == "unvouched-words"
    assert "are not vouched for" in found.message


@pytest.mark.slow
def test_a_text_of_all_kits_needs_no_vouching_in_a_kit_without_the_file(edition: Callable[[str], Path]) -> None:
    folder = edition("soaring-de")
    (folder / "vouched.yaml").unlink()
    listed = run("vouch", folder, "--list").output
    assert "Gewinnstapel" in listed or "[1/" in listed
    assert "Bevor du alles" not in listed


def test_nothing_to_do(six: Path) -> None:
    assert "vouched for or proved" in answered(six)


def test_a_changed_flavour_text_is_read_again(six: Path) -> None:
    edit(six, "rulebook.md", "then reach it", "then try to reach it")
    (found,) = errors(six)
    assert (found.code, found.hints[0]) == ("unvouched-words", "it was 'Name a number, then reach it.'")


def test_a_sentence_needs_a_name_and_a_reason(six: Path) -> None:
    edit(six, "rulebook.md", "your heart", "every heart")
    one = ("vouch", six, "--text", "One card")
    assert "add --why" in run(*one).output
    assert run(*one, "--why", "It is a joke", "--by", "Ann").output == "vouched for in vouched.yaml\n"
    written = (six / "vouched.yaml").read_text("utf-8")
    assert re.search(r'why: "It is a joke"\n    by: "Ann, \d{4}-\d\d-\d\d"\n', written)
    assert errors(six) == []


def test_name_and_reason_are_asked_for(six: Path) -> None:
    path = six / "vouched.yaml"
    path.write_text(re.sub(r"(?m)^    (why|by): .*\n", "", path.read_text("utf-8")), "utf-8")
    path.write_text(re.sub(r"(?m)^(  - text: .*)$", r'\1\n    by: ""', path.read_text("utf-8")), "utf-8")
    output = answered(six, "heart", "Ann", "A joke", "q")
    assert "Your name" in output
    assert "words that rules have: One, wins" in output
    assert 'why: "A joke"\n    by: "Ann, ' in path.read_text("utf-8")


def test_a_check_and_a_build_of_a_custom_edition_have_one_verdict(six: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text("extends: ../six\nedition: custom\ntitle: Mine\n", "utf-8")
    (mine / "rulings.yaml").write_text("BL4: {question: Why a swap?}\n", "utf-8")
    checked = run("check", mine)
    assert checked.exit_code == 0
    assert "warning[unvouched-words]" in checked.stdout
    assert run("check", mine, "--warnings-as-errors").exit_code == 1
    built = run("build", mine, "--output", tmp_path / "out")
    assert built.exit_code == 0
    assert "to read: " in built.stdout
    assert "unvouched-words; `pnp check` lists them" in built.stdout
