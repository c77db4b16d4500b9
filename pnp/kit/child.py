"""Fill the templates of untrusted kits in a child process with limited time and memory.

The child reads one JSON object per line from stdin and writes its answers to stdout in the same form. A template that
takes too long gets an OutOfTimeError. If that does not stop it, or if the child crashes, faulthandler ends the child
and writes its Python traceback.
"""

from __future__ import annotations

import _thread
import faulthandler
import json
import re
import signal
import subprocess
import sys
import threading
import weakref
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.kit.lookup import Lines, find, template_line
from pnp.kit.timing import OutOfTimeError

if TYPE_CHECKING:
    from pnp.kit.fill import Answer, Job, Setup

SECONDS = 3
"""Maximum time to fill one template, in seconds of wall-clock time."""
MEMORY = 500_000_000
"""Maximum memory in bytes, on systems that can limit it."""
_MAX_LATE = 2
"""After this many templates that took too long, no more are filled, so that the user does not wait long."""

_COMMAND = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from pnp.kit.child import serve; serve(float(sys.argv[2]))"
)
_FRAME = re.compile(r'File "(.*)", line (\d+)')


class ChildFiller:
    """A `Filler` that works in a child process, started when the first template is filled.

    The child ends with this object, with this process, or when the user interrupts it.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._process: subprocess.Popen[str] | None = None
        self._late: set[str] = set()
        self._lines: dict[str, tuple[str, Lines]] = {}

    def fill(self, job: Job) -> Answer:
        key = job["name"] or job["text"]
        if key in self._late or len(self._late) >= _MAX_LATE:
            return {"text": None, "files": [], "diagnostics": [], "late": True}
        try:
            answer = self._request(job)
        except OSError as error:
            return self._failed(job, f"cannot start a process to fill this template: {error.strerror or error}")
        except BaseException:  # including KeyboardInterrupt
            self._end()
            raise
        if isinstance(answer, str):
            self._end()
            answer = self._failed(job, _reason(answer), answer)
        if answer["late"]:
            self._late.add(key)
        return answer

    def _request(self, job: Job) -> Answer | str:
        """The child's answer, or the traceback that it wrote if it ended instead."""
        process = self._process = self._process or self._start()
        assert process.stdout  # noqa: S101 - for mypy
        _send(process, job)
        for line in process.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                return line + process.stdout.read()
            if "text" in message:
                answer: Answer = message
                return answer
            self._lines[_escaped(message["path"])] = message["path"], message["lines"]
        return ""

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(  # noqa: S603 - this package
            [sys.executable, "-I", "-c", _COMMAND, json.dumps([str(path) for path in sys.path]), str(SECONDS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="ascii",
            errors="replace",
        )
        self._stop = weakref.finalize(self, _stop, process)
        _send(process, self._setup)
        return process

    def _end(self) -> None:
        if self._process:
            self._stop()
            self._process = None

    def _failed(self, job: Job, message: str, traceback: str = "") -> Answer:
        """An answer with an error at the innermost template of a traceback."""
        folders = [Path(folder) for folder in self._setup["folders"]]
        file = find(folders, job["name"], self._setup["language"]) if job["name"] else None
        place = str(file or ""), 1
        for frame in _FRAME.finditer(traceback):
            if frame[1] in self._lines:
                path, lines = self._lines[frame[1]]
                place = path, template_line(lines, int(frame[2]))
                break
        files = [path for path, _ in self._lines.values()]
        return {"text": None, "files": files, "diagnostics": [[*place, 1, "bad-template", message]], "late": True}


def _send(process: subprocess.Popen[str], message: object) -> None:
    assert process.stdin  # noqa: S101 - for mypy
    with suppress(OSError):  # If the process has ended, reading its answer reports that.
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()


def _stop(process: subprocess.Popen[str]) -> None:
    """Kill a process and wait for its end."""
    process.kill()
    with suppress(OSError), process:
        pass


def _reason(traceback: str) -> str:
    if traceback.startswith("Timeout"):
        return _too_long(SECONDS)
    return "this crashes the process that fills it: it takes too much memory, or is nested too deeply"


def _too_long(seconds: float) -> str:
    return f"this takes more than {seconds:g} seconds: an endless loop, or too much text"


def _escaped(path: str) -> str:
    """A path as faulthandler writes it."""
    return path.encode("ascii", "backslashreplace").decode()


def serve(seconds: float) -> None:
    """Run the child: fill templates until the input ends, each in at most `seconds`."""
    from pnp.kit.fill import Filler

    def interrupt(_signal: int, _frame: object) -> None:
        raise OutOfTimeError(_too_long(seconds))

    def send(message: object) -> None:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    _confine()
    signal.signal(signal.SIGTERM, interrupt)
    filler = Filler(json.loads(sys.stdin.readline()), lambda path, lines: send({"path": path, "lines": lines}))
    for line in sys.stdin:
        timer = threading.Timer(seconds, _thread.interrupt_main, [signal.SIGTERM])
        timer.start()
        # The interrupt only arrives between Python instructions, so it does not stop an endless call of C code.
        faulthandler.dump_traceback_later(seconds + 1, exit=True, file=sys.stdout)
        answer = filler.fill(json.loads(line))
        timer.cancel()
        faulthandler.cancel_dump_traceback_later()
        send(answer)


def _confine() -> None:
    """Let SIGINT end this process, report crashes on its stdout, and limit its memory."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    faulthandler.enable(sys.stdout)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
