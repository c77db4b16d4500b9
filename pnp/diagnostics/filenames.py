"""Names of files and folders: which of them some system does not take."""

from __future__ import annotations

import re
from pathlib import PurePath

LONGEST = 240
"""In bytes. Systems take 255, and a file that is being written has a few more than it will have."""
LONGEST_KIT = 100
"""In bytes: the names of a kit's files begin with the name of its folder."""

_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?", re.IGNORECASE | re.DOTALL)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_RESERVED = re.compile(r'[<>:"/\\|?*]')


def problem(name: str, longest: int = LONGEST, *, windows: bool = True) -> str:
    """Why no file can have a name, or "". Without `windows`, what only Windows refuses is let pass."""
    size = len(name.encode("utf-8", "replace"))
    if size > longest:
        return f"it is {size} bytes long, and {longest} are the most"
    if _CONTROL.search(name):
        return "there is a control character in it"
    return _on_windows(name) if windows else ""


def _on_windows(name: str) -> str:
    found = _RESERVED.search(name)
    if found:
        return f"Windows allows no {found[0]} in names"
    if name.endswith((".", " ")):
        return f"Windows allows no {'point' if name.endswith('.') else 'space'} at the end of names"
    return "Windows keeps this name for a device" if _DEVICES.fullmatch(name) else ""


def problem_of_path(path: PurePath, *, windows: bool) -> str:
    """The first part of a path that no file or folder can be called, and why; or ""."""
    for part in path.parts[1:] if path.anchor else path.parts:
        failure = problem(part, windows=windows) if part not in (".", "..") else ""
        if failure:
            return f"{short(part)!r} cannot be the name of a file: {failure}"
    return ""


def short(name: str) -> str:
    """A name as messages show it."""
    return name if len(name) <= 60 else f"{name[:59]}…"
