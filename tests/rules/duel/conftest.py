"""What is seen of the duel, and the words of sentences about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import play_of, words_of
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job
from pnp.rules.claims import Play, Verdict, prove

Try = Callable[[str, str], Verdict]


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


@pytest.fixture(scope="session")
def tried(context: CheckContext, play: Play) -> Try:
    """Try to prove a sentence by a claim, by its name."""

    def prove_by(name: str, text: str) -> Verdict:
        words = words_of(context, text)
        assert context.proof
        assert words
        return prove(context.proof.claims()[name], words, play)

    return prove_by
