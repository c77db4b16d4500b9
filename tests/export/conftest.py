"""Exports in a low resolution."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from filelock import FileLock

from pnp import export
from pnp.diagnostics import Diagnostics
from pnp.export import Settings
from pnp.pipeline import exporting, job
from tests.conftest import RHINO, options_for

DPI = 60
Files = dict[str, bytes]
Made = Callable[..., Files]


FEW = {
    "moves/swerve", "moves/dodge", "rhinos/stomper", "summaries/summary", "extras/blank", "foldies/stomper",
    "score-track/white", "position-marker/brass", "score-markers/black", "tuckbox/box", "rulebook/1",
}  # fmt: skip
"""A few pieces of rhino, of most kinds that it has. Tests of all targets with them are quick."""


def few(rhino: exporting.Drawn) -> exporting.Drawn:
    """A few pieces of rhino."""
    return rhino._replace(pieces=tuple(piece for piece in rhino.pieces if piece.id in FEW))


@cache
def drawn(kit: str, bleed: float) -> exporting.Drawn:
    """A kit drawn once for all targets with the same bleed; `few` are a few pieces of rhino."""
    if kit == "few":
        return few(drawn("rhino", bleed))
    diagnostics = Diagnostics()
    found = exporting.draw(RHINO.parent / kit, bleed, diagnostics)
    assert found is not None, list(diagnostics)
    return found


@cache
def export_of(shared: Path, kit: str, target: str, **more: Any) -> Files:
    """The files of an export in a low resolution, made once for all processes of a run."""
    name = "-".join([kit, target, *(f"{key}-{value}" for key, value in sorted(more.items()))])
    stored = shared / f"{name}.export.zip"
    with FileLock(stored.with_suffix(".lock")):
        if not stored.is_file():
            settings = Settings(**{"dpi": DPI, **more})
            done = exporting.finish(drawn(kit, max(settings.bleed, export.bleed(target))), target, settings)
            with ZipFile(stored, "w") as file:
                for path, data in done.files.items():
                    file.writestr(path, data)
        with ZipFile(stored) as file:
            return {path: file.read(path) for path in file.namelist()}


@pytest.fixture(scope="session")
def made(exports: Made) -> Made:
    """The files of rhino's exports by target, with settings besides the resolution."""
    return partial(exports, "rhino")


@pytest.fixture(scope="session")
def made_few(exports: Made) -> Made:
    """Like `made`, with a few pieces of rhino."""
    return partial(exports, "few")


@pytest.fixture(scope="session")
def laid() -> job.Layout:
    """Rhino drawn and imposed on A4."""
    diagnostics = Diagnostics()
    found = job.lay_out(options_for(RHINO), diagnostics)
    assert found is not None, list(diagnostics)
    return found
