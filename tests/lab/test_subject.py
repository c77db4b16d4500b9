"""Kits whose balance is asked for: as they are, and at a git revision."""

from __future__ import annotations

import shutil
from contextlib import ExitStack

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.lab.subject import open_named, open_subject
from pnp.rules import PlayersError
from pnp.sources.git_objects import HistoryError
from tests.conftest import RHINO, edit
from tests.support.git import git, needs_git


def test_a_kit_says_how_long_a_game_takes_also_if_it_extends_another():
    for name, minutes in {"rhino": 10, "rhino-de": 10, "tilt": 30}.items():
        assert open_subject(name, paths.data_folder() / name, Diagnostics()).minutes == minutes


def test_errors_are_reported(tmp_path):
    kit = tmp_path / "rhino"
    shutil.copytree(RHINO, kit)
    edit(kit, "cards.yaml", "counters: [dodge, spin]", "counters: [dodge, spinn]")
    diagnostics = Diagnostics()
    assert open_subject("rhino", kit, diagnostics) is None
    assert len(diagnostics) == 1
    with pytest.raises(PlayersError):
        open_subject("rhino", RHINO, Diagnostics(), 5)


@needs_git
def test_a_kit_at_a_revision_is_played_as_it_was(tmp_path):
    kit = tmp_path / "mine"
    shutil.copytree(RHINO, kit)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    edit(kit, "rules.yaml", "target_score: 3", "target_score: 4")
    with ExitStack() as stack:
        now = open_named(str(kit), stack, Diagnostics())
        then = open_named(f"{kit}@HEAD", stack, Diagnostics())
        assert (now.game.rules.target_score, then.game.rules.target_score) == (4, 3)
        assert open_named(f"HEAD:{kit}", stack, Diagnostics()).game.rules.target_score == 3
        with pytest.raises(HistoryError, match="there is no game 'rino'; did you mean 'rhino'\\?; you can also name"):
            open_named("rino", stack, Diagnostics())
        with pytest.raises(HistoryError):
            open_named(f"{kit}@nowhere", stack, Diagnostics())
