"""What is seen of the duel, and the words of sentences about it."""

from __future__ import annotations

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import play_of
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job
from pnp.rules.moments import Play


@pytest.fixture(scope="session")
def context() -> CheckContext:
    diagnostics = Diagnostics()
    found = job.to_check(paths.data_folder() / "duel", diagnostics)
    assert found, list(diagnostics)
    return found


@pytest.fixture(scope="session")
def play(context: CheckContext) -> Play:
    found = play_of(context)
    assert found
    return found
