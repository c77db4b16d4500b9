"""What is seen of a bout, and the words of sentences about it."""

from __future__ import annotations

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import play_of
from pnp.rules.moments import Play
from tests.conftest import RHINO
from tests.support.printed import context_of


@pytest.fixture(scope="session")
def context() -> CheckContext:
    return context_of(RHINO)


@pytest.fixture(scope="session")
def play(context: CheckContext) -> Play:
    found = play_of(context)
    assert found
    return found
