"""Fixtures of tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import SMALL
from tests.support.watching import Site, served


@pytest.fixture
def site(small: Path) -> Iterator[Site]:
    """A kit that a test may change."""
    with served(small) as found:
        yield found


@pytest.fixture(scope="module")
def still() -> Iterator[Site]:
    """A kit that stays as it is."""
    with served(SMALL) as found:
        found.checked()
        yield found
