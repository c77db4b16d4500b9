"""Verdicts: what may be said about a share, given its interval."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

from pnp.pipeline.balance.intervals import needed, wilson

MARGIN = 0.02
"""A share nearer than this to the even one counts as fair."""


@dataclass(frozen=True)
class Verdict:
    """What the interval of a share allows to say."""

    about: str
    """What the share is of: first player, seat 1 …"""
    answer: str
    """`ahead`, `behind`, `fair` or `cannot tell`."""
    text: str
    """The answer as a sentence."""
    more_games: int = 0
    """About how many games more are needed to tell; 0 if the answer is known."""


def verdict(about: str, count: int, of: int, even: float, questions: int = 1) -> Verdict:
    """The verdict on a share: whether it is above or below the even one, or near enough to it.

    `ahead` and `behind` need an interval without the even share, `fair` one that is within the margin around it. If the
    same is asked of several seats, one of them is often outside its 95 % interval by chance. So the interval is as much
    wider as makes all of the verdicts true together in 95 % of runs (Bonferroni).
    """
    z = NormalDist().inv_cdf(1 - 0.025 / questions)
    low, high = wilson(count, of, z)
    near = even - MARGIN < low and high < even + MARGIN
    if near or low > even or high < even:
        answer = "ahead" if low > even else "behind" if high < even else "fair"
        text = f"{about} {answer}" if answer != "fair" else f"{about}: fair"
        if near:
            text += f", within {100 * MARGIN:g} points in 100"
        return Verdict(about, answer, text)
    more = needed(count, of, even, MARGIN, z)
    return Verdict(about, "cannot tell", f"{about}: cannot tell, about {more:,} games more needed", more)
