"""Exports of rhino in a low resolution, each made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from pnp.diagnostics import Diagnostics
from pnp.export import Settings
from pnp.pipeline import exporting, job
from tests.conftest import RHINO, options_for

DPI = 60
Files = dict[str, bytes]
Made = Callable[..., Files]


@pytest.fixture(scope="session")
def made() -> Iterator[Made]:
    """The files of an export by target, with settings besides the resolution."""

    @cache
    def files(target: str, **more) -> Files:
        diagnostics = Diagnostics()
        found = exporting.run(RHINO, target, Settings(**{"dpi": DPI, **more}), diagnostics)
        assert found is not None, list(diagnostics)
        return dict(found.files)

    yield files
    files.cache_clear()


@pytest.fixture(scope="session")
def laid() -> job.Layout:
    """Rhino drawn and imposed on A4."""
    diagnostics = Diagnostics()
    found = job.lay_out(options_for(RHINO), diagnostics)
    assert found is not None, list(diagnostics)
    return found
