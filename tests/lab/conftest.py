"""Small samples of the shipped games, each played once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.lab.blocks import PlayPlan
from pnp.lab.report import BalanceReport, make_report
from pnp.lab.sampling import sample, whole
from pnp.lab.subject import Subject, open_subject
from pnp.lab.tallies import Tally
from pnp.rules.folder import open_engine
from pnp.rules.game import Game
from tests.conftest import SIX
from tests.support.engines import engine

__all__ = ["engine", "lab"]


@pytest.fixture
def six_cards() -> Game[Any]:
    """Duel with six cards: one exchange of one card each, and the first point wins. It is small enough to be solved."""
    made = open_engine(SIX, Diagnostics())
    assert made is not None
    return made


class Played(NamedTuple):
    """A sample and its report."""

    subject: Subject
    plan: PlayPlan
    tally: Tally
    report: BalanceReport


@cache
def played(name: str, games: int = 300, **options: Any) -> Played:
    """The report of some games of a shipped kit."""
    players = options.pop("players", None)
    subject = open_subject(name, paths.data_folder() / name, Diagnostics(), players)
    plan = PlayPlan(games, cards=True, **options)
    tally = whole(sample(subject.game, plan, workers=1))
    return Played(subject, plan, tally, make_report(subject, plan, tally))


@pytest.fixture(scope="session")
def lab() -> Callable[..., Played]:
    return played
