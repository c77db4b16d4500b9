"""What is seen of a bout, and the words of sentences about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import play_of
from pnp.checks.support.trials import Trial, by_rules
from pnp.rules.moments import Play
from tests.conftest import RHINO
from tests.support.printed import context_of

Try = Callable[[str], Trial | None]


@pytest.fixture(scope="session")
def context() -> CheckContext:
    return context_of(RHINO)


@pytest.fixture(scope="session")
def play(context: CheckContext) -> Play:
    found = play_of(context)
    assert found
    return found


@pytest.fixture(scope="session")
def tried(context: CheckContext) -> Try:
    """Try to prove a sentence by the rules of the game."""
    return partial(by_rules, context, language="en")
