"""Exports in a low resolution."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

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
def export_of(kit: str, target: str, **more: Any) -> Files:
    """The files of an export in a low resolution, made once for all tests of a process."""
    settings = Settings(**{"dpi": DPI, **more})
    return dict(exporting.finish(drawn(kit, max(settings.bleed, export.bleed(target))), target, settings).files)


@pytest.fixture(scope="session")
def made() -> Made:
    """The files of rhino's exports by target, with settings besides the resolution."""
    return partial(export_of, "rhino")


@pytest.fixture(scope="session")
def made_few() -> Made:
    """Like `made`, with a few pieces of rhino."""
    return partial(export_of, "few")


@pytest.fixture(scope="session")
def laid() -> job.Layout:
    """Rhino drawn and imposed on A4."""
    diagnostics = Diagnostics()
    found = job.lay_out(options_for(RHINO), diagnostics)
    assert found is not None, list(diagnostics)
    return found
