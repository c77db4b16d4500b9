"""`pnp check --mend`: the worked examples of an overlay follow its rules and cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.sources.yaml import read
from tests.conftest import run

MODELINE = "# yaml-language-server: $schema=../schemas/"


def overlay(folder: Path, base: str, **files: str) -> Path:
    """An overlay with these files, by their names without suffix."""
    folder.mkdir()
    (folder / "kit.yaml").write_text(f"{MODELINE}kit.overlay.schema.json\nextends: {base}\n", "utf-8")
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def examples(kit: Path) -> str:
    return (kit / "examples.yaml").read_text("utf-8")


def shipped() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in paths.data_folder().rglob("*") if path.is_file()}


BONUS = "combined_speed_bonus:\n  - {least: 0, impact: 0}\n  - {least: 7, impact: 2}\n"


@pytest.fixture
def bonus(tmp_path: Path) -> Path:
    """An overlay of tilt with other bonuses for speeds."""
    return overlay(tmp_path / "mine", "tilt", rules=BONUS)


class Mended(NamedTuple):
    """An overlay of tilt with other bonuses, and what `pnp check` prints: before, with `--mend`, and so once more."""

    kit: Path
    before: str
    first: str
    examples: str
    """Its file of examples after the first time."""
    second: str
    touched: set[Path]
    """The files of shipped kits that were changed."""


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> Mended:
    kit, earlier = overlay(tmp_path_factory.mktemp("mended") / "mine", "tilt", rules=BONUS), shipped()
    before, first = run("check", kit).stdout, run("check", kit, "--mend").stdout
    written, second = examples(kit), run("check", kit, "--mend").stdout
    later = shipped()
    touched = {path for path in earlier.keys() | later.keys() if earlier.get(path) != later.get(path)}
    return Mended(kit, before, first, written, second, touched)


@pytest.mark.slow
def test_the_examples_of_the_base_are_one_error_at_the_change(mended: Mended) -> None:
    output, bonus = mended.before, mended.kit
    assert output.count("false-example") == 1
    found = output[output.index(f"{bonus}/rules.yaml:1:1: error[false-example]") :]
    assert "7 worked examples of tilt no longer come out as written (C02b, C07, C09, C13, C15, C17, C17b)" in found
    assert f"hint: run: pnp check {bonus} --mend" in found


@pytest.mark.slow
def test_new_results_are_written_once_and_nothing_else(mended: Mended) -> None:
    assert "mine: C02b renewed: bonus is 0, was 1\n" in mended.first
    assert "mine: C15 renewed: impact is 4, was 3, net is 3, was 2\n" in mended.first
    assert "false-example" not in mended.first
    assert mended.examples.startswith(f"{MODELINE}examples.overlay.schema.json\nC02b: {{then: {{bonus: 0}}}}\n")
    assert mended.second.startswith("mine: all worked examples follow play\n")
    assert examples(mended.kit) == mended.examples
    assert mended.touched == set()
    assert sorted(path.name for path in mended.kit.iterdir()) == ["examples.yaml", "kit.yaml", "rules.yaml"]


@pytest.mark.slow
def test_own_entries_and_comments_stay(bonus: Path) -> None:
    own = (
        "# Ours.\nC15: {then: {net: 9}} # checked by hand\nC20:\n  given:   # as on page 6\n    range: 5\n# The end.\n"
    )
    (bonus / "examples.yaml").write_text(own, "utf-8")
    found = run("check", bonus).stdout
    assert f"{bonus}/examples.yaml:2:19: error[false-example]: example C15: play shows 3, but the example" in found
    assert "write the new result" not in found
    run("check", bonus, "--mend")
    lines = examples(bonus).split("\n")
    assert lines[1] == "C15: {then: {net: 3, impact: 4}} # checked by hand"
    assert [lines[0], *lines[2:5]] == ["# Ours.", "C20:", "  given:   # as on page 6", "    range: 5"]
    assert "# The end." in lines


@pytest.mark.slow
def test_what_cannot_be_played_is_left_out_or_gets_another_position_if_a_page_shows_it(tmp_path: Path) -> None:
    mine = overlay(tmp_path / "mine", "duel", rules="hand_size: 4\n")
    found = run("check", mine).stdout
    assert "note[false-example]: 3 worked examples of duel cannot be tried here (B03, B05, B07)" in found
    output = run("check", mine, "--mend").stdout
    assert "mine: B03 set to null, because no page shows it, and it cannot be played: two_of_spades" in output
    assert "\nB03: null\n" in examples(mine)
    assert "false-example" not in output
    assert "mine: K6 replaced: it cannot be played: " in output
    node = read(mine / "examples.yaml", Diagnostics())
    assert node
    given, then = node.plain()["K6"]["given"], node.plain()["K6"].get("then", {})
    assert len(given["attacker"]) == len(given["defender"]) == 4
    assert given["points"] == [8, 8]
    assert "taker" not in then, "the same player wins the round"


@pytest.mark.slow
def test_what_has_no_other_position_is_left_with_what_to_do(tmp_path: Path) -> None:
    mine = overlay(tmp_path / "mine", "lists", rules="columns: 15\nzone: [7, 9]\n")
    output = run("check", mine, "--mend").stdout
    assert "mine: Y02 left, because it cannot be played: no rolls lead to this position; a page shows it" in output
    assert "write other 'given' and 'moves'" in output
    assert "error[false-example]" in output
    assert f"hint: run: pnp check {mine} --mend" not in output, "it would change nothing"
    assert "hint: write other moves or results for Y02 in examples.yaml, or change the page" in output


@pytest.mark.slow
def test_an_example_on_a_page_that_shows_something_else_now_has_a_warning(tmp_path: Path, mended: Mended) -> None:
    mine = overlay(tmp_path / "mine", "lists", rules="zone: [5, 9]\n")
    output = run("check", mine, "--mend").stdout
    row = next(line for line in output.splitlines() if line.startswith("mine: Y02 renewed"))
    assert row.endswith("; warning: it shows something else now, so read the page that shows it")
    assert next(row for row in mended.first.splitlines() if row.startswith("mine: C15")).endswith("net is 3, was 2")


@pytest.mark.parametrize("named", [("tilt",), ("all",), ()])
def test_kits_that_come_with_pnp_are_refused(named: tuple[str, ...], tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = shipped()
    result = run("check", *named, "--mend")
    assert result.exit_code == 2
    assert "--mend does not change kits that come with pnp, such as" in result.output
    assert "name your own kit, or give the path of its folder" in result.output
    assert shipped() == before


@pytest.mark.slow
def test_own_examples_are_renewed_and_reports_for_programs_do_not_contain_the_list(kit: Path) -> None:
    file = kit / "examples.yaml"
    before = file.read_text("utf-8")
    old = "then: {position: flanked, opponent_position: flanking}"
    assert old in before
    file.write_text(before.replace(old, "then: {position: fleeing, opponent_position: flanking}"), "utf-8")
    result = run("check", kit, "--mend", "--format", "json")
    assert "rhino: R11 renewed: position is flanked, was fleeing\n" in result.stderr
    assert not [one for one in json.loads(result.stdout)["diagnostics"] if one["code"] == "false-example"]
    assert file.read_text("utf-8") == before


def test_a_kit_with_other_errors_is_not_changed(bonus: Path) -> None:
    (bonus / "rules.yaml").write_text(f"{BONUS}tilts: many\n", "utf-8")
    assert "mine: correct the errors below first\n" in run("check", bonus, "--mend").stdout
    assert not (bonus / "examples.yaml").exists()


def test_a_file_that_may_not_be_written_is_named(bonus: Path, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("", "utf-8")
    (bonus / "examples.yaml").symlink_to(tmp_path / "other.yaml")
    result = run("check", bonus, "--mend")
    assert result.exit_code != 0
    assert (tmp_path / "other.yaml").read_text("utf-8") == ""


def test_mend_and_explain_do_not_go_together(bonus: Path) -> None:
    result = run("check", bonus, "--mend", "--explain", "rulebook.md:1")
    assert result.exit_code == 2
    assert "not with --explain" in result.output
