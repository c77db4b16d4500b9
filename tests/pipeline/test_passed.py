"""A kit that passed a check is remembered by everything that the check reads."""

from __future__ import annotations

import pytest

from pnp.pipeline import passed
from tests.conftest import edit, run
from tests.support import three_cards


@pytest.fixture
def kit(tmp_path):
    return three_cards.write(tmp_path / "mine")


def test_a_kit_has_passed_only_with_the_same_files_and_options(kit):
    digest = passed.digest(kit, ())
    assert not passed.has_passed(kit, digest)
    passed.note(kit, digest)
    assert passed.has_passed(kit, digest)
    assert passed.digest(kit, ("typewriter-signs",)) != digest
    (kit / "proof.rules").write_text("win\n", "utf-8")
    assert not passed.has_passed(kit, passed.digest(kit, ()))
    (kit / "proof.rules").unlink()
    edit(kit, "cards.yaml", "Hello", "Hallo")
    assert not passed.has_passed(kit, passed.digest(kit, ()))


def test_a_file_that_cannot_be_read_is_never_remembered(kit):
    (kit / "engine.py").mkdir()
    assert passed.digest(kit, ()) == ""
    assert not passed.has_passed(kit, "")


def test_a_kit_with_errors_is_checked_every_time(kit):
    edit(kit, "cards.yaml", "count: 5", "count: many")
    for _ in range(2):
        assert run("check", kit, "--changed").exit_code == 1


@pytest.mark.parametrize("options", [["--fetch"], ["--coverage"], ["--coverage-page", "x.html"]])
def test_options_that_look_at_every_kit_are_refused(kit, options):
    result = run("check", kit, "--changed", *options)
    assert result.exit_code == 2
    assert "not with --fetch or --coverage, which look at every kit" in " ".join(result.stderr.split())
