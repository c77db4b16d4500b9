"""Show a report as one HTML page with charts. The page loads nothing from elsewhere and runs no script."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pnp.lab import figures, text
from pnp.lab.charts import COLOURS, STYLE, bar
from pnp.lab.report import BalanceReport, Curve

_COLOURS = " ".join(f"--{name}: {colour};" for name, colour in COLOURS.items())
_STYLE = """@media (prefers-color-scheme: dark) {
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
@media (max-width: 600px) { text { font-size: 22px; } .whisker { stroke-width: 5; } .curve { stroke-width: 3; } }
"""


def page(report: BalanceReport) -> str:
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
            f"<style>\n:root {{ {_COLOURS} }}\n{STYLE}{_STYLE}</style></head>",
            f"<body><h1>Balance of {escape(report.kit)}</h1>",
            f'<p class="note">{escape(about)}</p>',
            *sections,
            "<details><summary>The report as text</summary>",
            f"<pre>{escape(chr(10).join(text.lines(report)))}</pre></details>",
            "</body></html>",
        ]
    )


def _fairness(report: BalanceReport) -> Iterator[str]:
    yield "<h2>Is it fair?</h2>"
    yield f"<p>{escape('; '.join(one.text for one in report.verdicts))}.</p>"
    yield figures.seats(report)
    endings = ", ".join(f"{name} {text.share(share)}" for name, share in report.endings.items())
    rest = f"Draws: {text.share(report.draws)}. Endings: {escape(endings)}."
    yield f'<p class="note">Of the games with a winner; the dashed line is the even share. {rest}</p>'


def _lengths(report: BalanceReport) -> Iterator[str]:
    yield "<h2>How long does it take?</h2>"
    length, minutes = report.length, report.minutes
    yield figures.lengths(report)
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


def _leads(report: BalanceReport) -> Iterator[str]:
    chart = figures.leads(report)
    if chart:
        yield "<h2>Does the leader win?</h2>"
        yield chart
        level = ", ".join(f"{one.after} %: {text.share(one.no_leader)}" for one in report.leads)
        yield (
            '<p class="note">How often the player wins who leads in points at this time; the band has the 95 % '
            f"intervals, the dashed line is the even share. Games in which no player leads, after {level}.</p>"
        )


def _cards(report: BalanceReport) -> Iterator[str]:
    if not report.cards:
        return
    yield "<h2>Which cards matter?</h2>"
    chart = figures.cards(report)
    if chart:
        yield chart
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


def _skill(report: BalanceReport) -> Iterator[str]:
    if not report.decisions.most:
        yield f"<h2>{text.PURE_CHANCE[0]}</h2><p>{text.PURE_CHANCE[1].strip().capitalize()}.</p>"
    chart = figures.skill(report)
    if chart:
        yield "<h2>Does skill win?</h2>"
        yield chart
        yield f'<p class="note">{escape("; ".join(f"{rung.policy}: {rung.cost}" for rung in report.skill))}.</p>'


def _stakes(report: BalanceReport) -> Iterator[str]:
    found = report.stakes
    if found:
        yield "<h2>How much does a decision matter?</h2>"
        yield figures.stakes(found)
        yield (
            f'<p class="note">Wins of the best action, minus those of the average and the worst, at '
            f"{found.decisions} decisions, if all go on at random; {found.playouts} games for each action.</p>"
        )


def _as_text(heading: str, lines: list[str]) -> Iterator[str]:
    """A section as in the text form of the report."""
    yield f"<h2>{escape(heading)}</h2>"
    yield f'<pre class="table">{escape(chr(10).join(lines))}</pre>'


def _curve(one: Curve, report: BalanceReport) -> Iterator[str]:
    """Two charts for a number."""
    if isinstance(one.current, str):
        return
    yield f"<h2>What if {escape(one.number)} were different?</h2>"
    wins, length = figures.curves(one, report)
    if wins:
        yield "<p>Wins of the player who begins</p>"
        yield wins
    if length:
        yield f"<p>Mean {escape(report.unit)}</p>"
        yield length
    for point in one.points:
        if point.refused and not isinstance(point.value, str):
            yield f'<p class="note">{point.value:g} cannot be played: {escape(point.refused)}</p>'
    yield f'<p class="note">{one.games:,} games each; the dashed line is the kit as it is.</p>'
