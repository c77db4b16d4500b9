"""Processes that compute beside this one, on all of its cores."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

FORKS = sys.platform.startswith("linux")
"""Whether a process can be copied with all that it has in memory. Windows cannot, and libraries of macOS fail then."""
Result = TypeVar("Result")
_LAST_WAIT = 5.0
"""The maximum number of seconds that a thread of an executor is waited for when it is left early."""


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def can_share() -> bool:
    """Whether processes can share work here: Android and some containers lack the semaphores that this takes."""
    try:
        from multiprocessing import Semaphore  # imported here because it is slow and rarely needed

        Semaphore(1)
    except (ImportError, NotImplementedError, OSError):
        return False
    return True


@contextmanager
def processes(count: int, begin: Callable[[], Any] | None = None) -> Iterator[Executor]:
    """An executor whose processes end when the block of the `with` statement is left early, as by Ctrl-C.

    Each process calls `begin` first. If the system `FORKS`, the processes are then copies of this one, so that `begin`
    may be anything; elsewhere it is pickled.
    """
    from concurrent.futures import ProcessPoolExecutor  # imported here because it is slow and rarely needed
    from multiprocessing import active_children, get_context

    before, threads = set(active_children()), {*threading.enumerate()}
    start = get_context("fork" if FORKS and begin else None)
    executor = ProcessPoolExecutor(count, mp_context=start, initializer=_begin, initargs=(begin,))
    try:
        yield executor
    except BaseException:
        for child in set(active_children()) - before:
            child.terminate()
        executor.shutdown(wait=False, cancel_futures=True)
        for thread in {*threading.enumerate()} - threads:  # Python's own exit handler fails while one of them closes
            thread.join(_LAST_WAIT)
        raise
    executor.shutdown()


@contextmanager
def signals_delayed() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM.

    Python's fork hooks would swallow them, and an executor that is half made would leave its processes.

    The handler is replaced, because blocking the signal would not keep it from other threads.
    """
    if threading.current_thread() is not threading.main_thread():  # the others get no signals
        yield
        return
    heard: list[int] = []
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda number, _frame: heard.append(number)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])


def _begin(begin: Callable[[], Any] | None) -> None:
    """Leave Ctrl-C to the parent process, which ends this one by SIGTERM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if begin:
        gc.freeze()  # so that the objects of the parent process are not looked at, and its memory stays shared
        begin()


@contextmanager
def beside(work: Callable[[], Result], *, wanted: bool) -> Iterator[Callable[[], Result]]:
    """Do some work in a copy of this process while the block of the `with` statement does other work.

    Yields a function that waits for the result, which must be one that can be pickled. The work is done here, and
    before the block, if that is not `wanted` or not possible; and again here if it fails there.
    """
    if not (wanted and FORKS and can_share()):
        result = work()
        yield lambda: result
        return
    with processes(1, lambda: _works.append(work)) as executor:
        with signals_delayed():
            future = executor.submit(_done)
        yield lambda: work() if future.exception() else future.result()


_works: list[Callable[[], Any]] = []
"""The work of a copied process."""


def _done() -> Any:
    return _works[-1]()
