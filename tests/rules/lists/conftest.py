"""Fixtures of tests of this folder."""

from __future__ import annotations

import shutil

import pytest

from pnp.kit import paths
from pnp.rules.lists.engine import Lists


@pytest.fixture(scope="module")
def game(engine) -> Lists:
    return engine("lists")


# The rulings --------------------------------------------------------------------------------------------------


@pytest.fixture
def kit(tmp_path):
    """A copy of the data, to change."""
    return shutil.copytree(paths.data_folder() / "lists", tmp_path / "lists")
