"""Check that names of files and folders are valid on every system."""

from __future__ import annotations

import re
from pathlib import PurePath

NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
"""The form of the names of kits, and of what kits name."""
LONGEST = 240
"""Maximum length in bytes. Systems allow 255; the temporary name of a file being written is a little longer."""
LONGEST_KIT = 100
"""Maximum length in bytes of a kit's folder name, with which the names of its PDFs begin."""

_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?", re.IGNORECASE | re.DOTALL)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_RESERVED = re.compile(r'[<>:"/\\|?*]')


def problem(name: str, longest: int = LONGEST, *, windows: bool = True) -> str:
    """Why a file name is invalid, or "". Without `windows`, names that only Windows rejects are valid."""
    size = len(name.encode("utf-8", "replace"))
    if size > longest:
        return f"it is {size} bytes long, and the maximum is {longest}"
    if _CONTROL.search(name):
        return "it contains a control character"
    return _on_windows(name) if windows else ""


def _on_windows(name: str) -> str:
    match = _RESERVED.search(name)
    if match:
        return f"Windows allows no {match[0]} in file names"
    if name.endswith((".", " ")):
        return f"Windows allows no {'dot' if name.endswith('.') else 'space'} at the end of file names"
    return "Windows reserves this name for a device" if _DEVICES.fullmatch(name) else ""


def problem_of_path(path: PurePath, *, windows: bool) -> str:
    """The first invalid name in a path and why it is invalid, or ""."""
    for part in path.parts[1:] if path.anchor else path.parts:
        failure = problem(part, windows=windows) if part not in (".", "..") else ""
        if failure:
            return f"{short(part)!r} is not a valid file name: {failure}"
    return ""


def short(name: str) -> str:
    """A name shortened to 60 characters for messages."""
    return name if len(name) <= 60 else f"{name[:59]}…"
