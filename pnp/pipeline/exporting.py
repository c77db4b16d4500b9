"""Export a kit: plan, draw, check, and write the files of a target.

`export.json` lists the files of an export and how many copies of each piece it has; the next export into the folder
removes those that it does not write again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp import export
from pnp.diagnostics import Diagnostics
from pnp.diagnostics.program import PROGRAM
from pnp.graphics import Piece
from pnp.kit import load, sizes
from pnp.pipeline import job, output, per_piece
from pnp.pipeline.options import BuildOptions

LIST = "export.json"
FORMAT = 1


def files(
    folder: Path,
    target: str,
    settings: export.Settings,
    diagnostics: Diagnostics,
    progress: Callable[[int], None] = lambda _left: None,
) -> dict[str, bytes] | None:
    """The files of an export by their paths in its folder, `export.json` last; None after errors.

    `progress` is called after each face with the number of faces left, an estimate. Raises PluginError for a target of
    another distribution that fails.
    """
    facts = load.print_facts(diagnostics)
    if facts is None:
        return None
    bleed = max(settings.bleed, export.bleed(target))
    options = BuildOptions(folder, sizes.paper("a4", facts), bleed=bleed if bleed > facts.bleed else None)
    planned = job.plan(options, diagnostics)
    if planned is None:
        return None
    drawn = job.draw(planned)
    wrong = job.run_checks(planned, drawn)
    diagnostics.add(diagnostic for diagnostic in wrong if job.stops(planned, diagnostic))
    if diagnostics:
        return None
    pieces = tuple(replace(piece, copies=per_piece.copies(piece)) for mine in drawn.values() for piece in mine)
    left = sum(len(export.backed(piece)) for piece in pieces)

    def step() -> None:
        nonlocal left
        left -= 1
        progress(left)

    made = export.files(target, export.PrintedSet(planned.context, settings, pieces, step))
    return {**made, LIST: _list(planned, target, settings, pieces, sorted(made))}


def write(folder: Path, made: dict[str, bytes]) -> None:
    """Write an export into a folder, and remove what an earlier one left there. Raises OSError."""
    output.write_folder(folder, made, [name for name in _earlier(folder) if name not in made])


def _list(
    planned: job.Plan, target: str, settings: export.Settings, pieces: tuple[Piece, ...], names: list[str]
) -> bytes:
    about: dict[str, Any] = {
        "format": FORMAT,
        "program": PROGRAM,
        "kit": planned.context.kit.slug,
        "data_version": planned.version,
        "target": target,
        "settings": settings._asdict(),
        "pieces": [{"id": piece.id, "title": piece.title, "copies": piece.copies} for piece in pieces],
        "files": names,
    }
    return (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode()


def _earlier(folder: Path) -> list[str]:
    """The files of an earlier export in a folder; none if there is no list of them."""
    try:
        names = json.loads((folder / LIST).read_bytes())["files"]
        return [name for name in names if isinstance(name, str) and output.is_inside(name)]
    except (OSError, ValueError, KeyError, TypeError):
        return []
