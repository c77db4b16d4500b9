"""Limit the computing time of code that others wrote, in any thread and on every system.

What counts is the time for which the processor worked for the thread: a busy machine that makes a program wait does
not shorten the limit. Wall-clock time is only the last resort, for code that waits for something that never comes.

A second thread looks at the clocks, and raises OutOfTimeError in a thread whose code takes too long. The exception only
arrives between Python instructions. So a call of C code that does not return is not interrupted, and neither is code
that catches all exceptions with a bare `except`. It is raised again until the code ends.
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

T = TypeVar("T")
PATIENCE, LEAST_PATIENCE = 40, 120.0
"""How many times the limit may pass in wall-clock time, and at least how many seconds.

A computer with two processors and thirty busy programs gives each of them a fifteenth of one, or less.
"""
STEP = 0.2
"""Seconds between two looks at the clocks."""
AGAIN = 0.5
"""Seconds of computing for which the code may handle the exception before it is raised again."""
_DESTRUCTOR = "__del__"
_WEAK_REFERENCES = ("weakref", "_weakrefset")
"""The modules of Python whose functions are called when an object is gone."""


class OutOfTimeError(BaseException):
    """Code takes too long. Not a subclass of Exception, because the code may catch these."""


def patience(seconds: float) -> float:
    """How many seconds of wall-clock time may pass for so many seconds of computing."""
    return max(LEAST_PATIENCE, PATIENCE * seconds)


class _Call:
    """A call in progress, and when it must end."""

    def __init__(self, seconds: float) -> None:
        self._spent = _clock_of(threading.get_ident())
        self._end, self._last = self._spent() + seconds, time.monotonic() + patience(seconds)
        self.over, self.interrupted = False, False
        self._lock = threading.Lock()

    @property
    def is_late(self) -> bool:
        return self._spent() > self._end or time.monotonic() > self._last

    def interrupt(self, thread: int) -> None:
        with self._lock:
            if not self.over and _can_be_interrupted(sys._current_frames().get(thread)):
                self.interrupted = True
                self._end, self._last = self._spent() + AGAIN, time.monotonic() + patience(AGAIN)
                _raise(thread, OutOfTimeError)

    def finish(self) -> None:
        self.over = True
        with self._lock:  # from here on nothing is raised in this thread
            if self.interrupted:
                _take_back()


_CALLS: dict[int, _Call] = {}
"""The call in progress in each thread."""
_watcher: list[threading.Thread] = []


def limited(seconds: float, function: Callable[[], T]) -> T:
    """Call a function. Raises OutOfTimeError in it after some seconds of computing, and again until it ends.

    Inside another limited call, that call's limit applies.
    """
    if is_limited():
        return function()
    thread = threading.get_ident()
    call = _CALLS[thread] = _Call(seconds)
    _start_watcher()
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


def _clock_of(thread: int) -> Callable[[], float]:
    """A clock of the seconds for which the processor worked for a thread.

    Where a system has none that other threads can read (macOS, Windows), it is that of the process.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    number = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(number)


def _can_be_interrupted(frame: FrameType | None) -> bool:
    """Whether an exception that is raised in a frame ends the limited call.

    In a destructor, and in what the garbage collector calls, Python would drop it with a message. Outside the call it
    would reach other code. Only this thread runs while the frames are looked at: the exception arrives where the other
    thread waits.
    """
    collectors = [getattr(function, "__code__", None) for function in gc.callbacks]
    while frame is not None:
        code = frame.f_code
        if code is limited.__code__:
            return True
        if code.co_name == _DESTRUCTOR or code in collectors or frame.f_globals.get("__name__") in _WEAK_REFERENCES:
            return False
        frame = frame.f_back
    return False


def _start_watcher() -> None:
    """Start the thread that looks at the clocks. It ends with the process; a forked process starts its own."""
    if not (_watcher and _watcher[0].is_alive()):
        _watcher[:] = [threading.Thread(target=_watch_calls, name="pnp-clock", daemon=True)]
        _watcher[0].start()


def _watch_calls() -> None:
    while True:
        time.sleep(STEP)
        for thread, call in tuple(_CALLS.items()):
            if not call.over and _is_late(call):
                call.interrupt(thread)


def _is_late(call: _Call) -> bool:
    try:
        return call.is_late
    except OSError:  # the thread has ended
        return False


def _raise(thread: int, error: type[BaseException]) -> None:
    """Raise an exception in a thread at its next Python instruction, in place of one that has not arrived."""
    import ctypes  # imported here because it is rarely needed

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _take_back() -> None:
    """Let no exception arrive in this thread any more, by catching one here.

    CPython clears its flag that one waits only when one arrives. Were the exception taken back by its own function, the
    flag would stay set, and with it a profiler (3.11) goes round for ever at the first function that is called.
    """
    try:
        _raise(threading.get_ident(), OutOfTimeError)
        for _ in range(1000):  # it arrives at a loop's next round at the latest
            pass
    except OutOfTimeError:
        pass
