"""Charts as SVG: shares with whiskers, histograms, curves, ribbons and funnels. Sizes are in CSS pixels.

They are drawn for a page with `STYLE` and its colours; `standalone` makes a file of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import floor, log10
from typing import NamedTuple

WIDTH = 720
_ROW, _LABELS, _TOP, _BOTTOM, _RIGHT = 26, 240, 8, 46, 40
_SCALE = 84
"""The width of the numbers beside a vertical scale."""
_HEIGHT = 220
"""The height of histograms and curves."""
_LONGEST = 20
"""The maximum length of a label beside a row, in characters; on phones, letters are as wide as this allows."""
_HEAD = 72
"""The height of the title above a chart that is a file of its own."""
COLOURS = {
    "ink": "#1c1c1c", "soft": "#5c5c5c", "paper": "#ffffff", "line": "#d5d5d5", "data": "#0b6bb0", "even": "#b3541e"
}  # fmt: skip
"""The colours of charts by day."""
STYLE = """text { fill: var(--ink); font-family: system-ui, sans-serif; font-size: 13px; }
.label { text-anchor: end; } .tick { text-anchor: middle; }
.axis { stroke: var(--soft); } .grid { stroke: var(--line); }
.even { stroke: var(--even); stroke-width: 1.5; stroke-dasharray: 5 4; }
.whisker { stroke: var(--data); stroke-width: 3; }
.dot, .bar { fill: var(--data); } .curve { fill: none; stroke: var(--data); stroke-width: 1.5; }
.band { fill: var(--data); fill-opacity: .22; }
"""
_TITLED = ".paper { fill: var(--paper); } .title { font-size: 16px; font-weight: bold; } .about { fill: var(--soft); }"


class ChartRow(NamedTuple):
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float


class _Scale(NamedTuple):
    """Maps values from `low` to `high` to pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def whiskers(title: str, rows: Sequence[ChartRow], even: float | None, *, signed: bool = False) -> str:
    """Shares as dots with their intervals as lines, and a dashed line at the even share."""
    ends = [end for row in rows for end in (row.low, row.high)] + ([even] if even is not None else [])
    low, high = _wide(min(ends), max(ends))
    height = _TOP + _ROW * len(rows) + _BOTTOM
    x = _Scale(low, high, _LABELS, WIDTH - _RIGHT)
    parts = list(_axis(x, height - _BOTTOM, _percent(signed=signed)))
    if even is not None:
        parts.append(_line(x(even), _TOP, x(even), height - _BOTTOM, "even"))
    for number, row in enumerate(rows):
        y = _TOP + _ROW * (number + 0.5)
        shown = f"{row.label}: {_percent(signed=signed)(row.value)}"
        parts += [
            _text(_LABELS - 12, y + 4, _short(row.label), "label"),
            _line(x(row.low), y, x(row.high), y, "whisker"),
            f'<circle class="dot" cx="{x(row.value):.1f}" cy="{y:.1f}" r="5"><title>{escape(shown)}</title></circle>',
        ]
    return _svg(title, height, parts)


