"""The charts of a report, for its sections and as files of their own."""

from __future__ import annotations

from typing import NamedTuple

from pnp.lab.charts import ChartRow, curve, funnel, histogram, ribbon, whiskers
from pnp.lab.intervals import Interval, wilson
from pnp.lab.report import BalanceReport, Curve

_INTERVALS = "with 95 % intervals"
_EVEN = f"{_INTERVALS}; dashed: the even share"


class Figure(NamedTuple):
    """A chart as SVG, with its name, its title, its key, and what was played for it."""

    name: str
    title: str
    chart: str
    key: str
    played: str


Figures = tuple[Figure, ...]
"""The charts of a section; none if the report lacks what they show."""


def _games(report: BalanceReport) -> str:
    return f"{report.games:,} games, policy {report.policy}"


def seats(report: BalanceReport) -> Figures:
    """The shares of wins of each seat, and of the player who begins."""
    wins = [round(share * report.games) for share in report.seats]
    decided = report.games - round(report.draws * report.games)
    rows = [
        ChartRow(f"seat {seat}", won / max(1, decided), *wilson(won, decided)) for seat, won in enumerate(wins, start=1)
    ]
    if report.first_player is not None and report.intervals.first_player is not None:
        rows.insert(0, ChartRow("who begins", report.first_player, *report.intervals.first_player))
    title, even = "Shares of wins", sum(wins) / max(1, decided) / report.players
    key = f"{_INTERVALS}, of the games with a winner; dashed: the even share"
    return (Figure("seats", title, whiskers(title, rows, even), key, _games(report)),)


def lengths(report: BalanceReport) -> Figures:
    """The number of games by length."""
    title = f"Games by {report.unit}"
    chart = histogram(title, report.lengths, report.length.median, report.unit)
    return (Figure("lengths", title, chart, "dashed: the median", _games(report)),)


def leads(report: BalanceReport) -> Figures:
    """How often the leader wins, by the time in the game."""
    rows = [(one.after, ChartRow("", one.wins, *one.interval)) for one in report.leads if one.wins is not None]
    if not rows:
        return ()
    title = "Wins of the leader"
    chart = ribbon(title, rows, 1 / report.players, "of the decisions of a game")
    return (Figure("leads", title, chart, _EVEN, _games(report)),)


def cards(report: BalanceReport) -> Figures:
    """The wins with each card in hand, minus those without it; and from the hand to the table."""
    compared = [(card.iwd, card) for card in report.cards.values() if card.iwd is not None]
    best = sorted(compared, key=lambda item: -item[0])
    rows = [ChartRow(card.name, iwd, *card.iwd_interval) for iwd, card in best if card.iwd_interval]
    title, games = "Wins with a card in hand, minus wins without it", _games(report)
    found = (Figure("cards", title, whiskers(title, rows, 0, signed=True), _INTERVALS, games),) if rows else ()
    shares = [(card.name, (card.held, card.able, card.played)) for card in report.cards.values()]
    title = "From the hand to the table, by card"
    chart = funnel(title, ("players held it", "playable", "players played it"), shares)
    return (*found, Figure("funnel", title, chart, "playable: of the decisions with the card in hand", games))


def skill(report: BalanceReport) -> Figures:
    """The wins of each policy over the one below it."""
    rows = [
        ChartRow(f"{rung.policy} over {rung.over}", rung.share, *rung.interval)
        for rung in report.skill
        if rung.share is not None
    ]
    if not rows:
        return ()
    title, played = "Wins of each policy over the one below it", (f"{r.policy} {r.games:,} games" for r in report.skill)
    return (Figure("skill", title, whiskers(title, rows, report.skill[0].even), _EVEN, "; ".join(played)),)


def stakes(report: BalanceReport) -> Figures:
    """The wins of the best action, minus those of others."""
    found = report.stakes
    if found is None:
        return ()
    rows = [
        ChartRow("average action", found.over_average, *found.over_average_interval),
        ChartRow("worst action", found.over_worst, *found.over_worst_interval),
    ]
    title = "Wins of the best action, minus wins of others"
    played = f"{found.decisions} decisions, {found.playouts} games for each action"
    return (Figure("stakes", title, whiskers(title, rows, 0, signed=True), _INTERVALS, played),)


def curves(one: Curve, report: BalanceReport) -> Figures:
    """The wins of the player who begins, and the mean length, by a number; none for cards that are left out."""
    wins = [(point.value, point.first_player, point.first_player_interval) for point in one.points]
    means = [(point.value, point.length, point.length_interval) for point in one.points]
    played = f"{one.games:,} games each, policy {report.policy}"
    return (
        *_curve("wins", f"Wins of the player who begins, by {one.number}", one, wins, played),
        *_curve("length", f"Mean {report.unit}, by {one.number}", one, means, played),
    )


def _curve(
    what: str, title: str, one: Curve, points: list[tuple[float | str, float | None, Interval | None]], played: str
) -> Figures:
    rows = [
        (at, ChartRow("", value, *interval))
        for at, value, interval in points
        if not isinstance(at, str) and value is not None and interval
    ]
    if isinstance(one.current, str) or not rows:
        return ()
    chart = curve(title, rows, one.current, percent=what == "wins")
    return (Figure(f"{one.number}-{what}", title, chart, f"{_INTERVALS}; dashed: the kit as it is", played),)
