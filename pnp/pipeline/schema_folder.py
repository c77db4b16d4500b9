"""Choose the folder with the schemas of a kit, and name them in the first lines of its files.

The kits of a Git repository share one folder. A kit outside of a repository has its own, so that it can be moved.
"""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.kit import jsonschema, modeline
from pnp.pipeline import schemas

FOLDER = "schemas"
_ALWAYS = schemas.file_name("kit")
"""The schema that every folder of schemas has, and by which it is recognised."""


def relative(places: Path, folder: Path) -> str:
    """The path of a folder of schemas from a kit's folder, with `/`; absolute if they are on different drives."""
    try:
        return Path(os.path.relpath(places.resolve(), folder.resolve())).as_posix()
    except ValueError:
        return places.resolve().as_posix()


def shared(folder: Path) -> Path | None:
    """The folder for the schemas of all kits in the repository that a new kit is in.

    It is the nearest one above the kit, or a new one at the top of the repository. None outside of a repository, and
    if the repository has a folder of that name for something else. Links are not followed: they may lead out of it.
    """
    above = list(folder.resolve().parents)
    top = next((number for number, place in enumerate(above) if (place / ".git").exists()), None)
    if top is None:
        return None
    known = (place / FOLDER for place in above[: top + 1] if _has_schemas(place / FOLDER))
    new = above[top] / FOLDER
    return next(known, None if os.path.lexists(new) else new)


def _has_schemas(places: Path) -> bool:
    return (places / _ALWAYS).is_file() and places.resolve() == places


class NewKit(NamedTuple):
    """A new kit's files with their first lines, and its schemas by file name."""

    files: dict[str, bytes]
    schemas: dict[str, bytes]


def with_lines(files: Mapping[str, bytes], engine: str | None, places: str, *, part: bool) -> NewKit:
    """A new kit's files, each with a first line that names its schema in the folder `places`, and these schemas."""
    contents, needed = dict(files), dict[str, bytes]()
    for file, data in files.items():
        kind = schemas.of_file(file, engine)
        if kind is not None:
            is_part = schemas.is_part(kind, overlay=part)
            name = schemas.file_name(kind, part=is_part)
            contents[file] = modeline.with_line(data, modeline.line(name, places))
            needed[name] = jsonschema.text(schemas.schema(kind, part=is_part)).encode()
    return NewKit(contents, needed)
