"""Where each printed sentence is on its pieces: the boxes of its words, to be shaded by what the sentence rests on.

Draw a position of play as a small picture: what each player holds, the points, and the action that follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from pnp.checks.support.context import CheckContext
from pnp.checks.support.printed import is_block, is_open
from pnp.checks.support.sentences import PageText, Sentence, of_text
from pnp.graphics import Drawing, Piece, Rect, Tag, Transform
from pnp.graphics.drawing import At, Text, TextBlock, is_own, walk
from pnp.graphics.geometry import MM_PER_POINT
from pnp.rules.moments import Moment
from pnp.text import Fonts
from pnp.text.extract import joined

ABOVE, BELOW = 0.8, 0.25
"""How far a shade reaches above and below the line of the words, as shares of the type size."""
_SPACE = re.compile(r"[\s\u00ad]")


class Shade(NamedTuple):
    """A printed sentence and the boxes of its words in the drawing, in mm."""

    sentence: Sentence
    boxes: tuple[Rect, ...]


class _Run(NamedTuple):
    """A text of a block, and where it is in the drawing."""

    text: Text
    frame: Transform


def shades(context: CheckContext, piece: Piece, drawing: Drawing) -> Iterator[Shade]:
    """The sentences of a drawing with their boxes; those in pictures inside it are left out."""
    fonts = context.render.fonts
    for item, at in walk(drawing.items, At(), is_open):
        if isinstance(item, Text):
            yield from _of_block(context, piece, [_Run(item, at.frame)], item.text.strip(), at, None)
        elif isinstance(item, Tag) and item.role != "Figure" and is_block(item):
            runs = [_Run(one, inner.frame) for one, inner in _texts(item, at)]
            text = joined(fonts, [run.text for run in runs])
            yield from _of_block(context, piece, runs, text, at.inside(item), item.block)


def _texts(tag: Tag, at: At) -> Iterator[tuple[Text, At]]:
    return ((item, inner) for item, inner in walk((tag,), at, is_own) if isinstance(item, Text))


def _of_block(
    context: CheckContext, piece: Piece, runs: Sequence[_Run], text: str, at: At, block: TextBlock | None
) -> Iterator[Shade]:
    """The sentences of a block: each where its letters are, one after the other; a text of one sentence as a whole."""
    found = of_text(context, PageText(text, at.origin, block, piece.component)) if text else []
    texts = [run.text.text for run in runs]
    letters = [(run, at) for run, one in enumerate(texts) for at, letter in enumerate(one) if not _SPACE.match(letter)]
    printed = "".join(texts[run][at] for run, at in letters)
    begin = 0
    for sentence in found:
        words = _SPACE.sub("", sentence.text)
        start = printed.find(words, begin) if len(found) > 1 else 0
        if start < 0:
            continue
        begin = start + len(words) if len(found) > 1 else len(letters)
        boxes = _boxes(context.render.fonts, runs, letters[start:begin])
        if boxes:
            yield Shade(sentence, boxes)


def _boxes(fonts: Fonts, runs: Sequence[_Run], letters: Sequence[tuple[int, int]]) -> tuple[Rect, ...]:
    """A box for each run that some letters are in, from the first of them to the last."""
    ends: dict[int, tuple[int, int]] = {}
    for run, at in letters:
        ends[run] = (ends.get(run, (at, at))[0], at)
    return tuple(_box(fonts, runs[run], first, last + 1) for run, (first, last) in ends.items())


def _box(fonts: Fonts, run: _Run, first: int, last: int) -> Rect:
    text, em = run.text, run.text.size * MM_PER_POINT
    left, right = (fonts.extent(text._replace(text=text.text[:end])) if end else 0.0 for end in (first, last))
    return run.frame.box(Rect(text.x + left, text.y - ABOVE * em, right - left, (ABOVE + BELOW) * em))


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
