"""Fill the templates of untrusted kits in the confined child process, with limited computing time and memory."""

from __future__ import annotations

import re
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from pnp.confined import Limits, StoppedError, call
from pnp.kit.kit_data import Lines, find, template_line

if TYPE_CHECKING:
    from pnp.kit.fill import FilledText, Job, TemplateData

SECONDS = 6
"""Maximum computing time to fill one template, in seconds. A tenth is usual; on a busy machine, 3 were too few."""
MEMORY = 500_000_000
"""Maximum memory in bytes, on systems that can limit it."""
_MAX_LATE = 2
"""After this many templates that took too long, no more are filled, so that the user does not wait long."""
_FRAME = re.compile(r'File "(.*)", line (\d+)')
_CRASHED = "this crashes the process that fills it: it takes too much memory, or is nested too deeply"


class ChildFiller:
    """A `Filler` that works in the child process."""

    def __init__(self, setup: TemplateData) -> None:
        self._setup, self._key = setup, token_hex(8)
        self._late: set[str] = set()
        self._lines: dict[str, tuple[str, Lines]] = {}

    def fill(self, job: Job) -> FilledText:
        key = job["name"] or job["text"]
        if key in self._late or len(self._late) >= _MAX_LATE:
            return {"text": None, "sources": [], "files": [], "diagnostics": [], "late": True}
        try:
            answer: FilledText = self._call(job) or self._call(job, setup=self._setup)
        except StoppedError as error:
            answer = self._failed(job, error)
        if answer["late"]:
            self._late.add(key)
        return answer

    def _call(self, job: Job, **setup: Any) -> Any:
        """The answer; None if the process has no setup yet."""
        data = {"key": self._key, "job": job, "too_long": too_long(SECONDS), **setup}
        limits = Limits(SECONDS, MEMORY)
        return call("pnp.kit.fill:task", data, limits=limits, note=self._note)[0]

    def _note(self, loaded: Any) -> None:
        """Keep the lines of a template that was loaded."""
        self._lines[_escaped(loaded["file"])] = loaded["path"], loaded["lines"]

    def _failed(self, job: Job, error: StoppedError) -> FilledText:
        """An answer with an error at the innermost template of the process's report."""
        folders = [Path(folder) for folder in self._setup["folders"]]
        file = find(folders, job["name"], self._setup["language"]) if job["name"] else None
        place = str(file or ""), 1
        for frame in _FRAME.finditer(error.report):
            if frame[1] in self._lines:
                path, lines = self._lines[frame[1]]
                place = path, template_line(lines, int(frame[2]))
                break
        message = {"time": too_long(SECONDS), "crash": _CRASHED}.get(error.reason, str(error))
        files = [path for path, _ in self._lines.values()]
        return {
            "text": None,
            "sources": [],
            "files": files,
            "diagnostics": [[*place, 1, "bad-template", message]],
            "late": True,
        }


def too_long(seconds: float) -> str:
    return f"this takes more than {seconds:g} seconds: an endless loop, or too much text"


def _escaped(name: str) -> str:
    """A file name as faulthandler writes it."""
    return name.encode("ascii", "backslashreplace").decode()
