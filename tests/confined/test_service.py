"""The child process gives an answer or a reason, whatever a task does, and the next task is as good as the first."""

from __future__ import annotations

import errno
import os
import sys

import pytest

from pnp.confined import Limits, StoppedError, call, service, timing
from tests.support import tasks

ENOUGH = Limits(60)
SHORT = Limits(0.3)


def run(name: str, data: object = None, *blobs: bytes, limits: Limits = ENOUGH, **more: object):
    return call(f"{tasks.__name__}:{name}", data, *blobs, limits=limits, **more)


def reason(name: str, data: object = None, limits: Limits = SHORT) -> str:
    with pytest.raises(StoppedError) as caught:
        run(name, data, limits=limits)
    return caught.value.reason


def test_plain_data_and_bytes_come_back_after_what_is_noted():
    noted = []
    assert run("answer", {"a": [1, "ü", None]}, b"abc", b"", note=noted.append) == (
        {"a": [1, "ü", None]}, (b"cba", b""),
    )  # fmt: skip
    assert noted == [{"first": {"a": [1, "ü", None]}}, {"second": 2}]


def test_one_process_runs_all_tasks_and_is_not_this_one():
    first, second = run("process")[0], run("process")[0]
    assert first == second != os.getpid()
    assert run("process", confined=False)[0] == os.getpid()


@pytest.mark.parametrize(("name", "expected"), [("endless", "time"), ("crash", "crash"), ("leave", "crash")])
def test_a_task_that_does_not_end_well_has_a_reason_and_the_next_one_is_run(name, expected):
    assert reason(name) == expected
    assert run("answer", 1) == (1, ())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no computing time")
def test_c_code_without_end_is_stopped_by_the_system():
    assert reason("endless_in_c") == "time"
    assert run("answer", 1) == (1, ())


def test_a_task_that_waits_for_ever_is_stopped_late(monkeypatch):
    monkeypatch.setattr(timing, "LEAST_PATIENCE", 0.6)
    monkeypatch.setattr(timing, "PATIENCE", 6)
    assert reason("waiting", limits=Limits(0.1)) == "time"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by the system, and not by all of them")
def test_a_task_that_needs_too_much_memory_is_stopped():
    assert reason("large", limits=ENOUGH) == "memory"
    assert run("answer", 1) == (1, ())


def test_an_answer_that_is_too_long_is_not_read():
    assert reason("long", 3_000_000, Limits(60, answer=1_000_000)) == "size"
    assert run("answer", 1) == (1, ())


def test_a_mistake_of_the_program_has_its_traceback():
    with pytest.raises(service.TaskError, match=r"(?s)Traceback.*in mistake.*KeyError: 'a mistake'"):
        run("mistake")
    with pytest.raises(KeyError):
        run("mistake", confined=False)


def test_what_libraries_print_does_not_disturb_the_answer(capfd):
    assert run("talkative")[0] == "heard"
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_task_cannot_fill_the_disk(tmp_path):
    assert run("writing", str(tmp_path / "x"))[0] == errno.EFBIG
    assert (tmp_path / "x").stat().st_size <= 1_000_000


def test_ctrl_c_ends_the_process_so_that_no_answer_is_taken_for_anothers():
    def interrupted(_data: object) -> None:
        raise KeyboardInterrupt

    before = run("process")[0]
    with pytest.raises(KeyboardInterrupt):
        run("answer", "old", note=interrupted)
    assert run("answer", "new") == ("new", ())
    assert run("process")[0] != before


def test_a_process_that_cannot_be_started_is_a_reason(monkeypatch):
    run("answer", 1)
    monkeypatch.setattr(sys, "executable", "no-such-python")
    reason("leave")
    with pytest.raises(StoppedError, match="cannot be started: No such file or directory"):
        run("answer", 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_has_a_child_of_its_own():
    from multiprocessing import get_context

    mine = run("process")[0]
    with get_context("fork").Pool(1) as pool:
        assert pool.apply(run, ("process",))[0] != mine
    assert run("process")[0] == mine
