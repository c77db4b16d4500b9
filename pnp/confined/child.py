"""The child process: run tasks with limits of computing time and memory until the input ends.

A task that takes too long gets an OutOfTimeError. If that does not stop it, because it is in C code, the system ends
the process, where it can. `faulthandler` then writes to stderr where the process was, as it does after a crash.

Messages between this process and the child: a length, JSON, and the bytes whose lengths the JSON lists.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import math
import os
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import IO, Any, NamedTuple

from pnp.confined.timing import OutOfTimeError, limited

_LENGTH = 8
_BINARY = "blobs"


class TooMuchError(Exception):
    """A message is longer than its limit."""


class Frame(NamedTuple):
    """A message: what it is, plain data, and bytes."""

    kind: str
    data: Any
    blobs: tuple[bytes, ...] = ()


def send(stream: IO[bytes], kind: str, data: Any, blobs: Sequence[bytes] = ()) -> None:
    """Write a message. Raises OSError."""
    head = json.dumps({"kind": kind, "data": data, _BINARY: [len(blob) for blob in blobs]}).encode()
    stream.write(len(head).to_bytes(_LENGTH, "big"))
    stream.write(head)
    for blob in blobs:
        stream.write(blob)
    stream.flush()


def receive(stream: IO[bytes], most: int) -> Frame | None:
    """Read a message; None at the end of the stream, also in the midst of a message. Raises TooMuchError."""
    size = stream.read(_LENGTH)
    if len(size) < _LENGTH:
        return None
    head = _read(stream, int.from_bytes(size, "big"), most)
    if head is None:
        return None
    message = json.loads(head)
    lengths = message[_BINARY]
    if len(head) + sum(lengths) > most:
        raise TooMuchError
    blobs = [stream.read(length) for length in lengths]
    if [len(blob) for blob in blobs] != lengths:
        return None
    return Frame(message["kind"], message["data"], tuple(blobs))


def _read(stream: IO[bytes], length: int, most: int) -> bytes | None:
    if length > most:
        raise TooMuchError
    data = stream.read(length)
    return data if len(data) == length else None


MOST_ASKED = 1 << 40
"""The longest request: the parent process is not confined."""
MOST_WRITTEN = 1_000_000
"""The most bytes that this process may write into a file, which is its own report of a crash."""
_OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""As in the program itself, most objects are kept: to look through them more often took a twentieth of the time."""
_GRACE = 1
"""Seconds of computing time that C code may take longer."""

Note = Callable[[Any], None]
Task = Callable[[Any, Sequence[bytes], Note], tuple[Any, Sequence[bytes]]]
"""Takes plain data, bytes, and a function that sends plain data before the result; returns plain data and bytes."""


def task(name: str) -> Task:
    """The function with a name like `pnp.text.fonts:read`."""
    module, _, function = name.partition(":")
    found: Task = getattr(import_module(module), function)
    return found


def serve() -> None:
    """Run tasks until the input ends."""
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    requests, answers = _streams()
    _confine()
    while frame := receive(requests, MOST_ASKED):
        _run(frame, answers)


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """The input and the output. What libraries print goes to stderr."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return os.fdopen(os.dup(0), "rb"), answers


def _confine() -> None:
    """Let Ctrl-C end this process, report crashes, and leave no files."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    faulthandler.enable()
    # A library that numpy brings takes memory for each processor: on large machines, more than a task may.
    os.putenv("OPENBLAS_NUM_THREADS", "1")
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))
        faulthandler.register(signal.SIGXCPU, chain=True)


def _run(request: Frame, answers: IO[bytes]) -> None:
    """Run a task and send its result, or why there is none."""
    asked, is_large = request.data, bool(request.blobs)
    _limit(asked["seconds"], asked["memory"])
    try:
        function = task(asked["task"])

        def note(data: Any) -> None:
            send(answers, "note", data)

        data, blobs = limited(asked["seconds"], lambda: function(asked["data"], request.blobs, note))
        send(answers, "result", data, blobs)
    except OutOfTimeError:
        is_large = True
        send(answers, "stopped", "time")
    except MemoryError:
        is_large = True
        send(answers, "stopped", "memory")
    except Exception:  # noqa: BLE001 - a bug of this program, which the parent process reports
        send(answers, "bug", traceback.format_exc())
    if is_large:  # what fonts and PDFs leave must not count for the next task
        gc.collect()
        gc.freeze()  # what is left are modules; to look through them again took 10 ms each time


def _limit(seconds: float, memory: int) -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + seconds + _GRACE), most))
        resource.setrlimit(resource.RLIMIT_AS, (memory, most))
