"""Filters of expressions: their results, and the limits that keep these small."""

from __future__ import annotations

import pytest

from pnp.kit import filters
from pnp.kit.fields import ExpressionError


@pytest.mark.parametrize(
    "large",
    [
        lambda: filters.FILTERS["replace"]("a" * 9_999, "a", "b" * 9_999),
        lambda: filters.FILTERS["join"](("a",) * 900, "b" * 9_999),
        lambda: filters.text_of([["a" * 9_000] * 900] * 900),
        lambda: filters.limited("a" * 10_001),
        lambda: filters.limited([1] * 1_001),
        lambda: filters.limited(float("nan")),
        lambda: filters.limited(10**400),
    ],
)
def test_large_results_are_errors_before_they_are_made(large):
    with pytest.raises(ExpressionError, match="this makes a"):
        large()


def test_every_filter_knows_how_many_values_it_takes():
    assert [filters.takes("upper", count) for count in (0, 1)] == [True, False]
    assert [filters.takes("replace", count) for count in (1, 2, 3)] == [False, True, False]
    assert [filters.takes("said", count) for count in (0, 1)] == [True, False]
