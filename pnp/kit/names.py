"""Find a kit's folder by the name or path that the user gave.

Imports nothing slow, as `paths` does.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from pnp.diagnostics import filenames
from pnp.kit import paths


def kit_folder(name: str) -> Path:
    """The folder of a kit: one that comes with the program, or the folder at a path.

    Raises ValueError, with the nearest known name, if there is none or if files cannot be named after it.
    """
    check_path(name)
    folder = paths.find(name)
    if folder is None:
        raise ValueError(unknown("kit", name, paths.kit_names()))
    if re.search("[\ud800-\udfff]", folder.name):
        raise ValueError(f"the name of {name!r} is not UTF-8: call the folder something else")
    failure = filenames.problem(folder.name, filenames.LONGEST_KIT)
    if failure:
        named = f"{filenames.short(folder.name)!r} begins the names of the kit's files, and cannot"
        raise ValueError(f"{named}: {failure}; call the folder something else")
    return folder


def check_path(path: str | Path) -> None:
    """Raise ValueError for a path that this system does not take."""
    failure = filenames.problem_of_path(Path(path), windows=os.name == "nt")
    if failure:
        raise ValueError(failure)


def unknown(what: str, named: str, known: list[str]) -> str:
    """Why a name is that of no kit or game. The nearest one may be a kit in a folder here, too."""
    from pnp.kit import load

    if paths.find(named):
        return f"no engine plays {named!r}: it can be printed, but not played"
    if Path(named).is_dir():
        return f"the folder {named!r} is no {what}: there is no kit.yaml in it"
    if Path(named).is_file():
        return f"{named!r} is a file: name the folder that it lies in"
    here = sorted(path.parent.name for path in Path().glob("*/kit.yaml"))
    return load.unknown(what, named, dict.fromkeys((*known, *here)))
