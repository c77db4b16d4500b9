"""A print is found by the version on its sheets."""

from __future__ import annotations

import json

import pytest

from pnp import writing
from pnp.pipeline import prints
from pnp.sources.git_objects import HistoryError
from tests.conftest import edit, run
from tests.support.differences import label

FIRST, SECOND, OTHER = ("2f5b81aa" + "0" * 56, "2f5b81bb" + "0" * 56, "33445566" + "0" * 56)


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "state")


def keep(version: str, kit: str = "savanna") -> None:
    writing.keep_print(version, json.dumps({"kit": kit, "pieces": []}).encode())


def test_the_beginning_of_a_version_names_a_print_of_a_kit():
    for version, kit in ((FIRST, "savanna"), (SECOND, "other"), (OTHER, "savanna")):
        keep(version, kit)
    assert prints.find("2f5b", "savanna").stem == FIRST
    assert {path.stem for path in prints.of_kit("savanna")} == {FIRST, OTHER}


def test_an_unknown_version_is_an_error_with_those_that_are_known():
    keep(FIRST)
    with pytest.raises(HistoryError) as error:
        prints.find("abcd", "savanna")
    assert str(error.value) == "there is no print of 'savanna' with the version 'abcd'; known prints: 2f5b81aa"
    with pytest.raises(HistoryError, match="with the version 'abcd'; none is known: `pnp build` remembers them"):
        prints.find("abcd", "other")


def test_several_prints_with_the_same_digits_are_named():
    keep(FIRST)
    keep(SECOND)
    with pytest.raises(HistoryError) as error:
        prints.find("2f5b81", "savanna")
    assert {"2f5b81aa", "2f5b81bb"} <= set(str(error.value).replace(",", "").split())


def test_prints_that_look_alike_on_sheets_are_named_in_full():
    keep(FIRST)
    keep("2f5b81aa" + "1" * 56)
    with pytest.raises(HistoryError, match=FIRST):
        prints.find("2f5b81aa", "savanna")


def test_a_kit_is_compared_with_what_was_printed(small, tmp_path):
    out = tmp_path / "out"
    assert run("build", small, "--only", "moves", "--card-size", "poker", "--output", out).exit_code == 0
    version = json.loads((out / "manifest.json").read_text("utf-8"))["data_version"]
    assert label(small, version[:8]) == f"print {version[:8]} -> {small}\nnothing differs\n"
    edit(small, "cards.yaml", "name: Dodge", "name: Duck")
    for names in ((small, version[:6]), (version[:6], small)):
        lines = label(*names).splitlines()
        assert lines[0] == f"print {version[:8]} -> {small}"
        assert "  moves/dodge  Duck" in lines
        assert "  moves/swerve  Swerve" not in lines
    only = ("--only", "moves", "--card-size", "poker", "--draft", "--output", tmp_path / "new")
    printed = run("build", small, "--since", version[:8], *only)
    assert printed.exit_code == 0, printed.output
    listed = json.loads((tmp_path / "new" / "manifest.json").read_text("utf-8"))["pieces"]
    assert "moves/dodge" in {piece["id"] for piece in listed}
    assert "moves/swerve" not in {piece["id"] for piece in listed}
    result = run("diff", small, "123abc")
    assert result.exit_code == 2
    assert "there is no print of" in result.stderr
