"""The page offers the values that a key may have."""

from __future__ import annotations

import pytest

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.pipeline.context import open_context
from pnp.studio import offers
from tests.conftest import SMALL


@pytest.fixture(scope="module")
def small_context() -> RenderContext:
    found = open_context(SMALL, Diagnostics())
    assert found
    return found


def test_values_that_a_model_lists_and_fonts_of_the_kit_are_offered(small_context):
    found = offers.offered(small_context, {"text", "qr"})
    assert found["align"] == ["left", "centre", "right"]
    assert found["correction"] == ["L", "M", "Q", "H"]
    assert found["capitals"] == ["true", "false"]
    assert "title" in found["font"]
    assert found["art"] == sorted(small_context.kit.icons)
    assert all(f"{prefix}-body" in small_context.kit.facebook.styles for prefix in found["styles"])
    assert "size" not in found


def test_kinds_that_are_not_there_offer_nothing(small_context):
    assert "correction" not in offers.offered(small_context, ())
