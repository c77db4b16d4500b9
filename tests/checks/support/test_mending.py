"""`pnp check --mend`: the worked examples of an overlay follow its rules and cards."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.sources.yaml import read
from tests.conftest import edit, run

MODELINE = "# yaml-language-server: $schema=../schemas/"
HANDS = "form: round, given: {attacker: [%s], defender: [two_of_spades], target: %d}, moves: [defend two_of_spades"
EXAMPLES = f"""\
# A round that is hit at once, one that is hit by the attacker, and one that is missed.
R1: {{{HANDS % ("ace_of_clubs", 2)}], then: {{totals: [2], ends: reached, taker: attacker, taken: [two_of_spades], \
points: [1, 0], unplayed: [ace_of_clubs], exposed: [], over: true}}}}
R2: {{{HANDS % ("ace_of_clubs", 3)}, attack ace_of_clubs add], then: {{totals: [2, 3], ends: reached, taker: attacker, \
taken: [two_of_spades], points: [1, 0], unplayed: [], exposed: [ace_of_clubs], over: true}}}}
R3: {{{HANDS % ("two_of_clubs", 3)}, attack two_of_clubs add], then: {{totals: [2, 4], ends: held, missed_by: 1, \
taker: defender, taken: [two_of_clubs], points: [0, 1], unplayed: [], exposed: [two_of_spades], over: true}}}}
"""
LONGER = "win_points: 2\n"
"""Rules by which no round of the examples ends the game."""


@pytest.fixture
def six(six: Path) -> Path:
    """The small game with these worked examples and without its book, which shows another."""
    (six / "examples.yaml").write_text(EXAMPLES, "utf-8")
    kit = six / "kit.yaml"
    kit.write_text(re.sub(r"(?m)^components:\n(  .*\n)+", "components: {}\n", kit.read_text("utf-8")), "utf-8")
    return six


def overlay(six: Path, page: str = "", **files: str) -> Path:
    """An overlay of the small game with these files, by their names without suffix, and a page."""
    folder = six.with_name("mine")
    folder.mkdir()
    (folder / "kit.yaml").write_text(f"{MODELINE}kit.overlay.schema.json\nextends: ../six\n", "utf-8")
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    if page:
        (folder / "page.md").write_text(page, "utf-8")
    return folder


def examples(kit: Path) -> str:
    return (kit / "examples.yaml").read_text("utf-8")


def test_the_examples_of_the_base_are_one_error_at_the_change(six: Path) -> None:
    mine = overlay(six, rules=LONGER)
    output = run("check", mine).stdout
    assert output.count("false-example") == 1
    found = output[output.index(f"{mine}/rules.yaml:1:1: error[false-example]") :]
    assert "3 worked examples of six no longer come out as written (R1, R2, R3)" in found
    assert f"hint: run: pnp check {mine} --mend" in found


def test_new_results_are_written_once_and_nothing_else(six: Path) -> None:
    mine = overlay(six, page="See R1 and R2.\n", rules=LONGER)
    base = {path: path.read_bytes() for path in six.iterdir()}
    first = run("check", mine, "--mend").stdout
    written = examples(mine)
    assert "mine: R1 renewed: over is false, was true; warning: it shows something else now, so read" in first
    assert "mine: R3 renewed: over is false, was true\n" in first, "no page shows it"
    assert "false-example" not in first
    assert written.startswith(f"{MODELINE}examples.overlay.schema.json\nR1: {{then: {{over: false}}}}\n")
    assert run("check", mine, "--mend").stdout.startswith("mine: all worked examples follow play\n")
    assert examples(mine) == written
    assert {path: path.read_bytes() for path in six.iterdir()} == base
    assert sorted(path.name for path in mine.iterdir()) == ["examples.yaml", "kit.yaml", "page.md", "rules.yaml"]


def test_own_entries_and_comments_stay(six: Path) -> None:
    mine = overlay(six, rules=LONGER)
    own = "# Ours.\nR2: {then: {totals: [9]}} # checked\nR3:\n  given:   # as on page 6\n    target: 3\n# The end.\n"
    (mine / "examples.yaml").write_text(own, "utf-8")
    found = run("check", mine).stdout
    assert f"{mine}/examples.yaml:2:21: error[false-example]: example R2: play shows 2, 3, but the example" in found
    assert "write the new result" not in found
    run("check", mine, "--mend")
    lines = examples(mine).split("\n")
    assert lines[1] == "R2: {then: {over: false}} # checked", "its totals are those of the base"
    assert [lines[0], *lines[2:5]] == ["# Ours.", "R3:", "  given:   # as on page 6", "    target: 3"]
    assert "# The end." in lines


def test_what_cannot_be_played_is_left_out_or_gets_another_position_if_a_page_shows_it(six: Path) -> None:
    mine = overlay(six, page="See R3.\n", rules="target: {max: 2}\n")
    found = run("check", mine).stdout
    assert "note[false-example]: 1 worked example of six cannot be tried here (R2)" in found
    output = run("check", mine, "--mend").stdout
    assert "mine: R2 set to null, because no page shows it, and it cannot be played: 'target 3' is not" in output
    assert "\nR2: null\n" in examples(mine)
    assert "false-example" not in output
    assert "mine: R3 replaced: it cannot be played: 'target 3' is not allowed; now " in output
    node = read(mine / "examples.yaml", Diagnostics())
    assert node
    assert node.plain()["R3"]["given"]["target"] in (1, 2)
    assert "taker" not in node.plain()["R3"].get("then", {}), "the same player wins the round"


def test_what_has_no_other_position_is_left_with_what_to_do(six: Path) -> None:
    mine = overlay(six, page="See R2.\n", rules="target: {max: 1}\n")
    output = run("check", mine, "--mend").stdout
    assert "mine: R2 left, because it cannot be played: 'target 3' is not allowed; a page shows it" in output
    assert "write other 'given' and 'moves'" in output
    assert "error[false-example]" in output
    assert f"hint: run: pnp check {mine} --mend" not in output, "it would change nothing"
    assert "hint: write other moves or results for R2 in examples.yaml, or change the page" in output


@pytest.mark.parametrize("named", [("tilt",), ("all",), ()])
def test_kits_that_come_with_pnp_are_refused(named: tuple[str, ...], tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    shipped = [path for path in paths.data_folder().rglob("*") if path.is_file()]
    before = [path.read_bytes() for path in shipped]
    result = run("check", *named, "--mend")
    assert result.exit_code == 2
    assert "--mend does not change kits that come with pnp, such as" in result.output
    assert "name your own kit, or give the path of its folder" in result.output
    assert [path.read_bytes() for path in shipped] == before


def test_own_examples_are_renewed_and_reports_for_programs_do_not_contain_the_list(six: Path) -> None:
    edit(six, "examples.yaml", "points: [1, 0]", "points: [0, 0]")
    result = run("check", six, "--mend", "--format", "json")
    assert "six: R1 renewed: points is [1, 0], was [0, 0]\n" in result.stderr
    assert not [one for one in json.loads(result.stdout)["diagnostics"] if one["code"] == "false-example"]
    assert examples(six) == EXAMPLES


def test_a_kit_with_other_errors_is_not_changed(six: Path) -> None:
    mine = overlay(six, rules=f"{LONGER}tilts: many\n")
    assert "mine: correct the errors below first\n" in run("check", mine, "--mend").stdout
    assert not (mine / "examples.yaml").exists()


def test_a_file_that_may_not_be_written_is_named(six: Path) -> None:
    mine, other = overlay(six, rules=LONGER), six / "other.yaml"
    other.write_text("", "utf-8")
    (mine / "examples.yaml").symlink_to(other)
    assert run("check", mine, "--mend").exit_code != 0
    assert other.read_text("utf-8") == ""
