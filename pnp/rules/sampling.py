"""Play the blocks of a plan in this process, in several, or on any executor of `concurrent.futures`, and add them up.

The total is the same with any number of processes, because the games are, and tallies can be added in any order.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from pnp.diagnostics import Diagnostics
from pnp.kit.plugins import PluginError
from pnp.rules.blocks import Block, Failure, Plan, Step, blocks, play_block
from pnp.rules.game import Game
from pnp.rules.loading import make
from pnp.rules.tallies import Tally

PARALLEL_FROM = 8
"""The minimum number of blocks for which starting processes saves time."""
MOST_FAILURES = 3
"""After as many failed blocks, no further ones are played."""
_ATTEMPTS = 3
"""How often processes are started again after one was killed."""
_WAITING = 256
"""The maximum number of blocks that an executor is given at a time."""


class Store(Protocol):
    """Keeps the tallies of blocks."""

    def get(self, block: Block) -> Tally | None:
        """The tally of a block that was played before."""

    def put(self, block: Block, tally: Tally) -> None:
        """Keep the tally of a block."""


class Sample(NamedTuple):
    """The tally of all blocks that could be played, and the first failure in each of the others."""

    tally: Tally
    failures: tuple[Failure, ...]


class FailedGameError(PluginError):
    """A game of a sample failed. `failure` has the seed that plays it again."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def sample(
    game: Game[Any],
    plan: Plan,
    workers: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    step: Step = lambda _games: None,
) -> Sample:
    """Play all games of a plan.

    `workers` is the number of processes, by default one per core if the sample is large enough to gain from it; the
    engine must be one that `make` made. `executor` plays the blocks instead. `store` may have some of them already.
    """
    total, failures, parts = Tally(), list[Failure](), list[tuple[int, Tally]]()
    for block, found in _played(game, plan, workers, executor, store):
        if isinstance(found, Failure):
            failures.append(found)
            if len(failures) == MOST_FAILURES:
                break
            continue
        total.add(found)
        if found.rows or found.stakes:
            parts.append((block.first, Tally(rows=found.rows, stakes=found.stakes)))
        step(block.size)
    for _, part in sorted(parts, key=lambda part: part[0]):
        total.rows += part.rows
        total.stakes += part.stakes
    return Sample(total, tuple(sorted(failures, key=lambda failure: failure.game)))


def whole(sampled: Sample) -> Tally:
    """The tally of a sample. Raises FailedGameError if a game failed."""
    if sampled.failures:
        raise FailedGameError(sampled.failures[0])
    return sampled.tally


Found = tuple[Block, Tally | Failure]


def _played(
    game: Game[Any], plan: Plan, workers: int | None, executor: Executor | None, store: Store | None
) -> Iterator[Found]:
    """Each block with its tally, or its failure; those that are kept come first."""
    todo = []
    for block in blocks(plan):
        kept = store.get(block) if store is not None else None
        if kept is None:
            todo.append(block)
        else:
            yield block, kept
    for block, found in _computed(game, plan, todo, workers, executor):
        if store is not None and isinstance(found, Tally):
            store.put(block, found)
        yield block, found


def _computed(
    game: Game[Any], plan: Plan, todo: list[Block], workers: int | None, executor: Executor | None
) -> Iterator[Found]:
    count = workers or (cores() if len(todo) >= PARALLEL_FROM else 1)
    if executor is None and (count == 1 or game.source is None):
        yield from ((block, play_block(game, plan, block)) for block in todo)
        return
    left = {block.number: block for block in todo}
    for attempt in range(_ATTEMPTS):
        opened = nullcontext(executor) if executor else _processes(min(count, len(left)) or 1)
        try:
            for block, found in _on(opened, game, plan, [*left.values()]):
                del left[block.number]
                yield block, found
        except BrokenExecutor as error:
            if executor or attempt == _ATTEMPTS - 1:
                message = f"game {game.name}: processes that played it were ended before they were done: {error}"
                raise PluginError(message) from error
        else:
            return


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _on(
    opened: AbstractContextManager[Executor], game: Game[Any], plan: Plan, todo: Iterable[Block]
) -> Iterator[Found]:
    """Play blocks on an executor, and give each when it is done. Raises BrokenExecutor."""
    if game.source is None:
        raise ValueError("only engines made from a kit's data can play on an executor")
    rest, source = iter(todo), pickle.dumps(game.source)
    waiting: dict[Future[Tally | Failure], Block] = {}
    with opened as executor:

        def submit(most: int) -> None:
            for block in rest:
                with _signals_delayed():
                    waiting[executor.submit(_play_elsewhere, source, plan, block)] = block
                if len(waiting) >= most:
                    return

        submit(_WAITING)
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
            submit(_WAITING)


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Processes that play, which end when the block of the `with` statement is left early, as by Ctrl-C."""
    from concurrent.futures import ProcessPoolExecutor  # imported here because it is slow and rarely needed
    from multiprocessing import active_children

    before = set(active_children())
    executor = ProcessPoolExecutor(count, initializer=_ignore_interrupts)
    try:
        yield executor
    except BaseException:
        for child in set(active_children()) - before:
            child.terminate()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


@contextmanager
def _signals_delayed() -> Iterator[None]:
    """Delay Ctrl-C: Python's fork hooks would swallow it, and an executor that is half made would leave its processes.

    The handler is replaced, because blocking the signal would not keep it from other threads.
    """
    if threading.current_thread() is not threading.main_thread():  # the others get no signals
        yield
        return
    heard: list[bool] = []
    before = signal.signal(signal.SIGINT, lambda _signal, _frame: heard.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@lru_cache(maxsize=2)
def _engine(source: bytes) -> Game[Any]:
    """The engine made from a pickled source, kept for the next block."""
    engine, rules, cards, players, own, span = pickle.loads(source)  # noqa: S301 - this program pickled it
    game = make(engine, rules, cards, Diagnostics(), players, own)
    if game is None:
        raise PluginError(f"{span.file}: the engine {engine} cannot be made again")
    return game


def _play_elsewhere(source: bytes, plan: Plan, block: Block) -> Tally | Failure:
    """Play a block in a process that may not have the engine yet."""
    return play_block(_engine(source), plan, block)
