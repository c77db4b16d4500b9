"""Small samples of the shipped games, each played once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline.balance.report import Report, make_report
from pnp.pipeline.balance.subject import Subject, open_subject
from pnp.rules.blocks import Plan
from pnp.rules.sampling import sample, whole
from pnp.rules.tallies import Tally


class Played(NamedTuple):
    """A sample and its report."""

    subject: Subject
    plan: Plan
    tally: Tally
    report: Report


@cache
def played(name: str, games: int = 300, **options: Any) -> Played:
    """The report of some games of a shipped kit."""
    players = options.pop("players", None)
    subject = open_subject(name, paths.data_folder() / name, Diagnostics(), players)
    plan = Plan(games, cards=True, **options)
    tally = whole(sample(subject.game, plan, workers=1))
    return Played(subject, plan, tally, make_report(subject, plan, tally))


@pytest.fixture(scope="session")
def lab() -> Callable[..., Played]:
    return played
