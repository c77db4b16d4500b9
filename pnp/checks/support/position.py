"""Draw a position of play as a small picture: what each player holds, the points, and the action that follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from pnp.rules.moments import Moment

CARD = (58, 40)
"""The width and height of a card, in px."""
_ROW, _LEFT, _GAP = 48, 110, 6
"""The height of a player's row, the place of the first card, and the space between two cards, in px."""
_IN_ROW = 9
"""The most cards that are drawn in a row."""
_LINE = 16
"""The distance of two lines of text, in px."""
_WIDTH = _LEFT + _IN_ROW * (CARD[0] + _GAP) + 40


def picture(moment: Moment[Any, Any], names: Mapping[str, str]) -> str:
    """A position and the action in it, as an SVG image for a page. `names` are the printed names of ids."""
    rows = [row for seat in range(moment.game.players) for row in _seat(moment, seat, names)]
    lines = [part for line in moment.show() for part in line.split("; ") if part.strip()]
    height = len(rows) * _ROW + len(lines) * _LINE + 12
    drawn = [f'<g transform="translate(0 {index * _ROW + 4})">{row}</g>' for index, row in enumerate(rows)]
    below = len(rows) * _ROW + _LINE
    words = [
        f'<text x="4" y="{below + index * _LINE}"{_weight(index == len(lines) - 1)}>{escape(_cut(line))}</text>'
        for index, line in enumerate(lines)
    ]
    label = escape(" ".join(lines), quote=True)
    return (
        f'<svg role="img" aria-label="{label}" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}">{"".join(drawn)}{"".join(words)}</svg>'
    )


def _seat(moment: Moment[Any, Any], seat: int, names: Mapping[str, str]) -> Iterator[str]:
    """The row of a player whose cards or points the game reports."""
    hand, points = moment.game.hand(moment.before, seat), moment.game.standings(moment.before)
    if hand is None and points is None:
        return
    who = f"player {seat + 1}"
    acts = moment.actor == seat
    parts = [f'<text x="4" y="18"{_weight(acts)}>{"▸ " if acts else ""}{who}</text>']
    if points is not None:
        parts.append(f'<text x="4" y="36">{points[seat]} points</text>')
    held = hand or ()
    for index, id_ in enumerate(held[:_IN_ROW]):
        parts.append(_card(index, names.get(id_, id_), acts and id_ in moment.action))
    if len(held) > _IN_ROW:
        x = _LEFT + _IN_ROW * (CARD[0] + _GAP)
        parts.append(f'<text x="{x}" y="24">+ {len(held) - _IN_ROW}</text>')
    yield "".join(parts)


def _card(index: int, name: str, played: bool) -> str:
    """A card of a hand; one that is played is raised and has a thick edge."""
    x, y = _LEFT + index * (CARD[0] + _GAP), -3 if played else 0
    words = name.split()
    halves = [" ".join(words[: len(words) // 2 + len(words) % 2]), " ".join(words[len(words) // 2 + len(words) % 2 :])]
    lines = [half for half in halves if half]
    text = "".join(
        f'<text x="{x + CARD[0] / 2}" y="{y + 24 - 6 * (len(lines) - 1) + 12 * line}" text-anchor="middle" '
        f'class="name">{escape(half[:12])}</text>'
        for line, half in enumerate(lines)
    )
    edge = 2 if played else 0.8
    return (
        f'<rect x="{x}" y="{y}" width="{CARD[0]}" height="{CARD[1]}" rx="4" fill="#fff" stroke="#222" '
        f'stroke-width="{edge}"/>{text}'
    )


def _weight(bold: bool) -> str:
    return ' font-weight="bold"' if bold else ""


def _cut(line: str) -> str:
    """A line that fits the picture."""
    most = _WIDTH // 7
    return line if len(line) <= most else f"{line[: most - 1]}…"
