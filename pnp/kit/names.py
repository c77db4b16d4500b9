"""Find a kit's folder by a name or path from the user.

Like `paths`, it imports nothing slow.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from pnp.diagnostics import filenames, unknown
from pnp.diagnostics.files import similar
from pnp.kit import paths


def kit_at(path: Path) -> Path | None:
    """The kit that a path is in: the nearest folder with a `kit.yaml`, from the path upwards; None if there is none."""
    there = path.resolve()
    return next((folder for folder in (there, *there.parents) if (folder / paths.KIT_FILE).is_file()), None)


def kit_folder(name: str) -> Path:
    """The folder of an installed kit, by name, or of a kit at a path: its folder, or a file in it.

    Raises ValueError if there is no such kit, or if the folder's name is not valid in the names of PDFs.
    """
    check_path(name)
    folder = paths.find(name) or (kit_at(Path(name)) if Path(name).is_file() else None)
    if folder is None:
        raise ValueError(unknown_kit("kit", name, paths.kit_names()))
    if re.search("[\ud800-\udfff]", folder.name):
        raise ValueError(f"the name of {name!r} is not UTF-8: rename the folder")
    failure = filenames.problem(folder.name, filenames.LONGEST_KIT)
    if failure:
        message = f"{filenames.short(folder.name)!r} is not a valid name for a kit's folder"
        raise ValueError(f"{message}: {failure}; rename the folder")
    return folder


MAX_FOLDERS = 20_000
"""How many folders are searched for kits."""
_NOT_SEARCHED = {"node_modules"}
_ENVIRONMENT = "pyvenv.cfg"
"""The file by which a virtual environment of Python is known."""


def kits_below(folder: Path) -> list[Path]:
    """The kits in a folder and below it, sorted. Hidden folders, links and environments of Python are not searched.

    Raises ValueError if there are too many folders to search.
    """
    found = []
    for number, (place, folders, files) in enumerate(os.walk(folder.resolve())):
        if number >= MAX_FOLDERS:
            raise ValueError(f"there are more than {MAX_FOLDERS:,} folders in {str(folder)!r}; name the kits")
        left_out = _ENVIRONMENT in files
        folders[:] = [] if left_out else sorted(n for n in folders if not n.startswith(".") and n not in _NOT_SEARCHED)
        if paths.KIT_FILE in files and not left_out:
            found.append(kit_folder(place))
    return sorted(found)


def check_path(path: str | Path) -> None:
    """Raise ValueError for a path that is invalid on this system."""
    failure = filenames.problem_of_path(Path(path), windows=os.name == "nt")
    if failure:
        raise ValueError(failure)


def unknown_kit(what: str, named: str, known: list[str]) -> str:
    """The message for a name that is no kit or game. Suggestions include kits in the current folder."""
    if paths.find(named):
        return f"the kit {named!r} has no engine: it can be printed, but not played"
    if Path(named).is_dir():
        near = similar(Path(named), "kit.yaml")
        return f"the folder {named!r} is not a {what}: it contains no kit.yaml{near and '; '}{near}"
    if Path(named).is_file():
        return f"{named!r} is a file that is in no {what}: there is no kit.yaml beside it or above it"
    here = sorted(path.parent.name for path in Path().glob("*/kit.yaml"))
    return unknown(what, named, dict.fromkeys((*known, *here)))
