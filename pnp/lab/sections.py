"""The sections of a report: for each question its charts, facts and table. Text and page show the same ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.lab.cards import CardNumbers
from pnp.lab.charts import ChartRow, curve, funnel, histogram, ribbon, standalone, whiskers
from pnp.lab.intervals import Interval, Spread, wilson
from pnp.lab.report import WITHOUT, Against, BalanceReport, Curve, KitDifference, Point, Solution, Stakes
from pnp.lab.variation import digits


class Bar(NamedTuple):
    """A cell that shows a share from 0 to 1 as a bar."""

    share: float


Cell = str | Bar


class SectionTable(NamedTuple):
    """A table; `left` has the numbers of the columns that are aligned on the left, from 0."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left: frozenset[int] = frozenset({0})


class Section(NamedTuple):
    """The answer to one question."""

    title: str
    about: str = ""
    """How to read it."""
    facts: tuple[tuple[str, str], ...] = ()
    """Labels and what is true of them."""
    table: SectionTable | None = None
    charts: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences below everything else."""


def sections(report: BalanceReport) -> Iterator[Section]:
    """The sections of a report, each only if there is something to show."""
    yield Section("Is it fair?", facts=tuple(_fairness(report)), charts=seats(report))
    yield Section("How long does it take?", facts=tuple(_lengths(report)), charts=lengths(report))
    if report.leads:
        yield _leads(report)
    if report.cards:
        yield _cards(report)
    if report.skill:
        yield _skill(report)
    elif not report.decisions.most:
        chance = "pure chance: no player ever had a choice, so no policy can win more than another"
        yield Section("Does skill win?", notes=(chance,))
    if report.stakes:
        yield _stakes(report, report.stakes)
    yield from (_curve(curve, report) for curve in report.curves)
    if report.against:
        yield _against(report.against)
    if report.solution:
        yield Section(
            "What if neither player makes a mistake?",
            "per game: +1 for a win, -1 for a defeat",
            tuple(_solution(report.solution)),
        )


def _share(value: float | None, interval: Interval | None = None) -> str:
    """A share in percent, with its interval."""
    if value is None:
        return "–"
    return f"{100 * value:.1f} %" + (f" [{100 * interval[0]:.1f} to {100 * interval[1]:.1f}]" if interval else "")


def _fairness(report: BalanceReport) -> Iterator[tuple[str, str]]:
    if report.first_player is None:
        yield "first", "no player begins, or the engine does not report who"
    else:
        yield "first", f"the player who begins wins {_share(report.first_player, report.intervals.first_player)}"
    for seat, (value, interval) in enumerate(zip(report.seats, report.intervals.seats, strict=True), start=1):
        yield f"seat {seat}", f"wins {_share(value, interval)}"
    yield "draws", _share(report.draws, report.intervals.draws)
    yield from (
        ("ends by", f"{name} {_share(v, report.intervals.endings[name])}") for name, v in report.endings.items()
    )
    yield from (("verdict", verdict.text) for verdict in report.verdicts)


def _lengths(report: BalanceReport) -> Iterator[tuple[str, str]]:
    yield report.unit, _spread(report.length, report.intervals.length)
    yield "decisions", _spread(report.decisions, report.intervals.decisions)
    stated = f"; {report.stated_minutes:g} in kit.yaml" if report.stated_minutes is not None else ""
    yield "minutes", f"{_spread(report.minutes, report.intervals.minutes)}, estimated{stated}"
    if report.decisions.most:
        yield "forced", f"{_share(report.forced)} of the players' actions had no alternative"
    if report.drama:
        lead, led = report.drama.lead_changes, report.drama.loser_led
        often = f"the lead changes {lead.mean:.1f} times, in 90 % of games {lead.p5:g} to {lead.p95:g}"
        yield "drama", f"{often}; the later loser leads {led.mean:.1f} % of the decisions"
    if report.reshuffles:
        yield "reshuffles", f"{report.reshuffles:.2f} per game"


def _spread(spread: Spread, interval: Interval) -> str:
    mean = f"mean {spread.mean:.1f} [{interval[0]:.1f} to {interval[1]:.1f}]"
    return f"{mean}, median {spread.median:g}, 90 % from {spread.p5:g} to {spread.p95:g}, longest {spread.most:g}"


def _leads(report: BalanceReport) -> Section:
    """How often the leader wins."""
    rows = (
        (f"{lead.after} %", _share(lead.wins, lead.interval), _share(lead.draws), _share(lead.no_leader))
        for lead in report.leads
    )
    return Section(
        "Does the leader win?",
        "the leader in points after a part of the decisions; no leader: of all games",
        table=SectionTable(("after", "wins", "draws", "no leader"), tuple(rows), frozenset({0, 1})),
        charts=leads(report),
    )


def _cards(report: BalanceReport) -> Section:
    dead = ", ".join(f"{card.name} ({card.dead})" for card in report.cards.values() if card.dead)
    head = ("card", "copies", "held", "playable", "played", "GIH WR", "GND WR", "IWD", "played WR")
    return Section(
        "Which cards matter?",
        "in % of players; GIH: held, GND: not held, IWD: the difference, which is no proof of a cause",
        table=SectionTable(head, tuple(_card(card) for card in report.cards.values())),
        charts=cards(report),
        notes=(f"dead: {dead or 'none'}",),
    )


def _card(card: CardNumbers) -> tuple[str, ...]:
    def percent(value: float | None) -> str:
        return "–" if value is None else f"{100 * value:.1f}"

    iwd = "–"
    if card.iwd is not None and card.iwd_interval:
        low, high = card.iwd_interval
        iwd = f"{100 * card.iwd:+.1f} [{100 * low:+.1f} to {100 * high:+.1f}]"
    rest = (percent(card.gih_wr), percent(card.gnd_wr), iwd, percent(card.played_wr))
    return (card.name, str(card.copies), percent(card.held), percent(card.able), percent(card.played), *rest)


def _skill(report: BalanceReport) -> Section:
    """The ladder of policies."""
    facts = []
    for rung in report.skill:
        won = "no game has a winner" if rung.share is None else f"wins {_share(rung.share, rung.interval)}"
        answer = f"{won} of {rung.games:,} games, even is {100 * rung.even:g} %: {rung.answer}"
        facts.append((f"{rung.policy} over {rung.over}", answer))
    costs = tuple(f"{rung.policy}: {rung.cost}" for rung in report.skill)
    about = "each policy in one seat, the one below it in all others"
    return Section("Does skill win?", about, tuple(facts), charts=skill(report), notes=costs)


def _stakes(report: BalanceReport, measured: Stakes) -> Section:
    facts = []
    for other, value, (low, high) in (
        ("average", measured.over_average, measured.over_average_interval),
        ("worst", measured.over_worst, measured.over_worst_interval),
    ):
        wins = f"{100 * value:.1f} [{100 * low:.1f} to {100 * high:.1f}]"
        facts.append((other, f"the best action wins {wins} games in 100 more than the {other} action"))
    facts.append(("actions", f"mean {measured.actions:.1f}; {measured.playouts} games played for each of them"))
    about = f"at {measured.decisions:,} decisions, if all go on at random"
    return Section("How much does a decision matter?", about, tuple(facts), charts=stakes(report))


def _solution(solution: Solution) -> Iterator[tuple[str, str]]:
    least, most = solution.bounds
    if solution.first_player is not None:
        yield "first", f"the player who begins gains {_payoff(solution.first_player)}"
    yield "seat 1", f"gains {_payoff(solution.value)}; the exact number is from {least:+.4f} to {most:+.4f}"
    yield "exact to", f"{solution.exploitability:.4f}, the gain of a perfect opponent (exploitability)"
    found = f"{solution.positions:,} positions, {solution.decisions:,} decisions"
    yield "solved", f"{found}, {solution.iterations} iterations of CFR+"


def _payoff(value: float) -> str:
    return f"{round(value, 3) + 0.0:+.3f}"  # not -0.000


def _curve(curve: Curve, report: BalanceReport) -> Section:
    """A response curve, with a bar for the mean length."""
    what = "a card were left out" if curve.number == WITHOUT else f"{curve.number} were different"
    longest = max((point.length or 1 for point in curve.points), default=1)
    of_whom = "the player who begins" if any(point.first_player is not None for point in curve.points) else "each seat"
    same = () if curve.changes else ("no game differs: this changes nothing that the engine plays",)
    refused = tuple(f"{_value(each, curve)} cannot be played: {each.refused}" for each in _refused(curve.points))
    return Section(
        f"What if {what}?",
        f"{curve.games:,} games each; * is the kit as it is",
        table=SectionTable(
            ("value", f"wins of {of_whom}", *(("draws",) if _has_draws(curve) else ()), report.unit, ""),
            tuple(_point(point, curve, longest) for point in curve.points if point.length is not None),
            frozenset(range(5)),
        ),
        charts=curves(curve, report),
        notes=(*refused, *same),
    )


def _refused(points: Iterable[Point]) -> Iterator[Point]:
    return (point for point in points if point.refused is not None)


def _has_draws(curve: Curve) -> bool:
    return any(point.draws for point in curve.points)


def _value(point: Point, curve: Curve) -> str:
    name = point.value if isinstance(point.value, str) else digits(point.value)
    return f"{name} *" if point.value == curve.current else name


def _point(point: Point, curve: Curve, longest: float) -> tuple[Cell, ...]:
    length, interval = point.length or 0.0, point.length_interval or (0.0, 0.0)
    wins = ", ".join(_share(value) for value in point.seats)
    if point.first_player is not None:
        wins = _share(point.first_player, point.first_player_interval)
    draws = (_share(point.draws),) if _has_draws(curve) else ()
    mean = f"{length:.1f} [{interval[0]:.1f} to {interval[1]:.1f}]"
    return (_value(point, curve), wins, *draws, mean, Bar(length / longest))


def _against(against: Against) -> Section:
    return Section(
        f"What differs from {against.kit}?",
        "games with the same seeds",
        table=SectionTable(
            ("number", "here", "there", "difference", ""),
            tuple(_difference(difference) for difference in against.differences),
            frozenset({0, 4}),
        ),
    )


def _difference(found: KitDifference) -> tuple[str, str, str, str, str]:
    """A row of the table; means are numbers, everything else is in percent."""
    scale, unit = (1, "") if found.number.endswith(".mean") else (100, " %")
    low, high = (scale * end for end in found.interval)
    change = f"{scale * found.difference:+.2f} [{low:+.2f} to {high:+.2f}]"
    return (found.number, f"{scale * found.here:.1f}{unit}", f"{scale * found.there:.1f}{unit}", change, found.answer)


def chart_files(report: BalanceReport) -> dict[str, bytes]:
    """The charts of all sections as SVG files, by their names."""
    found: dict[str, bytes] = {}
    for figure in (figure for section in sections(report) for figure in section.charts):
        name = re.sub(r"[^\w.-]", "_", figure.name, flags=re.ASCII)
        while f"{name}.svg" in found:  # a number that is varied twice
            name += "_"
        played = f"{report.kit}, {report.players} players, seed {report.seed}: {figure.played}"
        found[f"{name}.svg"] = standalone(figure.chart, figure.key, played).encode()
    return found


# Charts -------------------------------------------------------------------------------------------------------

# Each is shown in its section, and written as a file of its own.

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
        *_curve_figures("wins", f"Wins of the player who begins, by {one.number}", one, wins, played),
        *_curve_figures("length", f"Mean {report.unit}, by {one.number}", one, means, played),
    )


def _curve_figures(
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
