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


@pytest.mark.slow
def test_a_changed_text_is_shown_with_what_it_was_and_renewed(kit: Path) -> None:
    line = edit(
        kit,
        "rulings.yaml",
        "No. Only a move does.\n  asks: score.counter_counts",
        "No. Only a move of yours does.\n  asks: score.counter_counts",
    )
    (found,) = errors(kit)
    assert (found.code, found.span.line) == ("unvouched-words", line)
    assert found.hints[0].startswith("it was '{1}. Does {Stomp or Stampede}")
    assert "score.counter_counts: False" in found.hints[1]
    assert "the answer 'y' is neither" in answered(kit, "y", "n")
    assert len(errors(kit)) == 1
    output = answered(kit, "does")
    assert "was: {1}. Does {Stomp or Stampede}" in output
    assert "fact score.counter_counts: False" in output
    assert errors(kit) == []


def test_a_text_is_not_renewed_without_a_yes(kit: Path) -> None:
    edit(
        kit,
        "rulings.yaml",
        "No. Only a move does.\n  asks: score.counter_counts",
        "No. Only a move of yours does.\n  asks: score.counter_counts",
    )
    before = (kit / "vouched.yaml").read_bytes()
    answered(kit, "n")
    assert (kit / "vouched.yaml").read_bytes() == before


def test_answers_from_a_pipe_vouch_for_nothing(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.cli.vouch.is_at_terminal", IS_AT_TERMINAL)
    edit(kit, "rulings.yaml", "No. Only a move does.\n  asks: score", "No. Only a move of yours does.\n  asks: score")
    before = (kit / "vouched.yaml").read_bytes()
    result = CliRunner().invoke(main, ["vouch", str(kit)], input="does\n" * 9)
    assert result.exit_code == 2
    assert "1 text must be read by a person at a terminal" in result.output
    assert (kit / "vouched.yaml").read_bytes() == before


@pytest.mark.slow
def test_one_text_is_vouched_for_by_its_beginning(kit: Path) -> None:
    edit(
        kit,
        "rulings.yaml",
        "No. Only a move does.\n  asks: score.counter_counts",
        "No. Only a move of yours does.\n  asks: score.counter_counts",
    )
    assert run("vouch", kit, "--text", "1. Does", "--by", "Ann").output == "vouched for in vouched.yaml\n"
    assert errors(kit) == []
    refused = run("vouch", kit, "--text", "1. Does")
    assert refused.exit_code == 2
    assert "0 texts that are not vouched for begin with '1. Does'" in refused.output


@pytest.mark.slow
def test_an_entry_of_a_text_that_is_gone_is_an_error_at_its_line(kit: Path) -> None:
    path = kit / "vouched.yaml"
    path.write_text(
        path.read_text("utf-8").replace('"summary-turn.md":\n', '"summary-turn.md":\n    - "Rhubarb"\n'), "utf-8"
    )
    (found,) = errors(kit)
    line = path.read_text("utf-8").split("\n").index('    - "Rhubarb"') + 1
    assert (found.span.line, found.message) == (line, "the text 'Rhubarb' is not printed any more")
    answered(kit, "y")
    assert errors(kit) == []


@pytest.mark.slow
def test_a_fact_that_changes_under_an_unchanged_text_is_an_error(kit: Path) -> None:
    path = kit / "vouched.yaml"
    path.write_text(path.read_text("utf-8").replace('win.who: "scorer"', 'win.who: "other"'), "utf-8")
    assert "win.who was other, is scorer" in errors(kit)[0].message


@pytest.mark.slow
def test_a_kit_without_the_file_has_one_error(kit: Path) -> None:
    (kit / "vouched.yaml").unlink()
    (found,) = errors(kit)
    assert found.code == "unvouched-words"
    assert "are not vouched for" in found.message


@pytest.mark.slow
def test_a_text_of_all_kits_is_not_written_a_second_time(edition: Callable[[str], Path]) -> None:
    folder, shared = edition("soaring-de"), edition("common") / "vouched.de.yaml"
    before = shared.read_text("utf-8")
    (folder / "vouched.yaml").unlink()
    assert run("vouch", folder, "--text", "Bevor du alles").output == "vouched for in vouched.de.yaml\n"
    assert shared.read_text("utf-8") == before


def test_nothing_to_do(kit: Path) -> None:
    assert "vouched for or proved" in answered(kit)


@pytest.mark.slow
def test_a_changed_flavour_text_is_read_again(kit: Path) -> None:
    edit(kit, "rulebook.md", "All rhinos are equal", "All rhinos are almost equal")
    (found,) = errors(kit)
    assert (found.code, found.hints[0]) == ("unvouched-words", "it was 'All rhinos are equal.'")


def test_a_sentence_needs_a_name_and_a_reason(kit: Path) -> None:
    edit(kit, "champion.md", "then hand it over", "then give it away")
    one = ("vouch", kit, "--text", "Keep this card")
    assert "add --why" in run(*one).output
    assert run(*one, "--why", "The card is a sign", "--by", "Ann").output == "vouched for in vouched.yaml\n"
    written = (kit / "vouched.yaml").read_text("utf-8")
    assert re.search(r'why: "The card is a sign"\n    by: "Ann, \d{4}-\d\d-\d\d"\n', written)
    assert errors(kit) == []


def test_name_and_reason_are_asked_for(kit: Path) -> None:
    path = kit / "vouched.yaml"
    path.write_text(re.sub(r"(?m)^    (why|by): .*\n", "", path.read_text("utf-8")), "utf-8")
    path.write_text(re.sub(r"(?m)^(  - text: .*)$", r'\1\n    by: ""', path.read_text("utf-8")), "utf-8")
    output = answered(kit, "time", "Ann", "A joke", "q")
    assert "Your name" in output
    assert "words that rules have: if you like" in output
    assert 'why: "A joke"\n    by: "Ann, ' in path.read_text("utf-8")


@pytest.mark.slow
def test_a_check_and_a_build_of_a_custom_edition_have_one_verdict(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text("extends: duel\nedition: custom\ntitle: Mine\n", "utf-8")
    (mine / "rulings.yaml").write_text("BL1: {question: Why a target?}\n", "utf-8")
    checked = run("check", mine)
    assert checked.exit_code == 0
    assert "warning[unvouched-words]" in checked.stdout
    assert run("check", mine, "--warnings-as-errors").exit_code == 1
    built = run("build", mine, "--output", tmp_path / "out")
    assert built.exit_code == 0
    assert "to read: " in built.stdout
    assert "unvouched-words; `pnp check` lists them" in built.stdout
