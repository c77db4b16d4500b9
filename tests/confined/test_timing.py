"""Limits of computing time: in any thread, again if the code goes on, and never after the code has ended."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from weakref import WeakSet

import pytest

from pnp.confined import timing
from pnp.confined.timing import OutOfTimeError, limited
from tests.support.patience import LAST_RESORT


@pytest.fixture(autouse=True, scope="module")
def _often() -> Iterator[None]:
    """Look at the clocks ten times as often, so that the tests end sooner."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timing, "STEP", 0.02)
        patch.setattr(timing, "AGAIN", 0.1)
        limited(60, lambda: time.sleep(0.3))  # what looks at the clocks is there, and has the new step
        yield


def endless() -> None:
    while True:
        pass


def stubborn() -> None:
    """Code that goes on after the first exception."""
    try:
        endless()
    except OutOfTimeError:
        endless()


def compute(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.parametrize("function", [endless, stubborn])
def test_what_does_not_end_is_interrupted(function):
    with pytest.raises(OutOfTimeError):
        limited(0.1, function)
    assert not timing.is_limited()


PROFILED = """
import sys
from pnp.confined.timing import OutOfTimeError, limited
from tests.support.patience import LAST_RESORT

def endless():
    while True:
        pass

try:
    limited(0.1, endless)
except OutOfTimeError:
    print("interrupted")
called = []
sys.setprofile(lambda frame, event, _: called.append(event))
(lambda: 1)()
sys.setprofile(None)
print(called[:2])
"""


def test_a_profiler_works_after_an_interruption():
    """CPython's flag that an exception waits stayed set: a profiler went round for ever at the next function."""
    done = subprocess.run([sys.executable, "-c", PROFILED], capture_output=True, text=True, timeout=LAST_RESORT)
    assert done.stdout == "interrupted\n['call', 'return']\n"


def test_it_is_interrupted_in_any_thread():
    found: list[BaseException] = []

    def work() -> None:
        try:
            limited(0.1, endless)
        except OutOfTimeError as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    limited(60, thread.join)
    assert len(found) == 1


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="this system has no clock for each thread")
def test_waiting_and_the_work_of_others_do_not_count():
    other = threading.Thread(target=compute, args=[0.3])
    other.start()

    def wait() -> str:
        other.join()
        time.sleep(0.2)
        return "done"

    assert limited(0.15, wait) == "done"


def test_waiting_for_ever_is_ended_at_last(monkeypatch):
    monkeypatch.setattr(timing, "LEAST_PATIENCE", 0.1)
    monkeypatch.setattr(timing, "PATIENCE", 2)

    def wait() -> None:
        while True:
            time.sleep(0.01)

    with pytest.raises(OutOfTimeError):
        limited(0.1, wait)


class Slow:
    """An object whose destructor takes longer than the limit."""

    def __del__(self) -> None:
        compute(0.25)


def collect() -> None:
    """Collect garbage with a callback that takes longer than the limit."""

    def slow(phase: str, about: object) -> None:
        compute(0.25)

    gc.callbacks.append(slow)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(slow)


@pytest.mark.parametrize("work", [Slow, collect])
def test_it_is_raised_after_what_drops_exceptions_and_never_in_it(monkeypatch, work):
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: ignored.append(what.exc_value))

    def function() -> None:
        work()
        endless()

    with pytest.raises(OutOfTimeError):
        limited(0.1, function)
    assert ignored == []


class Weak:
    """An object that may be in a weak set."""


def test_it_is_never_raised_in_what_removes_objects_from_a_weak_set(monkeypatch):
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: ignored.append(what.exc_value))
    monkeypatch.setattr(timing, "STEP", 0.005)
    objects = [Weak() for _ in range(250_000)]
    known = WeakSet(objects)

    def function() -> None:
        objects.clear()
        endless()

    with pytest.raises(OutOfTimeError):
        limited(0.01, function)
    assert (len(known), ignored) == (0, [])


def test_nothing_arrives_after_the_end():
    for _ in range(20):
        try:
            limited(0.005, lambda: compute(0.03))
        except OutOfTimeError:
            continue
        sum(range(10_000))
    assert limited(60, lambda: 3) == 3


def test_an_inner_limit_has_no_effect():
    assert limited(60, lambda: (limited(0.01, lambda: compute(0.1)), timing.is_limited())) == (None, True)
    assert not timing.is_limited()


def test_exceptions_pass():
    with pytest.raises(KeyError):
        limited(60, lambda: {}["a"])
