"""Limit the time of code that others wrote, in any thread and on every system.

A thread looks at the clock, and raises OutOfTimeError in a thread whose code takes too long. The exception only arrives
between Python instructions. So a call of C code that does not return is not interrupted, and neither is code that
catches all exceptions with a bare `except`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_STEP = 0.2
"""Seconds between two looks at the clock."""


class OutOfTimeError(BaseException):
    """Code takes too long. Not a subclass of Exception, because the code may catch these."""


class _Call:
    """A call in progress, and when it must end."""

    def __init__(self, end: float) -> None:
        self.end, self.over, self.interrupted = end, False, False
        self._lock = threading.Lock()

    def interrupt(self, thread: int) -> None:
        with self._lock:
            if not self.over:
                self.interrupted = True
                _raise(thread, OutOfTimeError)

    def finish(self) -> None:
        self.over = True
        with self._lock:  # from here on nothing is raised in this thread
            if self.interrupted:
                _raise(threading.get_ident(), None)


_CALLS: dict[int, _Call] = {}
"""The call in progress in each thread."""
_clock: list[threading.Thread] = []


def limited(seconds: float, function: Callable[[], T]) -> T:
    """Call a function. Raises OutOfTimeError in it after some seconds, and again until it ends.

    Inside another limited call, that call's limit applies.
    """
    if is_limited():
        return function()
    thread = threading.get_ident()
    call = _CALLS[thread] = _Call(time.monotonic() + seconds)
    _start_clock()
    try:
        try:
            return function()
        finally:
            call.over = True
    finally:
        call.finish()
        _CALLS.pop(thread, None)


def is_limited() -> bool:
    """Whether this thread is in a call that is limited already."""
    call = _CALLS.get(threading.get_ident())
    return call is not None and not call.over


def _start_clock() -> None:
    """Start the thread that looks at the clock. It ends with the process; a forked process starts its own."""
    if not (_clock and _clock[0].is_alive()):
        _clock[:] = [threading.Thread(target=_watch_calls, name="pnp-clock", daemon=True)]
        _clock[0].start()


def _watch_calls() -> None:
    while True:
        time.sleep(_STEP)
        for thread, call in tuple(_CALLS.items()):
            if time.monotonic() > call.end:
                call.interrupt(thread)


def _raise(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread at its next Python instruction; None takes back one that has not arrived."""
    import ctypes  # imported here because it is rarely needed

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error) if error else None)
