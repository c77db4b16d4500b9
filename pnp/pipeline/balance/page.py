"""Show a report as one HTML page with charts. The page loads nothing from elsewhere and runs no script."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pnp.pipeline.balance import text
from pnp.pipeline.balance.charts import Row, bar, curve, histogram, ribbon, whiskers
from pnp.pipeline.balance.intervals import wilson
from pnp.pipeline.balance.report import Curve, Report

_STYLE = """
:root { --ink: #1c1c1c; --soft: #5c5c5c; --paper: #ffffff; --line: #d5d5d5; --data: #0b6bb0; --even: #b3541e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececec; --soft: #a9a9a9; --paper: #17181a; --line: #3c3e42; --data: #6db8ef; --even: #f0a36b; }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 840px; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p.note, caption { color: var(--soft); } caption { text-align: left; padding-bottom: .5rem; }
svg { display: block; width: 100%; height: auto; } svg.small { display: inline-block; width: 56px; height: 10px; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .5rem .2rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
text { fill: var(--ink); font: 13px system-ui, sans-serif; } .label { text-anchor: end; } .tick { text-anchor: middle; }
.axis { stroke: var(--soft); } .grid { stroke: var(--line); }
.even { stroke: var(--even); stroke-width: 1.5; stroke-dasharray: 5 4; }
.whisker { stroke: var(--data); stroke-width: 3; }
.dot, .bar { fill: var(--data); } .curve { fill: none; stroke: var(--data); stroke-width: 1.5; }
.band { fill: var(--data); fill-opacity: .22; }
@media (max-width: 600px) { text { font-size: 22px; } .whisker { stroke-width: 5; } .curve { stroke-width: 3; } }
"""


def page(report: Report) -> str:
    """The page of a report."""
    about = (
        f"{report.games:,} games of {report.players} players, policy {report.policy}, seed {report.seed}. "
        "Lines through dots are 95 % intervals."
    )
    sections = [
        *_fairness(report),
        *_lengths(report),
        *_leads(report),
        *_cards(report),
        *_skill(report),
        *_stakes(report),
    ]
    sections += [line for one in report.curves for line in _curve(one, report)]
    sections += [line for heading, *rest in text.without_charts(report) for line in _as_text(heading, rest)]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Balance of {escape(report.kit)}</title>",
            f"<style>{_STYLE}</style></head>",
            f"<body><h1>Balance of {escape(report.kit)}</h1>",
            f'<p class="note">{escape(about)}</p>',
            *sections,
            "<details><summary>The report as text</summary>",
            f"<pre>{escape(chr(10).join(text.lines(report)))}</pre></details>",
            "</body></html>",
        ]
    )


def _fairness(report: Report) -> Iterator[str]:
    yield "<h2>Is it fair?</h2>"
    wins = [round(share * report.games) for share in report.seats]
    decided = report.games - round(report.draws * report.games)
    rows = [Row(f"seat {seat}", won / max(1, decided), *wilson(won, decided)) for seat, won in enumerate(wins, start=1)]
    if report.first_player is not None and report.intervals.first_player is not None:
        rows.insert(0, Row("who begins", report.first_player, *report.intervals.first_player))
    yield f"<p>{escape('; '.join(one.text for one in report.verdicts))}.</p>"
    yield whiskers("Shares of wins", rows, sum(wins) / max(1, decided) / report.players)
    endings = ", ".join(f"{name} {text.share(share)}" for name, share in report.endings.items())
    rest = f"Draws: {text.share(report.draws)}. Endings: {escape(endings)}."
    yield f'<p class="note">Of the games with a winner; the dashed line is the even share. {rest}</p>'


def _lengths(report: Report) -> Iterator[str]:
    yield "<h2>How long does it take?</h2>"
    length, minutes = report.length, report.minutes
    yield histogram(f"Games by {report.unit}", report.lengths, length.median, report.unit)
    choice = f"{report.decisions.mean:.1f} decisions" if report.decisions.most else "no decision"
    forced = (
        f" {text.share(report.forced)} of the players' actions had no alternative." if report.decisions.most else ""
    )
    stated = f"; {report.stated_minutes:g} in kit.yaml" if report.stated_minutes is not None else ""
    yield (
        f'<p class="note">Mean {length.mean:.1f} {escape(report.unit)}; the dashed line is the median, '
        f"{length.median:g}. A game has {choice} and takes about {minutes.mean:.0f} minutes, 90 % of them "
        f"{minutes.p5:.0f} to {minutes.p95:.0f}{stated}.{forced}</p>"
    )


def _leads(report: Report) -> Iterator[str]:
    rows = [(one.after, Row("", one.wins, *one.interval)) for one in report.leads if one.wins is not None]
    if rows:
        yield "<h2>Does the leader win?</h2>"
        yield ribbon("Wins of the leader", rows, 1 / report.players, "of the decisions of a game")
        level = ", ".join(f"{one.after} %: {text.share(one.no_leader)}" for one in report.leads)
        yield (
            '<p class="note">How often the player wins who leads in points at this time; the band has the 95 % '
            f"intervals, the dashed line is the even share. Games in which no player leads, after {level}.</p>"
        )


def _cards(report: Report) -> Iterator[str]:
    if not report.cards:
        return
    yield "<h2>Which cards matter?</h2>"
    compared = [(card.iwd, card) for card in report.cards.values() if card.iwd is not None and card.iwd_interval]
    if compared:
        best = sorted(compared, key=lambda item: -item[0])
        rows = [Row(card.name, iwd, *card.iwd_interval) for iwd, card in best if card.iwd_interval]
        yield whiskers("Wins with a card in hand, minus wins without it", rows, 0, signed=True)
        yield '<p class="note">Wins with the card in hand, minus wins without it. That is no proof of a cause.</p>'
    yield '<div class="table"><table><tr><th>card</th><th>copies</th><th>held</th><th></th><th>playable</th><th></th>'
    yield "<th>played</th><th></th><th>wins if played</th></tr>"
    for card in report.cards.values():
        funnel = "".join(
            f"<td>{text.share(one)}</td><td>{bar(one)}</td>" for one in (card.held, card.able, card.played)
        )
        won = "–" if card.played_wr is None else text.share(card.played_wr)
        dead = f" ({card.dead})" if card.dead else ""
        yield f"<tr><td>{escape(card.name + dead)}</td><td>{card.copies}</td>{funnel}<td>{won}</td></tr>"
    yield "</table></div>"


def _skill(report: Report) -> Iterator[str]:
    if not report.decisions.most:
        yield f"<h2>{text.PURE_CHANCE[0]}</h2><p>{text.PURE_CHANCE[1].strip().capitalize()}.</p>"
    rows = [Row(f"{rung.policy} over {rung.over}", rung.share, *rung.interval) for rung in report.skill if rung.share]
    if rows:
        yield "<h2>Does skill win?</h2>"
        yield whiskers("Wins of each policy over the one below it", rows, report.skill[0].even)
        yield f'<p class="note">{escape("; ".join(f"{rung.policy}: {rung.cost}" for rung in report.skill))}.</p>'


def _stakes(report: Report) -> Iterator[str]:
    found = report.stakes
    if found:
        rows = [
            Row("average action", found.over_average, *found.over_average_interval),
            Row("worst action", found.over_worst, *found.over_worst_interval),
        ]
        yield "<h2>How much does a decision matter?</h2>"
        yield whiskers("Wins of the best action, minus wins of others", rows, 0, signed=True)
        yield (
            f'<p class="note">Wins of the best action, minus those of the average and the worst, at '
            f"{found.decisions} decisions, if all go on at random; {found.playouts} games for each action.</p>"
        )


def _as_text(heading: str, lines: list[str]) -> Iterator[str]:
    """A section as in the text form of the report."""
    yield f"<h2>{escape(heading)}</h2>"
    yield f'<pre class="table">{escape(chr(10).join(lines))}</pre>'


def _curve(one: Curve, report: Report) -> Iterator[str]:
    """Two charts for a number."""
    if isinstance(one.current, str):
        return
    yield f"<h2>What if {escape(one.number)} were different?</h2>"
    shown = [(point.value, point) for point in one.points if not isinstance(point.value, str)]
    wins = [
        (value, Row("", point.first_player, *point.first_player_interval))
        for value, point in shown
        if point.first_player is not None and point.first_player_interval
    ]
    lengths = [
        (value, Row("", point.length, *point.length_interval))
        for value, point in shown
        if point.length is not None and point.length_interval
    ]
    if wins:
        yield "<p>Wins of the player who begins</p>"
        yield curve(f"Wins of the player who begins, by {one.number}", wins, one.current, percent=True)
    if lengths:
        yield f"<p>Mean {escape(report.unit)}</p>"
        yield curve(f"Mean {report.unit}, by {one.number}", lengths, one.current, percent=False)
    for value, point in shown:
        if point.refused:
            yield f'<p class="note">{value:g} cannot be played: {escape(point.refused)}</p>'
    yield f'<p class="note">{one.games:,} games each; the dashed line is the kit as it is.</p>'
