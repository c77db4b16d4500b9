"""Shares and means with 95 % intervals, quantiles, and the verdicts that intervals allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10, sqrt
from statistics import NormalDist

Z = 1.959964
"""Standard deviations on both sides of a normal distribution that contain 95 % of it."""

DOUBT = 0.002
"""How often a verdict may call a fair share unfair: once in 500 looks. With 95 % it would be once in twenty, and a few
looks at a fair game, each with another seed, would find it unfair."""
MARGIN = 0.02
"""A share nearer than this to the even one counts as fair."""

Interval = tuple[float, float]


def wilson(count: int, of: int, z: float = Z) -> Interval:
    """The interval of Wilson for a share, by default of 95 %; it is between 0 and 1, also for few games and shares near
    0 or 1. `z` is its half width in standard deviations."""
    if of == 0:
        return (0.0, 1.0)
    share, square = count / of, z * z / of
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    return (max(0.0, middle - half), min(1.0, middle + half))


def difference(one: tuple[int, int], other: tuple[int, int]) -> Interval:
    """The 95 % interval of Newcombe for the difference of two independent shares, each a count and its total."""
    (a, n), (b, m) = one, other
    p, q = (a / n if n else 0.0), (b / m if m else 0.0)
    (low_p, high_p), (low_q, high_q) = wilson(a, n), wilson(b, m)
    return (
        p - q - sqrt((p - low_p) ** 2 + (high_q - q) ** 2),
        p - q + sqrt((high_p - p) ** 2 + (q - low_q) ** 2),
    )


def mean_of(values: Iterable[float]) -> tuple[float, Interval]:
    """The mean of some values, and its 95 % interval by the normal distribution. There is at least one value."""
    listed = list(values)
    count = len(listed)
    mean = sum(listed) / count
    deviation = sqrt(sum((value - mean) ** 2 for value in listed) / max(1, count - 1))
    half = Z * deviation / sqrt(count)
    return mean, (mean - half, mean + half)


@dataclass(frozen=True)
class Spread:
    """How a number differs from game to game."""

    mean: float
    """The mean of all games."""
    p5: float
    """5 % of the games have this or less."""
    p25: float
    """25 % of the games have this or less."""
    median: float
    """Half of the games have this or less."""
    p75: float
    """75 % of the games have this or less."""
    p95: float
    """95 % of the games have this or less."""
    most: float
    """The largest number."""


def spread(counts: Counter[int], unit: float = 1) -> Spread:
    """The spread of numbers that are counted, each divided by `unit`. There is at least one."""
    total = counts.total()
    ordered = sorted(counts.items())
    mean = sum(value * count for value, count in ordered) / total

    def quantile(share: float) -> float:
        below = 0
        for value, count in ordered:
            below += count
            if below >= share * total:
                return round(value / unit, 2)
        return round(ordered[-1][0] / unit, 2)

    return Spread(
        mean=round(mean / unit, 3),
        p5=quantile(0.05),
        p25=quantile(0.25),
        median=quantile(0.5),
        p75=quantile(0.75),
        p95=quantile(0.95),
        most=quantile(1),
    )


def mean_interval(counts: Counter[int], unit: float = 1) -> Interval:
    """The 95 % interval of the mean of numbers that are counted."""
    total = counts.total()
    mean = sum(value * count for value, count in counts.items()) / total
    square = sum(count * (value - mean) ** 2 for value, count in counts.items()) / max(1, total - 1)
    half = Z * sqrt(square / total)
    return ((mean - half) / unit, (mean + half) / unit)


def _needed(count: int, of: int, even: float, z: float) -> int:
    """About how many games more are needed to tell a share from `even`, to two digits.

    If they are nearer than the margin, the games that make the interval as narrow as that.
    """
    share = count / of if of else even
    apart = max(abs(share - even), MARGIN)
    more = z * z * max(share * (1 - share), 0.01) / (apart * apart) - of
    more = max(more, of / 10, 100)
    step = 10 ** max(0, floor(log10(more)) - 1)
    return int(ceil(more / step) * step)


@dataclass(frozen=True)
class IntervalVerdict:
    """What the interval of a share allows to say."""

    about: str
    """What the share is of: first player, seat 1 …"""
    answer: str
    """`ahead`, `behind`, `fair` or `cannot tell`."""
    text: str
    """The answer as a sentence."""
    more_games: int = 0
    """About how many games more are needed to tell; 0 if the answer is known."""


def verdict(about: str, count: int, of: int, even: float, questions: int = 1) -> IntervalVerdict:
    """The verdict on a share: whether it is above or below the even one, or near enough to it.

    `fair` needs a 95 % interval that is within the margin around the even share, `ahead` and `behind` one without that
    share, which is wider: see DOUBT. If the same is asked of several seats, one of them is often outside its interval
    by chance. So the intervals are as much wider as makes all of the verdicts true together (Bonferroni).
    """
    low, high = wilson(count, of, NormalDist().inv_cdf(1 - 0.025 / questions))
    sure = NormalDist().inv_cdf(1 - DOUBT / 2 / questions)
    lowest, highest = wilson(count, of, sure)
    near = even - MARGIN < low and high < even + MARGIN
    side = "ahead" if low > even else "behind" if high < even else ""
    if near or lowest > even or highest < even:
        text = f"{about} {side}" if side else f"{about}: fair"
        margin = f", within {100 * MARGIN:g} points in 100" if near else ""
        return IntervalVerdict(about, side or "fair", f"{text}{margin}")
    more = _needed(count, of, even, sure)
    games = f"about {more:,} games more"
    unsure = f"perhaps {side}, look again with {games}" if side else f"cannot tell, {games} needed"
    return IntervalVerdict(about, "cannot tell", f"{about}: {unsure}", more)
