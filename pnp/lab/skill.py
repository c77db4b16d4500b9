"""The ladder of skill: each policy against the one below it.

If thinking harder wins more often, the game rewards skill. In a game in which no player ever has a choice, no policy
can differ from another.
"""

from __future__ import annotations

from pnp.lab.blocks import PlayPlan
from pnp.lab.intervals import wilson
from pnp.lab.policies import POLICIES, policy
from pnp.lab.report import Rung
from pnp.lab.subject import Play, Subject
from pnp.lab.tallies import Tally

BLOCKS = 12
"""The maximum number of blocks for a rung: slow policies have small blocks, so they play fewer games."""


def pairs(top: str) -> list[tuple[str, str]]:
    """Each policy up to `top`, with the one below it. Raises ValueError for the lowest policy and unknown ones."""
    policy(top)
    names = list(POLICIES)
    names = names[: names.index(top) + 1]
    if len(names) < 2:
        raise ValueError(f"{top!r} is the lowest policy: there is none below it")
    return list(zip(names[1:], names[:-1], strict=True))


def ladder(top: str, subject: Subject, plan: PlayPlan, play: Play) -> list[Rung]:
    """The ladder up to a policy. The plan has the most games for a rung, and the seed. Raises ValueError."""
    return [_rung(pair, subject.game.players, play(subject, _plan(pair, plan))) for pair in pairs(top)]


def _plan(pair: tuple[str, str], plan: PlayPlan) -> PlayPlan:
    return PlayPlan(min(plan.games, BLOCKS * policy(pair[0]).block), plan.seed, pair)


def _rung(pair: tuple[str, str], players: int, tally: Tally) -> Rung:
    """The result of a rung; its share is of the games with a winner."""
    decided = sum(count for result, count in tally.results.items() if result.winners)
    low, high = wilson(tally.challenges, decided)
    even = 1 / players
    answer = "wins more" if low > even else "wins less" if high < even else "cannot tell"
    share = tally.challenges / decided if decided else None
    return Rung(pair[0], pair[1], tally.games, even, share, (low, high), answer, policy(pair[0]).about)
