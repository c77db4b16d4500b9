"""Expressions do only so much work, counted in steps."""

from __future__ import annotations

import pytest

from pnp.rulefile.work import MOST_STEPS, Work, WorkError


@pytest.fixture
def work() -> Work:
    return Work()


def test_the_items_of_loops_are_steps(work):
    assert list(work.each(range(5))) == list(range(5))
    work.spend(MOST_STEPS - 5)
    with pytest.raises(WorkError, match="takes more than 10,000,000 steps"):
        work.each([1])
    work.begin()
    assert work.each([1]) == [1]


def test_generators_are_counted_while_they_are_read(work):
    work.spend(MOST_STEPS - 2)
    with pytest.raises(WorkError):
        list(work.each(n for n in range(5)))


def test_nothing_large_is_built(work):
    for left, right in (("a", 10**9), (10**9, [1]), (1 << 20_000, 2)):
        with pytest.raises(WorkError):
            work.times(left, right)
    work.begin()
    with pytest.raises(WorkError):
        work.plus([1] * 6_000_000, [1] * 6_000_000)


def test_small_values_are_calculated_as_in_python(work):
    assert (work.plus(1, 2), work.plus([1], [2]), work.times(3, 4), work.times("ab", 2)) == (3, [1, 2], 12, "abab")
    assert (work.times(-1, [1]), work.modulo(7, 4)) == ([], 3)
    with pytest.raises(TypeError, match="no remainder"):
        work.modulo("%999999999d", 1)


def test_functions_count_what_they_are_given(work):
    total = work.counting(sum)
    assert total([1, 2]) == 3
    work.spend(MOST_STEPS - 4)
    with pytest.raises(WorkError):
        total(range(10**12))