def histogram(title: str, counts: Sequence[tuple[int, int]], median: float, unit: str) -> str:
    """The number of games by length; a line marks the median. Long ranges are gathered into at most 60 bars."""
    first, last = counts[0][0], counts[-1][0]
    wide = -(-(last - first + 1) // 60)
    bars: dict[int, int] = {}
    for value, count in counts:
        at = (value - first) // wide
        bars[at] = bars.get(at, 0) + count
    x = _Scale(first - 0.5, first - 0.5 + wide * (max(bars) + 1), 48, WIDTH - _RIGHT)
    y = _Scale(0, max(bars.values()), _HEIGHT - _BOTTOM, _TOP)
    parts = list(_axis(x, _HEIGHT - _BOTTOM, _plain, unit))
    for at, count in sorted(bars.items()):
        start = first - 0.5 + wide * at
        left, right, top = x(start), x(start + wide), y(count)
        named = f"{start + 0.5:g}" if wide == 1 else f"{start + 0.5:g} to {start - 0.5 + wide:g}"
        parts.append(
            f'<rect class="bar" x="{left + 0.5:.1f}" y="{top:.1f}" width="{max(right - left - 1, 0.5):.1f}" '
            f'height="{y(0) - top:.1f}"><title>{named} {escape(unit)}: {count} games</title></rect>'
        )
    parts.append(_line(x(median), _TOP, x(median), y(0), "even"))
    return _svg(title, _HEIGHT, parts)


def curve(title: str, rows: Sequence[tuple[float, ChartRow]], now: float, *, percent: bool) -> str:
    """Values by a number, with their intervals; a dashed line marks the kit's own number."""
    low, high = _wide(min(row.low for _, row in rows), max(row.high for _, row in rows))
    numbers = [at for at, _ in rows]
    margin = 0.05 * (max(numbers) - min(numbers) or 1)
    x = _Scale(min(numbers) - margin, max(numbers) + margin, _SCALE, WIDTH - _RIGHT)
    y = _Scale(low, high, _HEIGHT - _BOTTOM, _TOP)
    shown = _percent() if percent else _plain
    parts = [_line(x(now), _TOP, x(now), _HEIGHT - _BOTTOM, "even")]
    parts += [_text(x(at), _HEIGHT - _BOTTOM + 18, f"{at:g}", "tick") for at in numbers]
    parts += _grid(y, shown)
    path = " ".join(f"{x(at):.1f},{y(row.value):.1f}" for at, row in rows)
    parts.append(f'<polyline class="curve" points="{path}"/>')
    for at, row in rows:
        title_ = f"<title>{at:g}: {shown(row.value)}</title>"
        parts += [
            _line(x(at), y(row.low), x(at), y(row.high), "whisker"),
            f'<circle class="dot" cx="{x(at):.1f}" cy="{y(row.value):.1f}" r="5">{title_}</circle>',
        ]
    return _svg(title, _HEIGHT, parts)


def ribbon(title: str, rows: Sequence[tuple[float, ChartRow]], even: float, unit: str) -> str:
    """Shares by the part of a game in percent, as a line with a band for the intervals; the even share is dashed."""
    low, high = _wide(min(even, *(row.low for _, row in rows)), max(even, *(row.high for _, row in rows)))
    x, y = _Scale(0, 100, _SCALE, WIDTH - _RIGHT), _Scale(low, high, _HEIGHT - _BOTTOM, _TOP)
    parts = [*_axis(x, _HEIGHT - _BOTTOM, _Format(1, " %"), unit), *_grid(y, _percent())]
    above = [f"{x(at):.1f},{y(row.high):.1f}" for at, row in rows]
    below = [f"{x(at):.1f},{y(row.low):.1f}" for at, row in reversed(rows)]
    path = " ".join(f"{x(at):.1f},{y(row.value):.1f}" for at, row in rows)
    parts += [
        f'<polygon class="band" points="{" ".join(above + below)}"/>',
        _line(x.start, y(even), x.end, y(even), "even"),
        f'<polyline class="curve" points="{path}"/>',
    ]
    for at, row in rows:
        named = f"after {at:g} %: {_percent()(row.value)}"
        parts.append(
            f'<circle class="dot" cx="{x(at):.1f}" cy="{y(row.value):.1f}" r="4"><title>{named}</title></circle>'
        )
    return _svg(title, _HEIGHT, parts)


def funnel(title: str, stages: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Shares from 0 to 1 as bars, a row for each label and a column for each stage."""
    wide = (WIDTH - _LABELS) / len(stages)
    x = _Scale(0, 1, 0, wide - 64)
    lefts = [_LABELS + wide * number for number in range(len(stages))]
    parts = [_text(left, _TOP + 12, stage, "stage") for left, stage in zip(lefts, stages, strict=True)]
    for number, (label, shares) in enumerate(rows, start=1):
        y = _TOP + _ROW * (number + 0.5)
        parts.append(_text(_LABELS - 12, y + 4, _short(label), "label"))
        for left, share in zip(lefts, shares, strict=True):
            for kind, part in (("band", 1), ("bar", share)):
                parts.append(f'<rect class="{kind}" x="{left:.1f}" y="{y - 6:g}" width="{x(part):.1f}" height="12"/>')
            parts.append(_text(left + x(1) + 6, y + 4, _percent()(share), "share"))
    return _svg(title, 2 * _TOP + _ROW * (len(rows) + 1), parts)


def standalone(chart: str, key: str, played: str) -> str:
    """A chart as a file for browsers and drawing programs: with its title, its key, what was played, and its style."""
    head, title, rest = re.split("<title>(.*?)</title>", chart, maxsplit=1)
    height = float(head.split('viewBox="', 1)[1].split()[3].rstrip('"')) + _HEAD
    style = re.sub(r"var\(--(\w+)\)", lambda name: COLOURS[name[1]], STYLE + _TITLED)
    box = f'y="{-_HEAD}" width="{WIDTH}" height="{height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" '
        f'viewBox="0 {-_HEAD} {WIDTH} {height:g}">\n<title>{title}</title>\n<style>\n{style}\n</style>\n'
        f'<rect class="paper" {box}/>\n<text class="title" x="16" y="{26 - _HEAD}">{title}</text>\n'
        f"{_text(16, 45 - _HEAD, played, 'about')}\n{_text(16, 63 - _HEAD, key, 'about')}{rest}\n"
    )


def bar(share: float) -> str:
    """A small bar in a table for a share from 0 to 1."""
    wide = 56 * min(max(share, 0), 1)
    inner = f'<rect class="bar" width="{wide:.1f}" height="10"/>'
    return f'<svg class="small" width="56" height="10" aria-hidden="true">{inner}</svg>'


def _svg(title: str, height: float, parts: Iterable[str]) -> str:
    inner = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>\n{inner}\n</svg>"
    )


def _axis(x: _Scale, y: float, shown: _Format, unit: str = "") -> Iterator[str]:
    """A horizontal axis with ticks below it, and the unit at its right end."""
    yield _line(x.start, y, x.end, y, "axis")
    for tick in _ticks(x.low, x.high, 6):
        yield _line(x(tick), y, x(tick), y + 5, "axis")
        yield _text(x(tick), y + 18, shown(tick), "tick")
    if unit:
        yield _text(x.end, y + 40, unit, "label")


def _grid(y: _Scale, shown: _Format) -> Iterator[str]:
    """Horizontal lines at round values, with labels on their left."""
    for tick in _ticks(y.low, y.high, 4):
        yield _line(_SCALE, y(tick), WIDTH - _RIGHT, y(tick), "grid")
        yield _text(_SCALE - 8, y(tick) + 4, shown(tick), "label")


class _Format:
    """Shows the values of a scale."""

    def __init__(self, scale: float, unit: str, sign: str = "") -> None:
        self._scale, self._unit, self._sign = scale, unit, sign

    def __call__(self, value: float) -> str:
        rounded = round(value * self._scale, 1) + 0.0  # the sum is never -0
        return f"{rounded:{self._sign if rounded else ''}g}{self._unit}"


_plain = _Format(1, "")


def _percent(*, signed: bool = False) -> _Format:
    return _Format(100, " %", "+" if signed else "")


def _wide(low: float, high: float) -> tuple[float, float]:
    """A range with a margin around it, never empty."""
    margin = 0.06 * (high - low) or 0.05 * abs(high) or 0.5
    return low - margin, high + margin


def _ticks(low: float, high: float, most: int) -> Iterator[float]:
    """Round numbers between two values, at most about as many as asked for."""
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    number = -(-low // step)
    while number * step <= high:
        yield round(number * step, 10)
        number += 1


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"


def _line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
