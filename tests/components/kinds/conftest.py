"""Fixtures of tests of this folder."""

from __future__ import annotations

import pytest

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from tests.conftest import fresh
from tests.support import drawn


@pytest.fixture
def small_kit() -> RenderContext:
    """The kit of the drawn cases."""
    return fresh(drawn.kit(), diagnostics=Diagnostics())
