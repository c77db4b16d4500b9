"""Processes that share work."""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing import active_children
from types import SimpleNamespace

import pytest

from pnp.confined import FORKS, beside, can_share, cores, processes, signals_delayed


def test_there_is_at_least_one_core() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_processes_end_when_they_are_left_early() -> None:
    before = set(active_children())

    def leave() -> None:
        with processes(2) as executor:
            assert executor.submit(os.getpid).result() != os.getpid()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        leave()
    for child in set(active_children()) - before:
        child.join(30)
        assert not child.is_alive()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_an_interruption_waits_until_a_process_has_begun() -> None:
    done = []

    def interrupted() -> None:
        with signals_delayed():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("the rest")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done


def test_work_beside_this_process_is_done_in_another_one() -> None:
    notes = ["before"]

    def work() -> tuple[int, list[str]]:
        notes.append("there")
        return os.getpid(), notes

    with beside(work, wanted=True) as result:
        notes.append("here")
        there, found = result()
    assert (there != os.getpid()) == FORKS
    assert found[:2] == ["before", "there"]
    if FORKS:
        assert notes == ["before", "here"]


def test_work_that_fails_or_ends_the_other_process_is_done_again_here() -> None:
    own = os.getpid()

    def work() -> str:
        if os.getpid() != own:
            os._exit(3)
        return "done"

    with beside(work, wanted=True) as result:
        assert result() == "done"


def test_where_processes_cannot_share_work_it_is_done_here(monkeypatch) -> None:
    """As on Android, whose Python has no semaphores."""
    own = os.getpid()
    monkeypatch.setitem(sys.modules, "multiprocessing", SimpleNamespace())
    can_share.cache_clear()
    try:
        with beside(os.getpid, wanted=True) as result:
            assert result() == own
    finally:
        can_share.cache_clear()


def test_work_that_is_not_wanted_elsewhere_is_done_first() -> None:
    order: list[str] = []
    with beside(lambda: order.append("work"), wanted=False) as result:
        order.append("block")
        result()
    assert order == ["work", "block"]
