"""Fixtures of tests of this folder."""

from __future__ import annotations

import shutil

import pytest

from pnp.rules.tilt.engine import Tilt
from tests.support.tilt import DATA


@pytest.fixture(scope="module")
def game(engine) -> Tilt:
    return engine("tilt")


@pytest.fixture
def copy(tmp_path):
    """The data of the game, to be changed."""
    return shutil.copytree(DATA, tmp_path / "tilt")
