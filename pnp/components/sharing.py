"""Draw the cards of a large deck in several processes.

Each process draws some cards at a time. What it notes is noted in the first process too, in the order of the cards, so
that files and reports are the same for any number of processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.confined import FORKS, can_share, processes, signals_delayed
from pnp.diagnostics import Diagnostic
from pnp.diagnostics.growing import Growing
from pnp.graphics import Drawing, Piece

if TYPE_CHECKING:
    from pnp.components.context import RenderContext

SHARE = 50
"""How many cards a process draws at a time. The first ones are drawn before other processes are started."""
LEAST = 300 if FORKS else 3_000
"""A deck is shared out from this number of cards on. Elsewhere than on Linux, each process must open the kit first."""
MOST = 8
"""The most processes: to take over what is drawn is a tenth of the work, so more of them would wait."""

Draw = Callable[[str, "RenderContext"], Iterable[Piece]]
"""Draws the pieces of one card, by its id."""


class _Drawn(NamedTuple):
    """What another process has drawn, and noted while it did."""

    pieces: list[Piece]
    backs: dict[Any, Drawing]
    """Those of the pieces that are memoised, by their keys."""
    news: list[dict[str, Any]]
    reported: list[Diagnostic]
    """Warnings; and what is ignored, which the first process ignores and counts."""


def drawn(draw: Draw, cards: Sequence[str], context: RenderContext, most: int) -> Iterator[Piece]:
    """The pieces of some cards, in their order.

    The caller takes `most` besides the first one of each card; no process draws many more than that at a time.
    """
    is_wanted = context.workers > 1 and len(cards) >= LEAST and context.collector.elements is None
    shares = deque(cards[at : at + SHARE] for at in range(0, len(cards), SHARE))
    alone = 1 if is_wanted and can_share() else len(shares)
    for _ in range(alone):
        yield from _drawn_here(draw, shares.popleft(), context)
        context.step()
    if shares:
        yield from _drawn_together(draw, shares, context, most)


def _drawn_together(
    draw: Draw, shares: Collection[Sequence[str]], context: RenderContext, most: int
) -> Iterator[Piece]:
    begin = partial(_begin, draw, (lambda: context) if FORKS else context.reopen)
    with processes(min(context.workers, MOST, len(shares)), begin) as executor:
        with signals_delayed():
            waiting = deque((share, executor.submit(_draw, share, most)) for share in shares)
        while waiting:
            share, future = waiting.popleft()
            done = None if future.exception() else future.result()
            yield from _noted(done, context) if done else _drawn_here(draw, share, context)
            context.step()


def _drawn_here(draw: Draw, cards: Iterable[str], context: RenderContext) -> Iterator[Piece]:
    return chain.from_iterable(draw(card, context) for card in cards)


def _growing(context: RenderContext) -> tuple[Growing, ...]:
    return context.collector, context.gallery, context.templates


def _noted(done: _Drawn, context: RenderContext) -> Iterator[Piece]:
    """The pieces of another process, once it is noted here what it has noted. Cards share backs as if drawn here."""
    for growing, news in zip(_growing(context), done.news, strict=True):
        growing.learn(news)
    context.diagnostics.add(done.reported)
    backs = {drawing: context.memos.backs.setdefault(key, drawing) for key, drawing in done.backs.items()}
    for piece in done.pieces:
        known = backs.get(piece.back) if piece.back else None
        yield piece if known is piece.back or known is None else replace(piece, back=known)


# In another process -------------------------------------------------------------------------------------------

_opened: list[tuple[Draw, RenderContext]] = []


def _begin(draw: Draw, opening: Callable[[], RenderContext | None]) -> None:
    context = opening()
    if context:
        _opened.append((draw, context))


def _draw(cards: Sequence[str], most: int) -> _Drawn | None:
    """The pieces of some cards; None if there are errors, which the first process will report in its order."""
    draw, context = _opened[-1]
    noted, ignored = context.diagnostics.noted, {*context.diagnostics.ignored}
    before = [growing.lengths() for growing in _growing(context)]
    # One more than may be drawn is enough for the first process to see that there are too many.
    pieces = list(islice(_drawn_here(draw, cards, context), len(cards) + most + 1))
    reported = [*context.diagnostics.since(noted), *({*context.diagnostics.ignored} - ignored)]
    if any(one.severity == "error" for one in reported):
        return None
    used = {piece.back for piece in pieces}
    backs = {key: drawing for key, drawing in context.memos.backs.items() if drawing in used}
    news = [growing.news(lengths) for growing, lengths in zip(_growing(context), before, strict=True)]
    return _Drawn(pieces, backs, news, reported)
