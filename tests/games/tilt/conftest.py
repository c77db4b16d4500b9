"""What is seen of a match, the words of sentences about it, and data to be changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import play_of
from pnp.games.tilt.engine import Tilt
from pnp.rules.moments import Play
from tests.support.printed import context_of
from tests.support.tilt import DATA


@pytest.fixture(scope="module")
def game(engine) -> Tilt:
    return engine("tilt")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The data of the game, to be changed."""
    return shutil.copytree(DATA, tmp_path / "tilt")


@pytest.fixture(scope="session")
def context() -> CheckContext:
    return context_of(DATA)


@pytest.fixture(scope="session")
def play(context: CheckContext) -> Play:
    found = play_of(context)
    assert found
    return found
