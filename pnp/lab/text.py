"""Show a report as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pnp.lab.cards import CardNumbers
from pnp.lab.intervals import Interval, Spread
from pnp.lab.leads import Lead
from pnp.lab.report import WITHOUT, Against, BalanceReport, Curve, KitDifference, Point, Solution
from pnp.lab.stakes import Stakes
from pnp.lab.variation import digits

_LABEL = 14


PURE_CHANCE = ["Does skill win?", "  pure chance: no player ever had a choice, so no policy can win more than another"]


def lines(report: BalanceReport) -> list[str]:
    """The report as text."""
    return [
        f"{report.kit}: {report.games:,} games, {report.players} players, policy {report.policy}, seed {report.seed}",
        "in brackets: 95 % intervals",
        "",
        *_fairness(report),
        "",
        *_lengths(report),
        *(["", *_leads(report.leads)] if report.leads else []),
        *(["", *_cards(report)] if report.cards else []),
        *(["", *_skill(report)] if report.skill else ["", *PURE_CHANCE] if not report.decisions.most else []),
        *(["", *_stakes(report.stakes)] if report.stakes else []),
        *[line for curve in report.curves if curve.number != WITHOUT for line in ("", *_curve(curve, report.unit))],
        *[line for section in without_charts(report) for line in ("", *section)],
    ]


def without_charts(report: BalanceReport) -> Iterator[list[str]]:
    """The sections that are text on the page too, each with its heading first."""
    yield from (list(_curve(curve, report.unit)) for curve in report.curves if curve.number == WITHOUT)
    if report.against:
        yield list(_against(report.against))
    if report.solution:
        yield list(_solution(report.solution))


def _row(label: str, text: str) -> str:
    return f"{label:<{_LABEL}}{text}"


def share(value: float, interval: Interval | None = None) -> str:
    """A share in percent, with its interval."""
    text = f"{100 * value:.1f} %"
    return f"{text} [{100 * interval[0]:.1f} to {100 * interval[1]:.1f}]" if interval else text


def _fairness(report: BalanceReport) -> Iterator[str]:
    yield "Is it fair?"
    if report.first_player is None:
        yield _row("  first", "no player begins, or the engine does not report who")
    else:
        yield _row("  first", f"the player who begins wins {share(report.first_player, report.intervals.first_player)}")
    for seat, (value, interval) in enumerate(zip(report.seats, report.intervals.seats, strict=True), start=1):
        yield _row(f"  seat {seat}", f"wins {share(value, interval)}")
    yield _row("  draws", share(report.draws, report.intervals.draws))
    for name, value in report.endings.items():
        yield _row("  ends by", f"{name} {share(value, report.intervals.endings[name])}")
    for one in report.verdicts:
        yield _row("  verdict", one.text)


def _lengths(report: BalanceReport) -> Iterator[str]:
    yield "How long does it take?"
    yield _row(f"  {report.unit}", _spread(report.length, report.intervals.length))
    yield _row("  decisions", _spread(report.decisions, report.intervals.decisions))
    stated = f"; {report.stated_minutes:g} in kit.yaml" if report.stated_minutes is not None else ""
    yield _row("  minutes", _spread(report.minutes, report.intervals.minutes) + f", estimated{stated}")
    if report.decisions.most:
        yield _row("  forced", f"{share(report.forced)} of the players' actions had no alternative")
    if report.drama:
        lead, led = report.drama.lead_changes, report.drama.loser_led
        yield _row("  drama", f"the lead changes {lead.mean:.1f} times, in 90 % of games {lead.p5:g} to {lead.p95:g}; "
                   f"the later loser leads {led.mean:.1f} % of the decisions")  # fmt: skip
    if report.reshuffles:
        yield _row("  reshuffles", f"{report.reshuffles:.2f} per game")


def _spread(spread: Spread, interval: Interval) -> str:
    mean = f"mean {spread.mean:.1f} [{interval[0]:.1f} to {interval[1]:.1f}]"
    return f"{mean}, median {spread.median:g}, 90 % from {spread.p5:g} to {spread.p95:g}, longest {spread.most:g}"


def _leads(leads: list[Lead]) -> Iterator[str]:
    """A table of how often the leader wins."""
    yield "Does the leader win? (the leader in points after a part of the decisions; no leader: of all games)"
    yield _row("  after", f"{'wins':<24}{'draws':>7}{'no leader':>12}")
    for one in leads:
        won = "–" if one.wins is None else share(one.wins, one.interval)
        drawn = "–" if one.draws is None else share(one.draws)
        yield _row(f"  {one.after} %", f"{won:<24}{drawn:>7}{share(one.no_leader):>12}")


_COLUMNS = ("card", "copies", "held", "playable", "played", "GIH WR", "GND WR", "IWD", "played WR")


def _cards(report: BalanceReport) -> Iterator[str]:
    """A table of the cards, and the dead ones by name."""
    yield "Which cards matter? (in % of players; GIH: held, GND: not held, IWD: the difference)"
    rows = [_COLUMNS, *(_card(card) for card in report.cards.values())]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_COLUMNS))]
    for name, *numbers in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(numbers, widths[1:], strict=True))
        yield f"  {name:<{widths[0]}}  {'  '.join(cells)}"
    dead = [f"{card.name} ({card.dead})" for card in report.cards.values() if card.dead]
    yield f"  dead: {', '.join(dead) or 'none'}"


def _card(card: CardNumbers) -> tuple[str, ...]:
    def percent(value: float | None) -> str:
        return "–" if value is None else f"{100 * value:.1f}"

    iwd = "–"
    if card.iwd is not None and card.iwd_interval:
        low, high = card.iwd_interval
        iwd = f"{100 * card.iwd:+.1f} [{100 * low:+.1f} to {100 * high:+.1f}]"
    rest = (percent(card.gih_wr), percent(card.gnd_wr), iwd, percent(card.played_wr))
    return (card.name, str(card.copies), percent(card.held), percent(card.able), percent(card.played), *rest)


def _against(against: Against) -> Iterator[str]:
    """A table of the differences from another kit."""
    yield f"What differs from {against.kit}? (games with the same seeds)"
    rows = [("number", "here", "there", "difference", ""), *(_difference(one) for one in against.differences)]
    widths = [max(len(row[at]) for row in rows) for at in range(5)]
    for name, *cells in rows:
        shown = (f"{cell:>{width}}" for cell, width in zip(cells[:3], widths[1:], strict=False))
        yield f"  {name:<{widths[0]}}  {'  '.join(shown)}  {cells[3]}".rstrip()


def _difference(one: KitDifference) -> tuple[str, str, str, str, str]:
    """A row of the table; means are numbers, everything else is in percent."""
    scale, unit = (1, "") if one.number.endswith(".mean") else (100, " %")
    low, high = (scale * end for end in one.interval)
    change = f"{scale * one.difference:+.2f} [{low:+.2f} to {high:+.2f}]"
    return (one.number, f"{scale * one.here:.1f}{unit}", f"{scale * one.there:.1f}{unit}", change, one.answer)


def _skill(report: BalanceReport) -> Iterator[str]:
    """The ladder of policies."""
    yield "Does skill win? (each policy in one seat, the one below it in all others)"
    for rung in report.skill:
        name = f"{rung.policy} over {rung.over}"
        won = "no game has a winner" if rung.share is None else f"wins {share(rung.share, rung.interval)}"
        yield f"  {name:<24} {won} of {rung.games:,} games, even is {100 * rung.even:g} %: {rung.answer}"
    yield from (f"  {rung.policy}: {rung.cost}" for rung in report.skill)


def _stakes(stakes: Stakes) -> Iterator[str]:
    yield f"How much does a decision matter? (at {stakes.decisions:,} decisions, if all go on at random)"
    for other, value, (low, high) in (
        ("average", stakes.over_average, stakes.over_average_interval),
        ("worst", stakes.over_worst, stakes.over_worst_interval),
    ):
        wins = f"{100 * value:.1f} [{100 * low:.1f} to {100 * high:.1f}]"
        yield _row(f"  {other}", f"the best action wins {wins} games in 100 more than the {other} action")
    yield _row("  actions", f"mean {stakes.actions:.1f}; {stakes.playouts} games played for each of them")


def _solution(solution: Solution) -> Iterator[str]:
    least, most = solution.bounds
    yield "What if neither player makes a mistake? (per game: +1 for a win, -1 for a defeat)"
    if solution.first_player is not None:
        yield _row("  first", f"the player who begins gains {_payoff(solution.first_player)}")
    yield _row("  seat 1", f"gains {_payoff(solution.value)}; the exact number is from {least:+.4f} to {most:+.4f}")
    yield _row("  exact to", f"{solution.exploitability:.4f}, the gain of a perfect opponent (exploitability)")
    yield _row("  solved", f"{solution.positions:,} positions, {solution.decisions:,} decisions, "
               f"{solution.iterations} iterations of CFR+")  # fmt: skip


def _payoff(value: float) -> str:
    return f"{round(value, 3) + 0.0:+.3f}"  # not -0.000


_BAR = 20
"""The width of the longest bar, in characters."""


def _curve(curve: Curve, unit: str) -> Iterator[str]:
    """A response curve, with a bar for the mean length."""
    what = "a card were left out" if curve.number == WITHOUT else f"{curve.number} were different"
    yield f"What if {what}? ({curve.games:,} games each; * is the kit as it is)"
    longest = max((point.length or 0 for point in curve.points), default=0) or 1
    rows = [_point(point, curve, longest) for point in curve.points]
    widths = [max(map(len, cells)) for cells in islice(zip(*rows, strict=False), 3)]
    for row in rows:
        name, *cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
        yield f"  {'  '.join([name, *cells, *row[3:]])}".rstrip()
    yield f"  columns: value, wins of the player who begins (or of each seat){_drawn(curve, ', draws')}, {unit}"
    if not curve.changes:
        yield "  no game differs: this changes nothing that the engine plays"


def _drawn(curve: Curve, text: str) -> str:
    """A text for curves with draws; the empty text for others."""
    return text if any(point.draws for point in curve.points) else ""


def _point(point: Point, curve: Curve, longest: float) -> tuple[str, ...]:
    name = point.value if isinstance(point.value, str) else digits(point.value)
    name += " *" if point.value == curve.current else ""
    if point.refused is not None or point.length is None or point.length_interval is None:
        return (name, f"cannot be played: {point.refused}", "")
    wins = ", ".join(share(value) for value in point.seats)
    if point.first_player is not None:
        wins = share(point.first_player, point.first_player_interval)
    if point.draws is not None:
        wins += _drawn(curve, f", draws {share(point.draws)}")
    low, high = point.length_interval
    bar = "█" * round(_BAR * point.length / longest)
    return (name, wins, f"{point.length:.1f} [{low:.1f} to {high:.1f}]", bar)
