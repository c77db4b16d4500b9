"""Fixtures of tests of this folder."""

from __future__ import annotations

import pytest

from pnp import checks
from tests.support.printed import ready


@pytest.fixture(scope="session")
def printed_kit() -> checks.CheckContext:
    return ready("rhino")


@pytest.fixture(scope="session")
def rhino() -> checks.CheckContext:
    """The rhino kit, ready for checks."""
    return ready("rhino")
