"""The charts of a report, for the page and as files of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.lab.charts import ChartRow, curve, funnel, histogram, ribbon, standalone, whiskers
from pnp.lab.intervals import Interval, wilson
from pnp.lab.report import BalanceReport, Curve
from pnp.lab.stakes import Stakes

_INTERVALS = "with 95 % intervals"


class Figure(NamedTuple):
    """A chart with its name, its key, and what was played for it."""

    name: str
    chart: str | None
    key: str
    played: str


def files(report: BalanceReport) -> dict[str, bytes]:
    """The figures as SVG files, by their names."""
    found = {}
    for figure in figures(report):
        if figure.chart is None:
            continue
        name = re.sub(r"[^\w.-]", "_", figure.name, flags=re.ASCII)
        while f"{name}.svg" in found:  # a number that is varied twice
            name += "_"
        played = f"{report.kit}, {report.players} players, seed {report.seed}: {figure.played}"
        found[f"{name}.svg"] = standalone(figure.chart, figure.key, played).encode()
    return found


def figures(report: BalanceReport) -> Iterator[Figure]:
    """All charts that a report can have: those of its page, and the funnel of cards, which is a table there."""
    games = f"{report.games:,} games, policy {report.policy}"
    yield Figure("seats", seats(report), f"{_INTERVALS}, of the games with a winner; dashed: the even share", games)
    yield Figure("lengths", lengths(report), "dashed: the median", games)
    yield Figure("leads", leads(report), f"{_INTERVALS}; dashed: the even share", games)
    yield Figure("cards", cards(report), _INTERVALS, games)
    yield Figure("funnel", _funnel(report), "playable: of the decisions with the card in hand", games)
    rungs = "; ".join(f"{rung.policy} {rung.games:,} games" for rung in report.skill)
    yield Figure("skill", skill(report), f"{_INTERVALS}; dashed: the even share", rungs)
    if report.stakes:
        played = f"{report.stakes.decisions} decisions, {report.stakes.playouts} games for each action"
        yield Figure("stakes", stakes(report.stakes), _INTERVALS, played)
    for one in report.curves:
        played, key = f"{one.games:,} games each, policy {report.policy}", f"{_INTERVALS}; dashed: the kit as it is"
        wins, length = curves(one, report)
        yield Figure(f"{one.number}-wins", wins, key, played)
        yield Figure(f"{one.number}-length", length, key, played)


def seats(report: BalanceReport) -> str:
    """The shares of wins of each seat, and of the player who begins."""
    wins = [round(share * report.games) for share in report.seats]
    decided = report.games - round(report.draws * report.games)
    rows = [
        ChartRow(f"seat {seat}", won / max(1, decided), *wilson(won, decided)) for seat, won in enumerate(wins, start=1)
    ]
    if report.first_player is not None and report.intervals.first_player is not None:
        rows.insert(0, ChartRow("who begins", report.first_player, *report.intervals.first_player))
    even = sum(wins) / max(1, decided) / report.players
    return whiskers("Shares of wins", rows, even)


def lengths(report: BalanceReport) -> str:
    """The number of games by length."""
    return histogram(f"Games by {report.unit}", report.lengths, report.length.median, report.unit)


def leads(report: BalanceReport) -> str | None:
    """How often the leader wins, by the time in the game."""
    rows = [(one.after, ChartRow("", one.wins, *one.interval)) for one in report.leads if one.wins is not None]
    return ribbon("Wins of the leader", rows, 1 / report.players, "of the decisions of a game") if rows else None


def cards(report: BalanceReport) -> str | None:
    """The wins with each card in hand, minus those without it."""
    compared = [(card.iwd, card) for card in report.cards.values() if card.iwd is not None]
    best = sorted(compared, key=lambda item: -item[0])
    rows = [ChartRow(card.name, iwd, *card.iwd_interval) for iwd, card in best if card.iwd_interval]
    title = "Wins with a card in hand, minus wins without it"
    return whiskers(title, rows, 0, signed=True) if rows else None


def _funnel(report: BalanceReport) -> str | None:
    rows = [(card.name, (card.held, card.able, card.played)) for card in report.cards.values()]
    stages = ("players held it", "playable", "players played it")
    return funnel("From the hand to the table, by card", stages, rows) if rows else None


def skill(report: BalanceReport) -> str | None:
    """The wins of each policy over the one below it."""
    rows = [
        ChartRow(f"{rung.policy} over {rung.over}", rung.share, *rung.interval)
        for rung in report.skill
        if rung.share is not None
    ]
    return whiskers("Wins of each policy over the one below it", rows, report.skill[0].even) if rows else None


def stakes(found: Stakes) -> str:
    """The wins of the best action, minus those of others."""
    rows = [
        ChartRow("average action", found.over_average, *found.over_average_interval),
        ChartRow("worst action", found.over_worst, *found.over_worst_interval),
    ]
    return whiskers("Wins of the best action, minus wins of others", rows, 0, signed=True)


def curves(one: Curve, report: BalanceReport) -> tuple[str | None, str | None]:
    """The wins of the player who begins, and the mean length, by a number; None for cards that are left out."""
    wins = [(point.value, point.first_player, point.first_player_interval) for point in one.points]
    means = [(point.value, point.length, point.length_interval) for point in one.points]
    return (
        _curve(f"Wins of the player who begins, by {one.number}", wins, one.current, percent=True),
        _curve(f"Mean {report.unit}, by {one.number}", means, one.current, percent=False),
    )


def _curve(
    title: str, points: list[tuple[float | str, float | None, Interval | None]], now: float | str, *, percent: bool
) -> str | None:
    rows = [
        (at, ChartRow("", value, *interval))
        for at, value, interval in points
        if not isinstance(at, str) and value is not None and interval
    ]
    if isinstance(now, str) or not rows:
        return None
    return curve(title, rows, now, percent=percent)
