"""The small set, built for a print shop."""

from __future__ import annotations

import pytest

from tests.conftest import SMALL, Built
from tests.support.shop import made


@pytest.fixture(scope="session")
def small_shop(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The small set, built for a print shop."""
    return made(tmp_path_factory.mktemp("shop"), kit=SMALL)
