"""Numbers are written as spreadsheets show them, by the formats of their cells."""

from __future__ import annotations

import pytest

from pnp.sources.number_format import shown


@pytest.mark.parametrize("value", [1e15, 9.99e-300, -1.5, 0])
def test_long_formats_are_written_in_full(value):
    assert len(shown(value, f"0.{'0' * 200}")) >= 202
