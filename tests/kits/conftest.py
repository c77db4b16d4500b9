"""The shipped kit after which a file of tests is named: drawn, its engine, and a copy to be changed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from pnp.checks import CheckContext
from pnp.kit import paths
from tests.support.engines import make
from tests.support.printed import ready


def kit_of(request: pytest.FixtureRequest) -> Path:
    return paths.data_folder() / request.path.stem.removeprefix("test_")


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> CheckContext:
    return ready(kit_of(request).name)


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> Any:
    return make(kit_of(request).name)


@pytest.fixture
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(kit_of(request), tmp_path / kit_of(request).name))
