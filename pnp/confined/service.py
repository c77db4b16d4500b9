"""Give tasks to the child process, which is started for the first one and again after it was stopped.

It ends with this process, or when the user interrupts it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Any, Literal, NamedTuple

from pnp import writing
from pnp.confined.child import Frame, TooMuchError, receive, send
from pnp.confined.child import task as find_task
from pnp.confined.timing import patience

MEMORY = 1_000_000_000
"""Maximum memory of the child in bytes, on systems that can limit it."""
ANSWER = 400_000_000
"""The longest answer, in bytes."""
_REPORT = 200_000
"""How much is read of what the child reported before it crashed, in bytes."""
_COMMAND = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from pnp.confined.child import serve; serve()"

Reason = Literal["time", "memory", "crash", "size", "start"]
Note = Callable[[Any], None]


class Limits(NamedTuple):
    """The limits of a task: computing time in seconds, and memory and the length of the answer in bytes."""

    seconds: float
    memory: int = MEMORY
    answer: int = ANSWER


class StoppedError(Exception):
    """A task was stopped, or ended its process. `report` is where that was, as Python's traceback, if it is known."""

    def __init__(self, reason: Reason, limits: Limits, report: str = "") -> None:
        text = {
            "time": f"it takes more than {limits.seconds:g} seconds of computing",
            "memory": "it takes too much memory",
            "size": "its contents are too large",
            "crash": "it crashes the process that reads it: it takes too much memory, or is nested too deeply",
            "start": f"the process that reads it cannot be started: {report}",
        }[reason]
        super().__init__(text)
        self.reason, self.report = reason, report


class TaskError(Exception):
    """A task failed because of a mistake in this program. The text is the traceback."""

    is_mistake = True


def call(
    task: str, data: Any, *blobs: bytes, limits: Limits, confined: bool = True, note: Note = lambda _data: None
) -> tuple[Any, Sequence[bytes]]:
    """Run a task like `pnp.text.fonts:read` on plain data and bytes; its result.

    `note` gets what the task sends before its result. Raises StoppedError, and TaskError. If it is not `confined`, the
    task runs in this process, without limits and with its own exceptions: for what was installed.
    """
    if not confined:
        return find_task(task)(data, blobs, note)
    with _lock:
        service = _service()
        try:
            return service.call(task, data, blobs, limits, note)
        except (StoppedError, TaskError):
            raise
        except BaseException:  # including KeyboardInterrupt: the answer of this task must not be taken for another's
            service.end()
            raise


class _Service:
    """A child process. It is of the process that started it: a forked one starts its own."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._process: subprocess.Popen[bytes] | None = None

    def call(
        self, task: str, data: Any, blobs: Sequence[bytes], limits: Limits, note: Note
    ) -> tuple[Any, Sequence[bytes]]:
        try:
            process = self._process = self._process or self._start()
        except OSError as error:
            raise StoppedError("start", limits, error.strerror or str(error)) from None
        self._waited_too_long = False
        timer = threading.Timer(patience(limits.seconds), self._kill, [process])
        timer.daemon = True
        timer.start()
        try:
            asked = {"task": task, "data": data, "seconds": limits.seconds, "memory": limits.memory}
            with suppress(OSError):  # if the process has ended, reading its answer reports that
                send(_stream(process.stdin), "task", asked, blobs)
            return self._answer(process, limits, note)
        finally:
            timer.cancel()

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        """The last resort, where the system cannot limit the computing time of C code."""
        self._waited_too_long = True
        process.kill()

    def _answer(self, process: subprocess.Popen[bytes], limits: Limits, note: Note) -> tuple[Any, Sequence[bytes]]:
        while frame := self._received(process, limits):
            if frame.kind == "note":
                note(frame.data)
            elif frame.kind == "bug":
                raise TaskError(frame.data)
            elif frame.kind == "stopped":
                raise StoppedError(frame.data, limits)
            else:
                return frame.data, frame.blobs
        process.wait()
        is_late = self._waited_too_long or process.returncode == -getattr(signal, "SIGXCPU", 0)
        self._file.seek(0)
        report = self._file.read(_REPORT).decode(errors="replace")
        self.end()
        raise StoppedError("time" if is_late else "crash", limits, report)

    def _received(self, process: subprocess.Popen[bytes], limits: Limits) -> Frame | None:
        try:
            return receive(_stream(process.stdout), limits.answer)
        except TooMuchError:
            self.end()
            raise StoppedError("size", limits) from None

    def _start(self) -> subprocess.Popen[bytes]:
        self._file = writing.scratch_file(0)
        command = [sys.executable, "-I", "-c", _COMMAND, json.dumps([str(path) for path in sys.path])]
        try:
            pipe = subprocess.PIPE
            process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._file)  # noqa: S603 - this program
        except OSError:
            self._file.close()
            raise
        self._stop = weakref.finalize(self, _stop, process, self._file, self.owner)
        return process

    def end(self) -> None:
        """End the process; the next task starts another."""
        if self._process:
            self._stop()
            self._process = None


def stop() -> None:
    """End the child process of this process; the next task starts another."""
    with _lock:
        _service().end()


_lock = threading.RLock()
_services: list[_Service] = []


def _service() -> _Service:
    """The service of this process."""
    if not _services or _services[0].owner != os.getpid():
        _services[:] = [_Service()]
    return _services[0]


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream  # noqa: S101 - for mypy: it was asked for
    return stream


def _stop(process: subprocess.Popen[bytes], file: IO[bytes], owner: int) -> None:
    if owner == os.getpid():
        process.kill()
    with suppress(OSError), process:  # closes its streams
        pass
    file.close()
