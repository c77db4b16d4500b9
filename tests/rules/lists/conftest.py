"""Fixtures of tests of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.trials import Trial, by_rules
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job
from pnp.rules.lists.engine import Lists

Try = Callable[[str], Trial | None]


@pytest.fixture(scope="module")
def game(engine) -> Lists:
    return engine("lists")


@pytest.fixture(scope="module")
def context() -> CheckContext:
    """The shipped kit, opened for checks, which play its game."""
    found = job.to_check(paths.data_folder() / "lists", Diagnostics())
    assert found
    return found


@pytest.fixture(scope="module")
def tried(context: CheckContext) -> Try:
    """Try to prove a sentence by the rules of the game."""
    return partial(by_rules, context, language="en")


# The rulings --------------------------------------------------------------------------------------------------


@pytest.fixture
def kit(tmp_path):
    """A copy of the data, to change."""
    return shutil.copytree(paths.data_folder() / "lists", tmp_path / "lists")
