"""Show a report as one HTML page with charts. The page loads nothing from elsewhere and runs no script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from pnp.lab.charts import COLOURS, STYLE, bar
from pnp.lab.report import BalanceReport
from pnp.lab.sections import Bar, Cell, Section, sections

_COLOURS = " ".join(f"--{name}: {colour};" for name, colour in COLOURS.items())
_STYLE = """@media (prefers-color-scheme: dark) {
  :root { --ink: #ececec; --soft: #a9a9a9; --paper: #17181a; --line: #3c3e42; --data: #6db8ef; --even: #f0a36b; }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 960px; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p.note, figcaption { color: var(--soft); } figure { margin: 1rem 0; }
svg { display: block; width: 100%; height: auto; } svg.small { display: inline-block; width: 56px; height: 10px; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem 1rem .2rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th.left, td.left { text-align: left; } table.facts td { white-space: normal; vertical-align: top; }
@media (max-width: 600px) { text { font-size: 22px; } .whisker { stroke-width: 5; } .curve { stroke-width: 3; } }
"""


def page(report: BalanceReport) -> str:
    """The page of a report."""
    about = (
        f"{report.games:,} games of {report.players} players, policy {report.policy}, seed {report.seed}. "
        "Lines through dots, and numbers in brackets, are 95 % intervals."
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Balance of {escape(report.kit)}</title>",
            f"<style>\n:root {{ {_COLOURS} }}\n{STYLE}{_STYLE}</style></head>",
            f"<body><h1>Balance of {escape(report.kit)}</h1>",
            f'<p class="note">{escape(about)}</p>',
            *(line for section in sections(report) for line in _section(section)),
            "</body></html>",
        ]
    )


def _section(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.title)}</h2>"
    if section.about:
        yield f'<p class="note">{escape(_sentence(section.about))}</p>'
    for figure in section.charts:
        yield f"<figure>{figure.chart}<figcaption>{escape(figure.title)}; {escape(figure.key)}</figcaption></figure>"
    if section.facts:
        yield from _table("facts", (), section.facts, frozenset({0, 1}))
    if section.table:
        yield from _table("numbers", section.table.head, section.table.rows, section.table.left)
    yield from (f'<p class="note">{escape(_sentence(note))}</p>' for note in section.notes)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _table(kind: str, head: tuple[str, ...], rows: Iterable[tuple[Cell, ...]], left: frozenset[int]) -> Iterator[str]:
    yield f'<div class="table"><table class="{kind}">'
    if head:
        yield _row("th", head, left)
    yield from (_row("td", row, left) for row in rows)
    yield "</table></div>"


def _row(tag: str, cells: tuple[Cell, ...], left: frozenset[int]) -> str:
    shown = (f"<{tag}{' class=left' if at in left else ''}>{_cell(cell)}</{tag}>" for at, cell in enumerate(cells))
    return f"<tr>{''.join(shown)}</tr>"


def _cell(cell: Cell) -> str:
    return bar(cell.share) if isinstance(cell, Bar) else escape(cell)
