"""Where each printed sentence is on its pieces: the boxes of its words, to be shaded by what the sentence rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.checks.support.context import CheckContext
from pnp.checks.support.printed import is_block, is_open
from pnp.checks.support.sentences import PageText, Sentence, of_text
from pnp.graphics import Drawing, Piece, Rect, Tag, Transform
from pnp.graphics.drawing import At, Text, TextBlock, is_own, walk
from pnp.graphics.geometry import MM_PER_POINT
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
