"""The small set, built for a print shop."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from pnp.pipeline.option_table import Backs
from tests.conftest import SMALL, Built, options_for
from tests.support.shop import made


@pytest.fixture(scope="session")
def small_shop(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The small set, built for a print shop."""
    return made(tmp_path_factory.mktemp("shop"), kit=SMALL)


@pytest.fixture(scope="session")
def small_built(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Built]:
    """Builds the small set once for each combination of paper and backs."""

    @cache
    def build(paper: str = "a4", backs: Backs = "long") -> Built:
        folder, result = tmp_path_factory.mktemp("small"), job.build(options_for(SMALL, paper, backs), Diagnostics())
        assert result is not None
        result.save(folder)
        return Built(folder)

    return build
