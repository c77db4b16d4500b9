"""Diagnostics: their order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics, Span


def test_errors_come_in_the_order_of_files_lines_and_columns_and_once_each() -> None:
    diagnostics = Diagnostics()
    assert not diagnostics
    assert len(diagnostics) == 0
    diagnostics.error(Span("b", 1, 1), "x", "1")
    diagnostics.error(Span("a", 10, 1), "x", "2")
    diagnostics.error(Span("a", 2, 9), "x", "3")
    diagnostics.error(Span("a", 2, 3), "x", "4", "", "a hint")
    diagnostics.error(Span("b", 1, 1), "x", "1")
    assert diagnostics
    assert len(diagnostics) == 4
    assert [d.message for d in diagnostics] == ["4", "3", "2", "1"]
    assert next(iter(diagnostics)).hints == ("a hint",)


diagnostic_values = st.tuples(st.sampled_from("ab"), st.integers(1, 3), st.integers(1, 3), st.sampled_from("xy"))


@given(st.lists(diagnostic_values, max_size=12))
def test_errors_are_sorted_and_unique_whatever_their_order(found: list[tuple[str, int, int, str]]) -> None:
    diagnostics = Diagnostics()
    for file, line, column, message in found:
        diagnostics.error(Span(file, line, column), "code", message)
    assert [(d.span.file, d.span.line, d.span.column, d.message) for d in diagnostics] == sorted(set(found))
    assert len(diagnostics) == len(set(found))
