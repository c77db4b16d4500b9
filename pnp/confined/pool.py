"""Processes that compute beside this one, on all of its cores."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

_LAST_WAIT = 5.0
"""The maximum number of seconds that a thread of an executor is waited for when it is left early."""


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """An executor whose processes end when the block of the `with` statement is left early, as by Ctrl-C."""
    from concurrent.futures import ProcessPoolExecutor  # imported here because it is slow and rarely needed
    from multiprocessing import active_children

    before, threads = set(active_children()), {*threading.enumerate()}
    executor = ProcessPoolExecutor(count, initializer=_ignore_interrupts)
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


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process, which ends this one by SIGTERM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
