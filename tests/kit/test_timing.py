"""Limits of time: in any thread, again if the code goes on, and never after the code has ended."""

from __future__ import annotations

import threading
import time

import pytest

from pnp.kit import timing
from pnp.kit.timing import OutOfTimeError, limited


def endless() -> None:
    while True:
        pass


def stubborn() -> None:
    """Code that goes on after the first exception."""
    try:
        endless()
    except OutOfTimeError:
        endless()


@pytest.mark.slow
@pytest.mark.parametrize("function", [endless, stubborn])
def test_what_does_not_end_is_interrupted(function):
    with pytest.raises(OutOfTimeError):
        limited(0.1, function)
    assert not timing.is_limited()


def test_it_is_interrupted_in_any_thread():
    found: list[BaseException] = []

    def work() -> None:
        try:
            limited(0.1, endless)
        except OutOfTimeError as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    limited(20, lambda: thread.join(10))
    assert len(found) == 1


@pytest.mark.slow
def test_nothing_arrives_after_the_end():
    for _ in range(10):
        try:
            limited(0.01, lambda: time.sleep(0.19))  # a call of C code, in which the clock may run out
        except OutOfTimeError:
            continue
        sum(range(10_000))
    assert limited(5, lambda: 3) == 3


def test_an_inner_limit_has_no_effect():
    assert limited(5, lambda: (limited(0.01, lambda: time.sleep(0.3)), timing.is_limited())) == (None, True)
    assert not timing.is_limited()


def test_exceptions_pass():
    with pytest.raises(KeyError):
        limited(5, lambda: {}["a"])
