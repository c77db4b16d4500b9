"""The engine of the game after which the folder of a test is named, its kit, and what is seen of its play."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import play_of
from pnp.kit import paths
from pnp.rules.moments import Play
from tests.support.engines import engine
from tests.support.printed import ready

__all__ = ["engine"]


@pytest.fixture
def game(request: pytest.FixtureRequest, engine) -> Any:
    return engine(request.path.parent.name)


@pytest.fixture
def kit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the data, to be changed."""
    name = request.path.parent.name
    return Path(shutil.copytree(paths.data_folder() / name, tmp_path / name))


@pytest.fixture
def context(request: pytest.FixtureRequest) -> CheckContext:
    """The shipped kit, ready for checks, which play its game."""
    return ready(request.path.parent.name)


@pytest.fixture
def play(context: CheckContext) -> Play:
    found = play_of(context)
    assert found
    return found
