"""Fixtures of tests of this folder."""

from __future__ import annotations

import shutil

import pytest

from pnp.checks import CheckContext
from pnp.diagnostics import Diagnostics
from pnp.games.lists.engine import Lists
from pnp.kit import paths
from pnp.pipeline import job


@pytest.fixture(scope="module")
def game(engine) -> Lists:
    return engine("lists")


@pytest.fixture(scope="module")
def context() -> CheckContext:
    """The shipped kit, opened for checks, which play its game."""
    found = job.to_check(paths.data_folder() / "lists", Diagnostics())
    assert found
    return found


# The rulings --------------------------------------------------------------------------------------------------


@pytest.fixture
def kit(tmp_path):
    """A copy of the data, to change."""
    return shutil.copytree(paths.data_folder() / "lists", tmp_path / "lists")
