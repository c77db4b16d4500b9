"""Codes that a user ignores, in kit.yaml and as an option: what is left out, what is counted, and what is refused."""

from __future__ import annotations

import json

import pytest

import pnp
from pnp import checks
from pnp.kit import paths
from pnp.pipeline import ignoring
from tests.conftest import edit, run
from tests.support import three_cards, typed_kit

LONG = "{name: An endless name that fits no box of any card of this kit or of any other, count: 5}"


@pytest.fixture
def kit(tmp_path):
    """A kit with a name that does not fit, and a straight apostrophe."""
    kit = three_cards.write(tmp_path / "mine")
    edit(kit, "cards.yaml", "{name: Hello, count: 5}", LONG)
    edit(kit, "cards.yaml", "name: Thanks", "name: It's")
    return kit


def _ignoring(kit, *codes: str) -> None:
    edit(kit, "kit.yaml", "title: My cards\n", f"title: My cards\nchecks: {{ignore: [{', '.join(codes)}]}}\n")


def _codes(kit, *options: str) -> list[str]:
    found = json.loads(run("check", kit, "--format", "json", *options).stdout)["diagnostics"]
    return sorted(one["code"] for one in found)


@pytest.mark.parametrize(
    "options", [["text-overflow,typewriter-signs"], ["text-overflow", "--ignore", "typewriter-signs"]]
)
def test_the_option_leaves_out_its_codes_and_counts_them(kit, options):
    result = run("check", kit, "--ignore", *options)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith("2 notes, in mine; ignored: ")
    assert {"1 text-overflow", "1 typewriter-signs"} == set(
        result.stdout.rpartition("ignored: ")[2].strip().split(", ")
    )
    assert _codes(kit, "--ignore", "text-overflow") == ["idle-aside", "typewriter-signs", "unproved-words"]


def test_the_kit_leaves_out_its_codes_in_every_command(kit, tmp_path):
    _ignoring(kit, "text-overflow", "typewriter-signs")
    assert _codes(kit) == ["idle-aside", "unproved-words"]
    assert json.loads(run("check", kit, "--format", "json").stdout)["ignored"] == {
        "text-overflow": 1,
        "typewriter-signs": 1,
    }
    built = run("build", kit, "--output", tmp_path / "out")
    assert (built.exit_code, built.stdout.splitlines()[-1]) == (0, "ignored: 1 text-overflow")
    assert run("preview", kit, "--output", tmp_path / "faces.png").stderr == ""


def test_a_build_with_the_option_is_not_taken_for_one_without(kit, tmp_path):
    out = tmp_path / "out"
    assert run("build", kit, "--output", out).exit_code == 1
    assert run("build", kit, "--output", out, "--ignore", "text-overflow").exit_code == 0
    assert json.loads((out / "manifest.json").read_text("utf-8"))["options"]["ignore"] == ["text-overflow"]
    assert run("build", kit, "--output", out).exit_code == 1


def test_the_api_takes_it_too(kit):
    loaded = pnp.load(kit)
    with pytest.raises(pnp.DataError):
        pnp.build(loaded)
    assert [one.code for one in pnp.build(loaded, ignore=["text-overflow"]).ignored] == ["text-overflow"]
    with pytest.raises(ValueError, match="ignore: 'outside-path' cannot be ignored"):
        pnp.build(loaded, ignore=["outside-path"])


def test_an_entry_that_ignores_nothing_is_a_note(kit):
    _ignoring(kit, "text-overflow", "typewriter-signs", "small-type")
    result = run("check", kit)
    assert result.exit_code == 0
    assert "mine/kit.yaml:2:52: note[idle-ignore]: 'small-type' ignores nothing" in result.stdout


def test_codes_of_checks_can_be_ignored_and_codes_of_data_cannot():
    can = {code for code in checks.explanations() if not ignoring.problem(code)}
    assert can == {*checks.checks(), "text-overflow"} - {"wrong-credit"}


def test_no_shipped_kit_ignores_anything():
    assert [name for name in paths.kit_names() if (kit := pnp.load(name).checks) and kit.ignore] == []


@pytest.mark.parametrize("by_option", [True, False])
def test_what_a_kit_ignores_is_left_out_also_if_its_tables_have_errors(by_option, tmp_path):
    ignores = "" if by_option else "checks: {ignore: [damaged-text]}\n"
    kit = typed_kit.write(tmp_path / "kit", "Title,Qty,Text\nA,[x,cafÃ©\n", more=ignores)
    result = run("check", kit, *(["--ignore", "damaged-text"] if by_option else []))
    assert "error[bad-yaml]" in result.output
    assert "[damaged-text]" not in result.output
    assert ("[damaged-text]" in run("check", kit).output) is by_option
